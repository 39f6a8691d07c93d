// Momentum of what deforms and what hits it: Newton's last direction, which is not followed, is in the velocities (step/undone.ts).

import { expect, test } from 'vitest';
import { buildModel } from '../../../../src/engines/ipc/model.ts';
import type { DeformableFile } from '../../../../src/scene/index.ts';
import { norm, subtract, Trial } from '../harness.ts';

const sheet: DeformableFile = {
  name: 'sheet',
  kind: 'cloth',
  shape: { kind: 'grid', size: [1, 1], cells: [5, 5] },
  position: [0, 1, 0],
  thickness: 0.002,
  areaDensity: 0.4,
  stretchStiffness: 400,
  bendStiffness: 2e-4,
  stretchDamping: 0.003,
  friction: 0.3,
};

const jelly: DeformableFile = {
  name: 'jelly',
  kind: 'solid',
  shape: { kind: 'box', size: [0.3, 0.1, 0.3] },
  position: [0, 1, 0],
  elements: 'linear',
  resolution: 1,
  youngsModulus: 2e4,
  density: 100,
  thickness: 0.002,
  material: { poissonRatio: 0.4 },
  stretchDamping: 0.01,
  friction: 0.3,
};

test.each([
  ['a sheet', sheet, 1e-11],
  ['a sheet', sheet, 0],
  ['a jelly', jelly, 1e-11],
  ['a jelly', jelly, 0],
] as const)('a ball and %s keep their momentum where they meet', (_, one, tolerance) => {
  const trial = new Trial(
    {
      name: 'momentum',
      duration: 0.3,
      frameRateHz: 100,
      gravity: [0, 0, 0],
      bodies: [
        {
          name: 'ball',
          shape: { kind: 'sphere', radius: 0.1 },
          mass: 0.5,
          position: [0.04, 0.8, 0.02],
          velocity: [0.1, 3, 0],
          friction: 0.3,
        },
      ],
      deformables: [one],
    },
    { tolerance },
  );
  const { mass, firstHidden } = buildModel(trial.scene, trial.options);
  // the hidden nodes of a sheet are angles
  const places = one.kind === 'solid' ? mass.length : firstHidden[0];
  const momentum = (): number[] => {
    const { velocity } = trial.simulation.state;
    const sum = [0, 0, 0];
    for (let i = 0; i < places; i++) for (let k = 0; k < 3; k++) sum[k] += mass[i] * velocity[3 * i + k];
    return sum;
  };
  const before = momentum();
  for (let frame = 1; frame <= 20; frame++) {
    trial.to(frame / 100);
    expect(norm(subtract(momentum(), before))).toBeLessThan(1e-12 * norm(before));
  }
  expect(trial.velocity('ball')[1]).toBeLessThan(2.9);
});
