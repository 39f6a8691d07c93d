// Two simplices that move against each other: which, where they are at any s of the stretch, and how they get there.
//
// One encounter serves one pair after another, and everything in crossing.ts is about the pair that was chosen last:
// millions of them are looked at.

import { cos, sin } from '../../num/elementary/index.ts';
import type { Parting } from '../distance/separation.ts';
import type { Polylines } from '../polylines.ts';
import type { World } from '../world.ts';
import { placeEnds, placeVertex, timeAt } from '../world.ts';
import { loadSimplices } from './simplex-pair.ts';

/** Rounding of a world coordinate that came through a rotation and a sum, relative to what went in. */
const ROUNDING = 24 * 1.1102230246251565e-16;

export class Encounter {
  readonly world: World;
  itemA = 0;
  itemB = 0;
  /** How many vertices each has, and both. */
  countA = 0;
  countB = 0;
  count = 0;
  /** What parts the pair; before it is known what parted the one before: a neighbour, or the same a stretch ago. */
  readonly parting: Parting = { direction: new Float64Array(3), feature: 0, sign: 1 };
  /** Where they are at the ends of an interval of the stretch and within it, reckoned from the origin [m]. */
  readonly start = new Float64Array(18);
  readonly end = new Float64Array(18);
  readonly middle = new Float64Array(18);
  /** What rounding may do to these, and how far the pair may be off its recorded lines [m]. */
  rounding = 0;
  stray = 0;
  /** Largest |ω × r| over the vertices of each side [m]. */
  private sweepA = 0;
  private sweepB = 0;
  /** Vertices of the world, and where their coordinates begin. */
  private readonly vertices = new Int32Array(6);
  private readonly places = new Int32Array(6);
  /** Everything is reckoned from here, so that rounding is that of the pair's size [m]. */
  private readonly origin = new Float64Array(3);
  /** Where in the stretch the interval begins that `start` and `end` belong to. */
  private intervalFrom = 0;

  constructor(world: World) {
    this.world = world;
  }

  /** Chooses simplex p of item a and simplex q of item b. */
  chooseSimplices(a: number, p: number, b: number, q: number): void {
    const sizeA = loadSimplices(this.world, a, p, b, q, this.vertices);
    this.choose(a, b, this.vertices, sizeA, this.world.forms[b].simplices.sizes[q]);
  }

  /** Chooses vertices a₀…, b₀… of two items; `vertices` holds those of a, then those of b. */
  choose(a: number, b: number, vertices: Int32Array, countA: number, countB: number): void {
    const { world, places, origin } = this;
    const count = countA + countB;
    this.itemA = a;
    this.itemB = b;
    this.countA = countA;
    this.countB = countB;
    this.count = count;
    for (let i = 0; i < count; i++) {
      placeEnds(world, i < countA ? a : b, vertices[i]);
      places[i] = 3 * vertices[i];
    }
    const { x0, x1, poses0, poses1 } = world;
    for (let k = 0; k < 3; k++) origin[k] = x0[places[0] + k];
    let size = 0;
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 3; k++) {
        size = Math.max(size, Math.abs(x0[places[i] + k]), Math.abs(x1[places[i] + k]));
      }
    }
    for (let side = 0; side < 2; side++) {
      const item = side === 0 ? a : b;
      if (item >= world.bodies || !world.moved[item]) continue;
      for (let k = 0; k < 3; k++) {
        size = Math.max(size, Math.abs(poses0[7 * item + k]), Math.abs(poses1[7 * item + k]));
      }
    }
    this.rounding = ROUNDING * size;
    this.stray = (a < world.bodies ? 0 : world.stray) + (b < world.bodies ? 0 : world.stray);
    this.sweepA = this.largestSweep(a, 0, countA);
    this.sweepB = this.largestSweep(b, countA, count);
  }

  private largestSweep(item: number, first: number, last: number): number {
    const { world, places } = this;
    if (item >= world.bodies || !world.moved[item]) return 0;
    const { x0, poses0, turns } = world;
    const p = 7 * item;
    const wx = turns[3 * item];
    const wy = turns[3 * item + 1];
    const wz = turns[3 * item + 2];
    let largest = 0;
    for (let i = first; i < last; i++) {
      const rx = x0[places[i]] - poses0[p];
      const ry = x0[places[i] + 1] - poses0[p + 1];
      const rz = x0[places[i] + 2] - poses0[p + 2];
      const x = wy * rz - wz * ry;
      const y = wz * rx - wx * rz;
      const z = wx * ry - wy * rx;
      largest = Math.max(largest, x * x + y * y + z * z);
    }
    return Math.sqrt(largest);
  }

  /** How far both get off their chords along n over a whole stretch [m]. */
  bendAlong(nx: number, ny: number, nz: number): number {
    return this.bendOfA(nx, ny, nz) + this.bendOfB(nx, ny, nz);
  }

  /** The same where n goes from u to v. */
  bendBetween([ux, uy, uz]: Float64Array, [vx, vy, vz]: Float64Array): number {
    return (
      Math.max(this.bendOfA(ux, uy, uz), this.bendOfA(vx, vy, vz)) +
      Math.max(this.bendOfB(ux, uy, uz), this.bendOfB(vx, vy, vz))
    );
  }

  private bendOfA(nx: number, ny: number, nz: number): number {
    return this.sweepA === 0 ? 0 : bendOf(this.world.turns, 3 * this.itemA, this.sweepA, nx, ny, nz);
  }

  private bendOfB(nx: number, ny: number, nz: number): number {
    return this.sweepB === 0 ? 0 : bendOf(this.world.turns, 3 * this.itemB, this.sweepB, nx, ny, nz);
  }

  /** How far both sides' vertices get off their chords by recorded turns within the interval [m]. */
  cornersBetween(length: number): number {
    const { world, countA, count } = this;
    if (!world.polylines) return 0;
    const a = this.itemA >= world.bodies ? this.cornersOf(world.polylines, 0, countA, length) : 0;
    const b = this.itemB >= world.bodies ? this.cornersOf(world.polylines, countA, count, length) : 0;
    return a + b;
  }

  private cornersOf(polylines: Polylines, from: number, until: number, length: number): number {
    const { world, places, intervalFrom } = this;
    let most = 0;
    if (intervalFrom === 0 && length === 1) {
      for (let i = from; i < until; i++) most = Math.max(most, world.bends[places[i] / 3]);
      return most;
    }
    const t0 = timeAt(world, intervalFrom);
    const t1 = timeAt(world, intervalFrom + length);
    const first = world.firstVertex[world.bodies];
    for (let i = from; i < until; i++)
      most = Math.max(most, polylines.deviation(places[i] / 3 - first, t0, t1));
    return most;
  }

  /** Puts `start` and `end` at the ends of the stretch. */
  loadEnds(): void {
    const { places, origin, start, end } = this;
    const { x0, x1 } = this.world;
    const ox = origin[0];
    const oy = origin[1];
    const oz = origin[2];
    this.intervalFrom = 0;
    for (let i = 0; i < this.count; i++) {
      const v = places[i];
      start[3 * i] = x0[v] - ox;
      start[3 * i + 1] = x0[v + 1] - oy;
      start[3 * i + 2] = x0[v + 2] - oz;
      end[3 * i] = x1[v] - ox;
      end[3 * i + 1] = x1[v + 1] - oy;
      end[3 * i + 2] = x1[v + 2] - oz;
    }
  }

  /** The end of the stretch in world coordinates, to the bit. */
  loadWorldEnd(out: Float64Array): void {
    const { places, count } = this;
    const { x1 } = this.world;
    for (let i = 0; i < count; i++) for (let k = 0; k < 3; k++) out[3 * i + k] = x1[places[i] + k];
  }

  /** Puts `start` and `end` at s₀ and s₁. */
  placeInterval(s0: number, s1: number): void {
    this.intervalFrom = s0;
    this.placeAt(s0, this.start);
    this.placeAt(s1, this.end);
  }

  /** Where the chosen vertices are at s, reckoned from the origin. */
  placeAt(s: number, out: Float64Array): void {
    this.placeSide(this.itemA, 0, this.countA, s, out);
    this.placeSide(this.itemB, this.countA, this.count, s, out);
  }

  private placeSide(item: number, first: number, last: number, s: number, out: Float64Array): void {
    const { world, places, origin } = this;
    if (item >= world.bodies || !world.moved[item]) {
      for (let i = first; i < last; i++) {
        placeVertex(world, places[i] / 3, s, out, 3 * i);
        for (let k = 0; k < 3; k++) out[3 * i + k] -= origin[k];
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
    const px = poses0[p] - origin[0] + s * shifts[w];
    const py = poses0[p + 1] - origin[1] + s * shifts[w + 1];
    const pz = poses0[p + 2] - origin[2] + s * shifts[w + 2];
    for (let i = first; i < last; i++) {
      const v = places[i];
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
  travelBetween(length: number): number {
    const { world, start, end, count } = this;
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
    const bend = (turnOf(world, this.itemA) * this.sweepA + turnOf(world, this.itemB) * this.sweepB) / 8;
    return Math.sqrt(farthest) + 2 * (bend * length * length + this.cornersBetween(length));
  }
}

/** |n × ω| |ω × r| / 8: how far a vertex gets off its chord along n over a whole stretch [m], for ω at turns[w] and |ω × r| = sweep. */
function bendOf(turns: Float64Array, w: number, sweep: number, nx: number, ny: number, nz: number): number {
  const wx = turns[w];
  const wy = turns[w + 1];
  const wz = turns[w + 2];
  const x = ny * wz - nz * wy;
  const y = nz * wx - nx * wz;
  const z = nx * wy - ny * wx;
  return (Math.sqrt(x * x + y * y + z * z) * sweep) / 8;
}

function turnOf({ bodies, turns }: World, item: number): number {
  if (item >= bodies) return 0;
  const [x, y, z] = [turns[3 * item], turns[3 * item + 1], turns[3 * item + 2]];
  return Math.sqrt(x * x + y * y + z * z);
}
