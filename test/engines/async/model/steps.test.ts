// Steps of one sheet are powers of two of each other, and no longer than what each element may step.

import { expect, test } from 'vitest';
import { ladderStep, nestingOf } from '../../../../src/engines/async/clock.ts';

test('nested steps', () => {
  const longest = Array.from({ length: 200 }, (_, i) => 1000 * 1.03 ** i);
  const nested = nestingOf(longest);
  const steps = longest.map(nested);
  const least = Math.min(...steps);
  steps.forEach((step, i) => {
    expect(step).toBeLessThanOrEqual(longest[i]);
    expect(2 * step).toBeGreaterThan(longest[i]);
    expect(Number.isInteger(Math.log2(step / least))).toBe(true);
    expect(ladderStep(step)).toBe(step);
  });
});

test('the many decide: a sheet of two kinds of springs, and few at its corners', () => {
  const longest = [...new Array(200).fill(11000), ...new Array(100).fill(15500), ...new Array(4).fill(6100)];
  const nested = nestingOf(longest);
  expect(nested(11000)).toBe(nested(15500));
  expect(nested(11000)).toBeGreaterThan(10000);
});
