// The tube of each vertex in a window: a chord, and how far the polyline of its true motion strays from it.
//
// A vertex starts at x₀, turns at its kicks, and ends at x₁. Turns are held against a line r(t) = x₀ + u (t - t₀),
// u a guess of the chord's velocity (that of the last window, or of the last try of this one). δ is the largest
// distance of a turn from that line. Let e = x₁ - r(t₁). The chord is c(t) = r(t) + σ e with σ = (t - t₀)/(t₁ - t₀),
// so
//
//   ‖x(t) - c(t)‖ ≤ ‖x(t) - r(t)‖ + σ ‖e‖ ≤ max(δ, ‖e‖) + ‖e‖ = ρ :
//
// x - r is straight between turns, 0 at t₀ and e at t₁, so its length is largest at a turn or at the end. Without a
// turn the motion is the chord, ρ = 0. Rounding: the pad of window/proof.ts, which is taken from the largest
// coordinate met here.

import { POSITION, VELOCITY, VERTEX_COUNT } from '../layout/layout.ts';
import {
  CANDIDATES_HOLD_AT,
  TUBE_END,
  TUBE_REACH,
  TUBE_RHO,
  TUBE_SPEED,
  TUBE_SQUARED,
  TUBE_START,
  TUBE_TRAVEL,
  VERTEX_BOX,
  WINDOW_FROM,
  WINDOW_LENGTH,
  WINDOW_PAD,
  WINDOW_REALS,
  windowReal,
  tubeAt,
} from '../layout/window.ts';
import { type f64, type i32, most, putReal, putWhole, realAt } from '../../../../num/kernels/machine.ts';
import { placeTo, TICK } from '../vertices.ts';

/** Of the largest coordinate: far above what rounding does to places, distances and bounds. */
const PAD_SHARE: f64 = 1 / 1099511627776;

/** Every vertex's tube begins at a tick. */
export function tubesOpen(tick: f64): void {
  putReal(WINDOW_REALS + WINDOW_FROM, tick);
  for (let i: i32 = 0; i < VERTEX_COUNT; i++) placeTo(i, tick, tubeAt(i) + TUBE_START);
  tubesEmpty();
}

/** The window is run, for the first time or again: no turns yet. */
export function tubesEmpty(): void {
  for (let i: i32 = 0; i < VERTEX_COUNT; i++) putReal(tubeAt(i) + TUBE_SQUARED, -1);
}

/** Where nothing is known of earlier windows: guesses are the present velocities. */
export function tubesGuess(): void {
  for (let i: i32 = 0; i < VERTEX_COUNT; i++) {
    const tube: i32 = tubeAt(i);
    for (let k: i32 = 0; k < 3; k++) putReal(tube + TUBE_SPEED + k, realAt(VELOCITY + 3 * i + k));
  }
}

/** Vertex i has been moved to `tick` and turns there. */
export function tubeGrow(i: i32, tick: f64): void {
  const tube: i32 = tubeAt(i);
  const place: i32 = POSITION + 3 * i;
  const dt: f64 = (tick - realAt(WINDOW_REALS + WINDOW_FROM)) * TICK;
  const x: f64 = realAt(place) - realAt(tube) - realAt(tube + TUBE_SPEED) * dt;
  const y: f64 = realAt(place + 1) - realAt(tube + 1) - realAt(tube + TUBE_SPEED + 1) * dt;
  const z: f64 = realAt(place + 2) - realAt(tube + 2) - realAt(tube + TUBE_SPEED + 2) * dt;
  const squared: f64 = x * x + y * y + z * z;
  // not a number: stays
  if (!(squared <= realAt(tube + TUBE_SQUARED))) putReal(tube + TUBE_SQUARED, squared);
}

/** The window ends at a tick: chords, radii and reaches. Candidates no longer hold where a tube leaves its box. */
export function tubesClose(tick: f64): void {
  const dt: f64 = (tick - windowReal(WINDOW_FROM)) * TICK;
  putReal(WINDOW_REALS + WINDOW_LENGTH, tick - windowReal(WINDOW_FROM));
  let extent: f64 = 0;
  let inside: boolean = true;
  let sound: boolean = true;
  for (let i: i32 = 0; i < VERTEX_COUNT; i++) {
    const tube: i32 = tubeAt(i);
    placeTo(i, tick, tube + TUBE_END);
    let strays: f64 = 0;
    let travels: f64 = 0;
    for (let k: i32 = 0; k < 3; k++) {
      const start: f64 = realAt(tube + k);
      const end: f64 = realAt(tube + TUBE_END + k);
      const chord: f64 = end - start;
      const off: f64 = chord - realAt(tube + TUBE_SPEED + k) * dt;
      strays += off * off;
      travels += chord * chord;
      extent = most(extent, Math.abs(start));
      extent = most(extent, Math.abs(end));
      if (dt > 0) putReal(tube + TUBE_SPEED + k, chord / dt);
    }
    const squared: f64 = realAt(tube + TUBE_SQUARED);
    const e: f64 = Math.sqrt(strays);
    // -1: it went straight on
    const rho: f64 = squared === -1 ? 0 : (squared > strays ? Math.sqrt(squared) : e) + e;
    putReal(tube + TUBE_RHO, rho);
    putReal(tube + TUBE_REACH, realAt(tube + TUBE_TRAVEL) + Math.sqrt(travels) + rho);
    extent = most(extent, rho);
    if (!(travels + strays + rho < Infinity)) sound = false;
    if (inside && !isInBox(tube, VERTEX_BOX + 6 * i, rho)) inside = false;
  }
  // where something is not a number nothing is proven
  putReal(WINDOW_REALS + WINDOW_PAD, sound ? PAD_SHARE * extent : NaN);
  if (!inside) putWhole(CANDIDATES_HOLD_AT, 0);
}

function isInBox(tube: i32, box: i32, rho: f64): boolean {
  for (let k: i32 = 0; k < 3; k++) {
    const low: f64 = realAt(box + k) + rho;
    const high: f64 = realAt(box + 3 + k) - rho;
    const start: f64 = realAt(tube + k);
    const end: f64 = realAt(tube + TUBE_END + k);
    if (!(start >= low && start <= high && end >= low && end <= high)) return false;
  }
  return true;
}

/** The window holds: what was travelled counts from now on. */
export function tubesKeep(): void {
  for (let i: i32 = 0; i < VERTEX_COUNT; i++) {
    const tube: i32 = tubeAt(i);
    const reach: f64 = realAt(tube + TUBE_REACH) - realAt(tube + TUBE_RHO);
    putReal(tube + TUBE_TRAVEL, reach);
  }
}
