// Every impulse on a vertex goes through here: it is moved to the tick, kicked, and whoever has to know is told.
//
// A turn is noted once a tick and vertex, where the vertex was moved: all impulses of one tick act at one place.
// Stray: the largest distance² of a turn from the vertex's line x₀ + v₀ (t - t₀) since the host last drew it.

import { INVERSE_MASS, POSITION, TIME } from './layout/layout.ts';
import {
  CONTROL_REALS,
  MODE,
  MODE_CERTIFICATES,
  MODE_WINDOWS,
  REAL_STRAY_TICK,
  STRAY,
  STRAY_PLACE,
  STRAY_SIZE,
  STRAY_SQUARED,
  STRAY_VELOCITY,
  STRAY_WANTED,
  TURN_COUNT_AT,
  TURN_REALS,
  TURN_SIZE,
  TURN_VERTEX,
  TURNS_WANTED,
} from './layout/control.ts';
import { planCheck } from './kinetic/plans.ts';
import { type f64, type i32, putReal, putWhole, realAt, wholeAt } from '../../../num/kernels/machine.ts';
import { kick, moveTo, TICK } from './vertices.ts';
import { tubeGrow } from './window/tube.ts';

/** Gives vertex i an impulse [N s] at a tick; one that is moved from outside takes none. */
export function push(i: i32, tick: f64, x: f64, y: f64, z: f64): void {
  if (realAt(INVERSE_MASS + i) === 0) return;
  const moves: boolean = realAt(TIME + i) !== tick;
  if (moves) moveTo(i, tick);
  kick(i, x, y, z);
  kicked(i, tick, moves);
}

/** Vertex i stands at `tick` and has a new velocity; `moves`: for the first time at this tick. */
export function kicked(i: i32, tick: f64, moves: boolean): void {
  if (MODE === MODE_CERTIFICATES) planCheck(i, tick);
  if (moves) moved(i, tick);
}

/** Vertex i has been moved to `tick` and turns there. */
export function moved(i: i32, tick: f64): void {
  if (MODE === MODE_WINDOWS) tubeGrow(i, tick);
  if (TURNS_WANTED !== 0) noteTurn(i, tick);
  if (STRAY_WANTED !== 0) growStray(i, tick);
}

function noteTurn(i: i32, tick: f64): void {
  const count: i32 = wholeAt(TURN_COUNT_AT);
  const turn: i32 = TURN_REALS + TURN_SIZE * count;
  putWhole(TURN_VERTEX + count, i);
  putReal(turn, tick);
  putReal(turn + 1, realAt(POSITION + 3 * i));
  putReal(turn + 2, realAt(POSITION + 3 * i + 1));
  putReal(turn + 3, realAt(POSITION + 3 * i + 2));
  putWhole(TURN_COUNT_AT, count + 1);
}

function growStray(i: i32, tick: f64): void {
  const line: i32 = STRAY + STRAY_SIZE * i;
  const dt: f64 = (tick - realAt(CONTROL_REALS + REAL_STRAY_TICK)) * TICK;
  let squared: f64 = 0;
  for (let k: i32 = 0; k < 3; k++) {
    const off: f64 =
      realAt(POSITION + 3 * i + k) -
      (realAt(line + STRAY_PLACE + k) + realAt(line + STRAY_VELOCITY + k) * dt);
    squared += off * off;
  }
  if (squared > realAt(line + STRAY_SQUARED)) putReal(line + STRAY_SQUARED, squared);
}
