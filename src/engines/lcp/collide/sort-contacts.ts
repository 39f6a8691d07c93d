// Puts a set of contacts in the order of (a, b, featureA, featureB), numbers points of the same features, and drops a
// contact told twice: afterwards nothing shows in which order they were found.

import type { ContactSet } from './contact-set.ts';

export class ContactSorter {
  private order = new Int32Array(64);
  private readonly starts: Int32Array;
  private floats = new Float64Array(192);
  private ints = new Int32Array(64);

  /** @param bodies  how many there are */
  constructor(bodies: number) {
    this.starts = new Int32Array(bodies + 1);
  }

  sort(set: ContactSet): void {
    const { count } = set;
    if (count === 0) return;
    if (this.order.length < count) {
      this.order = new Int32Array(2 * count);
      this.ints = new Int32Array(2 * count);
      this.floats = new Float64Array(6 * count);
    }
    const { order, starts } = this;
    // By body a in one pass; the few contacts of each body by insertion.
    starts.fill(0);
    for (let i = 0; i < count; i++) starts[set.a[i] + 1]++;
    for (let b = 1; b < starts.length; b++) starts[b] += starts[b - 1];
    for (let i = 0; i < count; i++) order[starts[set.a[i]]++] = i;
    // starts[b] is now where the contacts of b end.
    for (let b = 0, first = 0; b < starts.length - 1; first = starts[b++])
      this.insertion(set, first, starts[b]);
    this.permute(set.a, count);
    this.permute(set.b, count);
    this.permute(set.featureA, count);
    this.permute(set.featureB, count);
    this.permute3(set.points, count);
    this.permute3(set.normals, count);
    this.permuteFloats(set.gaps, count);
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

  private permute(column: Int32Array | Uint32Array, count: number): void {
    const { ints, order } = this;
    for (let i = 0; i < count; i++) ints[i] = column[order[i]];
    for (let i = 0; i < count; i++) column[i] = ints[i];
  }

  private permuteFloats(column: Float64Array, count: number): void {
    const { floats, order } = this;
    for (let i = 0; i < count; i++) floats[i] = column[order[i]];
    for (let i = 0; i < count; i++) column[i] = floats[i];
  }

  private permute3(column: Float64Array, count: number): void {
    const { floats, order } = this;
    for (let i = 0; i < count; i++) {
      const from = 3 * order[i];
      floats[3 * i] = column[from];
      floats[3 * i + 1] = column[from + 1];
      floats[3 * i + 2] = column[from + 2];
    }
    for (let i = 0; i < 3 * count; i++) column[i] = floats[i];
  }
}

function comesBefore(set: ContactSet, i: number, j: number): boolean {
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
