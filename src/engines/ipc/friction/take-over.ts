// A contact that the last pass had stays where that lagged it: its points on both bodies, its tangents, and what friction is expected of it.
//
// Nearest points of faces and edges that lie along each other wander with every move, and bodies that turn by θ slip by θ × Δ less at a
// point that is Δ further on: 1e-5 m for a tenth of a millimetre in a step of impact, where friction sticks below 1e-6 m. Lagged there
// anew, friction would be another at each of them, and passes begin with moves of metres a second, of which nothing is true.

import type { Pair } from '../contact/pairs.ts';
import { expectedAt, type FrictionSet, keyAt, laggedStride, pointsAt, tangentsAt } from './friction-set.ts';

/** What has wandered further, in reaches of the barrier (one is about a thousandth of the body), is another contact. */
const farthest = 10;

/** The contact of pair i in the last pass that the one between these points goes on, or -1. Round shapes touch elsewhere as they roll. */
export function findFormer(
  { data, start }: FrictionSet,
  i: number,
  pair: Pair,
  key: number,
  pa: Float64Array,
  pb: Float64Array,
): number {
  if (pair.roundA > 0 || pair.roundB > 0 || pair.patch > 0) return -1;
  for (let c = start[i]; c < start[i + 1]; c++) {
    const at = c * laggedStride;
    if (data[at + keyAt] !== key || data[at] === 0) continue;
    let far = 0;
    for (let k = 0; k < 3; k++) {
      far = Math.max(far, Math.abs(data[at + pointsAt + k] - pa[k]));
      far = Math.max(far, Math.abs(data[at + pointsAt + 3 + k] - pb[k]));
    }
    return far > farthest * pair.dHat ? -1 : c;
  }
  return -1;
}

/** Puts points and tangents to where contact c was lagged. */
export function readPlace(
  { data }: FrictionSet,
  c: number,
  pa: Float64Array,
  pb: Float64Array,
  tangents: Float64Array,
): void {
  const at = c * laggedStride;
  for (let k = 0; k < 3; k++) {
    pa[k] = data[at + pointsAt + k];
    pb[k] = data[at + pointsAt + 3 + k];
  }
  for (let k = 0; k < 6; k++) tangents[k] = data[at + tangentsAt + k];
}

/** Expects of the last contact of the set what was expected of contact c of the former one. */
export function takeExpected(set: FrictionSet, former: FrictionSet, c: number): void {
  const to = (set.count - 1) * laggedStride + expectedAt;
  const from = c * laggedStride + expectedAt;
  set.data[to] = former.data[from];
  set.data[to + 1] = former.data[from + 1];
}
