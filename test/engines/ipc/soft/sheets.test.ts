// Cloth among rigid bodies: each pushes the other, nothing goes through anything, and nothing is lost.

import { describe, expect, test } from 'vitest';
import { loadKernels } from '../../../../src/num/kernels/index.ts';
import { type BodyFile, type DeformableFile, floor, type SceneFile } from '../../../../src/scene/index.ts';
import { judge, Trial } from '../harness.ts';

await loadKernels();

/** A square metre of cloth, a metre above the ground. */
const cloth = (cells: number, more: Partial<DeformableFile> = {}): DeformableFile => ({
  name: 'cloth',
  kind: 'cloth',
  shape: { kind: 'grid', size: [1, 1], cells: [cells, cells] },
  position: [0, 1, 0],
  thickness: 0.002,
  areaDensity: 0.3,
  stretchStiffness: 200,
  bendStiffness: 1e-4,
  stretchDamping: 0.002,
  ...more,
});

const heldAtTwoSides: Partial<DeformableFile> = {
  pins: [
    { within: { min: [-0.51, 0.9, -0.51], max: [-0.49, 1.1, 0.51] } },
    { within: { min: [0.49, 0.9, -0.51], max: [0.51, 1.1, 0.51] } },
  ],
};

const file = (deformables: DeformableFile[], bodies: BodyFile[], duration: number): SceneFile => ({
  name: 'sheets',
  duration,
  frameRateHz: 50,
  deformables,
  bodies,
});

const ball: BodyFile = {
  name: 'ball',
  shape: { kind: 'sphere', radius: 0.1 },
  position: [0.01, 1.15, 0.02],
  mass: 0.5,
};

describe('a ball on a trampoline', () => {
  test('is caught and thrown up again, and touches nothing', async () => {
    const trial = new Trial(file([cloth(6, heldAtTwoSides)], [ball], 1));
    let lowest = Infinity;
    let after = -Infinity;
    for (let step = 1; step <= 70; step++) {
      const [, y] = trial.to(step / 100).position('ball');
      if (y < lowest) [lowest, after] = [y, y];
      after = Math.max(after, y);
    }
    expect(lowest).toBeGreaterThan(0.5);
    expect(lowest).toBeLessThan(0.95);
    expect(after).toBeGreaterThan(lowest + 0.1);
    expect(trial.smallestGap).toBeGreaterThan(0);
  });

  test('is judged free of intersections', async () => {
    const { verdict, error } = await judge(file([cloth(6, heldAtTwoSides)], [ball], 0.5));
    expect(error).toBeUndefined();
    expect([verdict.intersections, verdict.tunnelled]).toEqual([0, 0]);
  });
});

describe('cloth without holds', () => {
  test('falls as everything does, and keeps its momentum where it hits a ball', () => {
    const trial = new Trial({
      ...file([cloth(5)], [{ ...ball, position: [0.1, 0.7, 0.05], velocity: [0, 3, 0] }], 1),
      gravity: [0, 0, 0],
    });
    const masses = trial.scene.deformables[0].masses;
    const momentum = (): number => {
      const { velocity } = trial.simulation.state;
      let sum = 0.5 * velocity[1];
      masses.forEach((m, v) => {
        sum += m * velocity[3 * (1 + v) + 1];
      });
      return sum;
    };
    const before = momentum();
    trial.to(0.3);
    expect(trial.velocity('ball')[1]).toBeLessThan(2.9);
    expect(Math.abs(momentum() - before)).toBeLessThan(1e-6);
  });

  test('falls over a box on the floor and lies there', async () => {
    const box: BodyFile = {
      name: 'box',
      shape: { kind: 'box', size: [0.3, 0.3, 0.3] },
      position: [0, 0.1501, 0],
      mass: 5,
    };
    const { verdict, error } = await judge(
      file([cloth(8, { position: [0.02, 0.4, 0.03] })], [floor({ friction: 0.4 }), box], 0.6),
    );
    expect(error).toBeUndefined();
    expect([verdict.intersections, verdict.tunnelled]).toEqual([0, 0]);
  });
});
