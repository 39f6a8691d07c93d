// A body in a concave corner: both walls push it, their edge counts below zero, and nothing that is told pulls.

import { expect, test } from 'vitest';
import type { SceneFile } from '../../../src/scene/index.ts';
import { Trial } from './harness.ts';

/** A spike whose tip is drawn into the inner corner of an L, askew and along it; it does not turn. */
function corner(friction: number, along: number): SceneFile {
  return {
    name: 'corner',
    gravity: [-5, -8, along],
    bodies: [
      {
        name: 'L',
        shape: {
          kind: 'extrude',
          outline: [
            [0, 0],
            [1, 0],
            [1, 0.1],
            [0.1, 0.1],
            [0.1, 1],
            [0, 1],
          ],
          length: 4,
          axis: 'z',
        },
        motion: 'static',
        friction,
      },
      {
        name: 'spike',
        shape: {
          kind: 'inline',
          vertices: [
            [0, 0, 0],
            [0.2, 0.1, 0],
            [0.1, 0.2, 0],
            [0.15, 0.15, 0.1],
          ],
          faces: [
            [0, 2, 1],
            [0, 1, 3],
            [1, 2, 3],
            [2, 0, 3],
          ],
        },
        position: [0.3, 0.3, 0],
        density: 1000,
        fixed: [false, false, false, true, true, true],
        friction,
      },
    ],
  };
}

const sum = (trial: Trial, of: (contact: Trial['contacts'][number]) => readonly number[]): number[] => {
  const body = trial.index('spike');
  const total = [0, 0, 0];
  for (const contact of trial.contacts) {
    if (contact.body !== body) continue;
    of(contact).forEach((x, k) => {
      total[k] += x;
    });
  }
  return total;
};

test.each([0, 0.5])('what is told carries its weight and never pulls, with friction %f', (friction) => {
  const trial = new Trial(corner(friction, friction), { tolerance: 1e-11 }, true).to(1);
  const before = trial.velocity('spike');
  trial.to(1.01);
  const { mass } = trial.scene.bodies[trial.index('spike')];
  const impulse = sum(trial, ({ normalImpulse: n, nx, ny, nz, tx, ty, tz }) => [
    n * nx + tx,
    n * ny + ty,
    n * nz + tz,
  ]);
  const gravity = [-5, -8, friction];
  const weight = mass * 0.01 * 9.43;
  trial.velocity('spike').forEach((v, k) => {
    expect(Math.abs(mass * (v - before[k] - 0.01 * gravity[k]) - impulse[k])).toBeLessThan(1e-5 * weight);
  });
  expect(impulse[0] / (0.01 * mass)).toBeCloseTo(5, 2);
  expect(impulse[1] / (0.01 * mass)).toBeCloseTo(8, 2);
  for (const contact of trial.contacts) expect(contact.normalImpulse).toBeGreaterThanOrEqual(0);
  // the edge takes part: the walls alone would not push askew
  expect(trial.contacts.some(({ nx, ny }) => Math.abs(nx) > 1e-6 && Math.abs(ny) > 1e-6)).toBe(true);
});

test('slides along both walls with the friction of what each of them carries', () => {
  const trial = new Trial(corner(0.2, 6)).to(0.5);
  const before = trial.velocity('spike')[2];
  trial.to(1);
  const acceleration = (trial.velocity('spike')[2] - before) / 0.5;
  // its edges and the inner edge of the L push askew, and rub a little less than the two walls would
  expect(acceleration).toBeGreaterThan(6 - 0.2 * (5 + 8) - 0.01);
  expect(acceleration).toBeLessThan(6 - 0.2 * 0.95 * (5 + 8));
});
