import { expect, test } from 'vitest';
import type { Pair } from '../../../../src/engines/ipc/contact/pairs.ts';
import { adaptStiffness, stiffenForImpact } from '../../../../src/engines/ipc/contact/stiffness.ts';
import type { Model } from '../../../../src/engines/ipc/model.ts';
import type { IpcState } from '../../../../src/engines/ipc/state.ts';
import { box, floor } from '../../../../src/scene/index.ts';
import { Trial } from '../harness.ts';

const model = { count: 10 } as Model;
const pairOf = (a: number, b: number): Pair =>
  ({
    a,
    b,
    dHat: 1,
    restStiffness: 1,
    stiffness: 1,
    acceleration: 10,
    linear: 0.5,
    approach: 0,
    touching: false,
  }) as Pair;
const noFactors = (): IpcState =>
  ({ stiffPairs: new Float64Array(0), stiffFactors: new Float64Array(0) }) as unknown as IpcState;

test('doubles where a gap is below a hundredth of d̂, halves where it no longer is, and forgets a factor of 1', () => {
  const state = noFactors();
  const pairs = [pairOf(3, 4), pairOf(1, 2)];
  const adapt = (gaps: number[]): void => {
    pairs.forEach((pair, i) => {
      pair.gap = gaps[i];
    });
    adaptStiffness(model, state, pairs);
  };
  adapt([0.005, 0.5]);
  adapt([0.005, 0.005]);
  expect([...state.stiffPairs]).toEqual([12, 34]);
  expect([...state.stiffFactors]).toEqual([2, 4]);
  expect(pairs.map((pair) => pair.restStiffness)).toEqual([4, 2]);
  // between the two it stays
  adapt([0.1, 0.3]);
  expect([...state.stiffPairs]).toEqual([34]);
  expect(pairs.map((pair) => pair.restStiffness)).toEqual([4, 1]);
});

test('stops what would hit within a step that had to be cut, but not what touches already', () => {
  const pair = pairOf(0, 1);
  stiffenForImpact(pair, 0.1, true);
  expect(pair.stiffness).toBeCloseTo(5, 12);
  stiffenForImpact(pair, 0.1, false);
  expect(pair.stiffness).toBe(1);
  pair.touching = true;
  stiffenForImpact(pair, 0.1, true);
  expect(pair.stiffness).toBe(1);
});

test('a gram that carries twenty tonnes gets back to gaps that can be solved for', () => {
  const trial = new Trial({
    name: 'cube under a block',
    duration: 1,
    bodies: [
      floor({ size: [4, 4] }),
      { ...box({ size: [0.1, 0.1, 0.1], density: 1 }), name: 'cube', position: [0, 0.051, 0] },
      { ...box({ size: [1, 1, 1], density: 20000 }), name: 'block', position: [0, 0.603, 0] },
    ],
  });
  for (let i = 1; i <= 20; i++) trial.to(0.01 * i);
  // it did come too near, and does no longer: the barrier begins at a thousandth of the cube's diagonal
  const reach = 1e-3 * Math.hypot(0.1, 0.1, 0.1);
  expect(trial.smallestGap).toBeLessThan(0.001 * reach);
  expect(trial.value('smallestGap')).toBeGreaterThan(0.01 * reach);
});
