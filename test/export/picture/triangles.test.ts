// Pictures of what deforms: grains at their size, cloth smooth however it is folded, edges of a crate sharp.

import { expect, test } from 'vitest';
import { placeTriangles } from '../../../src/export/picture/triangles.ts';
import type { Frame } from '../../../src/record/index.ts';
import { cloth, type DeformableFile, resolveScene } from '../../../src/scene/index.ts';

function placed(deformable: DeformableFile, move: (x: Float64Array) => void = () => {}) {
  const { scene } = resolveScene({ name: 'seen', deformables: [deformable] });
  const vertices = scene.meshes[0].positions.slice();
  move(vertices);
  const frame = {
    time: 0,
    poses: new Float64Array(0),
    velocities: new Float64Array(0),
    vertices,
  } as unknown as Frame;
  return placeTriangles(scene, frame, 1e-3);
}

test('grains are as large as they are', () => {
  const { positions } = placed({
    name: 'sand',
    kind: 'particles',
    shape: { kind: 'lattice', counts: [1, 1, 1], spacing: 0.1 },
    thickness: 0.3,
    mass: 1,
  });
  for (let i = 0; i < positions.length; i += 3)
    expect(Math.hypot(positions[i], positions[i + 1], positions[i + 2])).toBeCloseTo(0.15, 12);
});

test('a folded cloth is smooth: one normal a vertex', () => {
  const { positions, normals } = placed(
    cloth({ name: 'sheet', size: [1, 1], cells: [2, 2], thickness: 0.01, areaDensity: 1 }),
    (x) => {
      // by a right angle about z
      for (let i = 0; i < x.length; i += 3) if (x[i] > 0) [x[i], x[i + 1]] = [0, x[i]];
    },
  );
  // nine on either side, and four for each of eight edges of the rim
  expect(positions.length).toBe(3 * (2 * 9 + 4 * 8));
  const fold = [...Array(9).keys()].filter((i) => Math.hypot(positions[3 * i], positions[3 * i + 1]) < 0.01);
  expect(fold).toHaveLength(3);
  for (const i of fold) {
    expect(Math.abs(normals[3 * i])).toBeGreaterThan(0.4);
    expect(Math.abs(normals[3 * i + 1])).toBeGreaterThan(0.4);
  }
});

test('a crate keeps its edges', () => {
  const { positions } = placed({
    name: 'crate',
    kind: 'shell',
    shape: { kind: 'box', size: [1, 1, 1] },
    thickness: 0.01,
    areaDensity: 1,
  });
  // on either side
  expect(positions.length).toBe(2 * 3 * 24);
});
