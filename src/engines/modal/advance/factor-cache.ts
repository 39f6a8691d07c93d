// The factors of every mode of a body for a step length, made anew only when the length changes.

import type { ModalBody } from '../bodies/body.ts';
import { FACTORS, type Propagation, writeFactors } from './propagator.ts';

/** Step lengths that a body is asked for in turns: its own, the next, and one that is cut short. */
const LENGTHS = 4;

export class FactorCache {
  private readonly body: Pick<ModalBody, 'omegas' | 'rates'>;
  private readonly propagation: Propagation;
  private readonly lengths = new Float64Array(LENGTHS).fill(-1);
  /** How many modes are done at each length. */
  private readonly done = new Int32Array(LENGTHS);
  private readonly tables: Float64Array[];
  private next = 0;

  constructor(body: Pick<ModalBody, 'omegas' | 'rates'>, propagation: Propagation) {
    this.body = body;
    this.propagation = propagation;
    const size = FACTORS * body.omegas.length;
    this.tables = Array.from({ length: LENGTHS }, () => new Float64Array(size));
  }

  /** The table for steps of length h > 0, good for the first `modes` modes; another call may overwrite it. */
  of(h: number, modes: number): Float64Array {
    const { lengths, done, tables } = this;
    let slot = lengths.indexOf(h);
    if (slot < 0) {
      slot = this.next;
      this.next = (slot + 1) % LENGTHS;
      lengths[slot] = h;
      done[slot] = 0;
    }
    const { omegas, rates } = this.body;
    for (let m = done[slot]; m < modes; m++)
      writeFactors(tables[slot], FACTORS * m, omegas[m], rates[m], h, this.propagation);
    if (modes > done[slot]) done[slot] = modes;
    return tables[slot];
  }
}
