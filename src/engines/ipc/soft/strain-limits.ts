// Faces of sheets that stretch no further than a limit L: a barrier in both squared stretches c of each, which are the eigenvalues of FᵀF,
//
//   b(c) = −K (1 − y)² ln y,   y = (L² − c)/(L² − c₀)      where c > c₀
//
// c₀ is that of half of the way to the limit. b only pulls, and ever more: its second derivative is never negative. The largest stretch is
// a convex function of places, so a way along which it stays below the limit is known by its end.

import type { Sheet } from '../../../elastic/index.ts';
import { membraneStrain, f1x, f1y, f1z, f2x, f2y, f2z } from '../../../elastic/index.ts';
import { log } from '../../../num/elementary/index.ts';
import { Elements } from './elements.ts';
import { GRADIENT, HESSIAN, NUMBERS, PLACES, room } from './room.ts';

/** Inverse rest edges as of a membrane, and K [J]. */
const SIZE = 4;
/** Ways end before this share of what was left to the limit. */
const KEEP = 0.9;

export class StrainLimits extends Elements {
  private readonly numbers: Float64Array;
  private readonly most: number;
  private readonly from: number;

  /** @param limit  of the stretch, above 1 */
  constructor(nodes: readonly number[], numbers: readonly number[], limit: number) {
    super(3, nodes);
    this.numbers = Float64Array.from(numbers);
    this.most = limit * limit;
    const half = 0.5 * (1 + limit);
    this.from = half * half;
  }

  begin(): void {}

  /** Leaves squared stretches and their directions of the face in the room. */
  private load(e: number): void {
    for (let k = 0; k < 3; k++) room[NUMBERS + k] = this.numbers[SIZE * e + k];
    membraneStrain(PLACES, NUMBERS);
    f.set([f1x, f1y, f1z, f2x, f2y, f2z]);
    const c11 = f1x * f1x + f1y * f1y + f1z * f1z;
    const c22 = f2x * f2x + f2y * f2y + f2z * f2z;
    const c12 = f1x * f2x + f1y * f2y + f1z * f2z;
    const half = 0.5 * (c11 - c22);
    const root = Math.sqrt(half * half + c12 * c12);
    c[0] = 0.5 * (c11 + c22) + root;
    c[1] = 0.5 * (c11 + c22) - root;
    // of the larger one
    let vx = c12;
    let vy = root - half;
    if (half > 0) [vx, vy] = [root + half, c12];
    const length = Math.sqrt(vx * vx + vy * vy);
    v[0] = length > 0 ? vx / length : 1;
    v[1] = length > 0 ? vy / length : 0;
  }

  /** The largest squared stretch of element e at places moved by s of a way (six numbers an owner). */
  private largest(e: number, q: Float64Array, way: Float64Array, s: number): number {
    for (let n = 0; n < 3; n++) {
      const node = this.nodes[3 * e + n];
      for (let k = 0; k < 3; k++) room[PLACES + 3 * n + k] = q[3 * node + k] + s * way[6 * node + k];
    }
    this.load(e);
    return c[0];
  }

  /** How much of the share `free` of a way leaves all faces some way to the limit. */
  advance(q: Float64Array, way: Float64Array, free: number): number {
    let share = free;
    for (let e = 0; e < this.count && share > 0; e++) {
      const now = this.largest(e, q, way, 0);
      const most = Math.max(now, this.most - (1 - KEEP) * (this.most - now));
      if (now <= this.from && this.largest(e, q, way, share) <= most) continue;
      for (let turn = 0; turn < MOST_TURNS && this.largest(e, q, way, share) > most; turn++) share *= 0.7;
      if (this.largest(e, q, way, share) > most) share = 0;
    }
    return share;
  }

  energy(e: number): number {
    this.load(e);
    let sum = 0;
    for (let i = 0; i < 2; i++) {
      if (c[i] <= this.from) continue;
      const y = (this.most - c[i]) / (this.most - this.from);
      if (!(y > 0)) return Infinity;
      sum -= (1 - y) * (1 - y) * log(y);
    }
    return sum * this.numbers[SIZE * e + 3];
  }

  /** Leaves b′ and b″ of both stretches. */
  private slopes(e: number): void {
    this.load(e);
    const width = this.most - this.from;
    const k = this.numbers[SIZE * e + 3];
    for (let i = 0; i < 2; i++) {
      b1[i] = b2[i] = 0;
      if (c[i] <= this.from) continue;
      const y = (this.most - c[i]) / width;
      const ln = log(y);
      b1[i] = (k / width) * ((1 - y) * ((1 - y) / y - 2 * ln));
      b2[i] = (k / (width * width)) * (-2 * ln + (4 * (1 - y)) / y + ((1 - y) / y) * ((1 - y) / y));
    }
  }

  /** F times the directions of the stretches: g[0…2] and g[3…5]. */
  private images(): void {
    for (let k = 0; k < 3; k++) {
      g[k] = f[k] * v[0] + f[3 + k] * v[1];
      g[3 + k] = -f[k] * v[1] + f[3 + k] * v[0];
    }
  }

  writeGradient(e: number): void {
    this.slopes(e);
    this.images();
    weights(this.numbers, SIZE * e);
    for (let n = 0; n < 3; n++)
      for (let k = 0; k < 3; k++)
        room[GRADIENT + 3 * n + k] = 2 * (b1[0] * along(n, 0) * g[k] + b1[1] * along(n, 1) * g[3 + k]);
  }

  writeHessian(e: number): void {
    this.slopes(e);
    this.images();
    weights(this.numbers, SIZE * e);
    const between = c[0] - c[1] > 1e-9 * c[0] ? (b1[0] - b1[1]) / (c[0] - c[1]) : b2[0];
    for (let n = 0; n < 3; n++)
      for (let m = 0; m < 3; m++) {
        const [n0, n1, m0, m1] = [along(n, 0), along(n, 1), along(m, 0), along(m, 1)];
        const plain = 2 * (b1[0] * n0 * m0 + b1[1] * n1 * m1);
        for (let k = 0; k < 3; k++)
          for (let l = 0; l < 3; l++) {
            const shearN = n0 * g[3 + k] + n1 * g[k];
            const shearM = m0 * g[3 + l] + m1 * g[l];
            room[HESSIAN + 9 * (3 * n + k) + 3 * m + l] =
              (k === l ? plain : 0) +
              4 * b2[0] * n0 * m0 * g[k] * g[l] +
              4 * b2[1] * n1 * m1 * g[3 + k] * g[3 + l] +
              2 * between * shearN * shearM;
          }
      }
  }
}

const MOST_TURNS = 60;
const f = new Float64Array(6);
const c = new Float64Array(2);
const v = new Float64Array(2);
const g = new Float64Array(6);
const b1 = new Float64Array(2);
const b2 = new Float64Array(2);
/** By how much the columns of F change with each corner. */
const d = new Float64Array(6);

function weights(numbers: Float64Array, at: number): void {
  const [xx, xy, yy] = [numbers[at], numbers[at + 1], numbers[at + 2]];
  d.set([-xx, -xy - yy, xx, xy, 0, yy]);
}

/** The same along the direction of a stretch. */
function along(n: number, i: number): number {
  return i === 0 ? d[2 * n] * v[0] + d[2 * n + 1] * v[1] : -d[2 * n] * v[1] + d[2 * n + 1] * v[0];
}

/** Of all faces of a sheet that have an area. */
export function strainLimitsOf(sheet: Sheet, limit: number, stiffness: number): StrainLimits {
  const nodes: number[] = [];
  const numbers: number[] = [];
  const width = limit * limit - 0.25 * (1 + limit) * (1 + limit);
  for (let face = 0; face < sheet.faces.length / 3; face++) {
    const [x1, x2, y2] = sheet.restShape(face);
    if (!(x1 > 0 && y2 > 0)) continue;
    nodes.push(...sheet.faces.subarray(3 * face, 3 * face + 3));
    // as stiff as the sheet itself halfway through the barrier
    numbers.push(1 / x1, -x2 / (x1 * y2), 1 / y2, 0.5 * x1 * y2 * stiffness * width * width);
  }
  return new StrainLimits(nodes, numbers, limit);
}
