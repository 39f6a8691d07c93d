// F = U Σ Vᵀ with U and V rotations: what is mirrored has a negative σ, the smallest. Portable.

import { type f64, type i32, putReal, realAt } from '../num/kernels/machine.ts';
import { eigenOfThree } from './eigen-of-three.ts';

/** A part of the largest stretch that is nothing: any direction will do. */
const NOTHING: f64 = 1e-12;

/**
 * @param f        nine reals, row by row
 * @param u        room for nine reals: directions after, in columns
 * @param sigma    room for three reals, falling in size
 * @param v        room for nine reals: directions before, in columns
 * @param scratch  room for eighteen reals
 */
export function principal(f: i32, u: i32, sigma: i32, v: i32, scratch: i32): void {
  const columns: i32 = scratch + 9;
  for (let i: i32 = 0; i < 3; i++)
    for (let j: i32 = 0; j < 3; j++) {
      let sum: f64 = 0;
      for (let k: i32 = 0; k < 9; k += 3) sum += realAt(f + k + i) * realAt(f + k + j);
      putReal(scratch + 3 * i + j, sum);
    }
  eigenOfThree(scratch, columns);
  // largest and second
  const a: f64 = realAt(scratch);
  const b: f64 = realAt(scratch + 4);
  const c: f64 = realAt(scratch + 8);
  const first: i32 = a >= b ? (a >= c ? 0 : 2) : b >= c ? 1 : 2;
  const second: i32 = first === 0 ? (b >= c ? 1 : 2) : first === 1 ? (a >= c ? 0 : 2) : a >= b ? 0 : 1;
  for (let k: i32 = 0; k < 9; k += 3) {
    putReal(v + k, realAt(columns + k + first));
    putReal(v + k + 1, realAt(columns + k + second));
  }
  putCross(v);
  for (let k: i32 = 0; k < 2; k++) putImage(f, v, u, k);
  const long: f64 = normalise(u, 0);
  if (!(long > 0)) {
    for (let k: i32 = 0; k < 9; k++) putReal(u + k, realAt(v + k));
    for (let k: i32 = 0; k < 3; k++) putReal(sigma + k, 0);
    return;
  }
  const along: f64 =
    realAt(u) * realAt(u + 1) + realAt(u + 3) * realAt(u + 4) + realAt(u + 6) * realAt(u + 7);
  for (let k: i32 = 0; k < 9; k += 3) putReal(u + k + 1, realAt(u + k + 1) - along * realAt(u + k));
  if (!(normalise(u, 1) > NOTHING * long)) putPerpendicular(u);
  putCross(u);
  for (let k: i32 = 0; k < 3; k++) {
    let sum: f64 = 0;
    for (let i: i32 = 0; i < 3; i++)
      for (let j: i32 = 0; j < 3; j++)
        sum += realAt(u + 3 * i + k) * realAt(f + 3 * i + j) * realAt(v + 3 * j + k);
    putReal(sigma + k, sum);
  }
}

/** Column k of u: what F makes of column k of v. */
function putImage(f: i32, v: i32, u: i32, k: i32): void {
  for (let i: i32 = 0; i < 3; i++)
    putReal(
      u + 3 * i + k,
      realAt(f + 3 * i) * realAt(v + k) +
        realAt(f + 3 * i + 1) * realAt(v + 3 + k) +
        realAt(f + 3 * i + 2) * realAt(v + 6 + k),
    );
}

/** Returns how long column k was. */
function normalise(m: i32, k: i32): f64 {
  const x: f64 = realAt(m + k);
  const y: f64 = realAt(m + 3 + k);
  const z: f64 = realAt(m + 6 + k);
  const length: f64 = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return 0;
  putReal(m + k, x / length);
  putReal(m + 3 + k, y / length);
  putReal(m + 6 + k, z / length);
  return length;
}

/** The third column is the first × the second. */
function putCross(m: i32): void {
  const ax: f64 = realAt(m);
  const ay: f64 = realAt(m + 3);
  const az: f64 = realAt(m + 6);
  const bx: f64 = realAt(m + 1);
  const by: f64 = realAt(m + 4);
  const bz: f64 = realAt(m + 7);
  putReal(m + 2, ay * bz - az * by);
  putReal(m + 5, az * bx - ax * bz);
  putReal(m + 8, ax * by - ay * bx);
}

/** The second column is perpendicular to the first: the axis that is farthest from it, without its part along it. */
function putPerpendicular(m: i32): void {
  const x: f64 = Math.abs(realAt(m));
  const y: f64 = Math.abs(realAt(m + 3));
  const z: f64 = Math.abs(realAt(m + 6));
  const axis: i32 = x <= y ? (x <= z ? 0 : 2) : y <= z ? 1 : 2;
  const along: f64 = realAt(m + 3 * axis);
  for (let k: i32 = 0; k < 3; k++) putReal(m + 3 * k + 1, (k === axis ? 1 : 0) - along * realAt(m + 3 * k));
  normalise(m, 1);
}
