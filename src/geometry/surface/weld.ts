// Joins vertices that lie within a tolerance of each other.
//
// Vertices are visited in order; each joins the nearest earlier *kept* vertex within the tolerance
// (the earliest where two are equally near), or is kept itself. So the result does not depend on
// any hash order, no vertex moves further than the tolerance, and chains of close vertices do not
// collapse into one. Kept vertices hang in a grid of cells one tolerance wide: the 27 cells around
// a vertex hold every candidate.

import { assembleMesh } from '../assemble.ts';
import { makeMesh, type Mesh, meshBounds, vertexCount } from '../mesh.ts';
import { MeshError } from '../mesh-error.ts';

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
  const target = new Uint32Array(count);
  const table = new PointTable(count);
  const limit = tolerance * tolerance;
  // Equal positions are equal keys; otherwise keys are cells, their numbers below 2⁵⁰ and so exact.
  const extent = Math.max(bounds[3] - bounds[0], bounds[4] - bounds[1], bounds[5] - bounds[2]);
  const cell = tolerance === 0 ? 0 : Math.max(tolerance, extent * 2e-15);
  const neighbours = tolerance === 0 ? 1 : 27;

  for (let v = 0; v < count; v++) {
    const [x, y, z] = [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];
    const i = cell === 0 ? x : Math.floor((x - bounds[0]) / cell);
    const j = cell === 0 ? y : Math.floor((y - bounds[1]) / cell);
    const k = cell === 0 ? z : Math.floor((z - bounds[2]) / cell);
    let nearest = v;
    let nearestSquared = limit;
    for (let n = 0; n < neighbours; n++) {
      const slot =
        neighbours === 1
          ? table.slot(i, j, k)
          : table.slot(i + (n % 3) - 1, j + (Math.floor(n / 3) % 3) - 1, k + Math.floor(n / 9) - 1);
      for (let w = table.heads[slot]; w >= 0; w = table.next[w]) {
        const dx = positions[3 * w] - x;
        const dy = positions[3 * w + 1] - y;
        const dz = positions[3 * w + 2] - z;
        const squared = dx * dx + dy * dy + dz * dz;
        // Squares of tiny differences vanish: at tolerance 0 only equal coordinates are equal.
        if (cell === 0 && (dx !== 0 || dy !== 0 || dz !== 0)) continue;
        if (squared < nearestSquared || (squared === nearestSquared && w < nearest)) {
          nearest = w;
          nearestSquared = squared;
        }
      }
    }
    target[v] = nearest;
    if (nearest === v) table.add(table.slot(i, j, k), v);
  }
  return target;
}

/** Chains of vertices by the hash of three numbers. */
class PointTable {
  readonly heads: Int32Array;
  readonly next: Int32Array;
  private readonly numbers = new Float64Array(3);
  private readonly words = new Int32Array(this.numbers.buffer);

  constructor(count: number) {
    let size = 16;
    while (size < 2 * count) size *= 2;
    this.heads = new Int32Array(size).fill(-1);
    this.next = new Int32Array(count).fill(-1);
  }

  slot(i: number, j: number, k: number): number {
    // Adding 0 makes -0 and 0 one.
    this.numbers[0] = i + 0;
    this.numbers[1] = j + 0;
    this.numbers[2] = k + 0;
    let h = 0x2545f491;
    for (let w = 0; w < 6; w++) {
      h = Math.imul(h ^ this.words[w], 0x9e3779b1);
      h ^= h >>> 15;
    }
    return h & (this.heads.length - 1);
  }

  add(slot: number, vertex: number): void {
    this.next[vertex] = this.heads[slot];
    this.heads[slot] = vertex;
  }
}
