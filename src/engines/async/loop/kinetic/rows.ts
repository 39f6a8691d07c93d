// The rows of a polytope (dop.ts), lo, hi and their slopes along each axis, from what is directly below: of most of the work of bounding a
// node. In WebAssembly in lanes (rows.part.as.ts), with the same bits.
//
// Where slopes must not get wider (`raise` is false) they stay inside those there are.

import { AXES, AXIS_COUNT, DOP_HEAD, PLAN_REACH, planAt } from '../layout/kinetic.ts';
import { type f64, type i32, least, most, putReal, realAt } from '../../../../num/kernels/machine.ts';
import { placeOf } from '../vertices.ts';

/** Largest extent along an axis [m], of the rows made last. */
export let width: f64 = 0;
/** Largest difference of slopes [m/s]. */
export let spread: f64 = 0;

/** Of a leaf of three vertices, each of which may stand for the next. */
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
  const ax: f64 = placeOf(a, 0, tick);
  const ay: f64 = placeOf(a, 1, tick);
  const az: f64 = placeOf(a, 2, tick);
  const bx: f64 = placeOf(b, 0, tick);
  const by: f64 = placeOf(b, 1, tick);
  const bz: f64 = placeOf(b, 2, tick);
  const cx: f64 = placeOf(c, 0, tick);
  const cy: f64 = placeOf(c, 1, tick);
  const cz: f64 = placeOf(c, 2, tick);
  const planA: i32 = planAt(a);
  const planB: i32 = planAt(b);
  const planC: i32 = planAt(c);
  const reachA: f64 = realAt(planA + PLAN_REACH);
  const reachB: f64 = realAt(planB + PLAN_REACH);
  const reachC: f64 = realAt(planC + PLAN_REACH);
  spread = 0;
  width = 0;
  for (let k: i32 = 0; k < AXIS_COUNT; k++) {
    const x: f64 = realAt(AXES + 3 * k);
    const y: f64 = realAt(AXES + 3 * k + 1);
    const z: f64 = realAt(AXES + 3 * k + 2);
    const placeA: f64 = x * ax + y * ay + z * az;
    const placeB: f64 = x * bx + y * by + z * bz;
    const placeC: f64 = x * cx + y * cy + z * cz;
    const speedA: f64 = x * realAt(planA) + y * realAt(planA + 1) + z * realAt(planA + 2);
    const speedB: f64 = x * realAt(planB) + y * realAt(planB + 1) + z * realAt(planB + 2);
    const speedC: f64 = x * realAt(planC) + y * realAt(planC + 1) + z * realAt(planC + 2);
    const row: i32 = dop + DOP_HEAD + 4 * k;
    const lo: f64 = least(placeA, least(placeB, placeC)) - radius;
    const hi: f64 = most(placeA, most(placeB, placeC)) + radius;
    let down: f64 = least(speedA - reachA, least(speedB - reachB, speedC - reachC)) - slack;
    let up: f64 = most(speedA + reachA, most(speedB + reachB, speedC + reachC)) + slack;
    if (!raise) {
      down = most(down, realAt(row + 2));
      up = least(up, realAt(row + 3));
    }
    putReal(row, lo);
    putReal(row + 1, hi);
    putReal(row + 2, down);
    putReal(row + 3, up);
    spread = most(spread, up - down);
    width = most(width, hi - lo);
  }
}

/** Of an inner node with children a and b, which were bounded dtA and dtB seconds ago. */
export function rowsOfInner(dop: i32, a: i32, b: i32, dtA: f64, dtB: f64, more: f64, raise: boolean): void {
  spread = 0;
  width = 0;
  for (let k: i32 = 0; k < AXIS_COUNT; k++) {
    const at: i32 = DOP_HEAD + 4 * k;
    const downA: f64 = realAt(a + at + 2);
    const downB: f64 = realAt(b + at + 2);
    const upA: f64 = realAt(a + at + 3);
    const upB: f64 = realAt(b + at + 3);
    const lo: f64 = least(realAt(a + at) + downA * dtA, realAt(b + at) + downB * dtB);
    const hi: f64 = most(realAt(a + at + 1) + upA * dtA, realAt(b + at + 1) + upB * dtB);
    let down: f64 = least(downA, downB) - more;
    let up: f64 = most(upA, upB) + more;
    if (!raise) {
      down = most(down, realAt(dop + at + 2));
      up = least(up, realAt(dop + at + 3));
    }
    putReal(dop + at, lo);
    putReal(dop + at + 1, hi);
    putReal(dop + at + 2, down);
    putReal(dop + at + 3, up);
    spread = most(spread, up - down);
    width = most(width, hi - lo);
  }
}
