// Meshes for deformables: a rectangle of triangles, a strip, a lattice of points. All about the origin.

import { makeMesh, type Mesh } from '../geometry/index.ts';
import { cos, sin } from '../num/elementary/index.ts';

export interface Grid {
  /** [m] */
  readonly size: readonly [number, number];
  readonly cells: readonly [number, number];
  readonly up: 'y' | 'z';
  readonly upright: boolean;
  readonly alternating: boolean;
}

/** Vertex (i, j) is number j (nx + 1) + i, from the corner at -x and the lower end of the other axis. */
export function gridMesh({ size, cells: [nx, ny], up, upright, alternating }: Grid): Mesh {
  const positions = new Float64Array(3 * (nx + 1) * (ny + 1));
  // The second direction: up where it hangs, otherwise the other horizontal axis. The faces look up, or along +z / -y.
  const second = upright === (up === 'y') ? 1 : 2;
  const sign = !upright && up === 'y' ? -1 : 1;
  let at = 0;
  for (let j = 0; j <= ny; j++) {
    for (let i = 0; i <= nx; i++) {
      positions[at] = size[0] * (i / nx - 0.5);
      positions[at + second] = sign * size[1] * (j / ny - 0.5);
      at += 3;
    }
  }
  const faces = new Uint32Array(6 * nx * ny);
  let f = 0;
  for (let j = 0; j < ny; j++) {
    for (let i = 0; i < nx; i++) {
      const a = j * (nx + 1) + i;
      const [b, c, d] = [a + 1, a + nx + 2, a + nx + 1];
      const rising = !alternating || (i + j) % 2 === 0;
      faces.set(rising ? [a, b, c, a, c, d] : [a, b, d, b, c, d], f);
      f += 6;
    }
  }
  return { positions, faces, wires: new Uint32Array(0), points: new Uint32Array(0) };
}

/** A ribbon along x; vertex 2 i and 2 i + 1 are the two sides of its i-th cross-line, turned about x by the twist. */
export function stripMesh(length: number, width: number, segments: number, twist: number): Mesh {
  const positions = new Float64Array(6 * (segments + 1));
  for (let i = 0; i <= segments; i++) {
    const angle = twist * (i / segments - 0.5);
    const x = length * (i / segments - 0.5);
    const [y, z] = [(width / 2) * cos(angle), (width / 2) * sin(angle)];
    positions.set([x, -y, -z, x, y, z], 6 * i);
  }
  const faces = new Uint32Array(6 * segments);
  for (let i = 0; i < segments; i++) {
    const a = 2 * i;
    faces.set(
      i % 2 === 0 ? [a, a + 2, a + 3, a, a + 3, a + 1] : [a, a + 2, a + 1, a + 1, a + 2, a + 3],
      6 * i,
    );
  }
  return { positions, faces, wires: new Uint32Array(0), points: new Uint32Array(0) };
}

/** Points on a cubic lattice, x fastest. */
export function latticeMesh(counts: readonly [number, number, number], spacing: number): Mesh {
  const [nx, ny, nz] = counts;
  const positions = new Float64Array(3 * nx * ny * nz);
  let at = 0;
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        positions[at] = spacing * (i - (nx - 1) / 2);
        positions[at + 1] = spacing * (j - (ny - 1) / 2);
        positions[at + 2] = spacing * (k - (nz - 1) / 2);
        at += 3;
      }
    }
  }
  return makeMesh(
    positions,
    [],
    [],
    Uint32Array.from({ length: nx * ny * nz }, (_, i) => i),
  );
}
