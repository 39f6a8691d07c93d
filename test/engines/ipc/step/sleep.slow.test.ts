// A heap falls asleep though contacts in it creep: of 110 boxes one moves at 2.1 ε_v for seconds, at the end of a lever.

import { expect, test } from 'vitest';
import { dropOf, pileOf } from '../../../../bench/ipc-pile-scene.ts';
import type { IpcState } from '../../../../src/engines/ipc/state.ts';
import { scene as wreckingBall } from '../../../../examples/ipc/wrecking-ball-small.ts';
import { Trial } from '../harness.ts';

test('a heap sleeps within twelve times as long as its uppermost box falls', () => {
  const count = 110;
  const fall = Math.sqrt((2 * dropOf(count)) / 9.81);
  const trial = new Trial(pileOf(count, 12 * fall));
  trial.to(12 * fall);
  const { sleeps } = trial.simulation.state as IpcState;
  expect(trial.scene.bodies.filter(({ motion }, i) => motion === 'dynamic' && sleeps[i] === 0)).toEqual([]);
});

test('a ball of a ton that comes upon sleepers in the middle of a step goes on, and they with it', () => {
  // its chain holds up where it coasts to, so that only the solve finds the boxes
  const trial = new Trial(wreckingBall);
  const ball = trial.scene.bodies.findIndex(({ name }) => name === 'ball');
  const { velocity } = trial.simulation.state as IpcState;
  trial.to(0.92);
  expect(velocity[3 * ball]).toBeGreaterThan(5.5);
  trial.to(0.96);
  // 60 boxes of 2.4 kg take a tenth of its momentum at most; asleep they were a wall
  expect(velocity[3 * ball]).toBeGreaterThan(5);
  const pushed = trial.scene.bodies.filter(({ name }, i) => name.startsWith('box') && velocity[3 * i] > 1);
  expect(pushed.length).toBeGreaterThan(5);
});
