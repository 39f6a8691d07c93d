// Whatever is thrown at the parser: it answers with a tree or with faults, never throws, never hangs; and what it calls
// a fault, the grammar rejects too.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from '../../../src/lagrange/language/parse.ts';
import { describeSpecFault } from '../../../src/lagrange/language/position.ts';
import { print } from '../../../src/lagrange/language/print.ts';
import { parseStrictly } from '../../../src/lagrange/language/strict.ts';
import { tokenize } from '../../../src/lagrange/language/tokens.ts';
import { coaster, pendulum, sampler } from './examples.ts';
import { withoutSpans } from './without-spans.ts';

function holds(text: string): void {
  const { specification, faults } = parse(text);
  expect(specification === undefined).toBe(faults.length > 0);
  expect(faults.length).toBeLessThanOrEqual(20);
  for (const fault of faults) {
    const [from, to] = fault.span;
    expect(from >= 0 && from <= to && to <= text.length).toBe(true);
    expect(fault.line >= 1 && fault.column >= 1).toBe(true);
    expect(fault.what).not.toBe('');
    expect(fault.remedy).not.toBe('');
    expect(describeSpecFault(fault, text).split('\n')).toHaveLength(3);
  }
  if (typeof parseStrictly(text) === 'number') expect(specification).toBeUndefined();
  if (specification !== undefined) {
    const again = parse(print(specification)).specification;
    expect(withoutSpans(again)).toEqual(withoutSpans(specification));
  }
}

const pieces = [
  ...new Set([...tokenize(coaster), ...tokenize(sampler)].map(({ text }) => text)),
  ...[
    '"',
    '&&',
    '1.',
    '.5',
    '/*',
    '*/',
    '//',
    '\n',
    '\t',
    '\u2028',
    '\ud800',
    '🎱',
    '0x1',
    '1e',
    '__proto__',
    'system A;',
  ],
];
const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((list) => list.join(' '));

test('random characters', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), holds), { numRuns: 1500 });
  fc.assert(
    fc.property(
      fc.string({ maxLength: 60 }).map((text) => `system A;${text}`),
      holds,
    ),
    { numRuns: 1500 },
  );
});

test('random bytes', () => {
  const bytes = fc.uint8Array({ maxLength: 80 }).map((list) => String.fromCharCode(...list));
  fc.assert(fc.property(bytes, holds), { numRuns: 1000 });
});

test('soups of tokens', () => {
  fc.assert(fc.property(soup, holds), { numRuns: 1500 });
  fc.assert(
    fc.property(
      soup.map((text) => `system A; ${text}`),
      holds,
    ),
    { numRuns: 2000 },
  );
});

test('examples with something cut, doubled, moved or put in', () => {
  const mutated = fc
    .tuple(
      fc.constantFrom(pendulum, coaster, sampler),
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom(...pieces)), { minLength: 1, maxLength: 3 }),
    )
    .map(([text, changes]) =>
      changes.reduce<string>((now, [from, length, piece]) => {
        const at = from % (now.length + 1);
        const end = Math.min(now.length, at + (length % 12));
        const choice = (from + length) % 3;
        if (choice === 0) return now.slice(0, at) + now.slice(end);
        if (choice === 1) return now.slice(0, at) + piece + now.slice(at);
        return now.slice(0, end) + now.slice(at, end) + now.slice(end);
      }, text),
    );
  fc.assert(fc.property(mutated, holds), { numRuns: 1200 });
});

test('texts that grow in one direction take time in proportion', () => {
  const sizes: readonly (readonly [string, string, string])[] = [
    ['system A;', ' const a = 1;', ''],
    ['system A;', ' frame A {', ''],
    ['system A;', '\n', 'x'],
    ['system A; /*', '*', ''],
    ['system A; const a = ', '- ', '1;'],
    ['system A; const a = ', '1 ', ';'],
    ['system A; const ', 'a = 1, ', 'b = 2;'],
    ['system A; const a = 1', ', b = 2 c', ';'],
    ['', '"', ''],
    ['', '\u0000', ''],
    ['', '(', ''],
    ['', ')', ''],
    ['', '}', ''],
    ['', '1.', ''],
    ['', '/', ''],
    ['system ', 'a', ';'],
    ['system A; ', 'const a = {};', ''],
    ['system A; when x rises {', ' a := 1', '}'],
  ];
  for (const [begin, middle, end] of sizes)
    holdsBriefly(begin + middle.repeat(100_000 / middle.length) + end);
});

function holdsBriefly(text: string): void {
  const { faults } = parse(text);
  for (const fault of faults) expect(describeSpecFault(fault, text).length).toBeLessThan(1000);
}
