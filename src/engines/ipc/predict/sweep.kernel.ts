// Sweeps over the loads of feature pairs (sweep.ts), one feature pair after another.
//
// Portable (num/kernels/machine.ts); sweep-layout.ts says what lies where.

import { log } from '../../../num/elementary/index.ts';
import { type f64, type i32, putReal, putWhole, realAt, wholeAt } from '../../../num/kernels/machine.ts';
import { featureSize, frictionAt, gapAt, kappaAt, loadAt, reachAt, rubAt } from './features-layout.ts';
import { effectAt, gapOfRows, rowSize, rowsSize } from './rows-layout.ts';
import { BODIES, COUNT, FEATURES, IS_NEAR, MOTIONS, MOVING, NEAR, NEAR_COUNT, ROWS } from './sweep-layout.ts';

/** Feature pairs within so many reaches of their barriers are swept over. */
const NEAR_REACHES: f64 = 8;
/** Turns of the search for a gap, and how near is near enough. */
const MOST_TURNS = 20;
const NEAR_ENOUGH: f64 = 1e-3;

/** Of the feature pair that is looked at: (u, ω) of its bodies, and 1/m of both. */
let va: i32 = 0;
let vb: i32 = 0;
let ma: i32 = 0;
let mb: i32 = 0;

function lookAt(args: i32, c: i32): void {
  const a = wholeAt(wholeAt(args + BODIES) + 2 * c);
  const b = wholeAt(wholeAt(args + BODIES) + 2 * c + 1);
  va = wholeAt(args + MOTIONS) + 6 * a;
  vb = wholeAt(args + MOTIONS) + 6 * b;
  ma = wholeAt(args + MOVING) + 3 * a;
  mb = wholeAt(args + MOVING) + 3 * b;
}

/** How fast the first body goes from the second along the row at d: rateAlong of rows.ts. */
function rate(d: i32): f64 {
  return (
    realAt(d) * (realAt(va) - realAt(vb)) +
    realAt(d + 1) * (realAt(va + 1) - realAt(vb + 1)) +
    realAt(d + 2) * (realAt(va + 2) - realAt(vb + 2)) +
    (realAt(d + 3) * realAt(va + 3) + realAt(d + 4) * realAt(va + 4) + realAt(d + 5) * realAt(va + 5)) -
    (realAt(d + 6) * realAt(vb + 3) + realAt(d + 7) * realAt(vb + 4) + realAt(d + 8) * realAt(vb + 5))
  );
}

/** Pushes the first body along the row at d, and the second against it, by so much. */
function push(d: i32, by: f64): void {
  for (let k = 0; k < 3; k++) {
    const along = by * realAt(d + k);
    putReal(va + k, realAt(va + k) + along * realAt(ma + k));
    putReal(vb + k, realAt(vb + k) - along * realAt(mb + k));
    putReal(va + 3 + k, realAt(va + 3 + k) + by * realAt(d + 9 + k));
    putReal(vb + 3 + k, realAt(vb + 3 + k) - by * realAt(d + 12 + k));
  }
}

/** What all loads do to the motions. */
export function pushLoads(args: i32): void {
  const count = wholeAt(args + COUNT);
  for (let c = 0; c < count; c++) {
    lookAt(args, c);
    for (let k = 0; k < 3; k++) {
      const borne = realAt(wholeAt(args + FEATURES) + featureSize * c + loadAt + k);
      if (borne !== 0) push(wholeAt(args + ROWS) + rowsSize * c + rowSize * k, borne);
    }
  }
}

/**
 * Finds those that are to be swept over: they bear a load, or are near by the motions.
 * @returns 1 where any is within reach that was not swept over
 */
export function chooseNearLoads(args: i32): i32 {
  const count = wholeAt(args + COUNT);
  const isNear = wholeAt(args + IS_NEAR);
  let any = 0;
  let found = 0;
  for (let c = 0; c < count; c++) {
    lookAt(args, c);
    const f = wholeAt(args + FEATURES) + featureSize * c;
    const d = wholeAt(args + ROWS) + rowsSize * c;
    const reach = realAt(f + reachAt);
    const here = realAt(d + gapOfRows) + rate(d);
    if (here < reach && wholeAt(isNear + c) === 0) any = 1;
    const isIt = here < NEAR_REACHES * reach || realAt(f + loadAt) !== 0;
    putWhole(isNear + c, isIt ? 1 : 0);
    if (isIt) putWhole(wholeAt(args + NEAR) + found++, c);
  }
  putWhole(args + NEAR_COUNT, found);
  return any;
}

/**
 * Sweeps over all loads once, and over friction.
 * @returns the largest of what gaps were changed by, in reaches of their barriers
 */
export function sweepLoads(args: i32, backward: i32): f64 {
  const count = wholeAt(args + NEAR_COUNT);
  const near = wholeAt(args + NEAR);
  let most: f64 = 0;
  for (let turn = 0; turn < count; turn++) {
    const c = wholeAt(near + (backward !== 0 ? count - 1 - turn : turn));
    lookAt(args, c);
    const f = wholeAt(args + FEATURES) + featureSize * c;
    const d = wholeAt(args + ROWS) + rowsSize * c;
    const reach = realAt(f + reachAt);
    const here = realAt(d + gapOfRows) + rate(d);
    const borne = realAt(f + loadAt);
    const effect = realAt(d + effectAt);
    if ((borne === 0 && here >= reach) || effect === 0) continue;
    const kappa = realAt(f + kappaAt);
    const gap = gapUnderLoad(here - effect * borne, effect, kappa, reach, realAt(f + gapAt));
    let next: f64 = 0;
    if (gap < reach) {
      const e = gap - reach;
      next = -kappa * (-e * (2 * log(gap / reach) + e / gap));
    }
    most = Math.max(most, (effect * Math.abs(next - borne)) / reach);
    push(d, next - borne);
    putReal(f + gapAt, gap);
    putReal(f + loadAt, next);
    if (realAt(f + frictionAt) > 0) rub(f, d);
  }
  return most;
}

/** The gap d = rest + effect · κ(−b'(d)), d̂ where nothing need push. */
function gapUnderLoad(rest: f64, effect: f64, kappa: f64, reach: f64, guess: f64): f64 {
  if (rest >= reach) return reach;
  let gap: f64 = guess < reach ? guess : 0.5 * reach;
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const e = gap - reach;
    const ln = log(gap / reach);
    const slope = -e * (2 * ln + e / gap);
    const curvature = -2 * ln - (4 * e) / gap + (e * e) / (gap * gap);
    const off = rest - effect * kappa * slope - gap;
    const next = gap + off / (effect * kappa * curvature + 1);
    const was = gap;
    // the curve bends upward: from above the tangent overshoots, from below it never does
    gap = Math.min(0.999 * reach, Math.max(0.2 * gap, next));
    if (Math.abs(gap - was) < NEAR_ENOUGH * was) break;
  }
  return gap;
}

/** Friction of the feature pair: what stops its slip, within μ times its load. */
function rub(f: i32, d: i32): void {
  const most = realAt(f + frictionAt) * realAt(f + loadAt);
  const t = d + rowSize;
  const s = d + 2 * rowSize;
  let x: f64 = 0;
  let y: f64 = 0;
  if (most > 0) {
    x = realAt(f + rubAt) - (realAt(d + gapOfRows + 1) + rate(t)) / realAt(t + effectAt);
    y = realAt(f + rubAt + 1) - (realAt(d + gapOfRows + 2) + rate(s)) / realAt(s + effectAt);
    const length = Math.sqrt(x * x + y * y);
    if (length > most) {
      x *= most / length;
      y *= most / length;
    }
  }
  push(t, x - realAt(f + rubAt));
  push(s, y - realAt(f + rubAt + 1));
  putReal(f + rubAt, x);
  putReal(f + rubAt + 1, y);
}
