// W = C Cᵀ among the contacts that may act: dense, 3×3 blocks, grown contact by contact.

import type { ScaledContacts } from './scaled.ts';

export class Delassus {
  /** The contacts included, in order; the place of each contact among them or -1. */
  members = new Int32Array(16);
  slots = new Int32Array(0);
  count = 0;
  /** Row-major; rows are `stride` apart. */
  w = new Float64Array(48 * 48);
  stride = 48;
  private scaled!: ScaledContacts;
  private dense = new Float64Array(0);

  load(scaled: ScaledContacts): void {
    this.scaled = scaled;
    this.count = 0;
    if (this.slots.length < scaled.contacts) this.slots = new Int32Array(2 * scaled.contacts);
    this.slots.fill(-1, 0, scaled.contacts);
    if (this.dense.length < 3 * scaled.dofs) this.dense = new Float64Array(6 * scaled.dofs);
  }

  /** The place of contact i, which is included where it was not. */
  include(i: number): number {
    const { slots, dense } = this;
    if (slots[i] >= 0) return slots[i];
    if (this.count === this.members.length) this.grow();
    const slot = this.count++;
    slots[i] = slot;
    this.members[slot] = i;
    const { starts, columns, values } = this.scaled;
    const from = starts[i];
    const length = starts[i + 1] - from;
    for (let k = 0; k < length; k++) {
      const to = 3 * columns[from + k];
      dense[to] = values[3 * from + k];
      dense[to + 1] = values[3 * from + length + k];
      dense[to + 2] = values[3 * from + 2 * length + k];
    }
    for (let other = 0; other <= slot; other++) this.block(slot, other);
    for (let k = 0; k < length; k++) {
      const to = 3 * columns[from + k];
      dense[to] = 0;
      dense[to + 1] = 0;
      dense[to + 2] = 0;
    }
    return slot;
  }

  /** The block of a slot whose rows are in `dense` and another, and its mirror. */
  private block(slot: number, other: number): void {
    const { w, stride, dense } = this;
    const { starts, columns, values } = this.scaled;
    const j = this.members[other];
    const from = starts[j];
    const length = starts[j + 1] - from;
    const n = 3 * from;
    const x = n + length;
    const y = x + length;
    let nn = 0;
    let nx = 0;
    let ny = 0;
    let xn = 0;
    let xx = 0;
    let xy = 0;
    let yn = 0;
    let yx = 0;
    let yy = 0;
    for (let k = 0; k < length; k++) {
      const at = 3 * columns[from + k];
      const a = dense[at];
      const b = dense[at + 1];
      const c = dense[at + 2];
      const p = values[n + k];
      const q = values[x + k];
      const r = values[y + k];
      nn += a * p;
      nx += a * q;
      ny += a * r;
      xn += b * p;
      xx += b * q;
      xy += b * r;
      yn += c * p;
      yx += c * q;
      yy += c * r;
    }
    // where the slot meets itself, rows and columns have the same products
    const here = 3 * slot * stride + 3 * other;
    const there = 3 * other * stride + 3 * slot;
    w[here] = w[there] = nn;
    w[here + 1] = w[there + stride] = nx;
    w[here + 2] = w[there + 2 * stride] = ny;
    w[here + stride] = w[there + 1] = xn;
    w[here + stride + 1] = w[there + stride + 1] = xx;
    w[here + stride + 2] = w[there + 2 * stride + 1] = xy;
    w[here + 2 * stride] = w[there + 2] = yn;
    w[here + 2 * stride + 1] = w[there + stride + 2] = yx;
    w[here + 2 * stride + 2] = w[there + 2 * stride + 2] = yy;
  }

  private grow(): void {
    const { members, w, stride } = this;
    this.members = new Int32Array(2 * members.length);
    this.members.set(members);
    this.stride = 2 * stride;
    this.w = new Float64Array(this.stride * this.stride);
    for (let row = 0; row < stride; row++) {
      for (let column = 0; column < stride; column++)
        this.w[row * this.stride + column] = w[row * stride + column];
    }
  }
}
