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

import { closestDirection, widestDirection } from './direction.ts';
import { firstCount, type PairKind, vertexTotal } from './kind.ts';
import { HERE, here, NORMAL, normal, TRIAL, workOnPair } from './pair-memory.ts';

/** What n·(a − b) may err by, for relative coordinates of size one. */
const ROUNDING = 1.4210854715202004e-14; // 2⁻⁴⁶

/** Below this gap [m] denormal numbers would spoil the rounding bound. */
const TINY = 1e-290;

/** Engines' queries take 1 to 4 steps; grazing ones halve their gap a step and end long before this. */
const ITERATIONS = 256;

const start = new Float64Array(12);
const velocity = new Float64Array(12);
/** Of each vertex along the normal: place [m] and rate [m per unit time]. */
const place = new Float64Array(4);
const rate = new Float64Array(4);

// Numbers that pass between the functions of a query: V8 boxes doubles that are given to or returned by
// functions it does not inline, which took a third of the time.
const query = new Float64Array(6);
const SEPARATION = 0;
const KEEP = 1;
const REACH = 2;
/** The S of the rounding bound. */
const SIZE = 3;
const TIME = 4;
/** How far the normal separates the vertices, then how far it must. */
const GAP = 5;

/** Gathers a vertex relative to the origin vertices o of both ends; raises the size of the pair to its own. */
function gather(at: number, x0: Float64Array, x1: Float64Array, v: number, o: number): void {
  const fromX = x0[v] - x0[o];
  const fromY = x0[v + 1] - x0[o + 1];
  const fromZ = x0[v + 2] - x0[o + 2];
  const toX = x1[v] - x1[o];
  const toY = x1[v + 1] - x1[o + 1];
  const toZ = x1[v + 2] - x1[o + 2];
  start[at] = fromX;
  start[at + 1] = fromY;
  start[at + 2] = fromZ;
  velocity[at] = toX - fromX;
  velocity[at + 1] = toY - fromY;
  velocity[at + 2] = toZ - fromZ;
  const size =
    Math.abs(fromX) + Math.abs(fromY) + Math.abs(fromZ) + Math.abs(toX) + Math.abs(toY) + Math.abs(toZ);
  if (!(size <= query[SIZE])) query[SIZE] = size;
}

/** Writes where the vertices are at query[TIME]. */
function placeVertices(end: number): void {
  const t = query[TIME];
  for (let v = 0; v < end; v += 3) {
    here[v] = start[v] + t * velocity[v];
    here[v + 1] = start[v + 1] + t * velocity[v + 1];
    here[v + 2] = start[v + 2] + t * velocity[v + 2];
  }
}

/** Writes places and rates of all vertices along the normal, and to query[GAP] how far it separates them. */
function followVertices(first: number, total: number): void {
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  let least = Infinity;
  let most = -Infinity;
  for (let i = 0; i < total; i++) {
    const v = 3 * i;
    const height = nx * here[v] + ny * here[v + 1] + nz * here[v + 2];
    place[i] = height;
    rate[i] = nx * velocity[v] + ny * velocity[v + 1] + nz * velocity[v + 2];
    if (i < first) least = Math.min(least, height);
    else most = Math.max(most, height);
  }
  query[GAP] = least - most;
}

/** Adds to query[TIME] how long every pair of vertices stays apart by query[GAP] along the normal. */
function addProvenTime(first: number, total: number): void {
  const least = query[GAP];
  let proven = Infinity;
  for (let j = first; j < total; j++) {
    for (let i = 0; i < first; i++) {
      const closing = rate[j] - rate[i];
      if (closing > 0) proven = Math.min(proven, (place[i] - place[j] - least) / closing);
    }
  }
  query[TIME] += proven;
}

/** Writes the time until which the gathered pair keeps its target, in [0, 1], to query[TIME]. */
function advance(kind: PairKind): void {
  const separation = query[SEPARATION];
  const rounding = ROUNDING * query[SIZE] + TINY;
  const first = firstCount(kind);
  const total = vertexTotal(kind);
  let target = 0;
  let enough = separation;
  query[TIME] = 0;

  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    placeVertices(3 * total);
    closestDirection(NORMAL, HERE, kind);
    followVertices(first, total);
    if (!(query[GAP] - rounding > enough)) {
      widestDirection(NORMAL, HERE, kind, TRIAL);
      followVertices(first, total);
    }
    const gap = query[GAP] - rounding;
    if (iteration === 0) {
      const kept = query[KEEP] * Math.min(gap - separation, query[REACH]);
      target = separation + kept;
      // Approaching the target itself would take for ever: within twice what is kept is near enough.
      enough = target + Math.max(kept, rounding);
    }
    // A start that is not beyond the separation is not beyond its target either.
    if (!(gap > (iteration === 0 ? target : enough))) return;

    const now = query[TIME];
    query[GAP] = rounding + target;
    addProvenTime(first, total);
    const next = query[TIME];
    if (next >= 1) {
      query[TIME] = 1;
      return;
    }
    if (!(next > now)) {
      query[TIME] = now;
      return;
    }
  }
}

/**
 * The largest fraction of the motion that keeps a pair apart.
 * @param kind        which pair; unused vertices are ignored
 * @param x0,x1       positions [m] at the start and at the end
 * @param vertices    offsets of the vertices' x coordinates, first primitive first
 * @param separation  the gap [m] that must never be reached
 * @param keep        the fraction of the gap above `separation` to keep, 0 ≤ keep < 1
 * @param reach       gaps beyond this [m] count as this: an engine's activation distance
 */
export function linearAdvance(
  kind: PairKind,
  x0: Float64Array,
  x1: Float64Array,
  vertices: readonly number[],
  separation: number,
  keep: number,
  reach: number,
): number {
  query[SEPARATION] = separation;
  query[KEEP] = keep;
  query[REACH] = reach;
  query[SIZE] = 0;
  for (let i = 0; i < vertexTotal(kind); i++) gather(3 * i, x0, x1, vertices[i], vertices[0]);
  workOnPair();
  advance(kind);
  return query[TIME];
}
