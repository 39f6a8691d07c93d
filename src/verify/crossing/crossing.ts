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
import { bestFeatureAmong, bestSeparation, separationAlong } from '../distance/separation.ts';
import type { Encounter } from './encounter.ts';
import { faceEachOther, signedHeight } from './sides.ts';

/** What was found of a pair, and when, in 0…1, it crosses. */
type Passage = { readonly kind: 'clear' | 'undecided' } | { readonly kind: 'crosses'; readonly at: number };
const clear: Passage = { kind: 'clear' };
const undecided: Passage = { kind: 'undecided' };

/** Not a half: motions made by people cross at halves and quarters, and a crossing at a cut shows on neither side of it. */
export const CUT = 0.4721;
export const MOST_INTERVALS = 20_000;
export const MOST_OPEN_ENDS = 64;

/**
 * Proves the chosen pair clear over the whole stretch where one direction is enough.
 * @param wanted  a gap at the end [m] above which it need not be known better
 * @returns how far they are apart at the end at least [m], 0 where they are not proved clear
 */
export function provenGap(e: Encounter, wanted: number): number {
  e.loadEnds();
  if (!provedBetween(e, 1, e.stray, wanted)) return 0;
  const gap = separationOf(e, e.end) - e.rounding;
  if (gap >= wanted) return gap;
  return Math.max(gap, bestSeparation(e.parting, e.end, e.countA, e.countB, wanted) - e.rounding);
}

/** Distance of the chosen pair at the end of the stretch [m], or `limit` or more; where they intersect, minus their depth. */
export function separationAtEnd(e: Encounter, limit = Number.POSITIVE_INFINITY): number {
  e.loadEnds();
  // what parts a neighbour often parts this one
  const along = separationOf(e, e.end);
  return along >= limit ? along : bestSeparation(e.parting, e.end, e.countA, e.countB, limit);
}

/** Along the direction that parted a pair last. */
function separationOf({ countA, countB, parting }: Encounter, p: Float64Array): number {
  const { direction } = parting;
  return separationAlong(p, countA, countB, direction[0], direction[1], direction[2]);
}

/** Do they have a point in common at the end of the stretch, in the doubles of world coordinates? Exact. */
export function intersectAtEnd(e: Encounter): boolean {
  e.loadWorldEnd(e.middle);
  return simplicesIntersect(e.middle, e.countA, e.countB);
}

const from = new Float64Array(128);
const until = new Float64Array(128);

/** Decides the chosen pair over the whole stretch. */
export function decidePassage(e: Encounter): Passage {
  let openEnds = 0;
  let top = 0;
  from[0] = 0;
  until[0] = 1;
  for (let intervals = 0; top >= 0; intervals++) {
    const s0 = from[top];
    const s1 = until[top];
    top--;
    e.placeInterval(s0, s1);
    const length = s1 - s0;
    if (provedBetween(e, length, e.stray)) continue;

    const s = s0 + CUT * length;
    e.placeAt(s, e.middle);
    if (crosses(e, length)) return { kind: 'crosses', at: s };
    if (intervals >= MOST_INTERVALS || openEnds >= MOST_OPEN_ENDS) return undecided;
    const small = e.travelBetween(length) <= 4 * e.rounding || length < 1e-14;
    if (small || isWithinStray(e, length)) {
      openEnds++;
      continue;
    }
    // the earlier half is looked at first
    from[++top] = s;
    until[top] = s1;
    from[++top] = s0;
    until[top] = s;
  }
  return openEnds > 0 ? undecided : clear;
}

/** Whether the pair, which is in the `middle` of an interval, is certified to cross in it. */
function crosses(e: Encounter, length: number): boolean {
  const { count, countA, countB, middle } = e;
  if (count === 4) return changesSides(e, length);
  if (count < 4 || !(bestSeparation(e.parting, middle, countA, countB) < -4 * e.rounding)) return false;
  return simplicesIntersect(middle, countA, countB);
}

/** Whether the recorded lines themselves are clear, and the pair is as near to them as it may be. */
function isWithinStray(e: Encounter, length: number): boolean {
  const { stray, middle, countA, countB } = e;
  if (!(stray > 0 && bestSeparation(e.parting, middle, countA, countB) <= stray)) return false;
  return provedBetween(e, length, 0);
}

/**
 * Tries directions until one parts the pair from `start` to `end`: one that stays, or one that goes along
 * with the feature that parts them. The parting's direction is left with the one at the end.
 * @param stray  how far from the recorded lines the two together may be [m]: they are parted by more than that
 */
export function provedBetween(e: Encounter, length: number, stray: number, wanted = 0): boolean {
  const { start, end, middle, parting } = e;
  const { direction } = parting;
  const hx = direction[0];
  const hy = direction[1];
  const hz = direction[2];
  // what parted the pair before it (a neighbour, or the interval before) often parts this one
  if (parts(e, length, stray, hx, hy, hz) || parts(e, length, stray, -hx, -hy, -hz)) return true;
  for (let i = 0; i < 3 * e.count; i++) middle[i] = 0.5 * (start[i] + end[i]);
  // parted by more than they move, they are parted all along
  const enough = Math.max(wanted, 1.5 * e.travelBetween(length) + 2 * (e.rounding + stray));
  if (!(bestSeparation(parting, middle, e.countA, e.countB, enough) > 0)) return false;
  if (parts(e, length, stray, direction[0], direction[1], direction[2])) return true;
  return partsGoingAlong(e, length, stray);
}

function parts(e: Encounter, length: number, stray: number, nx: number, ny: number, nz: number): boolean {
  const { countA, countB, rounding } = e;
  const gap = Math.min(
    separationAlong(e.start, countA, countB, nx, ny, nz),
    separationAlong(e.end, countA, countB, nx, ny, nz),
  );
  // also keeps out the zero direction, whose gap is 0
  if (!(gap > rounding + stray)) return false;
  const bend = e.bendAlong(nx, ny, nz) * length * length;
  if (!(gap > rounding + stray + bend + e.cornersBetween(length))) return false;
  const { direction } = e.parting;
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
function partsGoingAlong(e: Encounter, length: number, stray: number): boolean {
  const { start, end, countA, countB, rounding, parting } = e;
  if (!bestFeatureAmong(parting, start, countA, countB, normal0)) return false;
  if (!bestFeatureAmong(parting, end, countA, countB, normal1)) return false;
  const [ux, uy, uz] = normal0;
  const [vx, vy, vz] = normal1;
  const ends = Math.min(
    separationAlong(start, countA, countB, ux, uy, uz),
    separationAlong(end, countA, countB, vx, vy, vz),
  );
  if (!(ends > rounding + stray)) return false;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < 3 * e.count; i += 3) {
    const v =
      ux * end[i] +
      uy * end[i + 1] +
      uz * end[i + 2] +
      (vx * start[i] + vy * start[i + 1] + vz * start[i + 2]);
    if (i < 3 * countA) low = Math.min(low, v);
    else high = Math.max(high, v);
  }
  const gap = Math.min(ends, 0.5 * (low - high));
  const bend = e.bendBetween(normal0, normal1) * length * length;
  if (!(gap > rounding + stray + bend + e.cornersBetween(length))) return false;
  parting.direction.set(normal1);
  return true;
}

/**
 * Four points in two simplices (a point and a triangle, or two segments) change the side of each
 * other between `start` and `end`, and look at each other from `middle` all the while.
 */
function changesSides(e: Encounter, length: number): boolean {
  const { countA, rounding } = e;
  const before = signedHeight(e.start, countA);
  const after = signedHeight(e.end, countA);
  if (!(before * after < 0 && Math.abs(before) > rounding && Math.abs(after) > rounding)) return false;
  return faceEachOther(e.middle, countA, 8 * (e.travelBetween(length) + rounding));
}
