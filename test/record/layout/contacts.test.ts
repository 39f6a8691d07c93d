import { describe, expect, test } from 'vitest';
import type { ContactRows } from '../../../src/record/frame-record.ts';
import { compactContacts, contactRows } from '../../../src/record/layout/contacts.ts';

/** Three contacts: two of one step, one of the next. */
function rows(): ContactRows {
  const both = (...values: number[]) => Float64Array.from(values.flatMap((value) => [value, value]));
  const around = (...vectors: number[][]) =>
    Float64Array.from(vectors.flatMap((vector) => [...vector, ...vector.map((x) => -x)]));
  return {
    count: 6,
    pair: Uint32Array.of(0, 0, 1, 1, 0, 0),
    body: Uint32Array.of(1, 2, 3, 2, 1, 2),
    other: Uint32Array.of(2, 1, 2, 3, 2, 1),
    feature: Uint32Array.of(4, 6, 9, 12, 4, 6),
    point: Float64Array.from({ length: 18 }, (_, i) => i / 3),
    normal: around([0, 1 / 3, -0], [1, 0, 0], [0, 0, 1]),
    normalImpulse: both(0.1, 0.2, 0.3),
    tangentialImpulse: around([1 / 7, 0, 0], [0, 0, 0], [0, -1 / 7, 0]),
    gap: both(1e-4, Number.NaN, -1e-9),
    slip: around([0.1, 0.2, 0.3], [0, 0, 0], [-0.1, 0, 0]),
    start: both(0.1, 0.1, 0.11),
    duration: both(0.01, 0.01, 0.02),
    friction: both(0.3, 0.4, 0.3),
  };
}

describe('contacts in one row', () => {
  test('give back both sides to the bit; gap and slip are rounded to single precision', () => {
    const given = rows();
    const read = contactRows(compactContacts(given));
    expect(read).toEqual({ ...given, gap: given.gap.map(Math.fround), slip: given.slip.map(Math.fround) });
    expect(Object.is(read.normal[3], -0) && Object.is(read.normal[5], 0)).toBe(true);
  });

  test('have the times of a step once', () => {
    const { stepBegan, stepDuration, stepCount } = compactContacts(rows());
    expect([[...stepBegan], [...stepDuration], [...stepCount]]).toEqual([
      [0.1, 0.11],
      [0.01, 0.02],
      [2, 1],
    ]);
  });

  test.each([
    ['other pair', 'pair', 1],
    ['other body', 'body', 3],
    ['push', 'normalImpulse', 0],
    ['tangential impulse', 'tangentialImpulse', 3],
    ['normal', 'normal', 4],
    ['slip', 'slip', 5],
    ['gap', 'gap', 1],
    ['step', 'start', 3],
  ] as const)('are refused where the second side has another %s', (_, column, at) => {
    const wrong = rows();
    wrong[column][at] += 1;
    expect(() => compactContacts(wrong)).toThrow(/not the two sides of one contact: tell both/);
  });

  test('are refused where one has only one side', () => {
    expect(() => compactContacts({ ...rows(), count: 5 })).toThrow(/only one side/);
  });
});
