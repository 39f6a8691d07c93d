// Steps that are cut into parts: how short they are is part of the state.

import { expect, test } from 'vitest';
import { box, type SceneFile } from '../../../../src/scene/index.ts';
import { copyState, hashState } from '../../../../src/sim/index.ts';
import { Trial } from '../harness.ts';

const wall = (name: string, size: [number, number, number], position: [number, number, number]) => ({
  ...box({ size, friction: 0.3 }),
  name,
  position,
  motion: 'static' as const,
});

/** A small box that goes to and fro between two walls. */
const rattle: SceneFile = {
  name: 'rattle',
  bodies: [
    wall('floor', [1, 0.1, 1], [0, -0.05, 0]),
    wall('left', [0.1, 0.5, 1], [-0.2, 0.3, 0]),
    wall('right', [0.1, 0.5, 1], [0.2, 0.3, 0]),
    {
      ...box({ size: [0.04, 0.04, 0.04], density: 500, friction: 0.3, restitution: 0.9 }),
      name: 'shot',
      position: [0, 0.05, 0],
      velocity: [8, 0, 1],
      angularVelocity: [3, 20, 5],
    },
  ],
};

test('a run restored where the next step is to be cut goes on with the same bits', () => {
  const uncut = new Trial(rattle).to(0.2);
  const cut = new Trial(rattle).to(0.1);
  cut.simulation.state.clock[2] = 64;
  const saved = copyState(cut.simulation.state);
  cut.to(0.11);
  // parts that go well are made longer again
  expect(cut.simulation.state.clock[2]).toBeLessThan(64);
  cut.to(0.2);
  const again = new Trial(rattle);
  again.simulation.restore(saved);
  again.to(0.2);
  expect(hashState(again.simulation.state)).toBe(hashState(cut.simulation.state));
  expect(hashState(cut.simulation.state)).not.toBe(hashState(uncut.simulation.state));
});
