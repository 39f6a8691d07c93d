// Closed meshes as convex pieces: they cover the mesh, exceed it by as little as is asked for, and are the same every time.

import { describe, expect, test } from 'vitest';
import { decompose } from '../../../src/geometry/convex/index.ts';
import { cutPart } from '../../../src/geometry/convex/cut.ts';
import { partOfMesh, Points, volumeOf } from '../../../src/geometry/convex/part.ts';
import { solidsOf } from '../../../src/geometry/convex/solids.ts';
import {
  joinMeshes,
  makeMesh,
  type Mesh,
  reversedFaces,
  signedVolume,
  translateMesh,
} from '../../../src/geometry/index.ts';
import { box, extruded, letters, torus } from '../../../src/geometry/primitives/index.ts';
import { closednessOf, convexHull } from '../../../src/geometry/surface/index.ts';
import { Random } from '../../../src/num/index.ts';
import { cup, ell } from './shapes.ts';

/** How far a point lies outside of a convex mesh, below 0 inside. */
function heightOver({ positions: x, faces }: Mesh, p: readonly number[]): number {
  let most = -Infinity;
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [0, 1, 2].map((i) => [...x.subarray(3 * faces[f + i], 3 * faces[f + i] + 3)]);
    const u = b.map((y, k) => y - a[k]);
    const v = c.map((y, k) => y - a[k]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const length = Math.sqrt(n[0] ** 2 + n[1] ** 2 + n[2] ** 2);
    most = Math.max(most, n.reduce((sum, y, k) => sum + y * (p[k] - a[k]), 0) / length);
  }
  return most;
}

describe('pieces', () => {
  test.each([
    ['an L', extruded.make({ outline: ell, length: 0.1 }), 2],
    ['a U', extruded.make({ outline: cup, length: 0.2 }), 3],
    ['a T', letters.make({ text: 'T' }), 2],
    ['an E', letters.make({ text: 'E' }), 4],
  ])('of %s are exact, and few', (_, mesh, few) => {
    const { pieces, volumeError, deviation } = decompose(mesh);
    expect(pieces.length).toBeLessThanOrEqual(few);
    expect(volumeError).toBeLessThan(1e-9);
    expect(deviation).toBeLessThan(1e-9);
  });

  const ring = torus.make({ segments: 16, tubeSegments: 6 });

  test('cover the mesh, and are convex', () => {
    const { pieces } = decompose(ring);
    for (const piece of pieces) {
      expect(closednessOf(piece).closed).toBe(true);
      expect(convexHull(piece.positions)?.positions.length).toBe(piece.positions.length);
    }
    for (let v = 0; v < ring.positions.length; v += 3) {
      const p = [...ring.positions.subarray(v, v + 3)];
      expect(Math.min(...pieces.map((piece) => heightOver(piece, p)))).toBeLessThan(1.4e-3);
    }
  });

  test('exceed it by what is asked for, and more of them by less', () => {
    const coarse = decompose(ring, { tolerance: 0.1 });
    const fine = decompose(ring, { tolerance: 0.01 });
    expect(coarse.volumeError).toBeLessThanOrEqual(0.1);
    expect(fine.volumeError).toBeLessThanOrEqual(0.011);
    expect(coarse.pieces.length).toBeLessThan(fine.pieces.length);
    expect(fine.deviation).toBeLessThan(coarse.deviation);
    // what the volumes say for themselves
    const together = fine.pieces.reduce((sum, piece) => sum + signedVolume(piece), 0);
    expect(together / signedVolume(ring) - 1).toBeLessThanOrEqual(fine.volumeError + 1e-12);
  });

  test('leave a hole open that is small in volume', () => {
    const plate = extruded.make({
      outline: [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
      ],
      holes: [
        [
          [0.4, 0.4],
          [0.7, 0.4],
          [0.7, 0.7],
          [0.4, 0.7],
        ],
      ],
      length: 0.1,
      axis: 'z',
    });
    const { pieces } = decompose(plate, { tolerance: 0.05 });
    for (const piece of pieces) expect(heightOver(piece, [0.55, 0.55, 0])).toBeGreaterThan(0);
  });

  test('of a hollow block leave its cavity, and of two solids are each one’s own', () => {
    const inner = box.make({ size: [1, 1, 1] });
    const wall = { ...inner, faces: reversedFaces(inner.faces) };
    const hollow = joinMeshes([box.make({ size: [2, 2, 2] }), wall]);
    const two = joinMeshes([hollow, translateMesh(extruded.make({ outline: ell, length: 0.1 }), [3, 0, 0])]);
    const { pieces, volumeError } = decompose(two);
    expect(volumeError).toBeLessThanOrEqual(0.02);
    for (const piece of pieces) expect(heightOver(piece, [0.1, 0.2, 0.3])).toBeGreaterThan(0);
  });

  test('are never more than allowed, and the same again', () => {
    const mesh = letters.make({ text: 'S', curveSteps: 2 });
    const few = decompose(mesh, { most: 6 });
    expect(few.pieces.length).toBeLessThanOrEqual(6);
    expect(decompose(mesh, { most: 6 })).toEqual(few);
  });
});

test('an open mesh is refused with a remedy', () => {
  const sheet = makeMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
  expect(() => decompose(sheet)).toThrow(/not closed.*close its holes/);
});

test('what progress throws ends the work', () => {
  const told: number[] = [];
  const stop = (fraction: number) => {
    told.push(fraction);
    if (told.length === 3) throw new Error('enough');
  };
  expect(() => decompose(torus.make({}), { progress: stop })).toThrow('enough');
  expect(told).toEqual([...told].sort((a, b) => a - b));
});

test('both sides of any cut together are what was cut', () => {
  const random = new Random(5);
  for (const mesh of [torus.make({ segments: 12, tubeSegments: 6 }), letters.make({ text: 'B' })]) {
    const points = new Points(mesh.positions);
    let parts = [partOfMesh(mesh)];
    const whole = volumeOf(parts[0], points);
    for (let k = 0; k < 4; k++) {
      const n = [0, 1, 2].map(() => random.uniform() - 0.5);
      const length = Math.sqrt(n.reduce((sum, x) => sum + x * x, 0));
      const normal = n.map((x) => x / length) as [number, number, number];
      parts = parts.flatMap((part) => {
        const halves = cutPart(part, points, { normal, offset: 0.01 * (random.uniform() - 0.5) }, 1e-10);
        expect(halves).toBeDefined();
        return halves ?? [];
      });
      const solids = parts.flatMap((part) => solidsOf(part, points));
      const sum = solids.reduce((total, { volume }) => total + volume, 0);
      expect(sum / whole).toBeCloseTo(1, 10);
      for (const { volume } of solids) expect(volume).toBeGreaterThan(-1e-12 * whole);
    }
  }
});
