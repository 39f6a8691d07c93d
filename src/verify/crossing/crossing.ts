// Do two simplices touch while they move? Proved to be clear, certified to cross, or left undecided.
//
// Clear: a direction n that parts them at both ends of an interval [s₀, s₁] by more than the
// vertices can be off their chords along n parts them all the way, because between chords n·(a − b)
// is linear in s. A vertex of a body that turns by ω per unit of s is off its chord by at most
//   |n × ω| |ω × r| (s₁ − s₀)² / 8    along n,
// which is nothing for a disc that spins on the floor it lies on. Where that fails the interval is
// cut in two, so gaps of any size are resolved: the pieces shrink with the gap.
//
// Crossing: two triangles, or a wire and a triangle, that pass through each other stay in each
// other for a while, so some instant is found at which they intersect by more than rounding.
// A point and a triangle, or two wires, cross in one instant: certified where the sign of their
// tetrahedron changes over an interval so short that they face each other all through it.
// Lower dimensions (a point and a wire) can touch but not cross.
//
// Undecided: what is left below a few units of rounding, or within the stray of the recording.

import { simplicesIntersect } from '../../geometry/predicates/index.ts';
import {
  bendAlong,
  cornersBetween,
  count,
  countA,
  countB,
  end,
  itemA,
  itemB,
  loadEnds,
  loadWorldEnd,
  middle,
  placeAt,
  rounding,
  start,
  stray,
  sweepA,
  sweepB,
  travelBetween,
} from './encounter.ts';
import { bestFeatureAmong, bestSeparation, direction, separationAlong } from '../distance/separation.ts';
import { faceEachOther, signedHeight } from './sides.ts';
import type { World } from '../world.ts';

type Passage = 'clear' | 'crosses' | 'undecided';

/** Not a half: motions made by people cross at halves and quarters, and a crossing at a cut shows on neither side of it. */
const CUT = 0.4721;
const MOST_INTERVALS = 20_000;
const MOST_OPEN_ENDS = 64;

/** When, in 0…1, the last pair that was found to cross does. */
export let crossingAt = 0;
/** After `isClear`: the pair is at least this far apart at the end of the stretch [m]. */
export let gapAtEnd = 0;

/** The direction to be tried first: what parted the pair before. */
export function suggestDirection(x: number, y: number, z: number): void {
  direction[0] = x;
  direction[1] = y;
  direction[2] = z;
}

/**
 * Proves the chosen pair clear over the whole stretch where one direction is enough.
 * @param wanted  a gap at the end [m] above which it need not be known better
 */
export function isClear(world: World, wanted: number): boolean {
  loadEnds(world);
  if (!provedBetween(world, 1, wanted)) return false;
  gapAtEnd = separationAlong(end, countA, countB, direction[0], direction[1], direction[2]) - rounding;
  if (gapAtEnd < wanted)
    gapAtEnd = Math.max(gapAtEnd, bestSeparation(end, countA, countB, wanted) - rounding);
  return true;
}

/** Distance of the chosen pair at the end of the stretch [m], or `limit` or more; where they intersect, minus their depth. */
export function separationAtEnd(world: World, limit = Number.POSITIVE_INFINITY): number {
  loadEnds(world);
  // what parts a neighbour often parts this one
  const along = separationAlong(end, countA, countB, direction[0], direction[1], direction[2]);
  return along >= limit ? along : bestSeparation(end, countA, countB, limit);
}

/** Do they have a point in common at the end of the stretch, in the doubles of world coordinates? Exact. */
export function intersectAtEnd(world: World): boolean {
  loadWorldEnd(world, middle);
  return simplicesIntersect(middle, countA, countB);
}

const from = new Float64Array(128);
const until = new Float64Array(128);

/** Decides the chosen pair over the whole stretch. */
export function decidePassage(world: World): Passage {
  let undecided = false;
  let openEnds = 0;
  let top = 0;
  from[0] = 0;
  until[0] = 1;
  for (let intervals = 0; top >= 0; intervals++) {
    const s0 = from[top];
    const s1 = until[top];
    top--;
    placeAt(world, s0, start);
    placeAt(world, s1, end);
    const length = s1 - s0;
    if (provedBetween(world, length)) continue;

    const s = s0 + CUT * length;
    placeAt(world, s, middle);
    if (countA + countB >= 5) {
      if (
        bestSeparation(middle, countA, countB) < -4 * rounding &&
        simplicesIntersect(middle, countA, countB)
      ) {
        crossingAt = s;
        return 'crosses';
      }
    } else if (countA + countB === 4 && changesSides(world, length)) {
      crossingAt = s;
      return 'crosses';
    }
    if (intervals >= MOST_INTERVALS || openEnds >= MOST_OPEN_ENDS) return 'undecided';
    const small = travelBetween(world, length) <= 4 * rounding || length < 1e-14;
    if (
      small ||
      (stray > 0 && bestSeparation(middle, countA, countB) <= stray && clearButForStray(world, length))
    ) {
      undecided = true;
      openEnds++;
      continue;
    }
    // the earlier half is looked at first
    from[++top] = s;
    until[top] = s1;
    from[++top] = s0;
    until[top] = s;
  }
  return undecided ? 'undecided' : 'clear';
}

/**
 * Tries directions until one parts the pair from `start` to `end`: one that stays, or one that goes along
 * with the feature that parts them. `direction` is left with the one at the end.
 */
function provedBetween(world: World, length: number, wanted = 0): boolean {
  const hx = direction[0];
  const hy = direction[1];
  const hz = direction[2];
  // what parted the pair before it (a neighbour, or the interval before) often parts this one
  if (parts(world, length, hx, hy, hz) || parts(world, length, -hx, -hy, -hz)) return true;
  for (let i = 0; i < 3 * count; i++) middle[i] = 0.5 * (start[i] + end[i]);
  // parted by more than they move, they are parted all along
  const enough = Math.max(wanted, 1.5 * travelBetween(world, length) + 2 * (rounding + allowedStray()));
  if (!(bestSeparation(middle, countA, countB, enough) > 0)) return false;
  return parts(world, length, direction[0], direction[1], direction[2]) || partsGoingAlong(world, length);
}

function parts(world: World, length: number, nx: number, ny: number, nz: number): boolean {
  const gap = Math.min(
    separationAlong(start, countA, countB, nx, ny, nz),
    separationAlong(end, countA, countB, nx, ny, nz),
  );
  // also keeps out the zero direction, whose gap is 0
  if (!(gap > rounding + allowedStray())) return false;
  const bend =
    (bendAlong(world, itemA, sweepA, nx, ny, nz) + bendAlong(world, itemB, sweepB, nx, ny, nz)) *
    length *
    length;
  if (!(gap > rounding + allowedStray() + bend + cornersBetween(world, length))) return false;
  direction[0] = nx;
  direction[1] = ny;
  direction[2] = nz;
  return true;
}

const normal0 = new Float64Array(3);
const normal1 = new Float64Array(3);

/**
 * n(s) = (1 − s) n₀ + s n₁, the best feature's directions at both ends. Between chords n(s)·(a(s) − b(s)) is
 * quadratic with Bernstein coefficients n₀·(a₀ − b₀), ½ (n₀·(a₁ − b₁) + n₁·(a₀ − b₀)) and n₁·(a₁ − b₁), and
 * positive where these are. Two sheets that tumble together keep their gap only to such a direction.
 */
function partsGoingAlong(world: World, length: number): boolean {
  if (!bestFeatureAmong(start, countA, countB, normal0) || !bestFeatureAmong(end, countA, countB, normal1))
    return false;
  const [ux, uy, uz] = normal0;
  const [vx, vy, vz] = normal1;
  const ends = Math.min(
    separationAlong(start, countA, countB, ux, uy, uz),
    separationAlong(end, countA, countB, vx, vy, vz),
  );
  if (!(ends > rounding + allowedStray())) return false;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < 3 * count; i += 3) {
    const v =
      ux * end[i] +
      uy * end[i + 1] +
      uz * end[i + 2] +
      (vx * start[i] + vy * start[i + 1] + vz * start[i + 2]);
    if (i < 3 * countA) low = Math.min(low, v);
    else high = Math.max(high, v);
  }
  const gap = Math.min(ends, 0.5 * (low - high));
  const bendA = Math.max(
    bendAlong(world, itemA, sweepA, ux, uy, uz),
    bendAlong(world, itemA, sweepA, vx, vy, vz),
  );
  const bendB = Math.max(
    bendAlong(world, itemB, sweepB, ux, uy, uz),
    bendAlong(world, itemB, sweepB, vx, vy, vz),
  );
  const bend = (bendA + bendB) * length * length;
  if (!(gap > rounding + allowedStray() + bend + cornersBetween(world, length))) return false;
  direction.set(normal1);
  return true;
}

/** Set while asking whether the recorded lines themselves are clear. */
let ignoreStray = false;

function allowedStray(): number {
  return ignoreStray ? 0 : stray;
}

function clearButForStray(world: World, length: number): boolean {
  ignoreStray = true;
  const clear = provedBetween(world, length);
  ignoreStray = false;
  return clear;
}

/**
 * Four points in two simplices (a point and a triangle, or two segments) change the side of each
 * other between `start` and `end`, and look at each other from `middle` all the while.
 */
function changesSides(world: World, length: number): boolean {
  const before = signedHeight(start, countA);
  const after = signedHeight(end, countA);
  if (!(before * after < 0 && Math.abs(before) > rounding && Math.abs(after) > rounding)) return false;
  const reach = 8 * (travelBetween(world, length) + rounding);
  return faceEachOther(middle, countA, reach);
}
