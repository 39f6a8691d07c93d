// Floors of many faces: nothing that slides or rolls over them feels where one ends and the next begins.

import { describe, expect, test } from 'vitest';
import { joinMeshes, makeMesh, type Mesh, translateMesh } from '../../../../src/geometry/index.ts';
import { box as boxMesh } from '../../../../src/geometry/primitives/index.ts';
import { Random } from '../../../../src/num/index.ts';
import { type BodyFile, box, capsule, cylinder, mesh, sphere } from '../../../../src/scene/index.ts';
import { contactsOf, posesOf, sceneOf, type Told } from './scenes.ts';

/** A floor of triangles with corners at whole numbers, at the given heights. */
function tiles(count: number, height: (x: number, y: number) => number = () => 0): Mesh {
  const positions: number[] = [];
  const faces: number[] = [];
  for (let j = 0; j <= count; j++)
    for (let i = 0; i <= count; i++)
      positions.push(i - count / 2, j - count / 2, height(i - count / 2, j - count / 2));
  for (let j = 0; j < count; j++) {
    for (let i = 0; i < count; i++) {
      const a = j * (count + 1) + i;
      faces.push(a, a + 1, a + count + 2, a, a + count + 2, a + count + 1);
    }
  }
  return makeMesh(positions, faces);
}

const still = { motion: 'static' as const };
const slabs: BodyFile[] = [-1, 0, 1].map((x) => ({
  ...box({ size: [1, 3, 0.2] }),
  ...still,
  position: [x, 0, -0.1],
}));
const compound: BodyFile = {
  ...mesh(
    joinMeshes([-1, 0, 1].map((x) => translateMesh(boxMesh.make({ size: [1, 3, 0.2] }), [x, 0, -0.1]))),
  ),
  ...still,
};

const floors: [string, BodyFile[]][] = [
  ['triangles', [{ ...mesh(tiles(4)), ...still }]],
  ['slabs', slabs],
  ['parts of one body', [compound]],
];

const sliders: [string, BodyFile, number, number][] = [
  ['ball', sphere({ radius: 0.2 }), 0.2, 1],
  ['box', box({ size: [0.3, 0.4, 0.4] }), 0.2, 4],
  ['capsule', capsule({ radius: 0.2, length: 0.5, axis: 'x' }), 0.2, 2],
  ['cylinder', cylinder({ radius: 0.2, length: 0.5, axis: 'x' }), 0.2, 2],
  ['standing cylinder', cylinder({ radius: 0.2, length: 0.5, axis: 'z' }), 0.25, 4],
];

describe.each(floors)('a floor of %s', (_, floor) => {
  test.each(sliders)('only holds up a %s', (_kind, body, height, corners) => {
    const scene = sceneOf([...floor, body]);
    const random = new Random(3);
    for (let step = 0; step < 120; step++) {
      const poses = posesOf(scene);
      const at = 7 * floor.length;
      // All along, and on purpose exactly on seams and a hair beside them.
      const x = step % 4 === 0 ? 0.5 + random.between(-1e-3, 1e-3) : random.between(-1, 1);
      poses[at] = step % 40 === 0 ? 0.5 : x;
      poses[at + 1] = step % 40 === 0 ? 0 : random.between(-1, 1);
      poses[at + 2] = height + random.between(-1e-4, 1e-4);
      const told = contactsOf(scene, poses);
      expect(told.length).toBeGreaterThanOrEqual(corners);
      for (const { normal } of told) {
        expect(normal[2]).toBeCloseTo(1, 9);
      }
      expect(distinct(told)).toBeGreaterThanOrEqual(corners);
    }
  });
});

function distinct(told: readonly Told[]): number {
  return new Set(told.map(({ point }) => point.map((x) => Math.round(1e6 * x)).join())).size;
}

describe('what does stand out', () => {
  test('a step stops a box, and a ball rolls into its edge', () => {
    const step: BodyFile = { ...box({ size: [1, 3, 0.2] }), ...still, position: [1, 0, -0.05] };
    const low: BodyFile = { ...box({ size: [1, 3, 0.2] }), ...still, position: [0, 0, -0.1] };
    const slid = contactsOf(
      sceneOf([low, step, { ...box({ size: [0.2, 0.2, 0.2] }), position: [0.4, 0, 0.1] }]),
    );
    expect(slid.some(({ normal }) => normal[0] < -0.99)).toBe(true);
    const r = 0.2;
    const x = 0.5 - Math.sqrt(r * r - 0.15 * 0.15);
    const rolled = contactsOf(sceneOf([low, step, { ...sphere({ radius: r }), position: [x, 0, r] }]));
    expect(rolled).toHaveLength(2);
    expect(rolled[1].normal[2]).toBeCloseTo(0.75, 6);
  });

  test('a wall of the same body stops a box and a ball', () => {
    const wall = joinMeshes([
      boxMesh.make({ size: [2, 2, 0.2] }),
      translateMesh(boxMesh.make({ size: [0.2, 2, 1] }), [1.1, 0, 0.4]),
    ]);
    const body: BodyFile = { ...mesh(wall), ...still };
    const scene = sceneOf([
      body,
      { ...box({ size: [0.2, 0.2, 0.2] }), position: [0.9, 0.5, 0.2] },
      { ...sphere({ radius: 0.1 }), position: [0.9, -0.5, 0.2] },
    ]);
    // The mesh is moved to its centre of mass.
    const poses = posesOf(scene);
    const told = contactsOf(scene, poses);
    for (const ball of [1, 2]) {
      const normals = told.filter(({ a }) => a === ball).map(({ normal }) => normal);
      expect(normals.some((n) => n[2] > 0.999)).toBe(true);
      expect(normals.some((n) => n[0] < -0.999)).toBe(true);
    }
  });

  test('a ridge of a mesh is touched once, along its own directions', () => {
    const roof = tiles(4, (x) => -Math.abs(x));
    const scene = sceneOf([{ ...mesh(roof), ...still }, sphere({ radius: 0.3 })]);
    const top =
      scene.bodies[0].pose.position[2] + Math.max(...scene.meshes[0].positions.filter((_, i) => i % 3 === 2));
    for (const angle of [-0.7, -0.3, 0, 0.3, 0.7]) {
      const poses = posesOf(scene);
      poses.set([0.3 * Math.sin(angle), 0.37, top + 0.3 * Math.cos(angle)], 7);
      const told = contactsOf(scene, poses);
      expect(told).toHaveLength(1);
      expect(told[0].featureB & 3).toBe(1);
      expect(told[0].normal[0]).toBeCloseTo(Math.sin(angle), 9);
    }
    // Beyond the directions of the ridge it lies on a face.
    const poses = posesOf(scene);
    const lift = 0.3 * Math.SQRT1_2;
    poses.set([0.5 + lift, 0.37, top - 0.5 + lift], 7);
    const [only, ...none] = contactsOf(scene, poses);
    expect(none).toEqual([]);
    expect(only.featureB & 3).toBe(2);
    expect(only.normal[0]).toBeCloseTo(Math.SQRT1_2, 9);
  });

  test('a sheet is touched from both sides', () => {
    const scene = sceneOf([{ ...mesh(tiles(4)), ...still }, sphere({ radius: 0.3 })]);
    for (const side of [1, -1]) {
      const poses = posesOf(scene);
      poses.set([0.2, 0.1, side * 0.2999], 7);
      const told = contactsOf(scene, poses);
      expect(told).toHaveLength(1);
      expect(told[0].normal[2]).toBeCloseTo(side, 12);
    }
  });
});
