// The validator's findings in our own words: what, where, value, remedy.

import type * as z from 'zod';
import type { Fault } from '../fault/fault.ts';
import { spellingHint } from '../fault/spelling-hint.ts';
import { placeOf, show } from '../fault/place.ts';
import { knownKeys } from './known.ts';

export function faultsOf(error: z.ZodError, schema: z.ZodType, file: unknown): Fault[] {
  return error.issues.flatMap((issue) => faultsOfIssue(issue, [], schema, file));
}

function faultsOfIssue(
  issue: z.core.$ZodIssue,
  base: readonly PropertyKey[],
  schema: z.ZodType,
  file: unknown,
): Fault[] {
  const path = [...base, ...issue.path];
  const where = placeOf(path);
  const found = valueAt(file, path);
  const value = found === undefined ? undefined : show(found);
  switch (issue.code) {
    case 'unrecognized_keys': {
      const known = knownKeys(schema, path, file);
      return issue.keys.map((key) => ({
        what: 'unknown key',
        where: placeOf([...path, key]),
        remedy: spellingHint(key, known),
      }));
    }
    case 'invalid_type':
      if (found === undefined)
        return [{ what: 'is missing', where, remedy: `give ${article(issue.expected)}` }];
      return [
        {
          what: `is not ${article(issue.expected)}`,
          where,
          value,
          remedy: `give ${article(issue.expected)}`,
        },
      ];
    case 'too_small':
    case 'too_big':
      return [{ ...outOfRange(issue, found), where, value }];
    case 'invalid_value': {
      const choices = issue.values.map(String);
      const word = typeof found === 'string' ? found : '';
      return [
        {
          what: found === undefined ? 'is missing' : 'is not one of the choices',
          where,
          value,
          remedy: spellingHint(word, choices),
        },
      ];
    }
    case 'invalid_format':
      return [{ what: 'is not written as it should be', where, value, remedy: formatRemedy(issue) }];
    case 'invalid_union':
      return faultsOfUnion(issue, path, schema, file);
    case 'invalid_key':
      return [{ what: 'is not a good name', where, remedy: 'give a name of 1 to 200 characters' }];
    default:
      return [{ what: issue.message.toLowerCase(), where, value, remedy: 'see docs/scene.md' }];
  }
}

/** Of the alternatives, the one that fits best speaks: the one whose faults lie deepest, then the one with fewest. */
function faultsOfUnion(
  issue: z.core.$ZodIssueInvalidUnion,
  path: readonly PropertyKey[],
  schema: z.ZodType,
  file: unknown,
): Fault[] {
  const where = placeOf(path);
  const found = valueAt(file, path);
  if (issue.errors.length === 0) {
    const choices = (issue as { options?: readonly unknown[] }).options?.map(String) ?? [];
    const word = typeof found === 'string' ? found : '';
    const what = found === undefined ? 'is missing' : 'is not one of the choices';
    return [
      {
        what,
        where,
        value: found === undefined ? undefined : show(found),
        remedy: spellingHint(word, choices),
      },
    ];
  }
  if (found === undefined) return [{ what: 'is missing', where, remedy: 'give a value' }];
  const ranked = issue.errors
    .map((issues) => ({
      issues,
      wrongType: issues.some((one) => one.path.length === 0 && one.code === 'invalid_type'),
    }))
    .filter((branch) => !branch.wrongType)
    .sort((a, b) => a.issues.length - b.issues.length);
  if (ranked.length > 0) return ranked[0].issues.flatMap((one) => faultsOfIssue(one, path, schema, file));
  const kinds = issue.errors
    .map((issues) => issues[0])
    .map((one) => (one.code === 'invalid_type' ? article(one.expected) : 'a value'));
  const wanted = [...new Set(kinds)].join(' or ');
  return [{ what: `is not ${wanted}`, where, value: show(found), remedy: `give ${wanted}` }];
}

function outOfRange(
  issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig,
  found: unknown,
): { what: string; remedy: string } {
  const small = issue.code === 'too_small';
  const bound = small ? issue.minimum : issue.maximum;
  const sign = small ? (issue.inclusive ? '≥' : '>') : issue.inclusive ? '≤' : '<';
  if (issue.origin === 'string') {
    return { what: small ? 'is empty' : 'is too long', remedy: `give ${sign} ${bound} characters` };
  }
  if (issue.origin === 'array') {
    return {
      what: small ? 'has too few entries' : 'has too many entries',
      remedy: `give ${sign} ${bound} entries`,
    };
  }
  const remedy = `give a number ${sign} ${bound}`;
  if (!small) return { what: 'is too large', remedy };
  if (typeof found !== 'number' || Number(bound) < 0 || found > 0) return { what: 'is too small', remedy };
  return { what: issue.inclusive && Number(bound) === 0 ? 'is negative' : 'is not positive', remedy };
}

function formatRemedy(issue: { readonly format: string; readonly pattern?: string }): string {
  return issue.format === 'regex' && issue.pattern?.includes('#')
    ? 'write a colour as "#rrggbb"'
    : `follow ${issue.pattern ?? issue.format}`;
}

function article(type: string): string {
  const names: Readonly<Record<string, string>> = {
    number: 'a number',
    int: 'a whole number',
    string: 'a text',
    boolean: 'true or false',
    tuple: 'a list of numbers',
    array: 'a list',
    object: 'an object',
    record: 'an object',
  };
  return names[type] ?? `a ${type}`;
}

function valueAt(file: unknown, path: readonly PropertyKey[]): unknown {
  let at = file;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<PropertyKey, unknown>)[step];
  }
  return at;
}
