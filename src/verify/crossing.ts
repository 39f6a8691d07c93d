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

import { cos, sin } from '../num/elementary.ts';
import { simplicesIntersect } from '../geometry/predicates/intersect.ts';
import { bestFeatureAmong, bestSeparation, direction, separationAlong } from './separation.ts';
import { faceEachOther, signedHeight } from './sides.ts';
import type { World } from './world.ts';
import { placeVertex, timeAt } from './world.ts';

export type Passage = 'clear' | 'crosses' | 'undecided';

/** Rounding of a world coordinate that came through a rotation and a sum, relative to what went in. */
const ROUNDING = 24 * 1.1102230246251565e-16;
/** Not a half: motions made by people cross at halves and quarters, and a crossing at a cut shows on neither side of it. */
const CUT = 0.4721;
const MOST_INTERVALS = 20_000;
const MOST_OPEN_ENDS = 64;

/** The two simplices in question, set by `choosePair`: vertices of the world, and how many of them. */
const chosen = new Int32Array(6);
let itemA = 0;
let itemB = 0;
let countA = 0;
let countB = 0;
let count = 0;
/** Everything is reckoned from here, so that rounding is that of the pair's size [m]. */
let originX = 0;
let originY = 0;
let originZ = 0;
let rounding = 0;
let stray = 0;

const start = new Float64Array(18);
const end = new Float64Array(18);
const middle = new Float64Array(18);
/** Largest |ω × r| over the vertices of each side [m]. */
let sweepA = 0;
let sweepB = 0;

/** When, in 0…1, the last pair that was found to cross does. */
export let crossingAt = 0;
/** After `isClear`: the pair is at least this far apart at the end of the stretch [m]. */
export let gapAtEnd = 0;

/** Chooses vertices a₀…, b₀… of two items; `pair` holds those of a, then those of b. */
export function choosePair(
  world: World,
  a: number,
  b: number,
  pair: Int32Array,
  sizeA: number,
  sizeB: number,
): void {
  itemA = a;
  itemB = b;
  countA = sizeA;
  countB = sizeB;
  count = sizeA + sizeB;
  for (let i = 0; i < count; i++) chosen[i] = 3 * pair[i];
  const { x0, x1, poses0, poses1 } = world;
  originX = x0[chosen[0]];
  originY = x0[chosen[0] + 1];
  originZ = x0[chosen[0] + 2];
  let size = 0;
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) {
      size = Math.max(size, Math.abs(x0[chosen[i] + k]), Math.abs(x1[chosen[i] + k]));
    }
  }
  for (let side = 0; side < 2; side++) {
    const item = side === 0 ? a : b;
    if (item >= world.bodies || !world.moved[item]) continue;
    for (let k = 0; k < 3; k++) {
      size = Math.max(size, Math.abs(poses0[7 * item + k]), Math.abs(poses1[7 * item + k]));
    }
  }
  rounding = ROUNDING * size;
  stray = (a < world.bodies ? 0 : world.stray) + (b < world.bodies ? 0 : world.stray);
  sweepA = largestSweep(world, a, 0, sizeA);
  sweepB = largestSweep(world, b, sizeA, count);
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
  const { x1 } = world;
  for (let i = 0; i < count; i++) for (let k = 0; k < 3; k++) middle[3 * i + k] = x1[chosen[i] + k];
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
  const enough = Math.max(wanted, 1.5 * travelBetween(world, length) + 2 * (rounding + stray));
  if (!(bestSeparation(middle, countA, countB, enough) > 0)) return false;
  return parts(world, length, direction[0], direction[1], direction[2]) || partsGoingAlong(world, length);
}

function parts(world: World, length: number, nx: number, ny: number, nz: number): boolean {
  const gap = Math.min(
    separationAlong(start, countA, countB, nx, ny, nz),
    separationAlong(end, countA, countB, nx, ny, nz),
  );
  // also keeps out the zero direction, whose gap is 0
  if (!(gap > rounding + stray)) return false;
  const bend =
    (bendAlong(world, itemA, sweepA, nx, ny, nz) + bendAlong(world, itemB, sweepB, nx, ny, nz)) *
    length *
    length;
  if (!(gap > rounding + stray + bend + cornersBetween(world, length))) return false;
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
  if (!(ends > rounding + stray)) return false;
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
  if (!(gap > rounding + stray + bend + cornersBetween(world, length))) return false;
  direction.set(normal1);
  return true;
}

/** |n × ω| |ω × r| / 8: how far a vertex gets off its chord along n over a whole stretch [m]. */
function bendAlong(world: World, item: number, sweep: number, nx: number, ny: number, nz: number): number {
  if (sweep === 0) return 0;
  const w = 3 * item;
  const wx = world.turns[w];
  const wy = world.turns[w + 1];
  const wz = world.turns[w + 2];
  const x = ny * wz - nz * wy;
  const y = nz * wx - nx * wz;
  const z = nx * wy - ny * wx;
  return (Math.sqrt(x * x + y * y + z * z) * sweep) / 8;
}

function largestSweep(world: World, item: number, first: number, last: number): number {
  if (item >= world.bodies || !world.moved[item]) return 0;
  const { x0, poses0, turns } = world;
  const p = 7 * item;
  const wx = turns[3 * item];
  const wy = turns[3 * item + 1];
  const wz = turns[3 * item + 2];
  let largest = 0;
  for (let i = first; i < last; i++) {
    const rx = x0[chosen[i]] - poses0[p];
    const ry = x0[chosen[i] + 1] - poses0[p + 1];
    const rz = x0[chosen[i] + 2] - poses0[p + 2];
    const x = wy * rz - wz * ry;
    const y = wz * rx - wx * rz;
    const z = wx * ry - wy * rx;
    largest = Math.max(largest, x * x + y * y + z * z);
  }
  return Math.sqrt(largest);
}

/** The interval that `start` and `end` belong to, for the polylines. */
let intervalFrom = 0;

/** How far both sides' vertices get off their chords by recorded turns within the interval [m]. */
function cornersBetween(world: World, length: number): number {
  const { polylines } = world;
  if (!polylines) return 0;
  const t0 = timeAt(world, intervalFrom);
  const t1 = timeAt(world, intervalFrom + length);
  const first = world.firstVertex[world.bodies];
  let a = 0;
  let b = 0;
  if (itemA >= world.bodies) {
    for (let i = 0; i < countA; i++) a = Math.max(a, polylines.deviation(chosen[i] / 3 - first, t0, t1));
  }
  if (itemB >= world.bodies) {
    for (let i = countA; i < count; i++) b = Math.max(b, polylines.deviation(chosen[i] / 3 - first, t0, t1));
  }
  return a + b;
}

function loadEnds(world: World): void {
  intervalFrom = 0;
  const { x0, x1 } = world;
  for (let i = 0; i < count; i++) {
    const v = chosen[i];
    start[3 * i] = x0[v] - originX;
    start[3 * i + 1] = x0[v + 1] - originY;
    start[3 * i + 2] = x0[v + 2] - originZ;
    end[3 * i] = x1[v] - originX;
    end[3 * i + 1] = x1[v + 1] - originY;
    end[3 * i + 2] = x1[v + 2] - originZ;
  }
}

/** Where the chosen vertices are at s, reckoned from the origin. */
function placeAt(world: World, s: number, out: Float64Array): void {
  if (out === start) intervalFrom = s;
  placeSide(world, itemA, 0, countA, s, out);
  placeSide(world, itemB, countA, count, s, out);
}

function placeSide(
  world: World,
  item: number,
  first: number,
  last: number,
  s: number,
  out: Float64Array,
): void {
  if (item >= world.bodies || !world.moved[item]) {
    for (let i = first; i < last; i++) {
      placeVertex(world, chosen[i] / 3, s, out, 3 * i);
      out[3 * i] -= originX;
      out[3 * i + 1] -= originY;
      out[3 * i + 2] -= originZ;
    }
    return;
  }
  const { x0, poses0, shifts, turns } = world;
  const w = 3 * item;
  const p = 7 * item;
  const wx = turns[w];
  const wy = turns[w + 1];
  const wz = turns[w + 2];
  // Rodrigues: r + sinc ω × r + cosc ω × (ω × r), with 1 − cos written as 2 sin² of half the angle
  const angle = Math.sqrt(wx * wx + wy * wy + wz * wz);
  const half = sin(0.5 * s * angle);
  const sinc = angle > 1e-150 ? (2 * half * cos(0.5 * s * angle)) / angle : s;
  const cosc = angle > 1e-150 ? (2 * half * half) / (angle * angle) : 0;
  const px = poses0[p] - originX + s * shifts[w];
  const py = poses0[p + 1] - originY + s * shifts[w + 1];
  const pz = poses0[p + 2] - originZ + s * shifts[w + 2];
  for (let i = first; i < last; i++) {
    const v = chosen[i];
    const rx = x0[v] - poses0[p];
    const ry = x0[v + 1] - poses0[p + 1];
    const rz = x0[v + 2] - poses0[p + 2];
    const tx = wy * rz - wz * ry;
    const ty = wz * rx - wx * rz;
    const tz = wx * ry - wy * rx;
    out[3 * i] = px + (rx + sinc * tx + cosc * (wy * tz - wz * ty));
    out[3 * i + 1] = py + (ry + sinc * ty + cosc * (wz * tx - wx * tz));
    out[3 * i + 2] = pz + (rz + sinc * tz + cosc * (wx * ty - wy * tx));
  }
}

/** No chosen vertex moves farther than this against the others in the interval [m]. */
function travelBetween(world: World, length: number): number {
  let farthest = 0;
  // against the first vertex, so that moving together counts for nothing
  const ox = end[0] - start[0];
  const oy = end[1] - start[1];
  const oz = end[2] - start[2];
  for (let i = 3; i < 3 * count; i += 3) {
    const dx = end[i] - start[i] - ox;
    const dy = end[i + 1] - start[i + 1] - oy;
    const dz = end[i + 2] - start[i + 2] - oz;
    farthest = Math.max(farthest, dx * dx + dy * dy + dz * dz);
  }
  const bend = (turnOf(world, itemA) * sweepA + turnOf(world, itemB) * sweepB) / 8;
  return Math.sqrt(farthest) + 2 * (bend * length * length + cornersBetween(world, length));
}

function turnOf(world: World, item: number): number {
  if (item >= world.bodies) return 0;
  const [x, y, z] = [world.turns[3 * item], world.turns[3 * item + 1], world.turns[3 * item + 2]];
  return Math.sqrt(x * x + y * y + z * z);
}

function clearButForStray(world: World, length: number): boolean {
  const allowed = stray;
  stray = 0;
  const clear = provedBetween(world, length);
  stray = allowed;
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
