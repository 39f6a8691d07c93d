// What the host sets and reads between calls: the mode of detection, what is to be noted at kicks, and tallies.

import { type i32, wholeAt } from '../../../../num/kernels/machine.ts';

/** Why the loop came back. NEED_…: make that table larger (or empty it) and call again: nothing is lost. */
export const RUN_DONE: i32 = 0;
export const RUN_PAUSED: i32 = 1; // the budget of events is used up
export const NEED_PAIRS: i32 = 2;
export const NEED_LAYERS: i32 = 3;
export const NEED_CONTACTS: i32 = 4;
export const NEED_TURNS: i32 = 5;
/** A layer's step would fall below one tick, or below the ladder's end: HEAD_FAILED_PAIR, HEAD_FAILED_LAYER. */
export const STOP_LAYER: i32 = 6;
// 16–31: needs of certificates, 32–47: needs of windows

export const HEAD_MODE: i32 = 192;
export const MODE_BRUTE: i32 = 0;
export const MODE_CERTIFICATES: i32 = 1;
export const MODE_WINDOWS: i32 = 2;

/** 1: note every turn (vertex, tick, place). TURN_REALS: tick, x, y, z. */
export const HEAD_TURNS_WANTED: i32 = 193;
export const HEAD_TURN_VERTEX: i32 = 194;
export const HEAD_TURN_REALS: i32 = 195;
export const HEAD_TURN_CAPACITY: i32 = 196;
export const HEAD_TURN_COUNT: i32 = 197; // changed by the loop
export const TURN_SIZE: i32 = 4;

/** 1: grow each vertex's stray. STRAY: place and velocity of its line at REAL_STRAY_TICK, largest distance². */
export const HEAD_STRAY_WANTED: i32 = 198;
export const HEAD_STRAY: i32 = 199;
export const STRAY_SIZE: i32 = 7;
export const STRAY_PLACE: i32 = 0;
export const STRAY_VELOCITY: i32 = 3;
export const STRAY_SQUARED: i32 = 6;

/** Friction: 0 by an anchor (holds at rest), 1 kinetic (always slides). */
export const HEAD_FRICTION_KINETIC: i32 = 200;

/** 0: steps of layers are rounded down to a ladder, so that many tick together; 1: to whole ticks. */
export const HEAD_EXACT_STEPS: i32 = 209;

export const HEAD_FAILED_PAIR: i32 = 201; // changed by the loop
export const HEAD_FAILED_LAYER: i32 = 202; // changed by the loop

/** Doubles of control. */
export const HEAD_CONTROL_REALS: i32 = 203;
export const REAL_STRAY_TICK: i32 = 0;
/** k_t / r(l): stiffness of an anchor beside that of its layer. */
export const REAL_TANGENTIAL: i32 = 1;
/** The air: velocity [m/s], half its density [kg/m³], coefficients of drag and lift. */
export const REAL_WIND: i32 = 2; // 3
export const REAL_AIR: i32 = 5;
export const REAL_DRAG: i32 = 6;
export const REAL_LIFT: i32 = 7;

/** Tallies since the host last set them: decided by the trajectory alone. Doubles, TALLY_SIZE of them. */
export const HEAD_TALLY: i32 = 204;
export const TALLY_SIZE: i32 = 4;
export const TALLY_FORCES: i32 = 0; // elements and pushing layers
export const TALLY_PUSHES: i32 = 1; // ticks of layers that pushed
export const TALLY_DEEPEST: i32 = 2; // deepest layer that pushed
export const TALLY_LEAST: i32 = 3; // smallest distance at a push [m]; the host sets it large

/** Ticks of layers that did not push, and events in all: not decided by the trajectory. Doubles. */
export const HEAD_COUNTERS: i32 = 205;
export const COUNT_NULL: i32 = 0;
export const COUNT_GROUPS: i32 = 1;
export const COUNT_CERTIFICATES: i32 = 2;
export const COUNTERS_SIZE: i32 = 3;

export let MODE: i32 = 0;
export let TURNS_WANTED: i32 = 0;
export let TURN_VERTEX: i32 = 0;
export let TURN_REALS: i32 = 0;
export let TURN_CAPACITY: i32 = 0;
export let TURN_COUNT_AT: i32 = 0;
export let STRAY_WANTED: i32 = 0;
export let STRAY: i32 = 0;
export let FRICTION_KINETIC: i32 = 0;
export let EXACT_STEPS: i32 = 0;
export let FAILED_AT: i32 = 0;
export let CONTROL_REALS: i32 = 0;
export let TALLY: i32 = 0;
export let COUNTERS: i32 = 0;

export function bindControl(header: i32): void {
  MODE = wholeAt(header + HEAD_MODE);
  TURNS_WANTED = wholeAt(header + HEAD_TURNS_WANTED);
  TURN_VERTEX = wholeAt(header + HEAD_TURN_VERTEX);
  TURN_REALS = wholeAt(header + HEAD_TURN_REALS);
  TURN_CAPACITY = wholeAt(header + HEAD_TURN_CAPACITY);
  TURN_COUNT_AT = header + HEAD_TURN_COUNT;
  STRAY_WANTED = wholeAt(header + HEAD_STRAY_WANTED);
  STRAY = wholeAt(header + HEAD_STRAY);
  FRICTION_KINETIC = wholeAt(header + HEAD_FRICTION_KINETIC);
  EXACT_STEPS = wholeAt(header + HEAD_EXACT_STEPS);
  FAILED_AT = header + HEAD_FAILED_PAIR;
  CONTROL_REALS = wholeAt(header + HEAD_CONTROL_REALS);
  TALLY = wholeAt(header + HEAD_TALLY);
  COUNTERS = wholeAt(header + HEAD_COUNTERS);
}
