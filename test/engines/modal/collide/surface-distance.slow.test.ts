// How far bodies are from each other, as the search for contacts and the length of steps ask.

import { expect, test } from 'vitest';
import type { Configuration, ModalBodies } from '../../../../src/engines/modal/bodies/body.ts';
import { Collider } from '../../../../src/engines/modal/collide/contacts.ts';
import { ContactSet } from '../../../../src/engines/modal/collide/contact-set.ts';
import { emptyMemory } from '../../../../src/engines/modal/collide/memory.ts';
import { makePlacement, placeIn } from '../../../../src/engines/modal/collide/frames.ts';
import { surfaceDistance } from '../../../../src/engines/modal/collide/surface-distance.ts';
import { multiplyQuaternions, quaternionFromRotationVector, Random } from '../../../../src/num/index.ts';
import { box, cylinder, sphere } from '../../../../src/scene/index.ts';
import { modelOf, startOf, usual } from './harness.ts';

const soft = { like: 'steel', youngsModulus: 2e9 } as const;
const model = modelOf(
  [
    { ...box({ size: [0.2, 0.06, 0.02] }), name: 'plate', material: soft },
    { ...cylinder({ radius: 0.02, length: 0.05, segments: 12 }), name: 'can', position: [0.03, 0, 0.05] },
    { ...sphere({ radius: 0.01, subdivisions: 2 }), name: 'ball', position: [-0.05, 0.01, 0.03] },
    { ...box({ size: [0.02, 0.02, 0.02] }), name: 'die', position: [-0.02, 0, 0.03] },
  ],
  { flexible: ['plate'], capHz: 4000 },
);

function lookedAt(collider: Collider, at: Configuration): Collider {
  collider.findContacts(at, emptyMemory(), new ContactSet());
  return collider;
}

function moved(of: ModalBodies, random: Random, amount: number): Configuration {
  const at = startOf(of);
  const turn = new Float64Array(7);
  for (let b = 0; b < of.bodies.length; b++) {
    for (let k = 0; k < 3; k++) {
      at.positions[3 * b + k] += amount * random.normal();
      turn[k] = 20 * amount * random.normal();
    }
    quaternionFromRotationVector(turn, 3, turn, 0);
    multiplyQuaternions(at.rotations, 4 * b, turn, 3, at.rotations.slice(4 * b, 4 * b + 4), 0);
  }
  for (let m = 0; m < at.modal.length; m++) at.modal[m] = 0.1 * amount * random.normal();
  return at;
}

/** Without trees: from the corners and along the edges of either to the faces of the other. */
function sampledDistance(collider: Collider, a: number, b: number): number {
  const { displaced, matrices, positions } = collider.world;
  let least = Infinity;
  const worldPoints = [a, b].map((body) => {
    const { faces } = displaced[body].body.surface;
    const points: number[][] = [];
    for (let f = 0; f < faces.length / 3; f++) {
      displaced[body].corners(f);
      for (const [s, t] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [0.5, 0],
        [0, 0.5],
        [0.5, 0.5],
        [0.33, 0.33],
      ]) {
        const local = [0, 1, 2].map((k) =>
          [1 - s - t, s, t].reduce(
            (sum, w, c) => sum + w * displaced[body].positions[3 * faces[3 * f + c] + k],
            0,
          ),
        );
        points.push(
          [0, 1, 2].map(
            (k) =>
              positions[3 * body + k] +
              matrices[9 * body + 3 * k] * local[0] +
              matrices[9 * body + 3 * k + 1] * local[1] +
              matrices[9 * body + 3 * k + 2] * local[2],
          ),
        );
      }
    }
    return points;
  });
  for (const p of worldPoints[0])
    for (const q of worldPoints[1])
      least = Math.min(
        least,
        Math.sqrt(
          (p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) + (p[2] - q[2]) * (p[2] - q[2]),
        ),
      );
  return least;
}

test('is that of boxes face to face, 0 where they cross, and 0 of one in the other', () => {
  const two = modelOf(
    [
      { ...box({ size: [0.1, 0.1, 0.1] }), name: 'large' },
      { ...box({ size: [0.02, 0.02, 0.02] }), name: 'small', position: [0, 0, 0.1] },
    ],
    { flexible: 'none' },
  );
  const collider = new Collider(two, usual);
  const at = startOf(two);
  const far = (z: number, limit: number, least: number): number => {
    at.positions[5] = z;
    return lookedAt(collider, at).distance(0, 1, limit, least);
  };
  expect(far(0.1, 0.03, 0.01)).toBe(0.03);
  expect(far(0.1, 0.05, 0.01)).toBe(0.04);
  expect(far(0.1, 0.05, 0.011)).toBe(0.022);
  expect(far(0.062, 0.05, 0.01)).toBe(0);
  expect(far(0.055, 0.05, 1e-9)).toBe(0);
  expect(far(0, 0.05, 1e-9)).toBe(0);
});

test('of surfaces is no more than between any of their points, and not much less', () => {
  const collider = new Collider(model, usual);
  const random = new Random(7);
  const into = makePlacement();
  let seen = 0;
  for (let i = 0; i < 12; i++) {
    lookedAt(collider, moved(model, random, 0.01));
    const { displaced, matrices, positions } = collider.world;
    for (const [a, b] of [
      [1, 3],
      [0, 3],
      [0, 1],
    ]) {
      placeIn(into, matrices, positions, b, a);
      const distance = surfaceDistance(displaced[a], displaced[b], into, 1, 0, { first: -1, second: -1 });
      const sampled = sampledDistance(collider, a, b);
      expect(distance).toBeLessThanOrEqual(sampled * (1 + 1e-12));
      if (distance > 0.01) {
        seen++;
        expect(distance).toBeGreaterThan(sampled - 0.01);
      }
    }
  }
  expect(seen).toBeGreaterThan(5);
});

test('is the same for the same place, whatever was asked before', () => {
  const used = new Collider(model, usual);
  const random = new Random(11);
  const values = new Set<number>();
  for (let i = 0; i < 40; i++) {
    const at = moved(model, random, [1e-5, 1e-4, 1e-3, 1e-2][i % 4]);
    lookedAt(used, at);
    const fresh = lookedAt(new Collider(model, usual), at);
    for (let a = 0; a < 4; a++)
      for (let b = a + 1; b < 4; b++) {
        const limit = [0.002, 0.02, 0.2][(i + a) % 3];
        const distance = used.distance(a, b, limit, 1e-4);
        expect(distance).toBe(fresh.distance(a, b, limit, 1e-4));
        values.add(distance);
      }
  }
  expect(values.size).toBeGreaterThan(6);
});
