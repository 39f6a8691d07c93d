// Impulses of the last step, by contact: where solves begin, and what estimates take friction from.

import type { ContactSet } from '../collide/contact-set.ts';
import type { SolverMemory } from '../solve/memory.ts';
import type { ModalState } from '../state.ts';

export class Past {
  private readonly places = new Map<number, number>();
  /** Pairs of bodies that pushed each other, the lower one first. */
  private readonly pairs = new Set<number>();
  private bodyCount = 0;
  private ids: number[] = [];
  private bodies: number[] = [];
  private impulses: number[] = [];
  private states: number[] = [];
  private spans: number[] = [];

  /** Looks at what the state has; to be called when an event begins. */
  open({ pastIds, pastBodies, times }: ModalState): void {
    this.places.clear();
    this.pairs.clear();
    for (let i = 0; i < pastIds.length; i++) {
      this.places.set(pastIds[i], i);
      this.pairs.add(keyOf(pastBodies[2 * i], pastBodies[2 * i + 1], times.length));
    }
    this.bodyCount = times.length;
    this.ids = [];
    this.bodies = [];
    this.impulses = [];
    this.states = [];
    this.spans = [];
  }

  /** Where contact `id` is in the state's arrays; -1 where it had no impulse. */
  placeOf(id: number): number {
    return this.places.get(id) ?? -1;
  }

  /** Whether two bodies pushed each other in the last step. */
  pushed(a: number, b: number): boolean {
    return this.pairs.has(keyOf(a, b, this.bodyCount));
  }

  /**
   * Hands a solver the past of these contacts, and of no others: the same forces, over the spans of the coming step.
   * @param spans  [s], one a contact
   */
  load(memory: SolverMemory, state: ModalState, { ids, count }: ContactSet, spans: Float64Array): void {
    const { pastIds, pastImpulses, pastStates, pastSpans } = state;
    let found = 0;
    for (let c = 0; c < count; c++) if (this.placeOf(ids[c]) >= 0) found++;
    const impulses = new Float64Array(3 * found);
    const known = new Float64Array(found);
    const states = new Int32Array(found);
    let i = 0;
    for (let c = 0; c < count; c++) {
      const place = this.placeOf(ids[c]);
      if (place < 0) continue;
      const scale = spans[c] / pastSpans[place];
      for (let e = 0; e < 3; e++) impulses[3 * i + e] = scale * pastImpulses[3 * place + e];
      known[i] = pastIds[place];
      states[i++] = pastStates[place];
    }
    memory.load({ ids: known, impulses, states });
  }

  /** Keeps what a solver remembers of these contacts. */
  keep(memory: SolverMemory, { ids, a, b, count }: ContactSet, spans: Float64Array): void {
    const saved = memory.save();
    const places = new Map<number, number>();
    for (let i = 0; i < saved.ids.length; i++) places.set(saved.ids[i], i);
    for (let c = 0; c < count; c++) {
      const place = places.get(ids[c]);
      if (place === undefined) continue;
      this.ids.push(ids[c]);
      this.bodies.push(a[c], b[c]);
      for (let e = 0; e < 3; e++) this.impulses.push(saved.impulses[3 * place + e]);
      this.states.push(saved.states[place]);
      this.spans.push(spans[c]);
    }
  }

  /** Puts what was kept into the state, and leaves out all else of the bodies that took part. */
  close(state: ModalState, mask: Uint8Array): void {
    const { pastIds, pastBodies, pastImpulses, pastStates, pastSpans } = state;
    for (let i = 0; i < pastIds.length; i++) {
      const a = pastBodies[2 * i];
      const b = pastBodies[2 * i + 1];
      if (mask[a] === 1 || mask[b] === 1) continue;
      this.ids.push(pastIds[i]);
      this.bodies.push(a, b);
      for (let e = 0; e < 3; e++) this.impulses.push(pastImpulses[3 * i + e]);
      this.states.push(pastStates[i]);
      this.spans.push(pastSpans[i]);
    }
    state.pastIds = Float64Array.from(this.ids);
    state.pastBodies = Int32Array.from(this.bodies);
    state.pastImpulses = Float64Array.from(this.impulses);
    state.pastStates = Int32Array.from(this.states);
    state.pastSpans = Float64Array.from(this.spans);
  }
}

function keyOf(a: number, b: number, count: number): number {
  return Math.min(a, b) * count + Math.max(a, b);
}
