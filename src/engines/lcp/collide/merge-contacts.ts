// Puts a set of contacts in the order of (a, b, featureA, featureB), numbers points of the same features, and drops a
// contact told twice: afterwards nothing shows in which order they were found.

import type { BodySeams } from './body-seams.ts';
import { ContactSet } from './contact-set.ts';

/** So few are sorted without a look at how many bodies there are. */
const FEW = 16;

export class ContactMerger {
  private order = new Int32Array(64);
  private readonly starts: Int32Array;
  /** Where the contacts are written in order; its columns are then exchanged with those of the set. */
  private readonly spare = new ContactSet();

  private readonly seams: BodySeams | undefined;

  /** @param bodies  how many there are @param seams  of those of several pieces, where there are any */
  constructor(bodies: number, seams?: BodySeams) {
    this.seams = seams;
    this.starts = new Int32Array(bodies + 1);
  }

  merge(set: ContactSet): void {
    const { count } = set;
    if (count === 0) return;
    if (this.order.length < count) this.order = new Int32Array(2 * count);
    const { order, starts } = this;
    if (count <= FEW) {
      for (let i = 0; i < count; i++) order[i] = i;
      this.insertion(set, 0, count);
      this.finish(set);
      return;
    }
    // By body a in one pass; the few contacts of each body by insertion.
    starts.fill(0);
    for (let i = 0; i < count; i++) starts[set.a[i] + 1]++;
    for (let b = 1; b < starts.length; b++) starts[b] += starts[b - 1];
    for (let i = 0; i < count; i++) order[starts[set.a[i]]++] = i;
    // starts[b] is now where the contacts of b end.
    for (let b = 0, first = 0; b < starts.length - 1; first = starts[b++])
      this.insertion(set, first, starts[b]);
    this.finish(set);
  }

  private finish(set: ContactSet): void {
    const { order } = this;
    let sorted = 0;
    while (sorted < set.count && order[sorted] === sorted) sorted++;
    if (sorted < set.count) this.rewrite(set);
    this.seams?.filter(set);
    numberParts(set);
  }

  private insertion(set: ContactSet, first: number, end: number): void {
    const { order } = this;
    for (let i = first + 1; i < end; i++) {
      const moving = order[i];
      let j = i - 1;
      while (j >= first && comesBefore(set, moving, order[j])) {
        order[j + 1] = order[j];
        j--;
      }
      order[j + 1] = moving;
    }
  }

  private rewrite(set: ContactSet): void {
    const { order, spare } = this;
    spare.reserve(set.a.length);
    const { a, b, featureA, featureB, pieceA, pieceB, points, normals, gaps } = set;
    const { points: p, normals: n } = spare;
    for (let i = 0; i < set.count; i++) {
      const from = order[i];
      spare.a[i] = a[from];
      spare.b[i] = b[from];
      spare.featureA[i] = featureA[from];
      spare.featureB[i] = featureB[from];
      spare.pieceA[i] = pieceA[from];
      spare.pieceB[i] = pieceB[from];
      spare.gaps[i] = gaps[from];
      spare.ahead[i] = 0;
      p[3 * i] = points[3 * from];
      p[3 * i + 1] = points[3 * from + 1];
      p[3 * i + 2] = points[3 * from + 2];
      n[3 * i] = normals[3 * from];
      n[3 * i + 1] = normals[3 * from + 1];
      n[3 * i + 2] = normals[3 * from + 2];
    }
    set.exchange(spare);
  }
}

function comesBefore(set: ContactSet, i: number, j: number): boolean {
  if (set.a[i] !== set.a[j]) return set.a[i] < set.a[j];
  if (set.b[i] !== set.b[j]) return set.b[i] < set.b[j];
  if (set.featureA[i] !== set.featureA[j]) return set.featureA[i] < set.featureA[j];
  if (set.featureB[i] !== set.featureB[j]) return set.featureB[i] < set.featureB[j];
  if (set.gaps[i] !== set.gaps[j]) return set.gaps[i] < set.gaps[j];
  for (let k = 0; k < 3; k++) {
    const difference = set.points[3 * i + k] - set.points[3 * j + k];
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** Numbers contacts of the same two features, and drops those equal in place and gap. */
function numberParts(set: ContactSet): void {
  set.part[0] = 0;
  let kept = 1;
  for (let i = 1; i < set.count; i++) {
    const last = kept - 1;
    const same =
      set.a[i] === set.a[last] &&
      set.b[i] === set.b[last] &&
      set.featureA[i] === set.featureA[last] &&
      set.featureB[i] === set.featureB[last];
    if (same && set.gaps[i] === set.gaps[last] && samePlace(set, i, last)) continue;
    if (kept !== i) set.move(i, kept);
    set.part[kept] = same ? set.part[last] + 1 : 0;
    kept++;
  }
  set.count = kept;
}

function samePlace(set: ContactSet, i: number, j: number): boolean {
  for (let k = 0; k < 3; k++) if (set.points[3 * i + k] !== set.points[3 * j + k]) return false;
  return true;
}
