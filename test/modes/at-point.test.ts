import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ballTetrahedra, boxTetrahedra } from '../../src/geometry/tetra/index.ts';
import { boundaryOf } from '../../src/modes/boundary.ts';
import { locate, makeLocator, shapeAt } from '../../src/modes/at-point.ts';
import { analyse, type Modes } from '../../src/modes/modes.ts';

const box = boxTetrahedra([1, 2, 3], [2, 2, 2]);

test('the boundary has four outward triangles a face, and encloses the body', () => {
  for (const [mesh, volume] of [
    [box, 6],
    [ballTetrahedra(1, 3), (4 / 3) * Math.PI],
  ] as const) {
    const { positions, faces } = boundaryOf(mesh);
    expect(faces.length).toBe(2 * mesh.surface.length);
    let sum = 0;
    for (let f = 0; f < faces.length; f += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => positions.subarray(3 * faces[f + k], 3 * faces[f + k] + 3));
      sum +=
        a[0] * (b[1] * c[2] - b[2] * c[1]) -
        a[1] * (b[0] * c[2] - b[2] * c[0]) +
        a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    expect(Math.abs(sum / 6 / volume - 1)).toBeLessThan(0.02);
  }
});

test('the nearest point of the boundary is found, wherever one asks from', () => {
  const { positions, faces } = boundaryOf(ballTetrahedra(1, 2));
  const locator = makeLocator({ positions, faces });
  const coordinate = fc.double({ min: -2, max: 2, noNaN: true });
  fc.assert(
    fc.property(coordinate, coordinate, coordinate, (x, y, z) => {
      locate(locator, x, y, z);
      const { vertices, weights } = locator;
      expect(weights[0] + weights[1] + weights[2]).toBeCloseTo(1, 12);
      for (let c = 0; c < 3; c++) expect(weights[c]).toBeGreaterThanOrEqual(-1e-12);
      const found = [0, 1, 2].map((k) =>
        [0, 1, 2].reduce((sum, c) => sum + weights[c] * positions[3 * vertices[c] + k], 0),
      );
      const distance = (found[0] - x) ** 2 + (found[1] - y) ** 2 + (found[2] - z) ** 2;
      expect(distance).toBeCloseTo(weights[3], 12);
      // no vertex is nearer
      for (let v = 0; v < positions.length; v += 3) {
        const other = (positions[v] - x) ** 2 + (positions[v + 1] - y) ** 2 + (positions[v + 2] - z) ** 2;
        expect(other).toBeGreaterThanOrEqual(distance - 1e-12);
      }
    }),
  );
});

test('shapes are those of the vertices there, and blend between', () => {
  const material = { density: 1, youngsModulus: 1, poissonRatio: 0.3 };
  const { modes } = analyse(box, material, { count: 3 });
  const locator = makeLocator(modes);
  const out = new Float64Array(9);
  const at = (v: number): number[] => Array.from(modes.positions.subarray(3 * v, 3 * v + 3));
  for (let v = 0; v < modes.positions.length / 3; v += 7) {
    const [x, y, z] = at(v);
    shapeAt(modes, locator, x, y, z, out);
    for (let m = 0; m < 3; m++)
      for (let k = 0; k < 3; k++)
        expect(out[3 * m + k]).toBeCloseTo(modes.shapes[m * modes.positions.length + 3 * v + k], 12);
  }
  // a field that is linear in position comes out exactly, on the surface
  const linear: Modes = {
    ...modes,
    count: 1,
    shapes: modes.positions.map((x, i) => 2 * x + modes.positions[i - (i % 3)]),
  };
  shapeAt(linear, locator, 0.13, 1, -0.77, out);
  [0.39, 2.13, -1.41].forEach((known, k) => {
    expect(out[k]).toBeCloseTo(known, 12);
  });
});
