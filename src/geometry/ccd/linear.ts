// How far two primitives may go along straight lines before their gap shrinks too much.
//
// Vertices move from x0 to x1 over t ∈ [0, 1]. With n the closest direction at time t, every pair
// of vertices stays apart by n·(aᵢ − bⱼ), which is linear in t; so the gap is at least `target`
// until the first of these 1 to 4 lines comes down to it. Stepping there and taking a new n is
// Newton's method on the distance, from the safe side: each step is proven by its own n, whatever
// the distance does. (Additive advancement, Li et al. 2021, steps by gap / fastest relative speed
// instead; projecting the speeds on n is never worse, and one step where the motion is tangential.)
//
//   target = separation + keep · min(gap₀ − separation, reach)
//
// `reach` lets a pair that starts far away come near: without it a point sliding over a row of
// coplanar triangles would be stopped before each of them.
//
// Floating point: coordinates are taken relative to one vertex at each end of the motion. With u =
// 2⁻⁵³ and S the largest of them, a position at time t errs by at most 12 u S per coordinate and
// n·(a − b) by 2·√3·12 u S + 8 u S < 2⁻⁴⁷ S; we charge 2⁻⁴⁶ S. At the iteration cap the time
// reached is returned: it is safe, only not as late as it could be.

import { closestDirection, separationAlong, widestDirection } from './direction.ts';
import {
  EDGE_EDGE,
  firstCount,
  type PairKind,
  POINT_EDGE,
  POINT_POINT,
  POINT_TRIANGLE,
  vertexTotal,
} from './kind.ts';

/** What n·(a − b) may err by, for relative coordinates of size one. */
const ROUNDING = 1.4210854715202004e-14; // 2⁻⁴⁶

/** Below this gap [m] denormal numbers would spoil the rounding bound. */
const TINY = 1e-290;

/** Engines' queries take 1 to 4 steps; grazing ones halve their gap a step and end long before this. */
const ITERATIONS = 256;

const start = new Float64Array(12);
const velocity = new Float64Array(12);
const here = new Float64Array(12);
const normal = new Float64Array(3);

/** Gathers a vertex relative to the origin vertices o of both ends; returns its largest coordinate. */
function gather(at: number, x0: Float64Array, x1: Float64Array, v: number, o: number): number {
  let size = 0;
  for (let k = 0; k < 3; k++) {
    const from = x0[v + k] - x0[o + k];
    const to = x1[v + k] - x1[o + k];
    start[at + k] = from;
    velocity[at + k] = to - from;
    size = Math.max(size, Math.abs(from), Math.abs(to));
  }
  return size;
}

/** The time until which the gathered pair keeps its target, in [0, 1]. */
function advance(kind: PairKind, size: number, separation: number, keep: number, reach: number): number {
  const rounding = ROUNDING * size + TINY;
  const first = 3 * firstCount(kind);
  const end = 3 * vertexTotal(kind);
  let t = 0;
  let target = 0;
  let enough = separation;

  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    for (let k = 0; k < end; k++) here[k] = start[k] + t * velocity[k];

    closestDirection(normal, here, kind);
    let gap = separationAlong(normal, here, kind) - rounding;
    if (!(gap > enough)) {
      widestDirection(normal, here, kind);
      gap = separationAlong(normal, here, kind) - rounding;
    }
    if (iteration === 0) {
      if (!(gap > separation)) return 0;
      const kept = keep * Math.min(gap - separation, reach);
      target = separation + kept;
      // Approaching the target itself would take for ever: within twice what is kept is near enough.
      enough = target + Math.max(kept, rounding);
    }
    if (!(gap > (iteration === 0 ? target : enough))) return t;

    const nx = normal[0];
    const ny = normal[1];
    const nz = normal[2];
    let step = Infinity;
    for (let j = first; j < end; j += 3) {
      const height = nx * here[j] + ny * here[j + 1] + nz * here[j + 2] + rounding + target;
      const rise = nx * velocity[j] + ny * velocity[j + 1] + nz * velocity[j + 2];
      for (let i = 0; i < first; i += 3) {
        const closing = rise - (nx * velocity[i] + ny * velocity[i + 1] + nz * velocity[i + 2]);
        if (closing > 0) {
          const room = nx * here[i] + ny * here[i + 1] + nz * here[i + 2] - height;
          step = Math.min(step, room / closing);
        }
      }
    }
    if (t + step >= 1) return 1;
    if (!(t + step > t)) return t;
    t += step;
  }
  return t;
}

/**
 * The largest fraction of the motion that keeps a pair apart.
 * @param kind        which pair; unused vertices are ignored
 * @param x0,x1       positions [m] at the start and at the end
 * @param a,b,c,d     offsets of the vertices' x coordinates, first primitive first
 * @param separation  the gap [m] that must never be reached
 * @param keep        the fraction of the gap above `separation` to keep, 0 ≤ keep < 1
 * @param reach       gaps beyond this [m] count as this: an engine's activation distance
 */
export function linearAdvance(
  kind: PairKind,
  x0: Float64Array,
  x1: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
  separation: number,
  keep: number,
  reach: number,
): number {
  let size = Math.max(gather(0, x0, x1, a, a), gather(3, x0, x1, b, a));
  if (kind !== POINT_POINT) size = Math.max(size, gather(6, x0, x1, c, a));
  if (kind >= POINT_TRIANGLE) size = Math.max(size, gather(9, x0, x1, d, a));
  return advance(kind, size, separation, keep, reach);
}

/** How far a point and a triangle may go: see `linearAdvance`. */
export function pointTriangleLinearAdvance(
  x0: Float64Array,
  x1: Float64Array,
  p: number,
  t0: number,
  t1: number,
  t2: number,
  separation: number,
  keep: number,
  reach = Infinity,
): number {
  return linearAdvance(POINT_TRIANGLE, x0, x1, p, t0, t1, t2, separation, keep, reach);
}

/** How far two edges may go: see `linearAdvance`. */
export function edgeEdgeLinearAdvance(
  x0: Float64Array,
  x1: Float64Array,
  a0: number,
  a1: number,
  b0: number,
  b1: number,
  separation: number,
  keep: number,
  reach = Infinity,
): number {
  return linearAdvance(EDGE_EDGE, x0, x1, a0, a1, b0, b1, separation, keep, reach);
}

/** How far a point and an edge may go: see `linearAdvance`. */
export function pointEdgeLinearAdvance(
  x0: Float64Array,
  x1: Float64Array,
  p: number,
  e0: number,
  e1: number,
  separation: number,
  keep: number,
  reach = Infinity,
): number {
  return linearAdvance(POINT_EDGE, x0, x1, p, e0, e1, 0, separation, keep, reach);
}

/** How far two points may go: see `linearAdvance`. */
export function pointPointLinearAdvance(
  x0: Float64Array,
  x1: Float64Array,
  p: number,
  q: number,
  separation: number,
  keep: number,
  reach = Infinity,
): number {
  return linearAdvance(POINT_POINT, x0, x1, p, q, 0, 0, separation, keep, reach);
}
