// Which stencils are within the barrier's reach of a configuration, how near, and their energy.

import { CANDIDATE_STRIDE, EDGE_EDGE } from '../../../geometry/ccd/index.ts';
import { edgeEdgeCrossSquared, mollifierThreshold } from '../../../geometry/distance/index.ts';
import { barrier } from '../contact/barrier.ts';
import { recordSize } from '../contact/contact-set.ts';
import { measure } from '../contact/contacts.ts';
import type { Work } from '../step/work.ts';
import { moved } from './elements.ts';
import { stiffnessOf } from './hardness.ts';
import type { Soft } from './soft.ts';
import type { Stencils } from './stencils.ts';

export class SoftContacts {
  count = 0;
  /** Kind and four vertices each. */
  list = new Int32Array(64 * CANDIDATE_STRIDE);
  rule = new Int32Array(64);
  record = new Float64Array(64 * recordSize);
  /** Above what is kept [m]. */
  gap = new Float64Array(64);
  /** m(c) of edges, 1 where they are not nearly parallel, and its ε [m⁴]. */
  mollifier = new Float64Array(64);
  threshold = new Float64Array(64);
  /** Infinity where something touches. */
  energy = 0;

  /** Room for one more; returns its number. */
  add(): number {
    if (this.count === this.gap.length) this.grow();
    return this.count++;
  }

  private grow(): void {
    const size = 2 * this.gap.length;
    this.list = moved(this.list, new Int32Array(size * CANDIDATE_STRIDE));
    this.rule = moved(this.rule, new Int32Array(size));
    this.record = moved(this.record, new Float64Array(size * recordSize));
    this.gap = moved(this.gap, new Float64Array(size));
    this.mollifier = moved(this.mollifier, new Float64Array(size));
    this.threshold = moved(this.threshold, new Float64Array(size));
  }
}

/** Measures stencils at vertices x; energy is Infinity where one is closed. */
export function measureStencils(
  work: Work,
  soft: Soft,
  stencils: Stencils,
  x: Float64Array,
  set: SoftContacts,
): void {
  set.count = 0;
  set.energy = 0;
  const { list, rule, separation, count } = stencils;
  const { rules, restSquared } = soft;
  for (let s = 0; s < count; s++) {
    const { dHat } = rules[rule[s]];
    const at = CANDIDATE_STRIDE * s;
    measure(record, 0, x, list, at);
    const reach = dHat + separation[s];
    if (record[7] >= reach * reach) continue;
    const gap = Math.sqrt(record[7]) - separation[s];
    if (!(gap > 0)) {
      set.energy = Infinity;
      return;
    }
    let m = 1;
    let threshold = 0;
    if (list[at] === EDGE_EDGE) {
      threshold = mollifierThreshold(
        restSquared(list[at + 1], list[at + 2]),
        restSquared(list[at + 3], list[at + 4]),
      );
      const u =
        edgeEdgeCrossSquared(x, 3 * list[at + 1], 3 * list[at + 2], 3 * list[at + 3], 3 * list[at + 4]) /
        threshold;
      if (u < 1) m = u * (2 - u);
    }
    const c = set.add();
    for (let k = 0; k < CANDIDATE_STRIDE; k++) set.list[CANDIDATE_STRIDE * c + k] = list[at + k];
    for (let k = 0; k < recordSize; k++) set.record[recordSize * c + k] = record[k];
    set.rule[c] = rule[s];
    set.gap[c] = gap;
    set.mollifier[c] = m;
    set.threshold[c] = threshold;
    set.energy += stiffnessOf(work, rule[s]) * m * barrier(gap, dHat);
  }
}
const record = new Float64Array(recordSize);
