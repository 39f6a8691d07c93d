// Motions that do not deform: translations and rotations of every part, as M-orthonormal vectors.
//
// They are the eigenvectors of λ = 0, known beforehand, so the search for vibrations keeps orthogonal to them. Where
// nodes are clamped only those remain that leave these nodes where they are: none, if the clamp holds three points
// that are not on a line.

import type { TetraMesh } from '../geometry/tetra/index.ts';
import { eigenSymmetric } from '../num/dense/index.ts';
import { innerProduct } from '../num/eigen/index.ts';
import { multiplyMass, type System } from './elements/assemble.ts';

/** Displacements of clamped nodes below this share, squared, count as none. */
const HELD = 1e-14;

/** Vectors over the unknowns, one after another. */
export function rigidMotions(mesh: TetraMesh, system: System): Float64Array {
  const { pattern, mass, nodeOf } = system;
  const n = 3 * nodeOf.length;
  const parts = partsOf(mesh);
  const motions: Float64Array[] = [];
  for (let part = 0; part < parts.count; part++) {
    for (const motion of motionsOfPart(mesh, system, parts.partOf, part)) {
      const product = new Float64Array(n);
      for (let pass = 0; pass < 2; pass++) {
        multiplyMass(pattern, mass, motion, 0, product, 0);
        for (const before of motions) {
          const factor = innerProduct(before, 0, product, 0, n);
          for (let i = 0; i < n; i++) motion[i] -= factor * before[i];
        }
        multiplyMass(pattern, mass, motion, 0, product, 0);
        const length = Math.sqrt(innerProduct(motion, 0, product, 0, n));
        for (let i = 0; i < n; i++) motion[i] /= length;
      }
      motions.push(motion);
    }
  }
  const all = new Float64Array(motions.length * n);
  motions.forEach((motion, k) => {
    all.set(motion, k * n);
  });
  return all;
}

function motionsOfPart(
  { positions }: TetraMesh,
  { freeOf, nodeOf }: System,
  partOf: Int32Array,
  part: number,
): Float64Array[] {
  const centre = [0, 0, 0];
  let nodes = 0;
  for (let i = 0; i < partOf.length; i++) {
    if (partOf[i] !== part) continue;
    nodes++;
    for (let k = 0; k < 3; k++) centre[k] += positions[3 * i + k];
  }
  for (let k = 0; k < 3; k++) centre[k] /= nodes;
  let size = 0;
  for (let i = 0; i < partOf.length; i++) {
    if (partOf[i] !== part) continue;
    for (let k = 0; k < 3; k++) size = Math.max(size, Math.abs(positions[3 * i + k] - centre[k]));
  }
  // displacement k of motion m: e_m, or e_(m - 3) × (x - centre) / size
  const six = new Float64Array(18);
  const moveAll = (node: number): void => {
    const x = (positions[3 * node] - centre[0]) / size;
    const y = (positions[3 * node + 1] - centre[1]) / size;
    const z = (positions[3 * node + 2] - centre[2]) / size;
    six.set([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, -z, y, z, 0, -x, -y, x, 0]);
  };
  const held = new Float64Array(36);
  for (let i = 0; i < partOf.length; i++) {
    if (partOf[i] !== part || freeOf[i] >= 0) continue;
    moveAll(i);
    for (let a = 0; a < 6; a++) {
      for (let b = 0; b < 6; b++) held[6 * a + b] += innerProduct(six, 3 * a, six, 3 * b, 3);
    }
  }
  const { values, vectors } = eigenSymmetric(held, 6);
  const motions: Float64Array[] = [];
  for (let m = 0; m < 6; m++) {
    if (values[m] > HELD * values[5]) continue;
    const motion = new Float64Array(3 * nodeOf.length);
    for (let f = 0; f < nodeOf.length; f++) {
      if (partOf[nodeOf[f]] !== part) continue;
      moveAll(nodeOf[f]);
      for (let a = 0; a < 6; a++) {
        for (let k = 0; k < 3; k++) motion[3 * f + k] += vectors[6 * m + a] * six[3 * a + k];
      }
    }
    motions.push(motion);
  }
  return motions;
}

/** Which nodes hang together; -1 for a node of no element. */
function partsOf({ positions, elements }: TetraMesh): {
  readonly count: number;
  readonly partOf: Int32Array;
} {
  const parent = Int32Array.from({ length: positions.length / 3 }, (_, i) => i);
  const root = (i: number): number => {
    while (parent[i] !== i) {
      parent[i] = parent[parent[i]];
      i = parent[i];
    }
    return i;
  };
  const used = new Uint8Array(parent.length);
  for (let t = 0; t < elements.length; t += 10) {
    for (let a = 0; a < 10; a++) {
      used[elements[t + a]] = 1;
      parent[root(elements[t + a])] = root(elements[t]);
    }
  }
  const partOf = new Int32Array(parent.length).fill(-1);
  let count = 0;
  for (let i = 0; i < parent.length; i++) if (used[i] && root(i) === i) partOf[i] = count++;
  for (let i = 0; i < parent.length; i++) if (used[i]) partOf[i] = partOf[root(i)];
  return { count, partOf };
}
