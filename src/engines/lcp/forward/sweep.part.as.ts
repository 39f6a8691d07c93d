// One sweep of block Gauss–Seidel: see sweep.ts, the twin.

import { f1, f2, fn, relaxInRectangle, solveInDisc } from './friction-cone.part.as';
import {
  at,
  bodyCount,
  byte,
  clamp,
  contactCount,
  copy,
  diagonal,
  firstJointRow,
  free,
  frictions,
  high,
  IN_DISC,
  impulses,
  int,
  inverseMasses,
  jacobian,
  lever,
  LOCAL_BYTES,
  locals,
  low,
  norm,
  now,
  pulls,
  push,
  put,
  rollingRows,
  rollings,
  rowCount,
  secondFrictions,
  shapes,
  shift,
  slotsA,
  slotsB,
  soft,
  speed,
  turning,
} from './problem.part.as';

/** v = v_free + M⁻¹ Jᵀ z. */
export function loadVelocities(p: usize): void {
  const v = now(p),
    z = impulses(p);
  copy(6 * (bodyCount(p) + 1), v, free(p));
  const n = rowCount(p);
  for (let i = 0; i < n; i++) if (at(z, i) !== 0) push(p, v, i, at(z, i));
}

/** Sweeps once, upward or downward; returns the largest change of a velocity [m/s]. */
export function sweep(p: usize, isDownward: bool): f64 {
  let change: f64 = 0;
  const count = contactCount(p);
  const z = impulses(p),
    v = now(p),
    m = inverseMasses(p),
    rolling = rollings(p),
    rollingRow = rollingRows(p);
  const a = slotsA(p),
    b = slotsB(p),
    jacobians = jacobian(p),
    turnings = turning(p),
    shifts = shift(p);
  const local = locals(p),
    friction = frictions(p),
    second = secondFrictions(p),
    shape = shapes(p),
    pulling = pulls(p);
  for (let i = 0; i < count; i++) {
    const c = isDownward ? count - 1 - i : i;
    const row = <usize>(3 * c);
    const slotA = <usize>load<i32>(a + 4 * row),
      slotB = <usize>load<i32>(b + 4 * row);
    change = max(
      change,
      sweepContact(
        v + 48 * slotA,
        v + 48 * slotB,
        m + 24 * slotA,
        m + 24 * slotB,
        z + 8 * row,
        shifts + 8 * row,
        jacobians + 72 * row,
        turnings + 48 * row,
        local + LOCAL_BYTES * <usize>c,
        at(friction, c),
        at(second, c),
        byte(shape, c),
        byte(pulling, c) === 1,
      ),
    );
    const first = int(rollingRow, c);
    if (first >= 0) change = max(change, sweepRolling(p, first, at(rolling, c) * load<f64>(z + 8 * row)));
  }
  const total = rowCount(p),
    firstJoint = firstJointRow(p);
  const joints = total - firstJoint;
  for (let i = 0; i < joints; i++)
    change = max(change, sweepRow(p, isDownward ? total - 1 - i : firstJoint + i));
  return change;
}

function sweepContact(
  a: usize,
  b: usize,
  ma: usize,
  mb: usize,
  z: usize,
  shift: usize,
  j: usize,
  t: usize,
  local: usize,
  friction: f64,
  second: f64,
  shape: u8,
  pulls: bool,
): f64 {
  const dx = load<f64>(a) - load<f64>(b);
  const dy = load<f64>(a, 8) - load<f64>(b, 8);
  const dz = load<f64>(a, 16) - load<f64>(b, 16);
  const ax = load<f64>(a, 24),
    ay = load<f64>(a, 32),
    az = load<f64>(a, 40);
  const bx = load<f64>(b, 24),
    by = load<f64>(b, 32),
    bz = load<f64>(b, 40);
  const un =
    load<f64>(shift) +
    (load<f64>(j) * dx + load<f64>(j, 8) * dy + load<f64>(j, 16) * dz) +
    (load<f64>(j, 24) * ax + load<f64>(j, 32) * ay + load<f64>(j, 40) * az) +
    (load<f64>(j, 48) * bx + load<f64>(j, 56) * by + load<f64>(j, 64) * bz);
  const zn = load<f64>(z),
    z1 = load<f64>(z, 8),
    z2 = load<f64>(z, 16);
  if (un >= 0 && zn === 0 && z1 === 0 && z2 === 0 && !pulls) return 0;
  const u1 =
    load<f64>(shift, 8) +
    (load<f64>(j, 72) * dx + load<f64>(j, 80) * dy + load<f64>(j, 88) * dz) +
    (load<f64>(j, 96) * ax + load<f64>(j, 104) * ay + load<f64>(j, 112) * az) +
    (load<f64>(j, 120) * bx + load<f64>(j, 128) * by + load<f64>(j, 136) * bz);
  const u2 =
    load<f64>(shift, 16) +
    (load<f64>(j, 144) * dx + load<f64>(j, 152) * dy + load<f64>(j, 160) * dz) +
    (load<f64>(j, 168) * ax + load<f64>(j, 176) * ay + load<f64>(j, 184) * az) +
    (load<f64>(j, 192) * bx + load<f64>(j, 200) * by + load<f64>(j, 208) * bz);

  const nn = load<f64>(local),
    n1 = load<f64>(local, 8),
    n2 = load<f64>(local, 16);
  const qn = un - nn * zn - n1 * z1 - n2 * z2;
  if (shape === IN_DISC) {
    const shared: f64 = nn > 0 ? (n1 * z1 + n2 * z2) / nn : 0;
    const q1 = u1 - n1 * (zn + shared) - load<f64>(local, 24) * z1;
    const q2 = u2 - n2 * (zn + shared) - load<f64>(local, 32) * z2;
    solveInDisc(local, friction, pulls, qn, q1, q2);
  } else {
    const q1 = u1 - n1 * zn - load<f64>(local, 24) * z1 - load<f64>(local, 40) * z2;
    const q2 = u2 - n2 * zn - load<f64>(local, 32) * z2 - load<f64>(local, 40) * z1;
    relaxInRectangle(local, friction, second, pulls, qn, q1, q2, z1, z2);
  }
  const dn = fn - zn,
    d1 = f1 - z1,
    d2 = f2 - z2;
  store<f64>(z, fn);
  store<f64>(z, f1, 8);
  store<f64>(z, f2, 16);

  const px = load<f64>(j) * dn + load<f64>(j, 72) * d1 + load<f64>(j, 144) * d2;
  const py = load<f64>(j, 8) * dn + load<f64>(j, 80) * d1 + load<f64>(j, 152) * d2;
  const pz = load<f64>(j, 16) * dn + load<f64>(j, 88) * d1 + load<f64>(j, 160) * d2;
  store<f64>(a, load<f64>(a) + load<f64>(ma) * px);
  store<f64>(a, load<f64>(a, 8) + load<f64>(ma, 8) * py, 8);
  store<f64>(a, load<f64>(a, 16) + load<f64>(ma, 16) * pz, 16);
  store<f64>(a, ax + (load<f64>(t) * dn + load<f64>(t, 48) * d1 + load<f64>(t, 96) * d2), 24);
  store<f64>(a, ay + (load<f64>(t, 8) * dn + load<f64>(t, 56) * d1 + load<f64>(t, 104) * d2), 32);
  store<f64>(a, az + (load<f64>(t, 16) * dn + load<f64>(t, 64) * d1 + load<f64>(t, 112) * d2), 40);
  store<f64>(b, load<f64>(b) - load<f64>(mb) * px);
  store<f64>(b, load<f64>(b, 8) - load<f64>(mb, 8) * py, 8);
  store<f64>(b, load<f64>(b, 16) - load<f64>(mb, 16) * pz, 16);
  store<f64>(b, bx + (load<f64>(t, 24) * dn + load<f64>(t, 72) * d1 + load<f64>(t, 120) * d2), 24);
  store<f64>(b, by + (load<f64>(t, 32) * dn + load<f64>(t, 80) * d1 + load<f64>(t, 128) * d2), 32);
  store<f64>(b, bz + (load<f64>(t, 40) * dn + load<f64>(t, 88) * d1 + load<f64>(t, 136) * d2), 40);
  return nn * max(max(Math.abs(dn), Math.abs(d1)), Math.abs(d2));
}

function sweepRolling(p: usize, row: i32, bound: f64): f64 {
  const v = now(p),
    z = impulses(p),
    shifts = shift(p);
  const radius = max<f64>(0, bound);
  const w = at(norm(p), row);
  const x = at(z, row) - (speed(p, v, row) + at(shifts, row)) / w;
  const y = at(z, row + 1) - (speed(p, v, row + 1) + at(shifts, row + 1)) / w;
  const t = at(z, row + 2) - (speed(p, v, row + 2) + at(shifts, row + 2)) / w;
  const size = Math.sqrt(x * x + y * y + t * t);
  const scale: f64 = size > radius ? radius / size : 1;
  const dx = scale * x - at(z, row);
  const dy = scale * y - at(z, row + 1);
  const dz = scale * t - at(z, row + 2);
  put(z, row, at(z, row) + dx);
  put(z, row + 1, at(z, row + 1) + dy);
  put(z, row + 2, at(z, row + 2) + dz);
  push(p, v, row, dx);
  push(p, v, row + 1, dy);
  push(p, v, row + 2, dz);
  return max(max(Math.abs(dx), Math.abs(dy)), Math.abs(dz)) * w * at(lever(p), row);
}

function sweepRow(p: usize, row: i32): f64 {
  const v = now(p),
    z = impulses(p);
  const w = at(diagonal(p), row);
  if (!(w > 0)) return 0;
  const u = speed(p, v, row) + at(shift(p), row) + at(soft(p), row) * at(z, row);
  const wanted = clamp(at(z, row) - u / w, at(low(p), row), at(high(p), row));
  const d = wanted - at(z, row);
  if (d === 0) return 0;
  put(z, row, wanted);
  push(p, v, row, d);
  return Math.abs(d) * w * at(lever(p), row);
}
