// How much room bodies get to move before new pairs must be found: more of it is more pairs, and those cost in every iteration.

import { expect, test } from 'vitest';
import { renewBudgets } from '../../../../src/engines/ipc/contact/budget.ts';
import { keepInNewton, largestFreeStep } from '../../../../src/engines/ipc/solve/free-step.ts';
import type { Island } from '../../../../src/engines/ipc/solve/islands.ts';
import type { IpcState } from '../../../../src/engines/ipc/state.ts';
import type { Work } from '../../../../src/engines/ipc/step/work.ts';
import { box } from '../../../../src/scene/index.ts';
import { Trial } from '../harness.ts';

const workOf = (trial: Trial): Work => (trial.simulation as unknown as { work: Work }).work;

const floor = box({ name: 'floor', motion: 'static', size: [60, 1, 4], position: [0, -0.5, 0] });

/** Boxes in a row on a floor, a step after they were let go, and the island of the first of them. */
function row(): { trial: Trial; work: Work; island: Island } {
  const boxes = Array.from({ length: 30 }, (_, i) =>
    box({ name: `box ${i}`, size: [0.2, 0.2, 0.2], position: [i - 15, 0.1002, 0] }),
  );
  const trial = new Trial({ name: 'row', duration: 1, frameRateHz: 100, bodies: [...boxes, floor] });
  trial.to(0.01);
  const work = workOf(trial);
  const island = work.islands.list[work.islands.of[0]];
  island.direction.fill(0);
  return { trial, work, island };
}

test('a body that something stops soon needs no room beyond it', () => {
  const { work, island } = row();
  island.direction[1] = -40;
  const free = largestFreeStep(work, island, keepInNewton);
  expect(40 * free).toBeGreaterThan(1e-6);
  expect(40 * free).toBeLessThan(1e-3);
  expect(work.nearby.budgetSpent).toBe(false);
});

test('a body that wants to go farther than any can is stopped on its way, and pairs with few', () => {
  const { trial, work, island } = row();
  island.direction[0] = 25;
  island.direction[1] = 25;
  const before = work.nearby.pairs.length;
  let free = 0;
  for (let turn = 0; turn < 20 && free === 0; turn++) {
    free = largestFreeStep(work, island, keepInNewton);
    if (work.nearby.budgetSpent) renewBudgets(work, trial.simulation.state as IpcState);
  }
  expect(free).toBeGreaterThan(0);
  expect(40 * free).toBeLessThan(0.5);
  expect(work.nearby.pairs.length).toBeLessThanOrEqual(before + 1);
});

test('room that is needed no more is given back', () => {
  const wall = box({ name: 'wall', motion: 'static', size: [1, 4, 4], position: [2.6, 0, 0] });
  const aside = Array.from({ length: 8 }, (_, i) =>
    box({
      name: `aside ${i}`,
      size: [0.1, 0.1, 0.1],
      position: [1.7 + 0.08 * (i % 2), -1.2 + 0.3 * i, 0.5 - 0.05 * (i % 3)],
    }),
  );
  const ball = box({ name: 'shot', size: [0.2, 0.2, 0.2], position: [0, 0, 0], velocity: [30, 0, 0] });
  const bodies = [ball, wall, ...aside];
  const trial = new Trial({ name: 'shot', duration: 1, frameRateHz: 100, gravity: [0, 0, 0], bodies });
  const { nearby } = workOf(trial);
  trial.to(0.06);
  const most = nearby.pairs.length;
  trial.to(0.4);
  expect(most).toBeGreaterThan(2);
  expect(nearby.pairs.length).toBeLessThanOrEqual(1);
});
