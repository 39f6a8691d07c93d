// A vertex moves straight between the kicks it gets: x(t) = x + v (t - t₀), from its own last time t₀.
//
// Only a kick moves a vertex to its own time. Everything else (certificates, ticks of layers that do not push,
// frames) looks at x(t) in temporaries: an addition more would change the bits of the trajectory.

import { INVERSE_MASS, NOW, OWED, POSITION, TIME, VELOCITY } from './layout/layout.ts';
import { type f64, type i32, putReal, realAt, wholeAt } from '../../../num/kernels/machine.ts';

/** Seconds a tick: 2⁻³⁹, so that the product with a tick count is exact. */
export const TICK: f64 = 1 / 549755813888;

/** Coordinate k of vertex i at a time [ticks], without moving it. */
export function placeOf(i: i32, k: i32, tick: f64): f64 {
  return realAt(POSITION + 3 * i + k) + realAt(VELOCITY + 3 * i + k) * ((tick - realAt(TIME + i)) * TICK);
}

/** All three coordinates of vertex i at a time [ticks], to doubles at `out`. */
export function placeTo(i: i32, tick: f64, out: i32): void {
  const dt: f64 = (tick - realAt(TIME + i)) * TICK;
  const p: i32 = POSITION + 3 * i;
  const v: i32 = VELOCITY + 3 * i;
  putReal(out, realAt(p) + realAt(v) * dt);
  putReal(out + 1, realAt(p + 1) + realAt(v + 1) * dt);
  putReal(out + 2, realAt(p + 2) + realAt(v + 2) * dt);
}

/** Where several vertices are at a time [ticks], three doubles each to `out`. @param vertices  address of their numbers */
export function placesTo(vertices: i32, count: i32, tick: f64, out: i32): void {
  for (let k: i32 = 0; k < count; k++) placeTo(wholeAt(vertices + k), tick, out + 3 * k);
}

/** The same of vertices that the group which ticks has moved. */
export function nowTo(vertices: i32, count: i32, out: i32): void {
  for (let k: i32 = 0; k < count; k++) {
    const now: i32 = NOW + 3 * wholeAt(vertices + k);
    putReal(out + 3 * k, realAt(now));
    putReal(out + 3 * k + 1, realAt(now + 1));
    putReal(out + 3 * k + 2, realAt(now + 2));
  }
}

/** Adds to what the forces owe so many vertices (forces/owed.ts). @param impulses  three doubles each [N s] */
export function owe(vertices: i32, count: i32, impulses: i32): void {
  for (let k: i32 = 0; k < count; k++) {
    const at: i32 = OWED + 3 * wholeAt(vertices + k);
    for (let j: i32 = 0; j < 3; j++) putReal(at + j, realAt(at + j) + realAt(impulses + 3 * k + j));
  }
}

/** Moves vertex i to the time of a kick [ticks]. */
export function moveTo(i: i32, tick: f64): void {
  placeTo(i, tick, POSITION + 3 * i);
  putReal(TIME + i, tick);
}

/** Adds an impulse [N s] to vertex i, which has been moved to the time of the kick; one that is moved from outside takes none. */
export function kick(i: i32, x: f64, y: f64, z: f64): void {
  const w: f64 = realAt(INVERSE_MASS + i);
  if (w === 0) return;
  const v: i32 = VELOCITY + 3 * i;
  putReal(v, realAt(v) + w * x);
  putReal(v + 1, realAt(v + 1) + w * y);
  putReal(v + 2, realAt(v + 2) + w * z);
}
