// Approximate minimum degree: the order in which to eliminate the vertices of a graph so that little fills in.
//
// Eliminating a vertex joins its neighbours into a clique. The quotient graph keeps each such clique as one
// *element* (the list of its vertices) instead of its edges, so it never grows: a vertex's neighbours are those
// in its plain list and those in its elements. The next vertex is the one with the fewest neighbours, by an upper
// bound that is cheap to keep,
//
//   d(i) ≤ |A(i) \ i| + |Lp \ i| + Σ_{e ∈ E(i), e ≠ p} |Le \ Lp|,       p the newest element.
//
// Vertices that have become indistinguishable are merged and eliminated together; a vertex whose only element is
// the newest goes with it at once; an element inside the newest is absorbed. Ties go to the vertex whose degree
// changed last, so the result depends on the graph alone.
//
// Amestoy, Davis and Duff 1996, "An approximate minimum degree ordering algorithm".

import type { Graph } from './ordering.ts';

const NONE = -1;
// what `kind` says; 0 is a variable
const ELEMENT = 1;
const GONE = 2;

/** The vertices in order of elimination. */
export function minimumDegreeOrdering(graph: Graph): Int32Array {
  const elimination = new Elimination(graph);
  while (elimination.step());
  return elimination.order();
}

class Elimination {
  private readonly n: number;
  /** All lists: of a variable its elements, then its variables; of an element its variables. */
  private lists: Int32Array;
  private free: number;
  private readonly start: Int32Array;
  private readonly length: Int32Array;
  private readonly elementCount: Int32Array;
  private readonly kind: Uint8Array;
  /** Vertices merged into this one, itself included; negative while in the newest element, 0 once gone. */
  private readonly weight: Int32Array;
  /** Of a variable the bound on its degree, of an element the weight of its variables. */
  private readonly degree: Int32Array;

  /** Variables by degree, as doubly linked lists. */
  private readonly head: Int32Array;
  private readonly next: Int32Array;
  private readonly previous: Int32Array;
  private lowest = 0;

  /** Vertices eliminated together with this one, as a linked list with its tail. */
  private readonly companion: Int32Array;
  private readonly lastCompanion: Int32Array;
  private readonly pivots: number[] = [];
  private readonly dense: number[] = [];
  private remaining: number;

  /** Weight of an element outside the newest one, where `seen` has the present stamp. */
  private readonly outside: Int32Array;
  private readonly seen: Int32Array;
  private stamp = 0;
  private readonly hashHead: Int32Array;
  private readonly hashNext: Int32Array;
  private readonly hash: Int32Array;

  constructor({ starts, neighbours }: Graph) {
    const n = starts.length - 1;
    this.n = n;
    this.lists = new Int32Array(neighbours.length + (neighbours.length >> 2) + n + 1);
    this.lists.set(neighbours);
    this.free = neighbours.length;
    this.start = starts.slice(0, n);
    this.length = new Int32Array(n);
    this.elementCount = new Int32Array(n);
    this.kind = new Uint8Array(n);
    this.weight = new Int32Array(n).fill(1);
    this.degree = new Int32Array(n);
    this.head = new Int32Array(n + 1).fill(NONE);
    this.next = new Int32Array(n);
    this.previous = new Int32Array(n);
    this.companion = new Int32Array(n).fill(NONE);
    this.lastCompanion = Int32Array.from({ length: n }, (_, i) => i);
    this.outside = new Int32Array(n);
    this.seen = new Int32Array(n);
    this.hashHead = new Int32Array(n + 1).fill(NONE);
    this.hashNext = new Int32Array(n);
    this.hash = new Int32Array(n);
    this.remaining = n;

    // A vertex joined to nearly everything makes every list long and goes last in any case.
    const denseDegree = Math.max(16, 10 * Math.sqrt(n));
    for (let i = n - 1; i >= 0; i--) {
      this.length[i] = starts[i + 1] - starts[i];
      this.degree[i] = this.length[i];
      if (this.length[i] > denseDegree) {
        this.weight[i] = 0;
        this.kind[i] = GONE;
        this.dense.push(i);
        this.remaining--;
      } else this.enqueue(i);
    }
    this.dense.reverse();
  }

  /** Eliminates one vertex and its companions; false when none is left. */
  step(): boolean {
    if (this.remaining === 0) return false;
    while (this.head[this.lowest] === NONE) this.lowest++;
    const p = this.head[this.lowest];
    this.dequeue(p);
    this.pivots.push(p);
    this.remaining -= this.weight[p];

    this.formElement(p);
    this.measureOtherElements(p);
    this.updateMembers(p);
    this.mergeTwins(p);
    this.requeueMembers(p);
    return true;
  }

  order(): Int32Array {
    const order = new Int32Array(this.n);
    let at = 0;
    for (const p of this.pivots) for (let i = p; i !== NONE; i = this.companion[i]) order[at++] = i;
    for (const i of this.dense) order[at++] = i;
    return order;
  }

  /** Lp = A(p) ∪ ⋃ Le over the elements of p, which p absorbs. */
  private formElement(p: number): void {
    const { length, elementCount, weight, kind } = this;
    const elements = elementCount[p];
    let need = length[p];
    for (let k = 0; k < elements; k++) need += length[this.lists[this.start[p] + k]];
    if (elements > 0 && this.free + need > this.lists.length) this.compact(need);

    const { lists, start } = this;
    const from = start[p];
    const to = from + length[p];
    const begin = elements === 0 ? from : this.free;
    weight[p] = -weight[p];
    let tail = begin;
    let total = 0;
    // its own variables, then those of its elements
    for (let source = elements; source >= 0; source--) {
      const e = source === elements ? p : lists[from + source];
      const first = source === elements ? from + elements : start[e];
      const last = source === elements ? to : first + length[e];
      for (let at = first; at < last; at++) {
        const i = lists[at];
        const w = weight[i];
        if (w <= 0) continue;
        weight[i] = -w;
        total += w;
        lists[tail++] = i;
        this.dequeue(i);
      }
      if (e !== p) kind[e] = GONE;
    }
    kind[p] = ELEMENT;
    start[p] = begin;
    length[p] = tail - begin;
    elementCount[p] = 0;
    this.degree[p] = total;
    if (elements > 0) this.free = tail;
  }

  /** outside(e) = |Le \ Lp| for every element e that shares a variable with p. */
  private measureOtherElements(p: number): void {
    const { lists, start, seen, outside } = this;
    const stamp = ++this.stamp;
    for (let at = start[p]; at < start[p] + this.length[p]; at++) {
      const i = lists[at];
      const w = -this.weight[i];
      for (let k = start[i]; k < start[i] + this.elementCount[i]; k++) {
        const e = lists[k];
        if (this.kind[e] !== ELEMENT) continue;
        if (seen[e] !== stamp) {
          seen[e] = stamp;
          outside[e] = this.degree[e];
        }
        outside[e] -= w;
      }
    }
  }

  /** Prunes the lists of the members of p, bounds their degrees, and eliminates those that p covers. */
  private updateMembers(p: number): void {
    const { lists, start, weight, kind, outside } = this;
    for (let at = start[p]; at < start[p] + this.length[p]; at++) {
      const i = lists[at];
      const from = start[i];
      const variablesFrom = from + this.elementCount[i];
      const to = from + this.length[i];
      let keep = from;
      let bound = 0;
      let hash = p;
      for (let k = from; k < variablesFrom; k++) {
        const e = lists[k];
        if (kind[e] !== ELEMENT) continue;
        if (outside[e] === 0) {
          kind[e] = GONE; // all of it lies in p
          continue;
        }
        bound += outside[e];
        hash += e;
        lists[keep++] = e;
      }
      const elements = keep - from;
      for (let k = variablesFrom; k < to; k++) {
        const j = lists[k];
        if (weight[j] <= 0) continue; // gone, or in p and so covered by it
        bound += weight[j];
        hash += j;
        lists[keep++] = j;
      }
      if (keep === from) {
        this.eliminateWith(p, i);
        continue;
      }
      // p joins the elements; the entry that made i a member was dropped above, so there is room
      lists[keep] = lists[from + elements];
      lists[from + elements] = p;
      this.elementCount[i] = elements + 1;
      this.length[i] = keep + 1 - from;
      this.degree[i] = Math.min(this.degree[i], bound);
      this.hash[i] = hash % this.n;
    }
  }

  private eliminateWith(p: number, i: number): void {
    const w = -this.weight[i];
    this.remaining -= w;
    this.degree[p] -= w;
    this.absorb(p, i);
  }

  /** Merges members of p that have the same lists: from now on they are one vertex. */
  private mergeTwins(p: number): void {
    const { lists, start, weight, hash, hashHead, hashNext } = this;
    const end = start[p] + this.length[p];
    for (let at = start[p]; at < end; at++) {
      const i = lists[at];
      if (weight[i] === 0) continue;
      hashNext[i] = hashHead[hash[i]];
      hashHead[hash[i]] = i;
    }
    for (let at = start[p]; at < end; at++) {
      const first = lists[at];
      if (weight[first] === 0 || hashHead[hash[first]] === NONE) continue;
      let i = hashHead[hash[first]];
      hashHead[hash[first]] = NONE;
      for (; i !== NONE; i = hashNext[i]) {
        if (hashNext[i] === NONE) break;
        const stamp = ++this.stamp;
        for (let k = start[i]; k < start[i] + this.length[i]; k++) this.seen[lists[k]] = stamp;
        for (let last = i, j = hashNext[i]; j !== NONE; j = hashNext[j]) {
          if (this.sameLists(i, j, stamp)) {
            weight[i] += weight[j];
            this.absorb(i, j);
            hashNext[last] = hashNext[j];
          } else last = j;
        }
      }
    }
  }

  private sameLists(i: number, j: number, stamp: number): boolean {
    if (this.length[i] !== this.length[j] || this.elementCount[i] !== this.elementCount[j]) return false;
    const from = this.start[j];
    for (let k = from; k < from + this.length[j]; k++) if (this.seen[this.lists[k]] !== stamp) return false;
    return true;
  }

  /** j, and all that goes with it, goes with i. */
  private absorb(i: number, j: number): void {
    this.companion[this.lastCompanion[i]] = j;
    this.lastCompanion[i] = this.lastCompanion[j];
    this.weight[j] = 0;
    this.kind[j] = GONE;
  }

  private requeueMembers(p: number): void {
    const { lists, start, weight, degree } = this;
    const from = start[p];
    let keep = from;
    for (let at = from; at < from + this.length[p]; at++) {
      const i = lists[at];
      if (weight[i] === 0) continue;
      const w = -weight[i];
      weight[i] = w;
      degree[i] = Math.min(degree[i] + degree[p] - w, this.remaining - w);
      this.enqueue(i);
      lists[keep++] = i;
    }
    if (this.free === from + this.length[p]) this.free = keep;
    this.length[p] = keep - from;
    this.weight[p] = 0;
    if (keep === from) this.kind[p] = GONE;
  }

  private enqueue(i: number): void {
    const d = this.degree[i];
    const first = this.head[d];
    this.next[i] = first;
    this.previous[i] = NONE;
    if (first !== NONE) this.previous[first] = i;
    this.head[d] = i;
    if (d < this.lowest) this.lowest = d;
  }

  private dequeue(i: number): void {
    const { next, previous } = this;
    if (previous[i] === NONE) this.head[this.degree[i]] = next[i];
    else next[previous[i]] = next[i];
    if (next[i] !== NONE) previous[next[i]] = previous[i];
  }

  /** Copies the lists still in use to the front of a new array with room for `need` more. */
  private compact(need: number): void {
    const { start, length, kind } = this;
    let used = 0;
    for (let i = 0; i < this.n; i++) if (kind[i] !== GONE) used += length[i];
    const fresh = new Int32Array(Math.max(this.lists.length, used + (used >> 2) + need));
    let free = 0;
    for (let i = 0; i < this.n; i++) {
      if (kind[i] === GONE) continue;
      const from = start[i];
      for (let k = 0; k < length[i]; k++) fresh[free + k] = this.lists[from + k];
      start[i] = free;
      free += length[i];
    }
    this.lists = fresh;
    this.free = free;
  }
}
