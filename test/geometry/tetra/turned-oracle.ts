// What vibrations of bodies of revolution are, computed apart from tetrahedra: one angular order n at a time on the profile alone.
//
//   u = (u cos nθ, v sin nθ, w cos nθ) of radius, angle and height, u, v and w by six-node triangles over (r, z)
//
// n > 0 stands for pairs of equal frequency. The profile is cut finely, so this is the finer computation too.

import { Polyline } from '../../../src/geometry/tetra/swept/outline.ts';
import { Region } from '../../../src/geometry/tetra/swept/region.ts';
import { generalised } from '../../modes/oracles.ts';

export interface TurnedBody {
  /** r and z by turns, counter-clockwise [m]. */
  readonly profile: readonly number[];
  readonly youngsModulus: number;
  readonly poissonRatio: number;
  readonly density: number;
  /** Sides of triangles [m]. */
  readonly size: number;
  /** What cannot move. */
  readonly clamped?: (r: number, z: number) => boolean;
}

/** Degree four, six points: barycentric a, a, 1 − 2a, and weight (Dunavant 1985). */
const RULE = [
  [0.445948490915965, 0.223381589678011],
  [0.091576213509771, 0.109951743655322],
];

/** Vectors iterated at once. */
const BLOCK = 10;

/** Frequencies [Hz] of one order, the lowest `wanted`, without rigid motions. */
export function turnedFrequencies(body: TurnedBody, n: number, wanted: number): number[] {
  const { youngsModulus: e, poissonRatio: nu, density } = body;
  const mesh = profileMesh(body, n);
  const { unknowns, of, starts } = mesh;
  const k = new Float64Array(starts[unknowns]);
  const m = new Float64Array(starts[unknowns]);
  const lambda = nu / ((1 + nu) * (1 - 2 * nu));
  const mu = 1 / (2 * (1 + nu));
  const at = (i: number, j: number): number => starts[i] + j - (i - (starts[i + 1] - starts[i] - 1));
  for (const six of mesh.triangles)
    for (const [a, w] of RULE)
      for (let turn = 0; turn < 3; turn++) {
        const l = [a, a, a];
        l[turn] = 1 - 2 * a;
        const { values, dr, dz, r, area } = shapesAt(mesh.points, six, l);
        const weight = w * area * r;
        const strains: number[][] = [];
        for (let i = 0; i < 6; i++) {
          const s = values[i] / r;
          // rr, θθ, zz, rz, rθ, zθ of u, v and w
          strains.push([dr[i], s, 0, dz[i], -n * s, 0]);
          strains.push([0, n * s, 0, 0, dr[i] - s, dz[i]]);
          strains.push([0, 0, dz[i], dr[i], 0, -n * s]);
        }
        for (let p = 0; p < 18; p++) {
          const row = of[3 * six[Math.floor(p / 3)] + (p % 3)];
          if (row < 0) continue;
          const x = strains[p];
          const trace = lambda * (x[0] + x[1] + x[2]);
          for (let q = 0; q < 18; q++) {
            const column = of[3 * six[Math.floor(q / 3)] + (q % 3)];
            if (column < 0 || column > row) continue;
            const y = strains[q];
            const product =
              trace * (y[0] + y[1] + y[2]) +
              2 * mu * (x[0] * y[0] + x[1] * y[1] + x[2] * y[2]) +
              mu * (x[3] * y[3] + x[4] * y[4] + x[5] * y[5]);
            k[at(row, column)] += weight * product;
            if (p % 3 === q % 3)
              m[at(row, column)] += weight * values[Math.floor(p / 3)] * values[Math.floor(q / 3)];
          }
        }
      }
  const scale = Math.sqrt(e / density) / (2 * Math.PI);
  return lowest(k, m, starts, unknowns)
    .map((value) => Math.sqrt(Math.max(0, value)) * scale)
    .filter((hertz) => hertz > 1)
    .slice(0, wanted);
}

interface ProfileMesh {
  readonly points: number[];
  readonly triangles: number[][];
  /** Unknown of each component of each point, −1 where it is held. */
  readonly of: Int32Array;
  readonly unknowns: number;
  /** Where each row of the lower halves begins; rows reach to the diagonal. */
  readonly starts: Int32Array;
}

function profileMesh({ profile, size, clamped }: TurnedBody, n: number): ProfileMesh {
  const region = new Region([new Polyline(profile)], size);
  const points = [...region.points];
  const middles = new Map<string, number>();
  const middle = (a: number, b: number): number => {
    const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
    const known = middles.get(key);
    if (known !== undefined) return known;
    const made = points.length / 2;
    points.push((points[2 * a] + points[2 * b]) / 2, (points[2 * a + 1] + points[2 * b + 1]) / 2);
    middles.set(key, made);
    return made;
  };
  const triangles: number[][] = [];
  for (let t = 0; t < region.triangles.length; t += 3) {
    const [a, b, c] = region.triangles.slice(t, t + 3);
    triangles.push([a, b, c, middle(a, b), middle(b, c), middle(c, a)]);
  }
  const order = Array.from({ length: points.length / 2 }, (_, p) => p).sort(
    (p, q) => points[2 * p + 1] - points[2 * q + 1] || points[2 * p] - points[2 * q],
  );
  const of = new Int32Array(3 * order.length).fill(-1);
  let unknowns = 0;
  for (const p of order)
    for (let c = 0; c < 3; c++) {
      // on the axis only what has one direction there may move: along it for n = 0, across it for n = 1
      const held = points[2 * p] === 0 && (n === 0 ? c < 2 : n === 1 ? c === 2 : true);
      if (!held && !clamped?.(points[2 * p], points[2 * p + 1])) of[3 * p + c] = unknowns++;
    }
  const first = Int32Array.from({ length: unknowns }, (_, i) => i);
  for (const six of triangles) {
    const rows = six.flatMap((p) => [of[3 * p], of[3 * p + 1], of[3 * p + 2]]).filter((i) => i >= 0);
    const least = Math.min(...rows);
    for (const i of rows) first[i] = Math.min(first[i], least);
  }
  const starts = new Int32Array(unknowns + 1);
  for (let i = 0; i < unknowns; i++) starts[i + 1] = starts[i] + i - first[i] + 1;
  return { points, triangles, of, unknowns, starts };
}

function shapesAt(
  x: readonly number[],
  six: readonly number[],
  l: readonly number[],
): { values: number[]; dr: number[]; dz: number[]; r: number; area: number } {
  const [a, b, c] = six.map((p) => 2 * p);
  const double = (x[b] - x[a]) * (x[c + 1] - x[a + 1]) - (x[b + 1] - x[a + 1]) * (x[c] - x[a]);
  const lr = [x[b + 1] - x[c + 1], x[c + 1] - x[a + 1], x[a + 1] - x[b + 1]].map((d) => d / double);
  const lz = [x[c] - x[b], x[a] - x[c], x[b] - x[a]].map((d) => d / double);
  const values: number[] = [];
  const dr: number[] = [];
  const dz: number[] = [];
  for (let i = 0; i < 3; i++) {
    values.push(l[i] * (2 * l[i] - 1));
    dr.push((4 * l[i] - 1) * lr[i]);
    dz.push((4 * l[i] - 1) * lz[i]);
  }
  for (let i = 0; i < 3; i++) {
    const j = (i + 1) % 3;
    values.push(4 * l[i] * l[j]);
    dr.push(4 * (l[i] * lr[j] + l[j] * lr[i]));
    dz.push(4 * (l[i] * lz[j] + l[j] * lz[i]));
  }
  return { values, dr, dz, r: l[0] * x[a] + l[1] * x[b] + l[2] * x[c], area: double / 2 };
}

/** Subspace iteration with K + s M, s small beside what vibrates (Bathe); ascending eigenvalues, rigid ones near 0. */
function lowest(k: Float64Array, m: Float64Array, starts: Int32Array, n: number): number[] {
  let [trace, weight] = [0, 0];
  for (let i = 0; i < n; i++) {
    trace += k[starts[i + 1] - 1];
    weight += m[starts[i + 1] - 1];
  }
  const shift = (1e-9 * trace) / weight;
  const factor = k.map((value, i) => value + shift * m[i]);
  cholesky(factor, starts, n);
  const block = Math.min(BLOCK, n);
  let seed = 1;
  let x: Float64Array[] = Array.from({ length: block }, () =>
    Float64Array.from({ length: n }, () => {
      seed = (seed * 16807) % 2147483647;
      return seed / 2147483647 - 0.5;
    }),
  );
  let values: number[] = [];
  for (let round = 0; round < 60; round++) {
    const y = x.map((column) => solved(factor, starts, n, times(m, starts, n, column)));
    const my = y.map((column) => times(m, starts, n, column));
    const ky = y.map((column) => times(k, starts, n, column));
    const small = (right: Float64Array[]): Float64Array =>
      Float64Array.from({ length: block * block }, (_, i) =>
        inner(y[i % block], right[Math.floor(i / block)]),
      );
    // Gram–Schmidt in M keeps the small problem well-posed
    const before = values;
    values = generalised(small(ky), small(my), block);
    const basis: Float64Array<ArrayBuffer>[] = [];
    for (const column of y) {
      const made = column.slice();
      for (const b of basis) {
        const part = inner(made, times(m, starts, n, b));
        for (let i = 0; i < n; i++) made[i] -= part * b[i];
      }
      const size = Math.sqrt(inner(made, times(m, starts, n, made)));
      basis.push(made.map((value) => value / size));
    }
    x = basis;
    const half = Math.ceil(block / 2);
    if (
      before.length > 0 &&
      values.slice(0, half).every((v, i) => Math.abs(v - before[i]) <= 1e-8 * (v + shift))
    )
      break;
  }
  return values;
}

function inner(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

function cholesky(a: Float64Array, starts: Int32Array, n: number): void {
  for (let i = 0; i < n; i++) {
    const from = i + 1 - (starts[i + 1] - starts[i]);
    for (let j = from; j <= i; j++) {
      const low = j + 1 - (starts[j + 1] - starts[j]);
      let sum = a[starts[i] + j - from];
      for (let l = Math.max(from, low); l < j; l++) sum -= a[starts[i] + l - from] * a[starts[j] + l - low];
      if (j < i) a[starts[i] + j - from] = sum / a[starts[j + 1] - 1];
      else if (sum > 0) a[starts[i] + j - from] = Math.sqrt(sum);
      else throw new Error('not positive definite');
    }
  }
}

function solved(a: Float64Array, starts: Int32Array, n: number, b: Float64Array): Float64Array {
  const x = b.slice();
  for (let i = 0; i < n; i++) {
    const from = i + 1 - (starts[i + 1] - starts[i]);
    for (let j = from; j < i; j++) x[i] -= a[starts[i] + j - from] * x[j];
    x[i] /= a[starts[i + 1] - 1];
  }
  for (let i = n - 1; i >= 0; i--) {
    x[i] /= a[starts[i + 1] - 1];
    const from = i + 1 - (starts[i + 1] - starts[i]);
    for (let j = from; j < i; j++) x[j] -= a[starts[i] + j - from] * x[i];
  }
  return x;
}

function times(a: Float64Array, starts: Int32Array, n: number, x: Float64Array): Float64Array {
  const y = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const from = i + 1 - (starts[i + 1] - starts[i]);
    for (let j = from; j < i; j++) {
      const value = a[starts[i] + j - from];
      y[i] += value * x[j];
      y[j] += value * x[i];
    }
    y[i] += a[starts[i + 1] - 1] * x[i];
  }
  return y;
}
