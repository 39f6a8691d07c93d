// A sheet that is seen as thick as it is: a closed surface of the right volume, outward everywhere, also when it bends.

import { expect, test } from 'vitest';
import { closednessOf, ThickSheet, weldMesh } from '../../../src/geometry/surface/index.ts';
import { signedVolume } from '../../../src/geometry/index.ts';
import { resolveScene } from '../../../src/scene/index.ts';

const THICKNESS = 0.01;

function sheetOf(shape: object) {
  const { scene } = resolveScene({
    name: 'sheet',
    duration: 1,
    deformables: [{ kind: 'cloth', shape: shape as never, thickness: THICKNESS }],
  });
  return scene.meshes[scene.deformables[0].mesh];
}

test('a flat sheet is a slab: closed, of area times thickness, and everything looks outward', () => {
  const mesh = sheetOf({ kind: 'grid', size: [1, 0.5], cells: [7, 4] });
  const sheet = new ThickSheet(mesh, THICKNESS);
  sheet.write([0, 0, 0, ...mesh.positions], 3);
  const { positions, faces, normals } = sheet;
  const none = new Uint32Array(0);
  const { mesh: slab } = weldMesh({ positions, faces, wires: none, points: none }, 1e-9);
  expect(closednessOf(slab)).toMatchObject({ rimEdges: 0, nonManifoldEdges: 0, flippedEdges: 0 });
  expect(signedVolume(slab)).toBeCloseTo(0.5 * THICKNESS, 12);
  for (let i = 0; i < positions.length; i += 3) {
    expect(Math.hypot(normals[i], normals[i + 1], normals[i + 2])).toBeCloseTo(1, 12);
    // from the middle outward
    expect(
      normals[i] * positions[i] + normals[i + 1] * positions[i + 1] + normals[i + 2] * positions[i + 2],
    ).toBeGreaterThan(0);
  }
});

test('bent to a half pipe, both sides keep half the thickness', () => {
  const mesh = sheetOf({ kind: 'grid', size: [Math.PI, 1], cells: [64, 8] });
  const bent = Float64Array.from(mesh.positions);
  for (let i = 0; i < bent.length; i += 3) {
    const angle = mesh.positions[i];
    bent[i] = Math.sin(angle);
    bent[i + 1] = Math.cos(angle);
  }
  const sheet = new ThickSheet(mesh, THICKNESS);
  sheet.write(bent, 0);
  const { positions } = sheet;
  const middle = mesh.positions.length;
  for (let i = 0; i < middle; i += 3) {
    // ends of the grid have faces on one side only, and their normal is that of these
    if (Math.abs(mesh.positions[i]) > 1.5) continue;
    expect(Math.hypot(positions[i], positions[i + 1])).toBeCloseTo(1 + THICKNESS / 2, 5);
    expect(Math.hypot(positions[middle + i], positions[middle + i + 1])).toBeCloseTo(1 - THICKNESS / 2, 5);
  }
});
