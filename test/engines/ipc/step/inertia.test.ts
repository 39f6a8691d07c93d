import { expect, test } from 'vitest';
import {
  addInertiaGradient,
  addInertiaHessian,
  inertiaEnergy,
  secondMoments,
} from '../../../../src/engines/ipc/step/inertia.ts';
import type { Model } from '../../../../src/engines/ipc/model.ts';
import { Poses } from '../../../../src/engines/ipc/step/poses.ts';
import { matrixFromQuaternion, Random } from '../../../../src/num/index.ts';
import { firstDifference, secondDifference, symmetric } from '../two-bodies.ts';

const model = {
  count: 1,
  vertices: new Float64Array(0),
  vertexStart: Int32Array.of(0, 0),
  carrier: Int32Array.of(-1),
} as unknown as Model;

/** A body somewhere, drawn to somewhere else; scripted bodies have targets that are no rotations. */
function makeCase(random: Random) {
  const poses = new Poses(model);
  for (let k = 0; k < 3; k++) poses.q[k] = random.between(-1, 1);
  random.rotation(poses.o, 0);
  poses.update(model, 0);
  const targets = {
    q: Float64Array.from({ length: 3 }, () => random.between(-1, 1)),
    r: new Float64Array(9),
    weight: Float64Array.of([1, 1e3][random.integer(2)]),
  };
  const target = new Float64Array(4);
  random.rotation(target, 0);
  matrixFromQuaternion(targets.r, 0, target, 0);
  if (random.integer(2) === 1) for (let k = 0; k < 9; k++) targets.r[k] += random.between(-0.3, 0.3);
  const moments = [1, 1, 1].map(() => random.between(0.1, 2));
  // moments of inertia of a real body are no larger than the sum of the other two
  const inertia = Float64Array.of(moments[1] + moments[2], moments[2] + moments[0], moments[0] + moments[1]);
  const bodies = { mass: Float64Array.of(random.between(0.1, 5)), secondMoments: secondMoments(inertia) };
  return { poses, targets, bodies, moments };
}

test('second moments of mass along the axes give back the moments of inertia', () => {
  const { bodies, moments } = makeCase(new Random(1));
  moments.forEach((moment, k) => {
    expect(bodies.secondMoments[k]).toBeCloseTo(moment, 12);
  });
  // a rod has none across itself, and rounding must not make it negative
  expect([...secondMoments(Float64Array.of(1e-20, 1, 1 - 1e-16))].every((x) => x >= 0)).toBe(true);
});

test('gradient and Hessian are those of the energy, also for targets that are no rotations', () => {
  const random = new Random(2);
  for (let i = 0; i < 100; i++) {
    const { poses, targets, bodies } = makeCase(random);
    const [weight] = targets.weight;
    const gradient = new Float64Array(6);
    const block = new Float64Array(36);
    addInertiaGradient(bodies, targets, 0, poses, gradient, 0);
    addInertiaHessian(bodies, targets, 0, poses, block);
    const hessian = symmetric(block, 6);
    for (let turn = 0; turn < 12; turn++) {
      const d = Float64Array.from({ length: 6 }, (_, k) =>
        turn < 6 ? Number(k === turn) : random.between(-1, 1),
      );
      const along = (s: number): number => {
        const there = new Poses(model);
        there.move(model, poses, 0, d, 0, s);
        return inertiaEnergy(bodies, targets, 0, there);
      };
      let slope = 0;
      let bend = 0;
      for (let a = 0; a < 6; a++) {
        slope += gradient[a] * d[a];
        for (let b = 0; b < 6; b++) bend += d[a] * hessian[6 * a + b] * d[b];
      }
      expect(Math.abs(slope - firstDifference(along, 1e-3))).toBeLessThan(1e-8 * weight);
      expect(Math.abs(bend - secondDifference(along, 1e-2))).toBeLessThan(1e-5 * weight);
    }
  }
});

test('energy and gradient vanish at the target, to the bit', () => {
  const { poses, bodies } = makeCase(new Random(3));
  const here = { q: poses.q, r: poses.r, weight: Float64Array.of(1) };
  const gradient = new Float64Array(6);
  addInertiaGradient(bodies, here, 0, poses, gradient, 0);
  expect([...gradient].every((x) => Math.abs(x) < 1e-15)).toBe(true);
  expect(inertiaEnergy(bodies, here, 0, poses)).toBe(0);
});
