// Solids against what is known of them, on finer meshes than the quick tests can have.

import { expect, test } from 'vitest';
import { loadKernels } from '../../../../src/num/kernels/index.ts';
import { type BodyFile, type DeformableFile, floor, type SceneFile } from '../../../../src/scene/index.ts';
import { judge, Trial } from '../harness.ts';
import { sag } from './beam.ts';
import { ground } from './ground.ts';

await loadKernels();

test('a beam with ν = 0.3 sinks by 5.946 mm', { timeout: 600_000 }, () => {
  expect(Math.abs(sag(0.3, [24, 4], 20) / 5.946e-3 - 1)).toBeLessThan(0.01);
});

test('a rigid ball of 50 mm pressed 1 mm deep is held off as Hertz says', { timeout: 1_800_000 }, () => {
  const [radius, young, poisson, depth] = [0.05, 1e5, 0.3, 1e-3];
  const [until, thickness, h] = [0.4, 5e-5, 0.05];
  const top = radius + thickness / 2;
  const wall = (axis: number, side: number): NonNullable<DeformableFile['pins']>[number] => {
    const [min, max] = [
      [-1, -1, -1],
      [1, 1, 1],
    ] as [[number, number, number], [number, number, number]]; // prettier-ignore
    if (side < 0) max[axis] = -0.9999 * until;
    else min[axis] = 0.9999 * until;
    return { within: { min, max } };
  };
  const ball: BodyFile = {
    name: 'ball',
    shape: { kind: 'sphere', radius },
    motion: 'kinematic',
    position: [0, top + 1e-5, 0],
    path: {
      keys: [
        { time: 0, position: [0, top + 1e-5, 0] },
        { time: h, position: [0, top - depth, 0] },
      ],
    },
    friction: 0,
  };
  const soft: DeformableFile = {
    kind: 'solid',
    ...ground(3, 1.8e-3, 1.8, until),
    thickness,
    density: 1000,
    material: { youngsModulus: young, poissonRatio: poisson },
    friction: 0,
    pins: [wall(1, -1), wall(0, -1), wall(0, 1), wall(2, -1), wall(2, 1)],
  };
  const file: SceneFile = {
    name: 'hertz',
    duration: 1,
    gravity: [0, 0, 0],
    bodies: [ball],
    deformables: [soft],
  };
  const trial = new Trial(file, { timeStep: h, tolerance: 1e-5 }, true).to(h);
  let [force, weighted, impulse] = [0, 0, 0];
  for (const { body, normalImpulse, ny, gap } of trial.contacts) {
    if (body !== 0) continue;
    force += (normalImpulse * ny) / h;
    weighted += gap * normalImpulse;
    impulse += normalImpulse;
  }
  // from the surface that the gap leaves
  const delta = top - trial.position('ball')[1] + weighted / impulse;
  const hertz = (4 / 3) * (young / (1 - poisson * poisson)) * Math.sqrt(radius) * delta ** 1.5;
  expect(hertz).toBeGreaterThan(1.036 * 0.99);
  expect(Math.abs(force / hertz - 1)).toBeLessThan(0.05);
});

test('a rigid ball pressed deep into a soft cube touches nothing', { timeout: 1_800_000 }, async () => {
  const ball: BodyFile = {
    name: 'ball',
    shape: { kind: 'sphere', radius: 0.03 },
    motion: 'kinematic',
    position: [0.003, 0.142, 0.002],
    path: {
      keys: [
        { time: 0, position: [0.003, 0.142, 0.002] },
        { time: 0.4, position: [0.003, 0.102, 0.002] },
      ],
    },
  };
  const jelly: DeformableFile = {
    kind: 'solid',
    shape: { kind: 'box', size: [0.1, 0.1, 0.1] },
    position: [0, 0.051, 0],
    resolution: 3,
    youngsModulus: 1e4,
    density: 1000,
    stretchDamping: 0.01,
  };
  const { verdict, error } = await judge({
    name: 'pressed',
    duration: 0.5,
    frameRateHz: 50,
    bodies: [floor({}), ball],
    deformables: [jelly],
  });
  expect(error).toBeUndefined();
  expect([verdict.intersections, verdict.tunnelled]).toEqual([0, 0]);
  expect(verdict.smallestGap).toBeGreaterThan(0);
});
