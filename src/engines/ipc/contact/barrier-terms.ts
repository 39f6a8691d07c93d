// Gradient and Hessian of the barriers of a pair's contacts, as a kernel adds them: the twin of contact-terms.ts, to the
// same bits. What is said there holds here.
//
// Portable (num/kernels/machine.ts).

import { EDGE_EDGE, FLIPPED, POINT_EDGE, POINT_TRIANGLE } from '../../../geometry/ccd/index.ts';
import { log } from '../../../num/elementary/index.ts';
import { clearReals, type f64, type i32, putReal, realAt, wholeAt } from '../../../num/kernels/machine.ts';
import { putOuter, putSandwich, putSymmetricOuter, putTurning } from '../solve/block-terms.ts';
import {
  CONSTANTS,
  GAP,
  LIST,
  MOLLIFIER,
  POSITIONS,
  RECORD,
  THRESHOLD,
  VERTICES,
  WEIGHT,
} from '../solve/terms-layout.ts';

/** In the room: ∇d, two columns of Z, ∇c, the arms of a and b, two edges. */
const Z = 12;
const TWIST = 36;
const ARMS = 48;
const EDGES = 54;

// The contact that is looked at (contact-point.ts).
let kind: i32 = 0;
let x0: i32 = 0;
let x1: i32 = 0;
let x2: i32 = 0;
let x3: i32 = 0;
let w0: f64 = 0;
let w1: f64 = 0;
let w2: f64 = 0;
let w3: f64 = 0;
let d: f64 = 0;
let nx: f64 = 0;
let ny: f64 = 0;
let nz: f64 = 0;
/** Where the first body's numbers begin among the pair's twelve, and the arms of both among the arms. */
let first: i32 = 0;
let armF: i32 = 0;
let armS: i32 = 0;

function describe(args: i32, c: i32, a: i32, b: i32, room: i32): void {
  const list = wholeAt(args + LIST) + 5 * c;
  const record = wholeAt(args + RECORD) + 8 * c;
  const x = wholeAt(args + VERTICES);
  const q = wholeAt(args + POSITIONS);
  const code = wholeAt(list);
  const firstIsB = code >= FLIPPED;
  const bodyF = q + 3 * (firstIsB ? b : a);
  const bodyS = q + 3 * (firstIsB ? a : b);
  kind = code & 3;
  x0 = x + 3 * wholeAt(list + 1);
  x1 = x + 3 * wholeAt(list + 2);
  x2 = x + 3 * wholeAt(list + 3);
  x3 = x + 3 * wholeAt(list + 4);
  w0 = realAt(record);
  w1 = realAt(record + 1);
  w2 = realAt(record + 2);
  w3 = realAt(record + 3);
  d = Math.sqrt(realAt(record + 7));
  const dx = realAt(record + 4);
  const dy = realAt(record + 5);
  const dz = realAt(record + 6);
  nx = dx / d;
  ny = dy / d;
  nz = dz / d;
  first = firstIsB ? 6 : 0;
  armF = room + ARMS + (firstIsB ? 3 : 0);
  armS = room + ARMS + (firstIsB ? 0 : 3);
  let fx: f64 = w0 * realAt(x0);
  let fy: f64 = w0 * realAt(x0 + 1);
  let fz: f64 = w0 * realAt(x0 + 2);
  if (w1 > 0) {
    fx += w1 * realAt(x1);
    fy += w1 * realAt(x1 + 1);
    fz += w1 * realAt(x1 + 2);
  }
  putReal(armF, fx - realAt(bodyF));
  putReal(armF + 1, fy - realAt(bodyF + 1));
  putReal(armF + 2, fz - realAt(bodyF + 2));
  putReal(armS, fx - dx - realAt(bodyS));
  putReal(armS + 1, fy - dy - realAt(bodyS + 1));
  putReal(armS + 2, fz - dz - realAt(bodyS + 2));
}

/** v = (e, r_F×e, −e, −r_S×e). */
function putMotion(v: i32, ex: f64, ey: f64, ez: f64): void {
  const f = v + first;
  const s = v + 6 - first;
  const fx = realAt(armF);
  const fy = realAt(armF + 1);
  const fz = realAt(armF + 2);
  const sx = realAt(armS);
  const sy = realAt(armS + 1);
  const sz = realAt(armS + 2);
  putReal(f, ex);
  putReal(f + 1, ey);
  putReal(f + 2, ez);
  putReal(f + 3, fy * ez - fz * ey);
  putReal(f + 4, fz * ex - fx * ez);
  putReal(f + 5, fx * ey - fy * ex);
  putReal(s, -ex);
  putReal(s + 1, -ey);
  putReal(s + 2, -ez);
  putReal(s + 3, sz * ey - sy * ez);
  putReal(s + 4, sx * ez - sz * ex);
  putReal(s + 5, sy * ex - sx * ey);
}

/** Adds the barrier of contact c of pair i, bodies a and b, to the gradient at g and the block at h, where that is not below zero. */
export function addBarrierTerms(args: i32, i: i32, c: i32, a: i32, b: i32, g: i32, h: i32, room: i32): void {
  describe(args, c, a, b, room);
  const constants = wholeAt(args + CONSTANTS) + 2 * i;
  const dHat = realAt(constants + 1);
  const gap = realAt(wholeAt(args + GAP) + c);
  const stiffness = realAt(wholeAt(args + WEIGHT) + c) * realAt(constants);
  const m = realAt(wholeAt(args + MOLLIFIER) + c);
  let slope: f64 = 0;
  let bend: f64 = 0;
  let plain: f64 = 0;
  let m1: f64 = 0;
  let m2: f64 = 0;
  if (gap < dHat) {
    const e = gap - dHat;
    const ln = log(gap / dHat);
    slope = -e * (2 * ln + e / gap);
    bend = -2 * ln - (4 * e) / gap + (e * e) / (gap * gap);
    plain = -e * e * ln;
  }
  const plainSlope = stiffness * slope;
  slope = m * plainSlope;
  const curvature = m * (stiffness * bend);
  if (m < 1) {
    const threshold = realAt(wholeAt(args + THRESHOLD) + c);
    const u = crossSquared() / threshold;
    m1 = (2 - 2 * u) / threshold;
    m2 = -2 / (threshold * threshold);
  }
  plain = stiffness * plain;
  putMotion(room, nx, ny, nz);
  for (let k = 0; k < 12; k++) putReal(g + k, realAt(g + k) + slope * realAt(room + k));
  const mollified = m1 !== 0 && kind === EDGE_EDGE;
  if (mollified) addMollifierGradient(plain * m1, g, room + TWIST);
  if (h < 0) return;
  addCurvature(slope, curvature, h, room);
  if (!mollified) return;
  putSymmetricOuter(h, room, room + TWIST, plainSlope * m1);
  putOuter(h, room + TWIST, plain * m2);
  addMollifierCurvature(plain * m1, h);
}

function addCurvature(slope: f64, curvature: f64, h: i32, room: i32): void {
  const k = slope / d;
  const along = curvature - k;
  const tx = along * nx;
  const ty = along * ny;
  const tz = along * nz;
  putSandwich(h, room + ARMS, tx * nx + k, tx * ny, tx * nz, ty * ny + k, ty * nz, tz * nz + k);
  putTurning(h + 13 * (first + 3), k, d * nx, d * ny, d * nz, armF);
  putTurning(h + 13 * (9 - first), -k, d * nx, d * ny, d * nz, armS);
  subtractSliding(k, h, room);
}

function subtractSliding(k: f64, h: i32, room: i32): void {
  let count = 0;
  if (kind === POINT_TRIANGLE) {
    if (w1 !== 0 && w2 !== 0) count = slideAlong(count, x1, x2, false, room);
    if (w1 !== 0 && w3 !== 0) count = slideAlong(count, x1, x3, false, room);
    if (w1 === 0 && w2 !== 0 && w3 !== 0) count = slideAlong(count, x2, x3, false, room);
  } else if (kind === EDGE_EDGE) {
    if (w0 !== 0 && w1 !== 0) count = slideAlong(count, x0, x1, true, room);
    if (w2 !== 0 && w3 !== 0) count = slideAlong(count, x2, x3, false, room);
  } else if (kind === POINT_EDGE) {
    if (w1 !== 0 && w2 !== 0) count = slideAlong(count, x1, x2, false, room);
  }
  if (count === 0) return;
  const e = room + EDGES;
  const ex = realAt(e);
  const ey = realAt(e + 1);
  const ez = realAt(e + 2);
  const g11 = ex * ex + ey * ey + ez * ez;
  if (g11 === 0) return;
  const z1 = room + Z;
  const z2 = room + Z + 12;
  putOuter(h, z1, -k / g11);
  if (count === 1) return;
  const fx = realAt(e + 3);
  const fy = realAt(e + 4);
  const fz = realAt(e + 5);
  const g12 = ex * fx + ey * fy + ez * fz;
  const g22 = fx * fx + fy * fy + fz * fz;
  const rest = g22 - (g12 * g12) / g11;
  if (rest <= 1e-12 * g22) return;
  const project = g12 / g11;
  for (let i = 0; i < 12; i++) putReal(z2 + i, realAt(z2 + i) - project * realAt(z1 + i));
  putOuter(h, z2, -k / rest);
}

function slideAlong(count: i32, i: i32, j: i32, ofFirst: boolean, room: i32): i32 {
  const sign: f64 = ofFirst ? 1.0 : -1.0;
  const ex = sign * (realAt(j) - realAt(i));
  const ey = sign * (realAt(j + 1) - realAt(i + 1));
  const ez = sign * (realAt(j + 2) - realAt(i + 2));
  const z = room + Z + 12 * count;
  const e = room + EDGES + 3 * count;
  putReal(e, ex);
  putReal(e + 1, ey);
  putReal(e + 2, ez);
  putMotion(z, ex, ey, ez);
  const at = z + (ofFirst ? first : 6 - first) + 3;
  putReal(at, realAt(at) + d * (ey * nz - ez * ny));
  putReal(at + 1, realAt(at + 1) + d * (ez * nx - ex * nz));
  putReal(at + 2, realAt(at + 2) + d * (ex * ny - ey * nx));
  return count + 1;
}

/** The two edges of the contact, and their product. */
let ax: f64 = 0;
let ay: f64 = 0;
let az: f64 = 0;
let bx: f64 = 0;
let by: f64 = 0;
let bz: f64 = 0;
let cx: f64 = 0;
let cy: f64 = 0;
let cz: f64 = 0;

function crossSquared(): f64 {
  ax = realAt(x1) - realAt(x0);
  ay = realAt(x1 + 1) - realAt(x0 + 1);
  az = realAt(x1 + 2) - realAt(x0 + 2);
  bx = realAt(x3) - realAt(x2);
  by = realAt(x3 + 1) - realAt(x2 + 1);
  bz = realAt(x3 + 2) - realAt(x2 + 2);
  cx = ay * bz - az * by;
  cy = az * bx - ax * bz;
  cz = ax * by - ay * bx;
  return cx * cx + cy * cy + cz * cz;
}

/** gradient += scale ∇c, for the edges that were multiplied last, and leaves ∇c at `twist`. */
function addMollifierGradient(scale: f64, g: i32, twist: i32): void {
  const ex = by * cz - bz * cy;
  const ey = bz * cx - bx * cz;
  const ez = bx * cy - by * cx;
  clearReals(12, twist);
  const f = twist + first + 3;
  const s = twist + 9 - first;
  putReal(f, 2 * (ay * ez - az * ey));
  putReal(f + 1, 2 * (az * ex - ax * ez));
  putReal(f + 2, 2 * (ax * ey - ay * ex));
  for (let k = 0; k < 3; k++) putReal(s + k, -realAt(f + k));
  for (let k = 0; k < 12; k++) putReal(g + k, realAt(g + k) + scale * realAt(twist + k));
}

function addMollifierCurvature(scale: f64, h: i32): void {
  const aa = ax * ax + ay * ay + az * az;
  const ab = ax * bx + ay * by + az * bz;
  for (let i = 0; i < 3; i++) {
    const ai = i === 0 ? ax : i === 1 ? ay : az;
    const bi = i === 0 ? bx : i === 1 ? by : bz;
    for (let j = 0; j < 3; j++) {
      const aj = j === 0 ? ax : j === 1 ? ay : az;
      const bj = j === 0 ? bx : j === 1 ? by : bz;
      const same: f64 = i === j ? ab * ab : 0.0;
      const m = 2 * scale * (aa * bi * bj - ab * (ai * bj + bi * aj) + same);
      if (j >= i) {
        const own = h + 12 * (3 + i) + 3 + j;
        const other = h + 12 * (9 + i) + 9 + j;
        putReal(own, realAt(own) + m);
        putReal(other, realAt(other) + m);
      }
      const between = h + 12 * (3 + i) + 9 + j;
      putReal(between, realAt(between) - m);
    }
  }
}
