import { expect, test } from 'vitest';
import type { Pair } from '../../../../src/engines/ipc/contact/pairs.ts';
import { expectedAt, FrictionSet, laggedStride } from '../../../../src/engines/ipc/friction/friction-set.ts';
import { findFormer, readPlace, takeExpected } from '../../../../src/engines/ipc/friction/take-over.ts';

const dHat = 1e-3;
// Only what is looked at.
const flat = { dHat, roundA: 0, roundB: 0, patch: 0 } as Pair;

/** Two contacts of one pair, of the second of which (0.6, -0.8) of friction is expected. */
function lagged(): FrictionSet {
  const set = new FrictionSet();
  set.clear(1);
  for (const key of [7, 8])
    set.add(
      2,
      Float64Array.of(key, 0, 0),
      Float64Array.of(0, key, 0),
      new Float64Array(6).fill(key),
      1e-6,
      key,
    );
  set.start.set([0, 2]);
  set.data.set([0.6, -0.8], laggedStride + expectedAt);
  return set;
}

test('a contact is found where it was, however it has wandered within ten reaches', () => {
  const set = lagged();
  const find = (off: number, key = 8, pair = flat): number =>
    findFormer(set, 0, pair, key, Float64Array.of(8 + off, 0, 0), Float64Array.of(0, 8, 0));
  expect(find(0)).toBe(1);
  expect(find(9 * dHat)).toBe(1);
  expect(find(-11 * dHat)).toBe(-1);
  expect(find(0, 9)).toBe(-1);
  expect(find(0, 8, { ...flat, roundB: 0.1 } as Pair)).toBe(-1);
});

test('one that lost its force is another contact when it is back', () => {
  const set = lagged();
  set.data[laggedStride] = 0;
  expect(findFormer(set, 0, flat, 8, Float64Array.of(8, 0, 0), Float64Array.of(0, 8, 0))).toBe(-1);
});

test('its points, its tangents and what was expected of it go on', () => {
  const former = lagged();
  const [pa, pb, tangents] = [new Float64Array(3), new Float64Array(3), new Float64Array(6)];
  readPlace(former, 1, pa, pb, tangents);
  expect([...pa, ...pb]).toEqual([8, 0, 0, 0, 8, 0]);
  expect([...tangents]).toEqual(Array(6).fill(8));
  const next = new FrictionSet();
  next.clear(1);
  next.add(3, pa, pb, tangents, 1e-6, 8);
  takeExpected(next, former, 1);
  expect([...next.data.subarray(expectedAt, expectedAt + 2)]).toEqual([0.6, -0.8]);
});
