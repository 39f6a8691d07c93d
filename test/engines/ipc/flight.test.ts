// Bodies that touch nothing: what an incremental potential must not spoil.

import { describe, expect, test } from 'vitest';
import { unrotateByQuaternion } from '../../../src/num/index.ts';
import { type Body, box, type SceneFile } from '../../../src/scene/index.ts';
import { norm, subtract, Trial } from './harness.ts';

const alone = (body: object, gravity = 0): SceneFile => ({
  name: 'alone',
  gravity,
  bodies: [{ ...box({ size: [1, 0.6, 0.3] }), name: 'box', ...body }],
});

describe('a body alone', () => {
  test('falls along its parabola, or as implicit Euler does, exactly', () => {
    for (const [timeStep, integrator] of [
      [0.01, 'second order'],
      [0.001, 'second order'],
      [0.01, 'first order'],
    ] as const) {
      const trial = new Trial(alone({ velocity: [1, 2, -3] }, 9.81), { timeStep, integrator });
      trial.to(1);
      const fallen = 0.5 * 9.81 * (integrator === 'first order' ? 1 + timeStep : 1);
      expect(norm(subtract(trial.position('box'), [1, 2 - fallen, -3]))).toBeLessThan(1e-10);
      expect(norm(subtract(trial.velocity('box'), [1, 2 - 9.81, -3]))).toBeLessThan(1e-9);
    }
  });

  test('feels a force however weak', () => {
    for (const timeStep of [0.01, 1e-4]) {
      const trial = new Trial(alone({ mass: 1, force: [1e-4, 0, 0], torque: [0, 1e-5, 0] }), { timeStep });
      trial.to(100 * timeStep);
      expect(trial.velocity('box')[0] / (1e-4 * 100 * timeStep)).toBeCloseTo(1, 6);
      const inertia = trial.scene.bodies[0].inertia[1];
      expect((trial.spin('box')[1] * inertia) / (1e-5 * 100 * timeStep)).toBeCloseTo(1, 6);
    }
  });

  test('keeps 99% of a spin of 10 rad/s over 10 s at h = 1/100, about its axes and across them', () => {
    for (const angularVelocity of [
      [10, 0, 0],
      [0, 0, 10],
      [6, 1, 8],
    ]) {
      const trial = new Trial(alone({ angularVelocity }));
      trial.to(0);
      const before = trial.angularMomentum();
      const energy = trial.value('kineticEnergy');
      trial.to(10);
      expect(norm(subtract(trial.angularMomentum(), before)) / norm(before)).toBeLessThan(0.001);
      expect(trial.value('kineticEnergy') / energy).toBeGreaterThan(0.99);
      expect(trial.value('kineticEnergy') / energy).toBeLessThan(1.01);
    }
  });

  test('turns under a torque as it must, to 0.1%', () => {
    const trial = new Trial(alone({ torque: [0, 5, 0] }));
    const inertia = trial.scene.bodies[0].inertia[1];
    trial.to(1);
    expect((trial.spin('box')[1] * inertia) / 5).toBeCloseTo(1, 4);
    const [, y, , w] = trial.orientation('box');
    const angle = 2 * Math.atan2(y, w);
    const exact = (0.5 * 5) / inertia;
    expect(angle / exact).toBeCloseTo((exact % (2 * Math.PI)) / exact, 6);
  });

  test('flips again and again about its middle axis (Dzhanibekov)', () => {
    const trial = new Trial(alone({ angularVelocity: [0.01, 10, 0.01] }));
    // Moments of a 1 × 0.6 × 0.3 box: least about x, most about z, so y is the middle one.
    const signs: number[] = [];
    const inBody = new Float64Array(3);
    trial.to(0);
    const before = trial.angularMomentum();
    for (let t = 1; t <= 100; t++) {
      trial.to(t / 10);
      unrotateByQuaternion(inBody, 0, trial.frame.poses, 3, trial.frame.velocities, 3);
      if (Math.abs(inBody[1]) > 5 && signs.at(-1) !== Math.sign(inBody[1])) signs.push(Math.sign(inBody[1]));
    }
    expect(signs.length).toBeGreaterThanOrEqual(3);
    expect(norm(subtract(trial.angularMomentum(), before)) / norm(before)).toBeLessThan(0.001);
  });

  test('tumbles as the reference says: inertia 1, 2, 3 and spin (0.1, 3, 0.2)', () => {
    const { scene } = new Trial(alone({}));
    const body: Body = {
      ...scene.bodies[0],
      mass: 10,
      inertia: [1, 2, 3],
      angularVelocity: [0.1, 3, 0.2],
    };
    const trial = new Trial({ ...scene, bodies: [body] });
    trial.to(5);
    const inBody = new Float64Array(3);
    unrotateByQuaternion(inBody, 0, trial.frame.poses, 3, trial.frame.velocities, 3);
    expect(norm(subtract([...inBody], [0.50102226214, -2.95955684062, 0.34690215103]))).toBeLessThan(0.01);
  });

  test('spins at 200 rad/s', () => {
    const trial = new Trial(alone({ angularVelocity: [0, 0, 200] }));
    trial.to(1);
    expect(trial.spin('box')[2]).toBeCloseTo(200, 2);
  });

  test('may be held: fixed degrees of freedom stay, the others go on', () => {
    const fixed = [true, false, true, true, false, true];
    const trial = new Trial(alone({ fixed, velocity: [3, 0, 3], angularVelocity: [5, 4, 5] }, 9.81));
    trial.to(1);
    const [x, y, z] = trial.position('box');
    expect([x, z]).toEqual([0, 0]);
    expect(y).toBeCloseTo(-0.5 * 9.81, 9);
    const spin = trial.spin('box');
    expect([spin[0], spin[2]]).toEqual([0, 0]);
    expect(spin[1]).toBeCloseTo(4, 3);
    const [qx, , qz] = trial.orientation('box');
    expect(Math.hypot(qx, qz)).toBeLessThan(1e-12);
  });
});
