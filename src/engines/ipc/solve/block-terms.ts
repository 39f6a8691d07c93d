// What goes into the 12×12 block of a pair, as kernels write it: the twin of blocks.ts, to the same bits.
//
// Portable (num/kernels/machine.ts).

import { type f64, type i32, putReal, realAt, subtractMultiple } from '../../../num/kernels/machine.ts';

function add(at: i32, value: f64): void {
  putReal(at, realAt(at) + value);
}

/** A force and its moment by the arm at `arm`, to the six numbers of a body at g. */
export function putWrench(g: i32, arm: i32, x: f64, y: f64, z: f64): void {
  const ax = realAt(arm);
  const ay = realAt(arm + 1);
  const az = realAt(arm + 2);
  add(g, x);
  add(g + 1, y);
  add(g + 2, z);
  add(g + 3, ay * z - az * y);
  add(g + 4, az * x - ax * z);
  add(g + 5, ax * y - ay * x);
}

/** H += s v vᵀ, upper triangle. */
export function putOuter(h: i32, v: i32, s: f64): void {
  for (let i = 0; i < 12; i++) {
    const sv = s * realAt(v + i);
    if (sv !== 0) subtractMultiple(12 - i, h + 13 * i, -sv, v + i);
  }
}

/** H += s (v wᵀ + w vᵀ), upper triangle. */
export function putSymmetricOuter(h: i32, v: i32, w: i32, s: f64): void {
  for (let i = 0; i < 12; i++) {
    const sv = s * realAt(v + i);
    const sw = s * realAt(w + i);
    for (let j = i; j < 12; j++) add(h + 12 * i + j, sv * realAt(w + j) + sw * realAt(v + j));
  }
}

/** H += JᵀMJ with J = (I, −[a], −I, [b]), for the arms at `arms`, a then b, and M = xx xy xz yy yz zz. */
export function putSandwich(h: i32, arms: i32, xx: f64, xy: f64, xz: f64, yy: f64, yz: f64, zz: f64): void {
  putOwn(h, arms, xx, xy, xz, yy, yz, zz);
  putOwn(h + 78, arms + 3, xx, xy, xz, yy, yz, zz);
  putBetween(h, arms, xx, xy, xz, yy, yz, zz);
}

function putOwn(h: i32, arm: i32, xx: f64, xy: f64, xz: f64, yy: f64, yz: f64, zz: f64): void {
  const x = realAt(arm);
  const y = realAt(arm + 1);
  const z = realAt(arm + 2);
  const p00 = xy * z - xz * y;
  const p01 = xz * x - xx * z;
  const p02 = xx * y - xy * x;
  const p10 = yy * z - yz * y;
  const p11 = yz * x - xy * z;
  const p12 = xy * y - yy * x;
  const p20 = yz * z - zz * y;
  const p21 = zz * x - xz * z;
  const p22 = xz * y - yz * x;
  add(h, xx);
  add(h + 1, xy);
  add(h + 2, xz);
  add(h + 3, -p00);
  add(h + 4, -p01);
  add(h + 5, -p02);
  add(h + 13, yy);
  add(h + 14, yz);
  add(h + 15, -p10);
  add(h + 16, -p11);
  add(h + 17, -p12);
  add(h + 26, zz);
  add(h + 27, -p20);
  add(h + 28, -p21);
  add(h + 29, -p22);
  add(h + 39, z * p10 - y * p20);
  add(h + 40, z * p11 - y * p21);
  add(h + 41, z * p12 - y * p22);
  add(h + 52, x * p21 - z * p01);
  add(h + 53, x * p22 - z * p02);
  add(h + 65, y * p02 - x * p12);
}

function putBetween(h: i32, arms: i32, xx: f64, xy: f64, xz: f64, yy: f64, yz: f64, zz: f64): void {
  const ax = realAt(arms);
  const ay = realAt(arms + 1);
  const az = realAt(arms + 2);
  const bx = realAt(arms + 3);
  const by = realAt(arms + 4);
  const bz = realAt(arms + 5);
  const q00 = xy * bz - xz * by;
  const q01 = xz * bx - xx * bz;
  const q02 = xx * by - xy * bx;
  const q10 = yy * bz - yz * by;
  const q11 = yz * bx - xy * bz;
  const q12 = xy * by - yy * bx;
  const q20 = yz * bz - zz * by;
  const q21 = zz * bx - xz * bz;
  const q22 = xz * by - yz * bx;
  add(h + 6, -xx);
  add(h + 7, -xy);
  add(h + 8, -xz);
  add(h + 9, q00);
  add(h + 10, q01);
  add(h + 11, q02);
  add(h + 18, -xy);
  add(h + 19, -yy);
  add(h + 20, -yz);
  add(h + 21, q10);
  add(h + 22, q11);
  add(h + 23, q12);
  add(h + 30, -xz);
  add(h + 31, -yz);
  add(h + 32, -zz);
  add(h + 33, q20);
  add(h + 34, q21);
  add(h + 35, q22);
  add(h + 42, xy * az - xz * ay);
  add(h + 43, yy * az - yz * ay);
  add(h + 44, yz * az - zz * ay);
  add(h + 45, -(az * q10 - ay * q20));
  add(h + 46, -(az * q11 - ay * q21));
  add(h + 47, -(az * q12 - ay * q22));
  add(h + 54, xz * ax - xx * az);
  add(h + 55, yz * ax - xy * az);
  add(h + 56, zz * ax - xz * az);
  add(h + 57, -(ax * q20 - az * q00));
  add(h + 58, -(ax * q21 - az * q01));
  add(h + 59, -(ax * q22 - az * q02));
  add(h + 66, xx * ay - xy * ax);
  add(h + 67, xy * ay - yy * ax);
  add(h + 68, xz * ay - yz * ax);
  add(h + 69, -(ay * q00 - ax * q10));
  add(h + 70, -(ay * q01 - ax * q11));
  add(h + 71, -(ay * q02 - ax * q12));
}

/** The 3×3 diagonal block at h += s (½(g rᵀ + r gᵀ) − (g·r) I), for the vector at r. */
export function putTurning(h: i32, s: f64, gx: f64, gy: f64, gz: f64, r: i32): void {
  const rx = realAt(r);
  const ry = realAt(r + 1);
  const rz = realAt(r + 2);
  const dot = gx * rx + gy * ry + gz * rz;
  add(h, s * (gx * rx - dot));
  add(h + 1, 0.5 * s * (gx * ry + gy * rx));
  add(h + 2, 0.5 * s * (gx * rz + gz * rx));
  add(h + 13, s * (gy * ry - dot));
  add(h + 14, 0.5 * s * (gy * rz + gz * ry));
  add(h + 26, s * (gz * rz - dot));
}
