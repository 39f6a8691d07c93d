// Joins vertices that lie within a tolerance of each other.
//
// Vertices are visited in order; each joins the nearest earlier *kept* vertex within the tolerance
// (the earliest where two are equally near), or is kept itself. So the result does not depend on
// any hash order, no vertex moves further than the tolerance, and chains of close vertices do not
// collapse into one. Kept vertices hang in a grid of cells one tolerance wide: the 27 cells around
// a vertex hold every candidate.

import { assembleMesh } from './assemble.ts';
import { makeMesh, type Mesh, meshBounds, vertexCount } from './mesh.ts';
import { MeshError } from './mesh-error.ts';

export interface Welded {
  readonly mesh: Mesh;
  /** How many vertices were joined to another one. */
  readonly joined: number;
  /** What was dropped because it collapsed. */
  readonly notes: readonly string[];
}

/** @param tolerance  greatest distance of joined vertices [m]; 0 joins equal positions only */
export function weldMesh(mesh: Mesh, tolerance = 0): Welded {
  if (!(tolerance >= 0 && tolerance < Infinity)) {
    throw new MeshError('the tolerance is not a length', 'tolerance', tolerance, 'give a number ≥ 0 [m]');
  }
  const target = weldTargets(mesh, tolerance);
  const through = (list: Uint32Array) => Array.from(list, (v) => target[v]);
  const notes: string[] = [];
  const welded = assembleMesh(
    '',
    mesh.positions,
    { faces: through(mesh.faces), wires: through(mesh.wires), points: through(mesh.points) },
    notes,
  );
  let joined = 0;
  for (let v = 0; v < target.length; v++) if (target[v] !== v) joined++;
  return { mesh: welded ?? makeMesh([]), joined, notes };
}

/** The vertex that each vertex joins, itself where it is kept. */
function weldTargets(mesh: Mesh, tolerance: number): Uint32Array {
  const { positions } = mesh;
  const count = vertexCount(mesh);
  const bounds = meshBounds(mesh);
  // Cells no smaller than the coordinates' own rounding, so that cell numbers stay exact integers.
  const extent = Math.max(1e-300, bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  const cell = Math.max(tolerance, extent * 1e-9);
  const target = new Uint32Array(count);
  let size = 16;
  while (size < 2 * count) size *= 2;
  const heads = new Int32Array(size).fill(-1);
  const next = new Int32Array(count).fill(-1);
  const limit = tolerance * tolerance;

  for (let v = 0; v < count; v++) {
    const [x, y, z] = [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
    const i = Math.floor((x - bounds[0]) / cell);
    const j = Math.floor((y - bounds[1]) / cell);
    const k = Math.floor((z - bounds[2]) / cell);
    let nearest = v;
    let nearestSquared = limit;
    for (let n = 0; n < 27; n++) {
      const slot =
        hash(i + (n % 3) - 1, j + (Math.floor(n / 3) % 3) - 1, k + Math.floor(n / 9) - 1) & (size - 1);
      for (let w = heads[slot]; w >= 0; w = next[w]) {
        const dx = positions[3 * w] - x;
        const dy = positions[3 * w + 1] - y;
        const dz = positions[3 * w + 2] - z;
        const squared = dx * dx + dy * dy + dz * dz;
        if (squared < nearestSquared || (squared === nearestSquared && w < nearest)) {
          nearest = w;
          nearestSquared = squared;
        }
      }
    }
    target[v] = nearest;
    if (nearest !== v) continue;
    const home = hash(i, j, k) & (size - 1);
    next[v] = heads[home];
    heads[home] = v;
  }
  return target;
}

function hash(i: number, j: number, k: number): number {
  const h = Math.imul(i, 0x8da6b343) ^ Math.imul(j, 0xd8163841) ^ Math.imul(k, 0xcb1ab31f);
  return h ^ (h >>> 13);
}
