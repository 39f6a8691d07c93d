// Copies, restores and hashes of a simulation's state.

import { bytesOf, Sha256, type State } from '../record/index.ts';
import type { Simulation } from './engine.ts';

/** A copy in memory of its own; arrays of `into` that have the right length are used again. */
export function copyState(state: State, into: State = {}): State {
  const copy: State = {};
  for (const [name, array] of Object.entries(state)) {
    const old = into[name];
    if (old !== undefined && old.constructor === array.constructor && old.length === array.length) {
      old.set(array);
      copy[name] = old;
    } else {
      copy[name] = array.slice();
    }
  }
  return copy;
}

/** Arrays that a state has only while they say something: absent.ts, jump.ts, and taps of modal/advance/forces/taps.ts. */
const SOMETIMES: readonly string[] = ['absent (Uint32Array)', 'jumped (Float64Array)', 'taps (Float64Array)'];

/**
 * Puts a simulation back to where the copy was taken. The copy stays usable.
 * @throws Error where the arrays are not those of this simulation's state (they may come from a stranger's file)
 */
export function restoreState(simulation: Simulation, copy: State): void {
  const kinds = (state: State) =>
    Object.keys(state)
      .sort()
      .map((name) => `${name} (${state[name].constructor.name})`)
      .filter((kind) => !SOMETIMES.includes(kind))
      .join(', ');
  const [wanted, given] = [kinds(simulation.state), kinds(copy)];
  if (wanted !== given)
    throw new Error(`the state has ${wanted}, but the snapshot has ${given || 'nothing'}`);
  simulation.restore(copyState(copy));
}

/** Equal where every array has the same name, length and bits. */
export function hashState(state: State): string {
  const hash = new Sha256();
  for (const name of Object.keys(state).sort()) {
    const array = state[name];
    hash.updateText(`${name} ${array.constructor.name} ${array.length}\n`).update(bytesOf(array.slice()));
  }
  return hash.digest();
}
