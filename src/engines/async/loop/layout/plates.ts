// Plates (elastic/plate.ts), and the tilts of the edges between them.

import { type i32, wholeAt } from '../../../../num/kernels/machine.ts';

// Plates: six vertices; the tilts of three edges, -1: none; 15 reals as elastic/plate.ts has them, relaxation time of the damping [s],
// angles and bends at the previous tick [rad], three each.
export const HEAD_PLATE_VERTICES: i32 = 220;
export const HEAD_PLATE_TILTS: i32 = 221;
export const HEAD_PLATE_REALS: i32 = 222;
export const HEAD_PLATE_COUNT: i32 = 223;
export const PLATE_SIZE: i32 = 22;
export const PLATE_DAMPING: i32 = 15;
export const PLATE_PREVIOUS: i32 = 16; // 6

export let PLATE_VERTICES: i32 = 0;
export let PLATE_TILTS: i32 = 0;
export let PLATE_REALS: i32 = 0;
export let PLATE_COUNT: i32 = 0;

// Tilts of edges: angle [rad] at its own time, rate [rad/s], time [ticks], inverse inertia [1/(kg m²)].
export const HEAD_TILT: i32 = 224;
export const HEAD_TILT_COUNT: i32 = 225;
export const TILT_SIZE: i32 = 4;
export const TILT_ANGLE: i32 = 0;
export const TILT_RATE: i32 = 1;
export const TILT_TIME: i32 = 2;
export const TILT_INVERSE: i32 = 3;

export let TILT: i32 = 0;
export let TILT_COUNT: i32 = 0;

// Folds, the edges of plates as the plates of one group see them (model/folds.ts): four vertices, the tilt or -1, and while the group
// ticks what elastic/fold.ts sees of it, the tilt's angle [rad], and of both its faces the torque on θ and that on the tilt [N m s].
// PLATE_FOLDS: three a plate, 4 fold + 2 mirrored + side, or -1. Group g has the folds GROUP_FOLD[g] … GROUP_FOLD[g + 1].
export const HEAD_FOLD_VERTICES: i32 = 226;
export const HEAD_FOLD_TILT: i32 = 227;
export const HEAD_FOLD_REALS: i32 = 228;
export const HEAD_PLATE_FOLDS: i32 = 229;
export const HEAD_GROUP_FOLD: i32 = 230;
export const FOLD_SIZE: i32 = 14;
export const FOLD_PHI: i32 = 9;
export const FOLD_TORQUE: i32 = 10; // 2
export const FOLD_TURN: i32 = 12; // 2

export let FOLD_VERTICES: i32 = 0;
export let FOLD_TILT: i32 = 0;
export let FOLD_REALS: i32 = 0;
export let PLATE_FOLDS: i32 = 0;
export let GROUP_FOLD: i32 = 0;

export function bindPlates(header: i32): void {
  PLATE_VERTICES = wholeAt(header + HEAD_PLATE_VERTICES);
  PLATE_TILTS = wholeAt(header + HEAD_PLATE_TILTS);
  PLATE_REALS = wholeAt(header + HEAD_PLATE_REALS);
  PLATE_COUNT = wholeAt(header + HEAD_PLATE_COUNT);
  TILT = wholeAt(header + HEAD_TILT);
  TILT_COUNT = wholeAt(header + HEAD_TILT_COUNT);
  FOLD_VERTICES = wholeAt(header + HEAD_FOLD_VERTICES);
  FOLD_TILT = wholeAt(header + HEAD_FOLD_TILT);
  FOLD_REALS = wholeAt(header + HEAD_FOLD_REALS);
  PLATE_FOLDS = wholeAt(header + HEAD_PLATE_FOLDS);
  GROUP_FOLD = wholeAt(header + HEAD_GROUP_FOLD);
}
