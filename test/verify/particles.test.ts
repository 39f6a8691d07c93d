// Particles judged as balls where a promise is about round things, against bodies and against each other: planted faults, each
// next to the same without it.

import { describe, expect, test } from 'vitest';
import type { Guarantee } from '../../src/record/index.ts';
import type { Scene } from '../../src/scene/index.ts';
import { verify } from '../../src/verify/verify.ts';
import { boxMesh, mesh, NEVER, pose, recordingOf, sceneOf } from './motions.ts';

const round: Guarantee = { kind: 'never intersects', round: true };
const clean = { intersections: 0, tunnelled: 0, undecided: 0, broken: 0, kept: true };

/** Particles 0.2 thick, beside a cube of edge 1 about the origin where that is wanted. */
function grains(count: number, withBox: boolean): Scene {
  const points = Array.from({ length: count }, (_, i) => i);
  const part = { mesh: mesh(new Array(3 * count).fill(0), [], [], points) };
  const scene = sceneOf(withBox ? [{ mesh: boxMesh(1, 1, 1) }] : [], [part]);
  const bodies = scene.bodies.map((body) => ({ ...body, shape: { kind: 'mesh' as const } }));
  const deformables = scene.deformables.map((one) => ({
    ...one,
    kind: 'particles' as const,
    thickness: 0.2,
  }));
  return { ...scene, bodies, deformables };
}

const beside = grains(2, true);
const alone = grains(3, false);
const still = [pose(0, 0, 0)];

describe('a particle and a box', () => {
  const at = (z: number) => ({ poses: still, vertices: [0, 0, z, 0.3, 0.3, 2] });

  test('1e-6 in each other are found and named, 1e-6 apart they are not', async () => {
    const into = await verify(recordingOf(beside, [at(0.7), at(0.6 - 1e-6)], round));
    expect(into).toMatchObject({ intersections: 1, tunnelled: 0, kept: false, smallestGap: 0 });
    expect(into.deepest).toBeCloseTo(1e-6, 9);
    expect(into.faults[0]).toMatchObject({ kind: 'intersection', time: 1, a: 0, b: 1 });
    expect(into.faults[0].what).toMatch(/deformable 0 "d0" \(point 0\)/);
    const above = await verify(recordingOf(beside, [at(0.7), at(0.6 + 1e-6)], round));
    expect(above).toMatchObject(clean);
    expect(above.smallestGap).toBeCloseTo(1e-6, 9);
  });

  test('without the word of what is round only its centre counts', async () => {
    expect(await verify(recordingOf(beside, [at(0.7), at(0.55)], NEVER))).toMatchObject(clean);
  });

  test('that it passes on the way between frames, by its side alone', async () => {
    const past = (height: number) => [
      { poses: still, vertices: [-2, 0, height, 0.3, 0.3, 2] },
      { poses: still, vertices: [2, 0, height, 0.3, 0.3, 2] },
    ];
    expect(await verify(recordingOf(beside, past(0.59), round))).toMatchObject({ tunnelled: 1, kept: false });
    expect(await verify(recordingOf(beside, past(0.61), round))).toMatchObject(clean);
  });

  test('a knot in between leads it round', async () => {
    const over = { deformable: 0, times: [0.5], positions: [0, 0, 1.4, 0.3, 0.3, 2] };
    const moments = [
      { poses: still, vertices: [-2, 0, 0.59, 0.3, 0.3, 2] },
      { poses: still, vertices: [2, 0, 0.59, 0.3, 0.3, 2], vertexKnots: [over] },
    ];
    expect(await verify(recordingOf(beside, moments, round))).toMatchObject(clean);
  });
});

describe('particles of one deformable', () => {
  const at = (x: number) => ({ poses: [], vertices: [0, 0, 0, x, 0, 0, 5, 5, 5] });

  test('1e-6 in each other are found, 1e-6 apart they are not', async () => {
    const into = await verify(recordingOf(alone, [at(0.3), at(0.2 - 1e-6)], round));
    expect(into).toMatchObject({ intersections: 1, tunnelled: 0, kept: false });
    expect(into.faults[0]).toMatchObject({ kind: 'intersection', a: 0, b: 0 });
    const apart = await verify(recordingOf(alone, [at(0.3), at(0.2 + 1e-6)], round));
    expect(apart).toMatchObject(clean);
    expect(apart.smallestGap).toBeCloseTo(1e-6, 9);
  });

  test('that pass through each other on the way are found, also 100 steps after they came near', async () => {
    const way = (y: number) => [
      ...Array.from({ length: 100 }, (_, i) => ({
        poses: [],
        vertices: [0, 0, 0, -1, y, 1e-3 * i, 5, 5, 5],
      })),
      { poses: [], vertices: [0, 0, 0, 1, y, -0.099, 5, 5, 5] },
    ];
    expect(await verify(recordingOf(alone, way(0.19), round))).toMatchObject({ tunnelled: 1, kept: false });
    expect(await verify(recordingOf(alone, way(0.21), round))).toMatchObject(clean);
  });

  test('a promised separation is kept between their surfaces', async () => {
    const promise: Guarantee = { kind: 'separation', least: 0.01, round: true };
    const near = await verify(recordingOf(alone, [at(0.3), at(0.209)], promise));
    expect(near).toMatchObject({ kept: false, separation: { nearer: 1 } });
    expect(near.separation?.smallest).toBeCloseTo(0.009, 9);
    expect(await verify(recordingOf(alone, [at(0.3), at(0.211)], promise))).toMatchObject(clean);
  });
});
