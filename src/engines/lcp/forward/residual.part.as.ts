// The natural map in metres a second: see residual.ts, the twin.

import {
  at,
  byte,
  clamp,
  contactCount,
  diagonal,
  firstJointRow,
  free,
  frictions,
  high,
  IN_DISC,
  impulses,
  int,
  lever,
  LOCAL_BYTES,
  locals,
  low,
  norm,
  now,
  pulls,
  rollingRows,
  rollings,
  rowCount,
  secondFrictions,
  shapes,
  shift,
  soft,
  speed,
} from './problem.part.as';

export function freeSpeed(p: usize, leastSpeed: f64): f64 {
  let most = leastSpeed;
  const n = rowCount(p);
  for (let i = 0; i < n; i++)
    most = max(most, Math.abs(speed(p, free(p), i) + at(shift(p), i)) * at(lever(p), i));
  return most;
}

export function residualOf(p: usize): f64 {
  const v = now(p),
    z = impulses(p),
    shifts = shift(p),
    pulling = pulls(p),
    rollingRow = rollingRows(p);
  let worst: f64 = 0;
  const count = contactCount(p);
  for (let c = 0; c < count; c++) {
    const row = 3 * c;
    const nn = load<f64>(locals(p) + LOCAL_BYTES * <usize>c);
    if (!(nn > 0)) continue;
    const fn = at(z, row);
    const un = speed(p, v, row) + at(shifts, row);
    const isPulling = byte(pulling, c) === 1;
    const normal = isPulling ? un : fn < un / nn ? fn * nn : un;
    worst = max(max(worst, Math.abs(normal)), byte(pulling, c) === 0 ? -fn * nn : 0);
    worst = max(worst, tangentialResidual(p, c));
    const rolling = int(rollingRow, c);
    if (rolling >= 0) worst = max(worst, rollingResidual(p, rolling, at(rollings(p), c) * fn));
  }
  const n = rowCount(p);
  for (let row = firstJointRow(p); row < n; row++) {
    const w = at(diagonal(p), row);
    if (!(w > 0)) continue;
    const u = speed(p, v, row) + at(shifts, row) + at(soft(p), row) * at(z, row);
    const wanted = clamp(at(z, row) - u / w, at(low(p), row), at(high(p), row));
    worst = max(worst, Math.abs(at(z, row) - wanted) * w * at(lever(p), row));
  }
  return worst;
}

function tangentialResidual(p: usize, c: i32): f64 {
  const z = impulses(p),
    v = now(p),
    shifts = shift(p);
  const row = 3 * c;
  const w = max(at(diagonal(p), row + 1), at(diagonal(p), row + 2));
  if (!(w > 0)) return 0;
  const carried = max<f64>(0, at(z, row));
  const f1 = at(z, row + 1),
    f2 = at(z, row + 2);
  let y1 = f1 - (speed(p, v, row + 1) + at(shifts, row + 1)) / w;
  let y2 = f2 - (speed(p, v, row + 2) + at(shifts, row + 2)) / w;
  const bound = at(frictions(p), c) * carried;
  if (byte(shapes(p), c) === IN_DISC) {
    const size = Math.sqrt(y1 * y1 + y2 * y2);
    const scale: f64 = size > bound ? bound / size : 1;
    y1 *= scale;
    y2 *= scale;
  } else {
    const second = at(secondFrictions(p), c) * carried;
    y1 = clamp(y1, -bound, bound);
    y2 = clamp(y2, -second, second);
  }
  return w * max(Math.abs(f1 - y1), Math.abs(f2 - y2));
}

function rollingResidual(p: usize, row: i32, bound: f64): f64 {
  const z = impulses(p),
    v = now(p),
    shifts = shift(p);
  const w = at(norm(p), row);
  let square: f64 = 0;
  for (let k = row; k < row + 3; k++) {
    const y = at(z, k) - (speed(p, v, k) + at(shifts, k)) / w;
    square += y * y;
  }
  const size = Math.sqrt(square);
  const radius = max<f64>(0, bound);
  const scale: f64 = size > radius ? radius / size : 1;
  let worst: f64 = 0;
  for (let k = row; k < row + 3; k++) {
    const y = at(z, k) - (speed(p, v, k) + at(shifts, k)) / w;
    worst = max(worst, Math.abs(at(z, k) - scale * y));
  }
  return worst * w * at(lever(p), row);
}
