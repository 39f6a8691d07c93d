// The rows of a polytope in lanes: the twin of rows.ts. Of a leaf, lanes are place and speed; of an inner node, lower and upper bound.

import { AXES, AXIS_COUNT, DOP_HEAD, PLAN_REACH, planAt } from '../layout/kinetic';
import { placeOf } from '../vertices';

export let width: f64 = 0;
export let spread: f64 = 0;

/** @inline */
function lanes(first: f64, second: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** Of two, as machine.ts has it.
 * @inline */
function least(a: v128, b: v128): v128 {
  return f64x2.pmin(b, a);
}

/** @inline */
function most(a: v128, b: v128): v128 {
  return f64x2.pmax(b, a);
}

/** Place and speed of a vertex along one coordinate.
 * @inline */
function along(i: i32, plan: i32, k: i32, tick: f64): v128 {
  return lanes(placeOf(i, k, tick), load<f64>((<usize>(plan + k)) << 3));
}

/** @inline */
function reachOf(plan: i32): v128 {
  return lanes(0, load<f64>((<usize>(plan + PLAN_REACH)) << 3));
}

/** @inline */
function dot(x: v128, y: v128, z: v128, px: v128, py: v128, pz: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(x, px), f64x2.mul(y, py)), f64x2.mul(z, pz));
}

/** Slopes that stay inside those at a row.
 * @inline */
function inside(slopes: v128, row: usize): v128 {
  const former = v128.load(row, 16);
  return v128.shuffle<f64>(most(slopes, former), least(slopes, former), 0, 3);
}

/** @inline */
function leave(sizes: v128): void {
  width = f64x2.extract_lane(sizes, 0);
  spread = f64x2.extract_lane(sizes, 1);
}

export function rowsOfLeaf(
  dop: i32,
  a: i32,
  b: i32,
  c: i32,
  radius: f64,
  slack: f64,
  tick: f64,
  raise: boolean,
): void {
  const planA = planAt(a);
  const planB = planAt(b);
  const planC = planAt(c);
  const ax = along(a, planA, 0, tick);
  const ay = along(a, planA, 1, tick);
  const az = along(a, planA, 2, tick);
  const bx = along(b, planB, 0, tick);
  const by = along(b, planB, 1, tick);
  const bz = along(b, planB, 2, tick);
  const cx = along(c, planC, 0, tick);
  const cy = along(c, planC, 1, tick);
  const cz = along(c, planC, 2, tick);
  const reachA = reachOf(planA);
  const reachB = reachOf(planB);
  const reachC = reachOf(planC);
  const room = lanes(radius, slack);
  let sizes = f64x2.splat(0);
  let axis = (<usize>AXES) << 3;
  let row = (<usize>(dop + DOP_HEAD)) << 3;
  for (let k = 0; k < AXIS_COUNT; k++) {
    const x = v128.load64_splat(axis);
    const y = v128.load64_splat(axis, 8);
    const z = v128.load64_splat(axis, 16);
    const atA = dot(x, y, z, ax, ay, az);
    const atB = dot(x, y, z, bx, by, bz);
    const atC = dot(x, y, z, cx, cy, cz);
    const lowest = least(f64x2.sub(atA, reachA), least(f64x2.sub(atB, reachB), f64x2.sub(atC, reachC)));
    const highest = most(f64x2.add(atA, reachA), most(f64x2.add(atB, reachB), f64x2.add(atC, reachC)));
    const low = f64x2.sub(lowest, room);
    const high = f64x2.add(highest, room);
    const bounds = v128.shuffle<f64>(low, high, 0, 2);
    let slopes = v128.shuffle<f64>(low, high, 1, 3);
    if (!raise) slopes = inside(slopes, row);
    v128.store(row, bounds);
    v128.store(row, slopes, 16);
    sizes = most(sizes, differences(bounds, slopes));
    axis += 24;
    row += 32;
  }
  leave(sizes);
}

/** @inline */
function differences(bounds: v128, slopes: v128): v128 {
  return f64x2.sub(v128.shuffle<f64>(bounds, slopes, 1, 3), v128.shuffle<f64>(bounds, slopes, 0, 2));
}

export function rowsOfInner(dop: i32, a: i32, b: i32, dtA: f64, dtB: f64, more: f64, raise: boolean): void {
  const timeA = f64x2.splat(dtA);
  const timeB = f64x2.splat(dtB);
  const room = lanes(-more, more);
  let sizes = f64x2.splat(0);
  let row = (<usize>(dop + DOP_HEAD)) << 3;
  let rowA = (<usize>(a + DOP_HEAD)) << 3;
  let rowB = (<usize>(b + DOP_HEAD)) << 3;
  for (let k = 0; k < AXIS_COUNT; k++) {
    const slopesA = v128.load(rowA, 16);
    const slopesB = v128.load(rowB, 16);
    const boundsA = f64x2.add(v128.load(rowA), f64x2.mul(slopesA, timeA));
    const boundsB = f64x2.add(v128.load(rowB), f64x2.mul(slopesB, timeB));
    const bounds = v128.shuffle<f64>(least(boundsA, boundsB), most(boundsA, boundsB), 0, 3);
    const widest = v128.shuffle<f64>(least(slopesA, slopesB), most(slopesA, slopesB), 0, 3);
    let slopes = f64x2.add(widest, room);
    if (!raise) slopes = inside(slopes, row);
    v128.store(row, bounds);
    v128.store(row, slopes, 16);
    sizes = most(sizes, differences(bounds, slopes));
    rowA += 32;
    rowB += 32;
    row += 32;
  }
  leave(sizes);
}
