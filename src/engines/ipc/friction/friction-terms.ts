// Gradient and Hessian of a pair's lagged friction, as a kernel adds them: the twin of addFrictionTerms (friction.ts), to the
// same bits.
//
// Portable (num/kernels/machine.ts).

import { type f64, type i32, putReal, realAt, wholeAt } from '../../../num/kernels/machine.ts';
import { putSandwich, putWrench } from '../solve/block-terms.ts';
import { FIRST_POSITIONS, FIRST_ROTATIONS, LAGGED, POSITIONS, ROTATIONS } from '../solve/terms-layout.ts';
import { epsilonAt, expectedAt, laggedStride, pointsAt, rolledAt, tangentsAt } from './lagged-layout.ts';

/** In the room: how the pair moved, 21 numbers (friction.ts), and arms. */
const ARMS = 48;

function loadMotion(args: i32, a: i32, b: i32, room: i32): void {
  const r = wholeAt(args + ROTATIONS);
  const r0 = wholeAt(args + FIRST_ROTATIONS);
  const q = wholeAt(args + POSITIONS);
  const q0 = wholeAt(args + FIRST_POSITIONS);
  for (let k = 0; k < 9; k++) {
    putReal(room + k, realAt(r + 9 * a + k) - realAt(r0 + 9 * a + k));
    putReal(room + 9 + k, realAt(r + 9 * b + k) - realAt(r0 + 9 * b + k));
  }
  for (let k = 0; k < 3; k++) {
    const ofA = realAt(q + 3 * a + k) - realAt(q0 + 3 * a + k);
    putReal(room + 18 + k, ofA - (realAt(q + 3 * b + k) - realAt(q0 + 3 * b + k)));
  }
}

function turn(to: i32, r: i32, v: i32): void {
  const x = realAt(v);
  const y = realAt(v + 1);
  const z = realAt(v + 2);
  putReal(to, realAt(r) * x + realAt(r + 1) * y + realAt(r + 2) * z);
  putReal(to + 1, realAt(r + 3) * x + realAt(r + 4) * y + realAt(r + 5) * z);
  putReal(to + 2, realAt(r + 6) * x + realAt(r + 7) * y + realAt(r + 8) * z);
}

/** How far a point of the pair's a slipped on one of b along the row k of its motion, without what rolled. */
function slipOf(room: i32, k: i32, c: i32): f64 {
  const m = room + 3 * k;
  const ofA = realAt(m) * realAt(c + 1) + realAt(m + 1) * realAt(c + 2) + realAt(m + 2) * realAt(c + 3);
  const ofB = realAt(m + 9) * realAt(c + 4) + realAt(m + 10) * realAt(c + 5) + realAt(m + 11) * realAt(c + 6);
  return ofA - ofB + realAt(room + 18 + k);
}

/** Adds the lagged contacts `from` to the one before `to` to the gradient at g and the block at h, or below zero to none. */
export function addLaggedTerms(
  args: i32,
  from: i32,
  to: i32,
  a: i32,
  b: i32,
  g: i32,
  h: i32,
  room: i32,
): void {
  loadMotion(args, a, b, room);
  const r = wholeAt(args + ROTATIONS);
  const arms = room + ARMS;
  const end = wholeAt(args + LAGGED) + laggedStride * to;
  for (let c = wholeAt(args + LAGGED) + laggedStride * from; c < end; c += laggedStride) {
    const force = realAt(c);
    if (force === 0) continue;
    const tx = realAt(c + tangentsAt);
    const ty = realAt(c + tangentsAt + 1);
    const tz = realAt(c + tangentsAt + 2);
    const sx = realAt(c + tangentsAt + 3);
    const sy = realAt(c + tangentsAt + 4);
    const sz = realAt(c + tangentsAt + 5);
    const x = slipOf(room, 0, c);
    const y = slipOf(room, 1, c);
    const z = slipOf(room, 2, c);
    const u = tx * x + ty * y + tz * z - realAt(c + rolledAt);
    const v = sx * x + sy * y + sz * z - realAt(c + rolledAt + 1);
    const length = Math.sqrt(u * u + v * v);
    const epsilon = realAt(c + epsilonAt);
    turn(arms, r + 9 * a, c + pointsAt);
    turn(arms + 3, r + 9 * b, c + pointsAt + 3);
    const sticks = length < epsilon;
    const ratio = force * (sticks ? (2 - length / epsilon) / epsilon : 1 / length);
    const fx = ratio * (u * tx + v * sx);
    const fy = ratio * (u * ty + v * sy);
    const fz = ratio * (u * tz + v * sz);
    putWrench(g, arms, fx, fy, fz);
    putWrench(g + 6, arms + 3, -fx, -fy, -fz);
    if (h < 0) continue;
    const t = length / epsilon;
    const kept: f64 = sticks ? 1 / ((2 - t) * (2 - t)) : 1.0;
    const bend = (ratio * kept) / (length > 0 ? length : 1.0);
    const expectedU = realAt(c + expectedAt);
    const expectedV = realAt(c + expectedAt + 1);
    const mtt = ratio - bend * expectedU * u;
    const mss = ratio - bend * expectedV * v;
    const mts = -0.5 * bend * (expectedU * v + expectedV * u);
    const mtx = mtt * tx + mts * sx;
    const mty = mtt * ty + mts * sy;
    const mtz = mtt * tz + mts * sz;
    const msx = mts * tx + mss * sx;
    const msy = mts * ty + mss * sy;
    const msz = mts * tz + mss * sz;
    putSandwich(
      h,
      arms,
      mtx * tx + msx * sx,
      mtx * ty + msx * sy,
      mtx * tz + msx * sz,
      mty * ty + msy * sy,
      mty * tz + msy * sz,
      mtz * tz + msz * sz,
    );
  }
}
