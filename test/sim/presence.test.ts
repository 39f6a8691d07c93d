// Bodies that are not there, and jumps of those that are put elsewhere, as states keep them.

import { expect, test } from 'vitest';
import {
  absentOf,
  clearJump,
  flagAbsent,
  jumpOf,
  markJump,
  setAbsent,
  startAbsent,
  stillAbsent,
  tellFirstKnots,
} from '../../src/sim/index.ts';
import type { State } from '../../src/record/index.ts';
import { silent, tinyBody } from './tiny.ts';

test('who is not there is kept in order, and nothing where all are there', () => {
  const state: State = {};
  startAbsent(state, { bodies: [{}, { enabled: false }, { enabled: true }].map((more) => tinyBody(more)) });
  expect([...absentOf(state)]).toEqual([1]);
  for (const body of [10, 2, 2]) setAbsent(state, body, true);
  expect([...absentOf(state)]).toEqual([1, 2, 10]);
  setAbsent(state, 10, false);
  setAbsent(state, 7, false);
  expect([...absentOf(state)]).toEqual([1, 2]);
  const flags = Uint8Array.of(1, 0, 0, 1);
  flagAbsent(flags, state);
  expect([...flags]).toEqual([0, 1, 1, 0]);
  const velocities = new Float64Array(24).fill(1);
  stillAbsent(velocities, state);
  expect([...velocities]).toEqual(
    [0, 6, 12, 18].flatMap((at) => Array(6).fill(at === 6 || at === 12 ? 0 : 1)),
  );
  for (const body of [1, 2]) setAbsent(state, body, false);
  expect(Object.keys(state)).toEqual([]);
});

test('a jump has the poses before the first of several changes, until it is told', () => {
  const state: State = {};
  expect(jumpOf(state)).toBeUndefined();
  const before = Float64Array.of(1);
  markJump(state, before);
  before[0] = 2;
  markJump(state, before);
  expect([...jumpOf(state)!]).toEqual([1]);
  clearJump(state);
  expect(Object.keys(state)).toEqual([]);
});

test('knots at the end of the last step are told when the clock comes there, twice where there was a jump', () => {
  const after = Float64Array.of(5);
  const told = (jumps: boolean, clock: number, until: number, path = true) => {
    const state: State = {};
    if (jumps) markJump(state, Float64Array.of(4));
    const knots: [number, number][] = [];
    const sink = {
      ...silent,
      wants: { path, contacts: false },
      knot: (time: number, poses: Float64Array) => void knots.push([time, poses[0]]),
    };
    tellFirstKnots(state, sink, clock, until, 1, after);
    return { knots, isKept: jumpOf(state) !== undefined };
  };
  // the last step ended at 1, beyond the clock
  expect(told(false, 0.9, 1.1)).toEqual({ knots: [[1, 5]], isKept: false });
  expect(told(false, 1, 1.1)).toEqual({ knots: [], isKept: false });
  expect(told(false, 0.9, 0.95)).toEqual({ knots: [], isKept: false });
  expect(told(true, 0.9, 1)).toEqual({
    knots: [
      [1, 4],
      [1, 5],
    ],
    isKept: false,
  });
  expect(told(true, 1, 1.1)).toEqual({ knots: [[1, 5]], isKept: false });
  expect(told(true, 0.9, 0.95)).toEqual({ knots: [], isKept: true });
  expect(told(true, 0.9, 1.1, false)).toEqual({ knots: [], isKept: false });
});
