import { expect, test } from 'vitest';
import {
  copyFriction,
  epsilonAt,
  FrictionSet,
  laggedStride,
  readLagged,
} from '../../../../src/engines/ipc/friction/friction-set.ts';

const three = (x: number): Float64Array => Float64Array.of(x, x + 1, x + 2);

/** Contacts of two pairs: `first` of the one, and the rest of the other. */
function setOf(count: number, first: number): FrictionSet {
  const set = new FrictionSet();
  set.clear(2);
  for (let c = 0; c < count; c++)
    set.add(c + 1, three(c), three(-c), new Float64Array(6).fill(c), 1e-3, 10 + c);
  set.start.set([0, first, count]);
  return set;
}

const lagged = { points: new Float64Array(6), tangents: new Float64Array(6), key: 0 };

test('contacts are kept however many, and read as they were added', () => {
  const set = setOf(200, 50);
  readLagged(set, 150, lagged);
  expect([...lagged.points]).toEqual([150, 151, 152, -150, -149, -148]);
  expect([...lagged.tangents]).toEqual([150, 150, 150, 150, 150, 150]);
  expect(lagged.key).toBe(160);
});

test('a set takes the contacts of a pair, copies all, and keeps lost ones without their force', () => {
  const set = setOf(5, 2);
  const part = new FrictionSet();
  part.clear(1);
  part.take(set, 1);
  part.addLost(set, 0);
  expect(part.count).toBe(4);
  const column = (of: FrictionSet, at: number): number[] =>
    Array.from({ length: of.count }, (_, c) => of.data[c * laggedStride + at]);
  expect(column(part, 0)).toEqual([3, 4, 5, 0]);
  const copy = new FrictionSet();
  copyFriction(copy, set, 2);
  set.soften(10);
  expect(column(copy, 0)).toEqual([1, 2, 3, 4, 5]);
  expect([...copy.start.subarray(0, 3)]).toEqual([0, 2, 5]);
  expect(column(copy, epsilonAt)).toEqual(Array(5).fill(1e-3));
  expect(column(set, epsilonAt)).toEqual(Array(5).fill(1e-2));
});
