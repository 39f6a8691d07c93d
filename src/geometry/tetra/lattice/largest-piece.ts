// The largest part of some tetrahedra that hangs together by faces.
//
// A lattice coarser than the tip of a spike leaves single tetrahedra there that touch the rest in a corner or an edge
// only. They would swing freely, at frequencies that are no body's.

import { rootOf, singles, unite } from '../../../num/index.ts';
import type { Stuffing } from './stuff.ts';
import { FACES } from '../tetra-mesh.ts';

export function largestPiece(stuffing: Stuffing): Stuffing {
  const { corners, tetrahedra, onSurface } = stuffing;
  const parents = joinedByFaces(tetrahedra, corners.length / 3);
  const sizes = new Uint32Array(parents.length);
  for (let t = 0; t < parents.length; t++) sizes[rootOf(parents, t)]++;
  let largest = 0;
  for (let t = 0; t < sizes.length; t++) if (sizes[t] > sizes[largest]) largest = t;
  if (sizes[largest] === parents.length) return stuffing;

  const numbers = new Int32Array(onSurface.length).fill(-1);
  const kept: number[] = [];
  const positions: number[] = [];
  const surface: number[] = [];
  for (let t = 0; t < parents.length; t++) {
    if (rootOf(parents, t) !== largest) continue;
    for (let c = 0; c < 4; c++) {
      const v = tetrahedra[4 * t + c];
      if (numbers[v] < 0) {
        numbers[v] = surface.length;
        positions.push(corners[3 * v], corners[3 * v + 1], corners[3 * v + 2]);
        surface.push(onSurface[v]);
      }
      kept.push(numbers[v]);
    }
  }
  return {
    corners: Float64Array.from(positions),
    tetrahedra: Uint32Array.from(kept),
    onSurface: Uint8Array.from(surface),
  };
}

function joinedByFaces(tetrahedra: Uint32Array, corners: number): Uint32Array {
  const parents = singles(tetrahedra.length / 4);
  // keyed by the two smaller corners, and the largest below: exact for up to two hundred thousand corners
  const open = new Map<number, number>();
  for (let t = 0; t < tetrahedra.length; t += 4)
    for (let f = 0; f < 12; f += 3) {
      const a = tetrahedra[t + FACES[f]];
      const b = tetrahedra[t + FACES[f + 1]];
      const c = tetrahedra[t + FACES[f + 2]];
      const low = Math.min(a, b, c);
      const high = Math.max(a, b, c);
      const key = (low * corners + (a + b + c - low - high)) * corners + high;
      const other = open.get(key);
      if (other === undefined) open.set(key, t >> 2);
      else unite(parents, other, t >> 2);
    }
  return parents;
}
