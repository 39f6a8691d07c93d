// The second derivative of a bend's energy. Portable.
//
// Column by column, from the changes of all that the gradient is made of (rod-bend.ts) as one segment or one angle changes:
//
//   δt = (δe - t (t·δe))/‖e‖,   δχ = δt₀·t₁ + t₀·δt₁,   δκ = (2 (δt₀ × t₁ + t₀ × δt₁) - κ δχ)/χ,
//   δw = -(tᵗ × δt + w (tᵗ·δt))/(1 + tᵗ·t),   and so on
//
// With `projected` only what squares of strains give: of both κ - rⱼ, seen from the frame of segment j, so that turning is no strain, and
// of m. That is positive semidefinite.

import { type f64, type i32, putReal, realAt } from '../num/kernels/machine.ts';
import {
  BEND_ANGLES,
  BEND_FRAMES,
  BEND_REST_TWIST,
  BEND_STIFFNESS,
  BEND_TWIST_STIFFNESS,
  bendSlopes,
  LOOK_CHI,
  LOOK_CURVATURE,
  LOOK_LENGTH,
  LOOK_REST,
  LOOK_TANGENT,
  LOOK_TURN,
  LOOK_TURNED,
  LOOK_TWIST,
  rodLook,
  SLOPE_CURVATURE,
  SLOPE_TANGENT,
  SLOPE_TURN,
} from './rod-bend.ts';
import { addCross, addScaled, dotAt, putCross, putScaled, tripleAt } from './rod-vectors.ts';

const UNKNOWNS: i32 = 11;

// In the room, behind the look and its slopes: changes of what is in it.
const MOVE: i32 = 47; // δt, 2 × 3
const TURN: i32 = 53; // δΘ, 2
const BENT: i32 = 55; // δκ
const SLOPE: i32 = 58; // δF
const PULL: i32 = 61; // of ∂V/∂t
const ARM: i32 = 64; // δw
const REST: i32 = 67; // δr
const TWIST: i32 = 70; // δm
// With `projected`: seven changes of strains an unknown.
const STRAINS: i32 = 71;
const STRAIN_COUNT: i32 = 7;
/** Reals of room that `bendHessian` needs. */
export const BEND_HESSIAN_ROOM: i32 = 148;

/** Columns: three of the first segment, three of the second, one of each angle. */
const COLUMNS: i32 = 8;

/** The changes of tangents, turns, κ and m in a column. */
function change(column: i32, look: i32): void {
  const t: i32 = look + LOOK_TANGENT;
  const d: i32 = look + MOVE;
  for (let k: i32 = 0; k < 6; k++) putReal(d + k, 0);
  putReal(look + TURN, column === 6 ? 1 : 0);
  putReal(look + TURN + 1, column === 7 ? 1 : 0);
  if (column < 6) {
    const j: i32 = column < 3 ? 0 : 1;
    const axis: i32 = column - 3 * j;
    const length: f64 = realAt(look + LOOK_LENGTH + j);
    putScaled(d + 3 * j, -realAt(t + 3 * j + axis) / length, t + 3 * j);
    putReal(d + column, realAt(d + column) + 1 / length);
    putReal(look + TURN + j, dotAt(look + LOOK_TURN + 3 * j, d + 3 * j));
  }
  const chi: f64 = realAt(look + LOOK_CHI);
  const opened: f64 = dotAt(d, t + 3) + dotAt(t, d + 3);
  putCross(look + BENT, 2 / chi, d, t + 3);
  addCross(look + BENT, 2 / chi, t, d + 3);
  addScaled(look + BENT, -opened / chi, look + LOOK_CURVATURE);
  putReal(
    look + TWIST,
    realAt(look + TURN + 1) -
      realAt(look + TURN) +
      0.5 * (dotAt(look + LOOK_CURVATURE, d) + dotAt(look + LOOK_CURVATURE, d + 3)),
  );
}

/** Adds what is felt along segment j to a column of the matrix: by its two ends. */
function addToColumn(out: i32, j: i32, k: i32, column: i32, value: f64): void {
  const near: i32 = out + UNKNOWNS * (3 * j + k) + column;
  const far: i32 = near + 3 * UNKNOWNS;
  putReal(near, realAt(near) - value);
  putReal(far, realAt(far) + value);
}

/** Which unknown a column stands for: of a segment its end that is not in the middle. */
function unknownOf(column: i32): i32 {
  return column < 3 ? column : column + 3;
}

/** Whether that end is the first, which the segment runs away from. */
function signOf(column: i32): f64 {
  return column < 3 ? -1 : 1;
}

/** Changes of δF, δr and of the slopes: a column of the exact matrix. */
function addExact(column: i32, bend: i32, look: i32, out: i32): void {
  const B: f64 = realAt(bend + BEND_STIFFNESS);
  const T: f64 = realAt(bend + BEND_TWIST_STIFFNESS);
  const t: i32 = look + LOOK_TANGENT;
  const k: i32 = look + LOOK_CURVATURE;
  const d: i32 = look + MOVE;
  const F: i32 = look + SLOPE_CURVATURE;
  const dF: i32 = look + SLOPE;
  const dk: i32 = look + BENT;
  const dr: i32 = look + REST;
  const chi: f64 = realAt(look + LOOK_CHI);
  const moment: f64 = T * (realAt(look + LOOK_TWIST) - realAt(bend + BEND_REST_TWIST));
  const stiffer: f64 = T * realAt(look + TWIST);
  const sign: f64 = signOf(column);
  const at: i32 = unknownOf(column);
  putScaled(dF, B, dk);
  for (let j: i32 = 0; j < 2; j++) {
    putRestChange(look, j);
    addScaled(dF, -0.5 * B, dr);
  }
  const along: f64 = -dotAt(F, k) / chi;
  const opened: f64 = dotAt(d, t + 3) + dotAt(t, d + 3);
  const dAlong: f64 = -(dotAt(dF, k) + dotAt(F, dk) + along * opened) / chi;
  for (let j: i32 = 0; j < 2; j++) {
    const s: f64 = j === 0 ? 1 : -1;
    const tj: i32 = t + 3 * j;
    const dj: i32 = d + 3 * j;
    const r: i32 = look + LOOK_REST + 3 * j;
    const w: i32 = look + LOOK_TURN + 3 * j;
    const frame: i32 = bend + BEND_FRAMES + 6 * j;
    const other: i32 = t + 3 * (1 - j);
    const dOther: i32 = d + 3 * (1 - j);
    putRestChange(look, j);
    const dTurn: f64 =
      -0.5 * B * (tripleAt(dj, r, k) + tripleAt(tj, dr, k) + tripleAt(tj, r, dk)) - s * stiffer;
    const dw: i32 = look + ARM;
    const turned: f64 = realAt(look + LOOK_TURNED + j);
    putCross(dw, -1 / turned, frame, dj);
    addScaled(dw, -dotAt(frame, dj) / turned, w);
    const dg: i32 = look + PULL;
    putCross(dg, (s * 2) / chi, dOther, F);
    addCross(dg, (s * 2) / chi, other, dF);
    addCross(dg, (-s * 2 * opened) / (chi * chi), other, F);
    addScaled(dg, dAlong, other);
    addScaled(dg, along, dOther);
    addScaled(dg, 0.5 * stiffer, k);
    addScaled(dg, 0.5 * moment, dk);
    addScaled(dg, dTurn, w);
    addScaled(dg, realAt(look + SLOPE_TURN + j), dw);
    const g: i32 = look + SLOPE_TANGENT + 3 * j;
    const length: f64 = realAt(look + LOOK_LENGTH + j);
    // (g - t (t·g))/‖e‖ changes by itself and by its length
    const gt: f64 = dotAt(g, tj);
    const dgt: f64 = dotAt(dg, tj) + dotAt(g, dj);
    const isOwn: boolean = column < 6 && (column < 3 ? 0 : 1) === j;
    const longer: f64 = isOwn ? realAt(tj + (column < 3 ? column : column - 3)) / length : 0;
    for (let c: i32 = 0; c < 3; c++) {
      const before: f64 = realAt(g + c) - gt * realAt(tj + c);
      const changed: f64 = realAt(dg + c) - gt * realAt(dj + c) - dgt * realAt(tj + c) - longer * before;
      addToColumn(out, j, c, at, (sign * changed) / length);
    }
    putReal(out + UNKNOWNS * (BEND_ANGLES + j) + at, sign * dTurn);
  }
}

/** δr of segment j. */
function putRestChange(look: i32, j: i32): void {
  const tj: i32 = look + LOOK_TANGENT + 3 * j;
  const r: i32 = look + LOOK_REST + 3 * j;
  putCross(look + REST, realAt(look + TURN + j), tj, r);
  addScaled(look + REST, -dotAt(r, look + MOVE + 3 * j), tj);
}

/** The changes of strains in a column: of κ as segment j sees it, and of m. */
function putStrains(column: i32, look: i32): void {
  const strains: i32 = look + STRAINS + STRAIN_COUNT * unknownOf(column);
  const sign: f64 = signOf(column);
  const dk: i32 = look + BENT;
  for (let j: i32 = 0; j < 2; j++) {
    const tj: i32 = look + LOOK_TANGENT + 3 * j;
    const seen: i32 = strains + 3 * j;
    putScaled(seen, sign, dk);
    addScaled(seen, -sign * dotAt(dk, tj), tj);
    addCross(seen, -sign * realAt(look + TURN + j), tj, look + LOOK_CURVATURE);
  }
  putReal(strains + 6, sign * realAt(look + TWIST));
}

/**
 * 11 rows of 11 reals to `out`.
 * @param look  room for BEND_HESSIAN_ROOM reals
 */
export function bendHessian(x: i32, bend: i32, projected: boolean, look: i32, out: i32): void {
  rodLook(x, bend, look);
  bendSlopes(bend, look);
  for (let i: i32 = 0; i < UNKNOWNS * UNKNOWNS; i++) putReal(out + i, 0);
  for (let column: i32 = 0; column < COLUMNS; column++) {
    change(column, look);
    if (projected) putStrains(column, look);
    else addExact(column, bend, look, out);
  }
  if (projected) {
    addSquares(bend, look, out);
    return;
  }
  // moving all three vertices changes nothing
  for (let i: i32 = 0; i < UNKNOWNS; i++)
    for (let k: i32 = 0; k < 3; k++) {
      const row: i32 = out + UNKNOWNS * i + k;
      putReal(row + 3, -(realAt(row) + realAt(row + 6)));
    }
}

function addSquares(bend: i32, look: i32, out: i32): void {
  const strains: i32 = look + STRAINS;
  for (let k: i32 = 0; k < 3; k++)
    for (let s: i32 = 0; s < STRAIN_COUNT; s++) {
      const at: i32 = strains + STRAIN_COUNT * k + s;
      putReal(at + 3 * STRAIN_COUNT, -(realAt(at) + realAt(at + 6 * STRAIN_COUNT)));
    }
  const half: f64 = 0.5 * realAt(bend + BEND_STIFFNESS);
  const twist: f64 = realAt(bend + BEND_TWIST_STIFFNESS);
  for (let i: i32 = 0; i < UNKNOWNS; i++)
    for (let j: i32 = 0; j < UNKNOWNS; j++) {
      const a: i32 = strains + STRAIN_COUNT * i;
      const b: i32 = strains + STRAIN_COUNT * j;
      const bent: f64 = half * (dotAt(a, b) + dotAt(a + 3, b + 3));
      putReal(out + UNKNOWNS * i + j, bent + twist * realAt(a + 6) * realAt(b + 6));
    }
}
