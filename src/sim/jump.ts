// A body that was put elsewhere: the path jumps, it does not move there.
//
// The path then has two knots at one time, with the poses before and behind the jump. A step may have been taken already beyond
// the clock when the input comes: the jump is at its end, so that the way there stays the one that was checked. Until the jump
// is told a state has the poses before it (7 a body) as the array `jumped`, and otherwise no such array.

import type { State, StepSink } from '../record/index.ts';

/** The poses before the jump that is still to be told; undefined where there is none. */
export function jumpOf(state: State): Float64Array | undefined {
  return state['jumped'] as Float64Array | undefined;
}

/**
 * To be called before a body is put elsewhere; the first of several at one time counts.
 * @param poses  of all bodies at the end of the last step
 */
export function markJump(state: State, poses: Float64Array): void {
  state['jumped'] ??= poses.slice();
}

/** Forgets that bodies were put elsewhere. */
export function clearJump(state: State): void {
  delete state['jumped'];
}

/**
 * When an advance begins: tells the knot at the end of the last step, where the clock has come that far, and the jump there.
 * @param clock  where the clock was [s]
 * @param end    when the last step ended [s], and all poses there, behind the jump
 */
export function tellFirstKnots(
  state: State,
  sink: StepSink,
  clock: number,
  until: number,
  end: number,
  poses: Float64Array,
): void {
  if (end > until) return;
  const before = jumpOf(state);
  if (sink.wants.path && end > clock) sink.knot(end, before ?? poses);
  if (before === undefined) return;
  if (sink.wants.path) sink.knot(end, poses);
  clearJump(state);
}
