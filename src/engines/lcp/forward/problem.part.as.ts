// The problem of one island as kernels see it: a record of addresses, see problem.ts; and what rows do, see rows.ts.

// Words of the record.
const BODIES: usize = 0;
const ROWS: usize = 4;
const CONTACTS: usize = 8;
const FIRST_JOINT_ROW: usize = 12;
const FREE: usize = 16;
const NOW: usize = 20;
const INVERSE_MASSES: usize = 24;
const SLOT_A: usize = 28;
const SLOT_B: usize = 32;
const JACOBIAN: usize = 36;
const TURNING: usize = 40;
const SHIFT: usize = 44;
const SOFT: usize = 48;
const LOW: usize = 52;
const HIGH: usize = 56;
const DIAGONAL: usize = 60;
const LEVER: usize = 64;
const NORM: usize = 68;
const IMPULSES: usize = 72;
const SHAPE: usize = 76;
const PULLS: usize = 80;
const FRICTION: usize = 84;
const SECOND_FRICTION: usize = 88;
const ROLLING: usize = 92;
const ROLLING_ROW: usize = 96;
const LOCAL: usize = 100;
const MAX_SWEEPS: usize = 104;
const TOLERANCE: usize = 112;
const LEAST_SPEED: usize = 120;
const RESIDUAL: usize = 128;

/** Bytes of a contact's local matrix. */
export const LOCAL_BYTES: usize = 48;
export const IN_DISC: u8 = 0;

function word(p: usize, at: usize): usize {
  return <usize>load<u32>(p + at);
}

export function bodyCount(p: usize): i32 {
  return load<i32>(p, BODIES);
}
export function rowCount(p: usize): i32 {
  return load<i32>(p, ROWS);
}
export function contactCount(p: usize): i32 {
  return load<i32>(p, CONTACTS);
}
export function firstJointRow(p: usize): i32 {
  return load<i32>(p, FIRST_JOINT_ROW);
}
export function maxSweeps(p: usize): i32 {
  return load<i32>(p, MAX_SWEEPS);
}
export function tolerance(p: usize): f64 {
  return load<f64>(p, TOLERANCE);
}
export function leastSpeed(p: usize): f64 {
  return load<f64>(p, LEAST_SPEED);
}
export function setResidual(p: usize, residual: f64): void {
  store<f64>(p, residual, RESIDUAL);
}

export function free(p: usize): usize {
  return word(p, FREE);
}
export function now(p: usize): usize {
  return word(p, NOW);
}
export function inverseMasses(p: usize): usize {
  return word(p, INVERSE_MASSES);
}
export function slotsA(p: usize): usize {
  return word(p, SLOT_A);
}
export function slotsB(p: usize): usize {
  return word(p, SLOT_B);
}
export function jacobian(p: usize): usize {
  return word(p, JACOBIAN);
}
export function turning(p: usize): usize {
  return word(p, TURNING);
}
export function shift(p: usize): usize {
  return word(p, SHIFT);
}
export function soft(p: usize): usize {
  return word(p, SOFT);
}
export function low(p: usize): usize {
  return word(p, LOW);
}
export function high(p: usize): usize {
  return word(p, HIGH);
}
export function diagonal(p: usize): usize {
  return word(p, DIAGONAL);
}
export function lever(p: usize): usize {
  return word(p, LEVER);
}
export function norm(p: usize): usize {
  return word(p, NORM);
}
export function impulses(p: usize): usize {
  return word(p, IMPULSES);
}
export function shapes(p: usize): usize {
  return word(p, SHAPE);
}
export function pulls(p: usize): usize {
  return word(p, PULLS);
}
export function frictions(p: usize): usize {
  return word(p, FRICTION);
}
export function secondFrictions(p: usize): usize {
  return word(p, SECOND_FRICTION);
}
export function rollings(p: usize): usize {
  return word(p, ROLLING);
}
export function rollingRows(p: usize): usize {
  return word(p, ROLLING_ROW);
}
export function locals(p: usize): usize {
  return word(p, LOCAL);
}

/** Number i of an array. */
export function at(array: usize, i: i32): f64 {
  return load<f64>(array + ((<usize>i) << 3));
}
export function put(array: usize, i: i32, value: f64): void {
  store<f64>(array + ((<usize>i) << 3), value);
}
export function int(array: usize, i: i32): i32 {
  return load<i32>(array + ((<usize>i) << 2));
}
export function byte(array: usize, i: i32): u8 {
  return load<u8>(array + <usize>i);
}

export function copy(n: i32, to: usize, from: usize): void {
  memory.copy(to, from, (<usize>n) << 3);
}
export function clear(n: i32, array: usize): void {
  memory.fill(array, 0, (<usize>n) << 3);
}

/** Two calls of Math.min and Math.max at once. */
export function clamp(value: f64, least: f64, most: f64): f64 {
  return min(most, max(least, value));
}

/** J v of row i. */
export function speed(p: usize, v: usize, i: i32): f64 {
  const j = jacobian(p) + 72 * <usize>i;
  const a = v + 48 * <usize>int(slotsA(p), i);
  const b = v + 48 * <usize>int(slotsB(p), i);
  return (
    load<f64>(j) * (load<f64>(a) - load<f64>(b)) +
    load<f64>(j, 8) * (load<f64>(a, 8) - load<f64>(b, 8)) +
    load<f64>(j, 16) * (load<f64>(a, 16) - load<f64>(b, 16)) +
    load<f64>(j, 24) * load<f64>(a, 24) +
    load<f64>(j, 32) * load<f64>(a, 32) +
    load<f64>(j, 40) * load<f64>(a, 40) +
    load<f64>(j, 48) * load<f64>(b, 24) +
    load<f64>(j, 56) * load<f64>(b, 32) +
    load<f64>(j, 64) * load<f64>(b, 40)
  );
}

function add(to: usize, value: f64): void {
  store<f64>(to, load<f64>(to) + value);
}
function subtract(to: usize, value: f64): void {
  store<f64>(to, load<f64>(to) - value);
}

/** v += M⁻¹ Jᵢᵀ z. */
export function push(p: usize, v: usize, i: i32, z: f64): void {
  const j = jacobian(p) + 72 * <usize>i;
  const t = turning(p) + 48 * <usize>i;
  const slotA = <usize>int(slotsA(p), i);
  const slotB = <usize>int(slotsB(p), i);
  const ma = inverseMasses(p) + 24 * slotA;
  const mb = inverseMasses(p) + 24 * slotB;
  const a = v + 48 * slotA;
  const b = v + 48 * slotB;
  for (let k: usize = 0; k < 24; k += 8) {
    add(a + k, load<f64>(ma + k) * load<f64>(j + k) * z);
    add(a + k + 24, load<f64>(t + k) * z);
    subtract(b + k, load<f64>(mb + k) * load<f64>(j + k) * z);
    add(b + k + 24, load<f64>(t + k, 24) * z);
  }
}

function linear(m: usize, i: usize, k: usize): f64 {
  return (
    load<f64>(i) * load<f64>(m) * load<f64>(k) +
    load<f64>(i, 8) * load<f64>(m, 8) * load<f64>(k, 8) +
    load<f64>(i, 16) * load<f64>(m, 16) * load<f64>(k, 16)
  );
}

function angular(j: usize, t: usize): f64 {
  return (
    load<f64>(j) * load<f64>(t) + load<f64>(j, 8) * load<f64>(t, 8) + load<f64>(j, 16) * load<f64>(t, 16)
  );
}

/** Jᵢ M⁻¹ Jₖᵀ. */
export function entry(p: usize, i: i32, k: i32): f64 {
  const rigid = bodyCount(p);
  const ai = int(slotsA(p), i),
    bi = int(slotsB(p), i),
    ak = int(slotsA(p), k),
    bk = int(slotsB(p), k);
  const m = inverseMasses(p);
  const ji = jacobian(p) + 72 * <usize>i,
    jk = jacobian(p) + 72 * <usize>k,
    tk = turning(p) + 48 * <usize>k;
  let sum: f64 = 0;
  if (ai === ak && ai !== rigid) sum += linear(m + 24 * <usize>ai, ji, jk) + angular(ji + 24, tk);
  if (bi === bk && bi !== rigid) sum += linear(m + 24 * <usize>bi, ji, jk) + angular(ji + 48, tk + 24);
  if (ai === bk && ai !== rigid) sum += angular(ji + 24, tk + 24) - linear(m + 24 * <usize>ai, ji, jk);
  if (bi === ak && bi !== rigid) sum += angular(ji + 48, tk) - linear(m + 24 * <usize>bi, ji, jk);
  return sum;
}
