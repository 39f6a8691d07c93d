// Loads of feature pairs by sweeps over them: each is set to what its own barrier gives at the gap that this leaves, and its friction to what
// stops its slip, within μ times that, while all others stay. Bodies see every change at once (Gauss, Seidel).
//
// Slow modes of this die out some ten times as fast where every second sweep goes on in the direction of the last two
// (Nesterov 1983): motions are linear in the loads, so both go on together, and nothing need be computed anew.

import { barrierCurvature, barrierSlope } from '../contact/barrier.ts';
import {
  type Features,
  featureSize,
  frictionAt,
  gapAt,
  kappaAt,
  loadAt,
  reachAt,
  rubAt,
  wholeSize,
} from './features.ts';
import {
  effectAt,
  gapOfRows,
  type Lightness,
  pushAlong,
  rateAlong,
  type Rows,
  rowSize,
  rowsSize,
} from './rows.ts';

/** What loads do to the motions v. */
export function pushAll(
  { count, wholes, data: f }: Features,
  { data: d }: Rows,
  v: Float64Array,
  { moving }: Lightness,
): void {
  for (let c = 0; c < count; c++) {
    const a = wholes[wholeSize * c];
    const b = wholes[wholeSize * c + 1];
    for (let k = 0; k < 3; k++) {
      const load = f[featureSize * c + loadAt + k];
      if (load !== 0) pushAlong(d, rowsSize * c + rowSize * k, v, a, b, load, moving);
    }
  }
}

/** Feature pairs within so many reaches of their barriers are swept over. */
const nearReaches = 8;

/**
 * Finds those that are to be swept over: they bear a load, or are near by the motions v.
 * @returns whether any is within reach that was not swept over
 */
function chooseNear(features: Features, { data: d }: Rows, v: Float64Array): boolean {
  const { count, wholes, data: f, isNear } = features.prepareNear();
  let any = false;
  features.nearCount = 0;
  for (let c = 0; c < count; c++) {
    const reach = f[featureSize * c + reachAt];
    const to = rowsSize * c;
    const here =
      d[to + gapOfRows] + rateAlong(d, to, v, 6 * wholes[wholeSize * c], 6 * wholes[wholeSize * c + 1]);
    if (here < reach && !isNear[c]) any = true;
    isNear[c] = here < nearReaches * reach || f[featureSize * c + loadAt] !== 0 ? 1 : 0;
    if (isNear[c]) features.near[features.nearCount++] = c;
  }
  return any;
}

/**
 * Sweeps over all loads once, and over friction.
 * @returns the largest of what gaps were changed by, in reaches of their barriers
 */
function sweep(
  features: Features,
  { data: d }: Rows,
  v: Float64Array,
  { moving }: Lightness,
  backward: boolean,
): number {
  const { wholes, data: f, near, nearCount } = features;
  let most = 0;
  for (let turn = 0; turn < nearCount; turn++) {
    const c = near[backward ? nearCount - 1 - turn : turn];
    const at = featureSize * c;
    const to = rowsSize * c;
    const a = wholes[wholeSize * c];
    const b = wholes[wholeSize * c + 1];
    const reach = f[at + reachAt];
    const here = d[to + gapOfRows] + rateAlong(d, to, v, 6 * a, 6 * b);
    const load = f[at + loadAt];
    const effect = d[to + effectAt];
    if ((load === 0 && here >= reach) || effect === 0) continue;
    const gap = gapUnderLoad(here - effect * load, effect, f[at + kappaAt], reach, f[at + gapAt]);
    const next = gap < reach ? -f[at + kappaAt] * barrierSlope(gap, reach) : 0;
    most = Math.max(most, (effect * Math.abs(next - load)) / reach);
    pushAlong(d, to, v, a, b, next - load, moving);
    f[at + gapAt] = gap;
    f[at + loadAt] = next;
    if (f[at + frictionAt] > 0) rub(f, at, d, to, v, a, b, moving);
  }
  return most;
}

/** Turns of the search for a gap, and how near is near enough. */
const mostTurns = 20;
const nearEnough = 1e-3;

/** The gap d = rest + effect · κ(−b'(d)), d̂ where nothing need push. */
function gapUnderLoad(rest: number, effect: number, kappa: number, reach: number, guess: number): number {
  if (rest >= reach) return reach;
  let gap = guess < reach ? guess : 0.5 * reach;
  for (let turn = 0; turn < mostTurns; turn++) {
    const off = rest - effect * kappa * barrierSlope(gap, reach) - gap;
    const next = gap + off / (effect * kappa * barrierCurvature(gap, reach) + 1);
    const was = gap;
    // the curve bends upward: from above the tangent overshoots, from below it never does
    gap = Math.min(0.999 * reach, Math.max(0.2 * gap, next));
    if (Math.abs(gap - was) < nearEnough * was) break;
  }
  return gap;
}

/** Friction of a feature pair: what stops its slip, within μ times its load. */
function rub(
  f: Float64Array,
  at: number,
  d: Float64Array,
  to: number,
  v: Float64Array,
  a: number,
  b: number,
  moving: Float64Array,
): void {
  const most = f[at + frictionAt] * f[at + loadAt];
  let x = 0;
  let y = 0;
  if (most > 0) {
    const t = to + rowSize;
    const s = to + 2 * rowSize;
    x = f[at + rubAt] - (d[to + gapOfRows + 1] + rateAlong(d, t, v, 6 * a, 6 * b)) / d[t + effectAt];
    y = f[at + rubAt + 1] - (d[to + gapOfRows + 2] + rateAlong(d, s, v, 6 * a, 6 * b)) / d[s + effectAt];
    const length = Math.sqrt(x * x + y * y);
    if (length > most) {
      x *= most / length;
      y *= most / length;
    }
  }
  pushAlong(d, to + rowSize, v, a, b, x - f[at + rubAt], moving);
  pushAlong(d, to + 2 * rowSize, v, a, b, y - f[at + rubAt + 1], moving);
  f[at + rubAt] = x;
  f[at + rubAt + 1] = y;
}

/** After so many sweeps it is looked for others that have come near. */
const sweepsOverNear = 8;
/** Motions and loads as they were. */
let former = new Float64Array(0);

/** Sweeps back and forth until no gap changes by more than `enough` of its reach, or so many times. */
export function settleLoads(
  features: Features,
  rows: Rows,
  v: Float64Array,
  lightness: Lightness,
  mostSweeps: number,
  enough: number,
): void {
  const size = v.length + 3 * features.count;
  if (former.length < size) former = new Float64Array(2 * size);
  goOn(features, v, 0);
  chooseNear(features, rows, v);
  let going = 0;
  let last = Infinity;
  for (let turn = 1; turn <= mostSweeps; turn++) {
    const most = sweep(features, rows, v, lightness, turn % 2 === 0);
    if ((most < enough || turn % sweepsOverNear === 0) && !chooseNear(features, rows, v) && most < enough)
      return;
    if (turn % 2 === 1 || turn === mostSweeps) continue;
    going = most > last ? 0 : going + 1;
    last = most;
    goOn(features, v, going / (going + 3));
  }
}

/** Motions and loads go on by this part of what they have changed by since they did so last. */
function goOn({ count, data }: Features, v: Float64Array, part: number): void {
  for (let k = 0; k < v.length; k++) {
    const here = v[k];
    v[k] += part * (here - former[k]);
    former[k] = here;
  }
  for (let c = 0; c < count; c++) {
    for (let k = 0; k < 3; k++) {
      const at = featureSize * c + loadAt + k;
      const here = data[at];
      data[at] += part * (here - former[v.length + 3 * c + k]);
      former[v.length + 3 * c + k] = here;
    }
  }
}
