// What one contact problem leaves for the next: impulses and states by feature id. Part of a simulation's state: `save`
// and `load` copy it. Solutions also live in its arrays, so that a solve allocates little.

import { Attempt } from './attempt.ts';
import type { ContactProblem } from './problem.ts';

export class SolverMemory {
  /** Room to work in; nothing of it outlives a solve. */
  readonly attempt = new Attempt();
  /** The solution's arrays. */
  impulsesOut = new Float64Array(0);
  velocityOut = new Float64Array(0);
  /** Contacts remembered. */
  count = 0;
  ids = new Float64Array(0);
  /** Normal, tangent, tangent of each [N s]. */
  impulses = new Float64Array(0);
  /** states.ts */
  states = new Int32Array(0);
  private readonly places = new Map<number, number>();

  reserve({ contacts, dofs }: ContactProblem): void {
    if (this.impulsesOut.length !== 3 * contacts) this.impulsesOut = new Float64Array(3 * contacts);
    if (this.velocityOut.length !== dofs) this.velocityOut = new Float64Array(dofs);
  }

  /** Forgets everything. */
  clear(): void {
    this.count = 0;
    this.places.clear();
  }

  /** Where contact `id` is remembered; -1 where it is not. */
  placeOf(id: number): number {
    return this.places.get(id) ?? -1;
  }

  /** Remembers these contacts and no others. */
  remember(count: number, ids: Float64Array, impulses: Float64Array, states: Int32Array): void {
    if (this.ids.length < count) {
      const room = Math.max(16, 2 * count);
      this.ids = new Float64Array(room);
      this.impulses = new Float64Array(3 * room);
      this.states = new Int32Array(room);
    }
    this.places.clear();
    let kept = 0;
    for (let i = 0; i < count; i++) {
      // without an impulse there is nothing to remember
      if (states[i] === 0) continue;
      this.ids[kept] = ids[i];
      for (let e = 0; e < 3; e++) this.impulses[3 * kept + e] = impulses[3 * i + e];
      this.states[kept] = states[i];
      this.places.set(ids[i], kept++);
    }
    this.count = kept;
  }

  save(): { ids: Float64Array; impulses: Float64Array; states: Int32Array } {
    const { count } = this;
    return {
      ids: this.ids.slice(0, count),
      impulses: this.impulses.slice(0, 3 * count),
      states: this.states.slice(0, count),
    };
  }

  load(saved: { ids: Float64Array; impulses: Float64Array; states: Int32Array }): void {
    this.remember(saved.ids.length, saved.ids, saved.impulses, saved.states);
  }
}
