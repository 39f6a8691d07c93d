// Moving bodies that are not convex: they move as convex pieces with the mass of the true body, and nobody feels the seams.

import { describe, expect, test } from 'vitest';
import { lcp } from '../../../src/engines/lcp/engine.ts';
import { joinMeshes, type Mesh, translateMesh } from '../../../src/geometry/index.ts';
import { box as boxMesh, extruded, letters, torus } from '../../../src/geometry/primitives/index.ts';
import { type BodyFile, box, floor, mesh, resolveScene, sphere } from '../../../src/scene/index.ts';
import { Stopped } from '../../../src/sim/index.ts';
import { lonelyContext } from '../../sim/tiny.ts';
import { optionsOf, Trial } from './harness.ts';

/** 0.4 × 0.4, a leg 0.1 thick and a foot 0.1 high; 0.1 along z. */
const ell: Mesh = extruded.make({
  outline: [
    [0, 0],
    [0.4, 0],
    [0.4, 0.1],
    [0.1, 0.1],
    [0.1, 0.4],
    [0, 0.4],
  ],
  length: 0.1,
  axis: 'z',
});

/** Open upward along y. */
const cup: Mesh = extruded.make({
  outline: [
    [-0.2, 0],
    [0.2, 0],
    [0.2, 0.3],
    [0.1, 0.3],
    [0.1, 0.1],
    [-0.1, 0.1],
    [-0.1, 0.3],
    [-0.2, 0.3],
  ],
  length: 0.2,
  axis: 'z',
});

/** A bar of 0.4 × 0.2 × 0.1 in two halves. */
const halves: Mesh = joinMeshes(
  [-0.1, 0.1].map((x) => translateMesh(boxMesh.make({ size: [0.2, 0.2, 0.1] }), [x, 0, 0])),
);

const speedOf = (trial: Trial, body: number) =>
  Math.sqrt([0, 1, 2].reduce((sum, k) => sum + trial.frame.velocities[6 * body + k] ** 2, 0));

test('an L is dropped and comes to rest', () => {
  const trial = new Trial({
    name: 'ell',
    up: 'y',
    bodies: [
      floor({ friction: 0.5 }),
      { ...mesh(ell), name: 'ell', position: [0, 0.3, 0], friction: 0.5 } as BodyFile,
    ],
  });
  trial.to(3);
  expect(speedOf(trial, 1)).toBeLessThan(1e-6);
  expect(trial.depth).toBeLessThan(5e-3);
  expect(trial.failures).toBe(0);
});

test('its mass is that of the true body, not of its pieces', () => {
  const { scene } = resolveScene({
    name: 'ring',
    gravity: [0, 0, 0],
    bodies: [
      { ...mesh(torus.make({ segments: 24, tubeSegments: 8 })), density: 1000, angularVelocity: [1, 2, 3] },
    ],
  });
  const coarse = new Trial(scene, { detail: 0.5 }).to(0.1);
  const fine = new Trial(scene).to(0.1);
  const pieces = ({ simulation }: Trial) =>
    (simulation as unknown as { model: { collider: { pieces: unknown[] } } }).model.collider.pieces.length;
  expect(pieces(coarse)).toBeLessThan(pieces(fine));
  expect(coarse.frame.poses).toEqual(fine.frame.poses);
  expect(coarse.value('kineticEnergy')).toBe(fine.value('kineticEnergy'));
});

describe('seams are not felt', () => {
  /** Where something that slides at 2 m/s on μ = 0.25 is after half a second, and how it has turned. */
  const slide = (body: BodyFile, ground: BodyFile[]) => {
    const trial = new Trial({
      name: 'slide',
      up: 'z',
      bodies: [...ground, { ...body, name: 'slider', velocity: [2, 0, 0], friction: 0.25 } as BodyFile],
    });
    trial.to(0.5);
    const at = 7 * ground.length;
    return { x: trial.frame.poses[at], y: trial.frame.poses[at + 1], trial, at };
  };
  const flat = [floor({ friction: 0.25 })];
  const slabs: BodyFile[] = Array.from({ length: 30 }, (_, i) => ({
    ...box({ size: [0.07, 1, 0.1] }),
    motion: 'static',
    friction: 0.25,
    position: [0.07 * (i - 5), 0, -0.05],
  }));
  const rails: BodyFile[] = Array.from({ length: 8 }, (_, i) => ({
    ...box({ size: [0.11, 1, 0.1] }),
    motion: 'static',
    friction: 0.25,
    position: [0.2 * (i - 2), 0, -0.05],
  }));
  test.each([
    ['a floor', flat],
    ['slabs', slabs],
    ['rails', rails],
  ])('a box of two halves on %s slides like one box', (_, ground) => {
    const one = slide({ ...box({ size: [0.4, 0.2, 0.1] }), position: [0, 0, 0.05] }, ground);
    const two = slide({ ...mesh(halves), position: [0, 0, 0.05] }, ground);
    expect(two.x).toBeCloseTo(one.x, 6);
    expect(Math.abs(two.y)).toBeLessThan(1e-9);
  });

  test.each([
    ['a floor', flat],
    ['slabs', slabs],
  ])('a U on its flat side on %s goes as far as μ says', (_, ground) => {
    const { x, trial, at } = slide({ ...mesh(cup), position: [0, 0, 0.1] } as BodyFile, ground);
    const start = trial.scene.bodies[ground.length].pose.position[0];
    expect(x - start).toBeCloseTo(2 * 0.5 - 0.5 * 0.25 * 9.81 * 0.25, 3);
    // it neither turns nor lifts
    expect(Math.abs(trial.frame.velocities[(6 * at) / 7 + 2])).toBeLessThan(1e-6);
  });

  test('a ball rolls over the seam of a bar that lies on the floor', () => {
    const roll = (bar: BodyFile) => {
      const trial = new Trial({
        name: 'roll',
        up: 'z',
        bodies: [
          floor({ friction: 1 }),
          { ...bar, name: 'bar', position: [0, 0, 0.05], density: 1e5, friction: 1 } as BodyFile,
          {
            ...sphere({ radius: 0.05 }),
            name: 'ball',
            friction: 1,
            position: [-0.15, 0, 0.15],
            velocity: [0.5, 0, 0],
            angularVelocity: [0, 10, 0],
          },
        ],
      });
      trial.to(0.5);
      return [...trial.frame.poses.subarray(14, 17), ...trial.frame.velocities.subarray(12, 15)];
    };
    const one = roll(box({ size: [0.4, 0.2, 0.1] }));
    const two = roll(mesh(halves));
    two.forEach((value, i) => {
      expect(value).toBeCloseTo(one[i], 6);
    });
  });
});

test('letters pile up, and none of their pieces meets another of its own', () => {
  const bodies: BodyFile[] = [floor({ friction: 0.5 })];
  for (const [i, text] of ['L', 'T', 'A', 'E', 'M'].entries())
    bodies.push({
      ...mesh(letters.make({ text, size: 0.2, depth: 0.05 })),
      name: text,
      position: [0.02 * i, 0, 0.2 + 0.25 * i],
      friction: 0.5,
    } as BodyFile);
  const trial = new Trial({ name: 'letters', up: 'z', bodies }, {}, true);
  for (let k = 1; k <= 12; k++) {
    trial.to(0.1 * k);
    for (const { body, other } of trial.contacts) expect(body).not.toBe(other);
  }
  for (let b = 1; b < bodies.length; b++) expect(trial.frame.poses[7 * b + 2]).toBeGreaterThan(0);
  expect(trial.depth).toBeLessThan(0.02);
});

test('cutting can be stopped, and tells how far it is', () => {
  const { scene } = resolveScene({
    name: 'stopped',
    bodies: [mesh(torus.make({ segments: 31, tubeSegments: 9 })), floor()],
  });
  const told: number[] = [];
  const context = {
    ...lonelyContext(),
    stop: () => told.length >= 3,
    progress: (fraction: number) => told.push(fraction),
  };
  expect(() => lcp.start(scene, optionsOf(scene), context)).toThrow(Stopped);
  expect(told.length).toBe(3);
});
