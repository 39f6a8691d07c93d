// The contacts within reach of one configuration, pair after pair, as everything that acts on them reads them.

import { CANDIDATE_STRIDE } from '../../../geometry/ccd/index.ts';

/** Numbers of a closest record: four weights, the vector from second to first, the squared distance. */
export const recordSize = 8;

/** Room of a new set, contacts and pairs: islands are formed as bodies meet and part, and most have few. */
const few = 16;

export class ContactSet {
  count = 0;
  /** Five integers each: kind (+ FLIPPED where the first feature is of the pair's b), then vertices of the scene. */
  list = new Int32Array(few * CANDIDATE_STRIDE);
  /** Which features of their bodies they are between, first and second: vertices, edges or faces as the kind says. */
  features = new Int32Array(few * 2);
  /** Closest record of each contact. */
  record = new Float64Array(few * recordSize);
  /** Distance above the minimum separation [m]. */
  gap = new Float64Array(few);
  /**
   * How often the contact counts, times how sharp its features are: below zero where it makes up for others that overlap
   * there (surface/point-surface.ts).
   */
  weight = new Float64Array(few);
  /** Mollifier m(c) of each contact, 1 where it does not act, and its ε [m⁴]. */
  mollifier = new Float64Array(few);
  threshold = new Float64Array(few);
  /**
   * How much of κ b' pushes: weight × mollifier, where contacts that count below zero have been taken off those that push
   * alike. Never below zero: friction and impulses go by it.
   */
  strength = new Float64Array(few);
  /** Where each pair's contacts begin; the pair at place i of the island owns start[i] … start[i + 1]. */
  start = new Int32Array(few + 1);
  /** Barrier energy of each pair, and of all; Infinity where something touches. */
  energy = new Float64Array(few);
  barrierEnergy = 0;

  clear(pairs: number): void {
    this.count = 0;
    if (this.start.length < pairs + 1) this.start = new Int32Array(2 * (pairs + 1));
    if (this.energy.length < pairs) this.energy = new Float64Array(2 * pairs);
  }

  /** Appends the contacts of the pairs from `begin` until `end` as another set has them. */
  take(from: ContactSet, begin: number, end: number): void {
    const shift = this.count - from.start[begin];
    for (let i = begin; i < end; i++) {
      this.start[i] = from.start[i] + shift;
      this.energy[i] = from.energy[i];
    }
    for (let c = from.start[begin]; c < from.start[end]; c++) {
      const to = this.add();
      this.gap[to] = from.gap[c];
      this.weight[to] = from.weight[c];
      this.mollifier[to] = from.mollifier[c];
      this.threshold[to] = from.threshold[c];
      this.strength[to] = from.strength[c];
      this.features[2 * to] = from.features[2 * c];
      this.features[2 * to + 1] = from.features[2 * c + 1];
      for (let k = 0; k < CANDIDATE_STRIDE; k++)
        this.list[to * CANDIDATE_STRIDE + k] = from.list[c * CANDIDATE_STRIDE + k];
      for (let k = 0; k < recordSize; k++) this.record[to * recordSize + k] = from.record[c * recordSize + k];
    }
  }

  /** After the last of so many pairs. */
  finish(pairs: number): void {
    this.start[pairs] = this.count;
    let energy = 0;
    for (let i = 0; i < pairs; i++) energy += this.energy[i];
    this.barrierEnergy = energy;
  }

  /** Makes room for one more and returns its index. */
  add(): number {
    if (this.count === this.gap.length) this.grow();
    return this.count++;
  }

  private grow(): void {
    const size = 2 * this.gap.length;
    this.list = grown(this.list, new Int32Array(size * CANDIDATE_STRIDE));
    this.features = grown(this.features, new Int32Array(size * 2));
    this.record = grown(this.record, new Float64Array(size * recordSize));
    this.gap = grown(this.gap, new Float64Array(size));
    this.weight = grown(this.weight, new Float64Array(size));
    this.mollifier = grown(this.mollifier, new Float64Array(size));
    this.threshold = grown(this.threshold, new Float64Array(size));
    this.strength = grown(this.strength, new Float64Array(size));
  }
}

function grown<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
