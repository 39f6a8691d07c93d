// A heap falls asleep though contacts in it creep: of 110 boxes one moves at 2.1 ε_v for seconds, at the end of a lever.

import { expect, test } from 'vitest';
import { dropOf, pileOf } from '../../../../bench/ipc-pile-scene.ts';
import type { IpcState } from '../../../../src/engines/ipc/state.ts';
import { Trial } from '../harness.ts';

test('a heap sleeps within twelve times as long as its uppermost box falls', () => {
  const count = 110;
  const fall = Math.sqrt((2 * dropOf(count)) / 9.81);
  const trial = new Trial(pileOf(count, 12 * fall));
  trial.to(12 * fall);
  const { sleeps } = trial.simulation.state as IpcState;
  expect(trial.scene.bodies.filter(({ motion }, i) => motion === 'dynamic' && sleeps[i] === 0)).toEqual([]);
});
