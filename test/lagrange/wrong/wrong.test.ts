// A hundred wrong specifications: each gets a message that names what is wrong, where, and what to do.

import { describe, expect, test } from 'vitest';
import { cases } from './cases.ts';
import { diagnose, marked } from './diagnose.ts';

test('there are a hundred of them', () => {
  expect(cases.length).toBeGreaterThanOrEqual(100);
  expect(new Set(cases.map(({ text }) => text)).size).toBe(cases.length);
});

describe('a wrong specification is told what is wrong with it', () => {
  test.each(cases.map((one) => [one.about, one] as const))('%s', (_, { text, says, until = 0.1 }) => {
    const { text: plain, from, to } = marked(text);
    const faults = diagnose(plain, until);
    expect(faults.length).toBeGreaterThan(0);
    const told = faults.map(({ what, value, remedy }) => `${what} (${value ?? ''}); ${remedy}`);
    for (const { what, remedy, line, column } of faults) {
      expect(what).not.toBe('');
      expect(remedy).not.toBe('');
      expect(line).toBeGreaterThanOrEqual(1);
      expect(column).toBeGreaterThanOrEqual(1);
    }
    expect(told.join('\n')).toMatch(says);
    const near = faults.some(({ span: [a, b] }) => a <= Math.max(to, from + 1) && b >= from - 1);
    expect(
      near,
      `${told.join('\n')} at ${JSON.stringify(faults.map(({ span }) => plain.slice(...span)))}`,
    ).toBe(true);
  });
});
