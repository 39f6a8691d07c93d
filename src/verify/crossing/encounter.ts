// Two simplices that move against each other: which, where they are at any s of the stretch, and how they get there.
//
// `choosePair` chooses; everything else here and in crossing.ts is about the pair that was chosen
// last. One pair at a time and no objects: millions of them are looked at.

import { cos, sin } from '../../num/elementary/index.ts';
import type { World } from '../world.ts';
import { placeEnds, placeVertex, timeAt } from '../world.ts';

/** Rounding of a world coordinate that came through a rotation and a sum, relative to what went in. */
const ROUNDING = 24 * 1.1102230246251565e-16;

/** The two simplices in question, set by `choosePair`: vertices of the world, and how many of them. */
const chosen = new Int32Array(6);
export let itemA = 0;
export let itemB = 0;
export let countA = 0;
export let countB = 0;
export let count = 0;
/** Everything is reckoned from here, so that rounding is that of the pair's size [m]. */
let originX = 0;
let originY = 0;
let originZ = 0;
export let rounding = 0;
export let stray = 0;

export const start = new Float64Array(18);
export const end = new Float64Array(18);
export const middle = new Float64Array(18);
/** Largest |ω × r| over the vertices of each side [m]. */
export let sweepA = 0;
export let sweepB = 0;

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
  for (let i = 0; i < count; i++) {
    placeEnds(world, i < sizeA ? a : b, pair[i]);
    chosen[i] = 3 * pair[i];
  }
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

/** |n × ω| |ω × r| / 8: how far a vertex gets off its chord along n over a whole stretch [m]. */
export function bendAlong(
  world: World,
  item: number,
  sweep: number,
  nx: number,
  ny: number,
  nz: number,
): number {
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
export function cornersBetween(world: World, length: number): number {
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

export function loadEnds(world: World): void {
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

/** The end of the stretch in world coordinates, to the bit. */
export function loadWorldEnd(world: World, out: Float64Array): void {
  for (let i = 0; i < count; i++) for (let k = 0; k < 3; k++) out[3 * i + k] = world.x1[chosen[i] + k];
}

/** Where the chosen vertices are at s, reckoned from the origin. */
export function placeAt(world: World, s: number, out: Float64Array): void {
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
export function travelBetween(world: World, length: number): number {
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
