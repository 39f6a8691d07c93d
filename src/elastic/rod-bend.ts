// A rod bends and twists where two of its segments meet. Portable.
//
//   V = ¼ B Σⱼ ‖κ - rⱼ‖² + ½ T (m - m̄)²,   κ = 2 t₀ × t₁ / χ,   χ = 1 + t₀·t₁
//
// κ is the curvature binormal of the tangents t₀, t₁ of both segments (2 tan of half the angle between them), rⱼ the one it has without
// force, carried along by the material frame of segment j, and m the angle from the frame of the first segment, moved to the second
// without twist, to the frame of the second. Bergou, Wardetzky, Robinson, Audoly and Grinspun 2008, "Discrete elastic rods"; of a
// round cross-section, so that κ counts as a whole and its coupling to a frame is that of r alone.
//
// The material frame of segment j is known where the step began: tangent tᵗ, director aᵗ across it. It turns about tᵗ by the unknown
// θⱼ, and goes to t the short way, without twist: Bergou et al. 2010, "Discrete viscous threads". Moving t by δt turns what was so moved
// by w·δt about it, w = -(tᵗ × t)/(1 + tᵗ·t); the angle m grows by ½ κ·(δt₀ + δt₁) besides. So, with Θ for turns about t,
//
//   δrⱼ = δΘⱼ tⱼ × rⱼ - (rⱼ·δtⱼ) tⱼ,   δΘⱼ = δθⱼ + wⱼ·δtⱼ,   δm = δΘ₁ - δΘ₀ + ½ κ·(δt₀ + δt₁)
//
// Unknowns: the three vertices, then θ₀ and θ₁: 11 reals.

import { atan2, cos, sin } from '../num/elementary/index.ts';
import { type f64, type i32, putReal, realAt } from '../num/kernels/machine.ts';
import { nearest } from './plate.ts';
import { addCross, addScaled, dotAt, putCross, putScaled, tripleAt } from './rod-vectors.ts';

// A bend in memory.
/** B [N m]. */
export const BEND_STIFFNESS: i32 = 0;
/** T [N m]. */
export const BEND_TWIST_STIFFNESS: i32 = 1;
/** m where the step began [rad]. */
export const BEND_NEAR: i32 = 2;
/** m̄ [rad]. */
export const BEND_REST_TWIST: i32 = 3;
/** r of each segment: along its director, and along the other axis across the tangent. */
export const BEND_REST: i32 = 4;
/** Tangent and director of each segment where the step began. */
export const BEND_FRAMES: i32 = 8;
/** Reals of a bend. */
export const BEND_SIZE: i32 = 20;

// What `rodLook` writes.
/** Tangents of both segments. */
export const LOOK_TANGENT: i32 = 0; // 2 × 3
export const LOOK_LENGTH: i32 = 6; // 2
export const LOOK_CHI: i32 = 8;
/** κ. */
export const LOOK_CURVATURE: i32 = 9;
export const LOOK_TURN: i32 = 12; // w, 2 × 3
export const LOOK_REST: i32 = 18; // r, 2 × 3
/** m [rad]. */
export const LOOK_TWIST: i32 = 24;
/** 1 + tᵗ·t. */
export const LOOK_TURNED: i32 = 25; // 2
/** Directors, where the segments are now. */
export const LOOK_DIRECTOR: i32 = 27; // 2 × 3
const LOOK_MOVED: i32 = 33; // 3

const UNKNOWNS: i32 = 11;
/** Where θ₀ and θ₁ stand among the unknowns. */
export const BEND_ANGLES: i32 = 9;

/** Turns the director of a frame by θ about its tangent and moves it to the tangent t, to `out`. Uses three reals after it. */
function carry(frame: i32, theta: f64, t: i32, turned: f64, out: i32): void {
  putScaled(out, cos(theta), frame + 3);
  addCross(out, sin(theta), frame, frame + 3);
  const along: f64 = -dotAt(t, out) / turned;
  addScaled(out, along, frame);
  addScaled(out, along, t);
}

/** Looks at a bend: what it is now to `look`. */
export function rodLook(x: i32, bend: i32, look: i32): void {
  for (let j: i32 = 0; j < 2; j++) {
    const t: i32 = look + LOOK_TANGENT + 3 * j;
    const frame: i32 = bend + BEND_FRAMES + 6 * j;
    for (let k: i32 = 0; k < 3; k++) putReal(t + k, realAt(x + 3 * j + 3 + k) - realAt(x + 3 * j + k));
    const length: f64 = Math.sqrt(dotAt(t, t));
    putReal(look + LOOK_LENGTH + j, length);
    putScaled(t, 1 / length, t);
    const turned: f64 = 1 + dotAt(frame, t);
    putReal(look + LOOK_TURNED + j, turned);
    putCross(look + LOOK_TURN + 3 * j, -1 / turned, frame, t);
    const director: i32 = look + LOOK_DIRECTOR + 3 * j;
    carry(frame, realAt(x + BEND_ANGLES + j), t, turned, director);
    const rest: i32 = bend + BEND_REST + 2 * j;
    putScaled(look + LOOK_REST + 3 * j, realAt(rest), director);
    addCross(look + LOOK_REST + 3 * j, realAt(rest + 1), t, director);
  }
  const t0: i32 = look + LOOK_TANGENT;
  const t1: i32 = t0 + 3;
  const chi: f64 = 1 + dotAt(t0, t1);
  putReal(look + LOOK_CHI, chi);
  putCross(look + LOOK_CURVATURE, 2 / chi, t0, t1);
  // the first director, moved to the second segment
  const a0: i32 = look + LOOK_DIRECTOR;
  const a1: i32 = a0 + 3;
  const moved: i32 = look + LOOK_MOVED;
  const along: f64 = -dotAt(t1, a0) / chi;
  putScaled(moved, 1, a0);
  addScaled(moved, along, t0);
  addScaled(moved, along, t1);
  const near: f64 = realAt(bend + BEND_NEAR) + realAt(x + BEND_ANGLES + 1) - realAt(x + BEND_ANGLES);
  putReal(look + LOOK_TWIST, nearest(atan2(tripleAt(moved, a1, t1), dotAt(moved, a1)), near));
}

/** [J] @param look  room for 36 reals */
export function bendEnergy(x: i32, bend: i32, look: i32): f64 {
  rodLook(x, bend, look);
  let squares: f64 = 0;
  for (let j: i32 = 0; j < 2; j++)
    for (let k: i32 = 0; k < 3; k++) {
      const bent: f64 = realAt(look + LOOK_CURVATURE + k) - realAt(look + LOOK_REST + 3 * j + k);
      squares += bent * bent;
    }
  const twisted: f64 = realAt(look + LOOK_TWIST) - realAt(bend + BEND_REST_TWIST);
  return (
    0.25 * realAt(bend + BEND_STIFFNESS) * squares +
    0.5 * realAt(bend + BEND_TWIST_STIFFNESS) * twisted * twisted
  );
}

// What `bendSlopes` writes behind the look: F = ∂V/∂κ, ∂V/∂t of both segments with nothing turning about them, ∂V/∂Θ of both.
export const SLOPE_CURVATURE: i32 = 36;
export const SLOPE_TANGENT: i32 = 39; // 2 × 3
export const SLOPE_TURN: i32 = 45; // 2
/** Reals of a look with its slopes. */
export const BEND_LOOK_SIZE: i32 = 47;

/** After a look. */
export function bendSlopes(bend: i32, look: i32): void {
  const B: f64 = realAt(bend + BEND_STIFFNESS);
  const moment: f64 =
    realAt(bend + BEND_TWIST_STIFFNESS) * (realAt(look + LOOK_TWIST) - realAt(bend + BEND_REST_TWIST));
  const k: i32 = look + LOOK_CURVATURE;
  const r: i32 = look + LOOK_REST;
  const F: i32 = look + SLOPE_CURVATURE;
  const t: i32 = look + LOOK_TANGENT;
  putScaled(F, B, k);
  addScaled(F, -0.5 * B, r);
  addScaled(F, -0.5 * B, r + 3);
  const chi: f64 = realAt(look + LOOK_CHI);
  const along: f64 = -dotAt(F, k) / chi;
  for (let j: i32 = 0; j < 2; j++) {
    const other: i32 = t + 3 * (1 - j);
    const g: i32 = look + SLOPE_TANGENT + 3 * j;
    const sign: f64 = j === 0 ? 1 : -1;
    const turn: f64 = -0.5 * B * tripleAt(t + 3 * j, r + 3 * j, k) - sign * moment;
    putReal(look + SLOPE_TURN + j, turn);
    putCross(g, (sign * 2) / chi, other, F);
    addScaled(g, along, other);
    addScaled(g, 0.5 * moment, k);
    addScaled(g, turn, look + LOOK_TURN + 3 * j);
  }
}

/** ∂V: [N] of the vertices, [N m] of the angles, 11 reals to `out`. @param look  room for BEND_LOOK_SIZE reals */
export function bendGradient(x: i32, bend: i32, look: i32, out: i32): void {
  rodLook(x, bend, look);
  bendSlopes(bend, look);
  for (let i: i32 = 0; i < UNKNOWNS; i++) putReal(out + i, 0);
  for (let j: i32 = 0; j < 2; j++) {
    const t: i32 = look + LOOK_TANGENT + 3 * j;
    const g: i32 = look + SLOPE_TANGENT + 3 * j;
    const length: f64 = realAt(look + LOOK_LENGTH + j);
    const along: f64 = dotAt(g, t);
    for (let k: i32 = 0; k < 3; k++) {
      const force: f64 = (realAt(g + k) - along * realAt(t + k)) / length;
      putReal(out + 3 * j + k, realAt(out + 3 * j + k) - force);
      putReal(out + 3 * j + 3 + k, realAt(out + 3 * j + 3 + k) + force);
    }
    putReal(out + BEND_ANGLES + j, realAt(look + SLOPE_TURN + j));
  }
}
