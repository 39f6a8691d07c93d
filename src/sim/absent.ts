// Bodies that a scene declares and that are not there.
//
// A state has their indices, in increasing order, as the array `absent`; where all are there it has no such array, so that
// states of scenes in which nothing comes and goes, and snapshots from before there was any of this, are what they were.

import type { State } from '../record/index.ts';
import type { Scene } from '../scene/index.ts';

const NONE = new Uint32Array(0);

/** Bodies that are not there, in increasing order. */
export function absentOf(state: State): Uint32Array {
  return (state['absent'] as Uint32Array | undefined) ?? NONE;
}

/** At the start: those that the scene says are not enabled. */
export function startAbsent(state: State, { bodies }: Pick<Scene, 'bodies'>): void {
  bodies.forEach(({ enabled }, b) => {
    if (enabled === false) setAbsent(state, b, true);
  });
}

/** Says of a body whether it is there. */
export function setAbsent(state: State, body: number, isAbsent: boolean): void {
  const others = [...absentOf(state)].filter((b) => b !== body);
  const absent = isAbsent ? [...others, body].sort((a, b) => a - b) : others;
  if (absent.length > 0) state['absent'] = Uint32Array.from(absent);
  else delete state['absent'];
}

/** Writes 1 for bodies that are not there, 0 for all others. */
export function flagAbsent(flags: Uint8Array, state: State): void {
  flags.fill(0);
  for (const body of absentOf(state)) flags[body] = 1;
}

/** In a frame they rest. */
export function stillAbsent(velocities: Float64Array, state: State): void {
  for (const body of absentOf(state)) velocities.fill(0, 6 * body, 6 * body + 6);
}
