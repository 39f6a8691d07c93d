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

/** Triples of doubles that a plate needs for its impulses: of its vertices, of its tilts, and where all of these are. */
export const PLATE_TRIPLES: i32 = 14;
/** Where, from these on, that of the tilts is. */
export const PLATE_TILT_TRIPLE: i32 = 6;

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

export function bindPlates(header: i32): void {
  PLATE_VERTICES = wholeAt(header + HEAD_PLATE_VERTICES);
  PLATE_TILTS = wholeAt(header + HEAD_PLATE_TILTS);
  PLATE_REALS = wholeAt(header + HEAD_PLATE_REALS);
  PLATE_COUNT = wholeAt(header + HEAD_PLATE_COUNT);
  TILT = wholeAt(header + HEAD_TILT);
  TILT_COUNT = wholeAt(header + HEAD_TILT_COUNT);
}
