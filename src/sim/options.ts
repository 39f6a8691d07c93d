// Options of an engine: their defaults, and values from scenes and command lines checked
// against the engine's own schema.

import { type Fault, spellingHint } from '../scene/fault/index.ts';
import type { Engine, Option } from './engine.ts';

/** What an option may be. */
export type OptionValue = number | string | boolean;

export interface ParsedOptions<Options extends object> {
  /** Defaults stand where nothing was given or what was given is wrong. */
  readonly options: Readonly<Options>;
  readonly faults: readonly Fault[];
}

/** The options of an engine, all as they are unless said. */
export function defaultsOf<Options extends object>(engine: Engine<Options>): Options {
  const entries = Object.entries<Option>(engine.options).map(([name, option]) => [name, option.default]);
  return Object.fromEntries(entries) as Options;
}

/**
 * Reads options by name; texts (from a command line) are understood where a number or a truth value is meant.
 * @param where  the place of the options in the input, such as "options" or "--set"
 */
export function parseOptions<Options extends object>(
  engine: Engine<Options>,
  given: Readonly<Record<string, OptionValue>>,
  where = 'options',
): ParsedOptions<Options> {
  const options = { ...defaultsOf(engine) } as Record<string, OptionValue>;
  const faults: Fault[] = [];
  const known = Object.keys(engine.options);
  for (const [name, value] of Object.entries(given)) {
    const place = `${where}.${name}`;
    if (!known.includes(name)) {
      const what = `engine ${engine.id} has no option "${name}"`;
      faults.push({ what, where: place, value: String(value), remedy: spellingHint(name, known) });
      continue;
    }
    const option = (engine.options as Record<string, Option>)[name];
    const parsed = parseOption(option, value);
    if (parsed === undefined) {
      faults.push({
        what: `is not ${rangeOf(option)}`,
        where: place,
        value: String(value),
        remedy: remedy(option),
      });
    } else {
      options[name] = parsed;
    }
  }
  return { options: options as Options, faults };
}

function parseOption(option: Option, value: OptionValue): OptionValue | undefined {
  switch (option.kind) {
    case 'number':
    case 'integer': {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
      if (typeof number !== 'number' || !(number >= option.min && number <= option.max)) return undefined;
      return option.kind === 'number' || Number.isInteger(number) ? number : undefined;
    }
    case 'boolean':
      if (value === 'true' || value === 'false') return value === 'true';
      return typeof value === 'boolean' ? value : undefined;
    case 'choice':
      return option.choices.includes(String(value)) || (option.other && typeof value === 'string')
        ? String(value)
        : undefined;
  }
}

/** What may be given for an option, in words: "a number from 0 to 1 m". */
export function rangeOf(option: Option): string {
  switch (option.kind) {
    case 'number':
      return `a number from ${option.min} to ${option.max}${option.unit ? ` ${option.unit}` : ''}`;
    case 'integer':
      return `a whole number from ${option.min} to ${option.max}`;
    case 'boolean':
      return 'true or false';
    case 'choice':
      return `one of ${option.choices.join(', ')}${option.other ? `, or ${option.other}` : ''}`;
  }
}

function remedy(option: Option): string {
  return `give ${rangeOf(option)} (the default is ${option.default}): ${option.doc}`;
}
