// How far everything may go on a way without that a stencil closes.

import {
  arcAdvance,
  arcs,
  CANDIDATE_STRIDE,
  type PairKind,
  vertexTotal,
} from '../../../geometry/ccd/index.ts';
import type { Keep } from '../contact/swept.ts';
import type { Poses } from '../step/poses.ts';
import type { Work } from '../step/work.ts';
import type { Soft } from './soft.ts';
import type { Stencils } from './stencils.ts';

/** The largest fraction of the way, up to `free`. @param which  of the stencils, all unless said */
export function advanceStencils(
  work: Work,
  soft: Soft,
  stencils: Stencils,
  from: Poses,
  way: Float64Array,
  free: number,
  keep: Keep,
  which?: (v: number) => boolean,
): number {
  const { list, rule, separation, count } = stencils;
  let least = free;
  for (let s = 0; s < count && least > 0; s++) {
    const at = CANDIDATE_STRIDE * s;
    const kind = list[at] as PairKind;
    if (which && !hasAny(list, at, which)) continue;
    load(work, soft, list, at, from, way, least);
    work.tally.ccdQueries++;
    const { dHat } = soft.rules[rule[s]];
    least *= arcAdvance(kind, separation[s], keep.first, keep.within * dHat);
  }
  return least;
}

function hasAny(list: Int32Array, at: number, which: (v: number) => boolean): boolean {
  for (let n = at + 1; n <= at + vertexTotal(list[at]); n++) if (which(list[n])) return true;
  return false;
}

function load(
  { model }: Work,
  { ownerOf }: Soft,
  list: Int32Array,
  at: number,
  { x, q }: Poses,
  way: Float64Array,
  part: number,
): void {
  const total = vertexTotal(list[at]);
  const { place, shift, arm, turn } = arcs;
  for (let n = 0; n < total; n++) {
    const v = list[at + 1 + n];
    const i = ownerOf[v];
    const centre = 3 * (model.carrier[i] >= 0 ? model.carrier[i] : i);
    for (let k = 0; k < 3; k++) {
      place[3 * n + k] = x[3 * v + k];
      shift[3 * n + k] = part * way[6 * i + k];
      turn[3 * n + k] = part * way[6 * i + 3 + k];
      arm[3 * n + k] = x[3 * v + k] - q[centre + k];
    }
  }
}
