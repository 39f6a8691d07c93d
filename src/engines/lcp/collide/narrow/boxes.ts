// How far apart two boxes are along the best of their 15 axes (separation.ts says what is chosen, and why), from their
// centres, half sizes and R = AᵀB alone: no corner is looked at.
//
//   along a_i:        |d·a_i| - (hA_i + Σ_j hB_j |R_ij|)
//   along a_i × b_j:  (|d·(a_i × b_j)| - Σ_k≠i hA_k |a_k·(a_i × b_j)| - Σ_k≠j hB_k |b_k·(a_i × b_j)|) / |a_i × b_j|
//
// with |a_k·(a_i × b_j)| = |R_lj|, l being the third of i, k, l. d goes from the second box to the first.

import type { Piece } from '../piece.ts';
import { boxEdge } from '../polytope.ts';
import { type Crossing, PREFERENCE, type Separation } from './separation.ts';

/** sin² of the angle below which edges are parallel: the axis of two such edges is that of a face. */
const PARALLEL = 1e-12;

const R = new Float64Array(9);
const absolute = new Float64Array(9);
/** d in the axes of each. */
const dA = new Float64Array(3);
const dB = new Float64Array(3);

/** Like hullSeparation. */
export function boxSeparation(out: Separation, first: Piece, second: Piece, margin: number): number {
  const { rotation: A, half: hA, centre: a } = first;
  const { rotation: B, half: hB, centre: b } = second;
  const dx = a[0] - b[0];
  const dy = a[1] - b[1];
  const dz = a[2] - b[2];
  for (let i = 0; i < 3; i++) {
    dA[i] = dx * A[i] + dy * A[3 + i] + dz * A[6 + i];
    dB[i] = dx * B[i] + dy * B[3 + i] + dz * B[6 + i];
    for (let j = 0; j < 3; j++) {
      const r = A[i] * B[j] + A[3 + i] * B[3 + j] + A[6 + i] * B[6 + j];
      R[3 * i + j] = r;
      absolute[3 * i + j] = Math.abs(r);
    }
  }
  let ofFirst = -Infinity;
  let ofSecond = -Infinity;
  let faceOfFirst = 0;
  let faceOfSecond = 0;
  for (let j = 0; j < 3; j++) {
    const room = hB[j] + hA[0] * absolute[j] + hA[1] * absolute[3 + j] + hA[2] * absolute[6 + j];
    const separation = Math.abs(dB[j]) - room;
    if (separation > ofSecond) {
      if (separation > margin) return separation;
      ofSecond = separation;
      faceOfSecond = 2 * j + (dB[j] > 0 ? 1 : 0);
    }
  }
  for (let i = 0; i < 3; i++) {
    const room = hA[i] + hB[0] * absolute[3 * i] + hB[1] * absolute[3 * i + 1] + hB[2] * absolute[3 * i + 2];
    const separation = Math.abs(dA[i]) - room;
    if (separation > ofFirst) {
      if (separation > margin) return separation;
      ofFirst = separation;
      // The side of the first that looks at the second.
      faceOfFirst = 2 * i + (dA[i] > 0 ? 0 : 1);
    }
  }
  const useSecond = ofSecond >= ofFirst - PREFERENCE * Math.min(first.size, second.size);
  out.useSecond = useSecond;
  out.face = useSecond ? faceOfSecond : faceOfFirst;
  out.separation = Math.max(ofFirst, ofSecond);
  out.reference = useSecond ? second : first;
  out.other = useSecond ? first : second;
  crossEdges(out, first, second, margin);
  return Math.max(out.separation, out.crossing.separation);
}

function crossEdges(out: Separation, first: Piece, second: Piece, margin: number): void {
  const { half: hA } = first;
  const { half: hB } = second;
  const { crossing } = out;
  let best = -Infinity;
  let bestI = 0;
  let bestJ = 0;
  let bestT = 0;
  for (let i = 0; i < 3; i++) {
    const k = i === 2 ? 0 : i + 1;
    const l = 3 - i - k;
    for (let j = 0; j < 3; j++) {
      const r = R[3 * i + j];
      const squared = 1 - r * r;
      if (squared < PARALLEL) continue;
      const m = j === 2 ? 0 : j + 1;
      const n = 3 - j - m;
      // d · (a_i × b_j), with b_j = Σ R_kj a_k
      const t = dA[l] * R[3 * k + j] - dA[k] * R[3 * l + j];
      const room =
        hA[k] * absolute[3 * l + j] +
        hA[l] * absolute[3 * k + j] +
        hB[m] * absolute[3 * i + n] +
        hB[n] * absolute[3 * i + m];
      const separation = (Math.abs(t) - room) / Math.sqrt(squared);
      if (separation > best) {
        best = separation;
        bestI = i;
        bestJ = j;
        bestT = t;
        if (separation > margin) {
          crossing.separation = separation;
          return;
        }
      }
    }
  }
  crossing.separation = best;
  if (!(best > out.separation)) return;
  writeCrossing(crossing, first, second, bestI, bestJ, bestT < 0 ? -1 : 1);
}

/** The axis, and the edge of each box that looks at the other along it. */
function writeCrossing(
  crossing: Crossing,
  first: Piece,
  second: Piece,
  i: number,
  j: number,
  sign: number,
): void {
  const { rotation: A } = first;
  const { rotation: B } = second;
  const r = R[3 * i + j];
  const scale = sign / Math.sqrt(1 - r * r);
  const nx = (A[3 + i] * B[6 + j] - A[6 + i] * B[3 + j]) * scale;
  const ny = (A[6 + i] * B[j] - A[i] * B[6 + j]) * scale;
  const nz = (A[i] * B[3 + j] - A[3 + i] * B[j]) * scale;
  crossing.nx = nx;
  crossing.ny = ny;
  crossing.nz = nz;
  let cornerA = 0;
  let cornerB = 0;
  for (let k = 0; k < 3; k++) {
    if (nx * A[k] + ny * A[3 + k] + nz * A[6 + k] < 0) cornerA |= 1 << k;
    if (nx * B[k] + ny * B[3 + k] + nz * B[6 + k] > 0) cornerB |= 1 << k;
  }
  crossing.first = boxEdge(i, cornerA);
  crossing.second = boxEdge(j, cornerB);
}
