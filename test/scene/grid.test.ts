import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gridMesh, latticeMesh, stripMesh } from '../../src/scene/grid.ts';

const sum = (list: ArrayLike<number>) => Array.from(list).reduce((a, b) => a + b, 0);

function normals(mesh: { positions: Float64Array; faces: Uint32Array }): number[][] {
  const { positions: p, faces } = mesh;
  return Array.from({ length: faces.length / 3 }, (_, f) => {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * faces[3 * f + k]);
    const [ux, uy, uz] = [0, 1, 2].map((k) => p[b + k] - p[a + k]);
    const [vx, vy, vz] = [0, 1, 2].map((k) => p[c + k] - p[a + k]);
    return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  });
}

describe('grids', () => {
  test('cover their rectangle once, all faces looking one way', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom('y', 'z'),
        fc.boolean(),
        fc.boolean(),
        (nx, ny, up, upright, alternating) => {
          const mesh = gridMesh({ size: [2, 3], cells: [nx, ny], up, upright, alternating });
          const axis = upright ? (up === 'y' ? 2 : 1) : up === 'y' ? 1 : 2;
          const along = normals(mesh).map((n) => n[axis]);
          expect(sum(along.map(Math.abs))).toBeCloseTo(12, 9);
          expect(Math.abs(sum(along))).toBeCloseTo(12, 9);
          // Lying flat, they look up.
          if (!upright) expect(sum(along)).toBeGreaterThan(0);
          expect(mesh.positions).toHaveLength(3 * (nx + 1) * (ny + 1));
        },
      ),
    );
  });

  test('a twisted strip keeps its width, and a lattice its spacing', () => {
    const strip = stripMesh(4, 0.5, 16, Math.PI);
    for (let i = 0; i <= 16; i++) {
      const [a, b] = [6 * i, 6 * i + 3];
      expect(
        Math.hypot(...[0, 1, 2].map((k) => strip.positions[a + k] - strip.positions[b + k])),
      ).toBeCloseTo(0.5, 12);
    }
    const lattice = latticeMesh([2, 3, 4], 0.1);
    expect(lattice.points).toHaveLength(24);
    expect(sum(lattice.positions)).toBeCloseTo(0, 12);
    expect(lattice.positions[3] - lattice.positions[0]).toBeCloseTo(0.1, 12);
  });
});
