// Which bodies have to do with each other on their way: those that touch at some time, or are joined. Groups can be looked
// at one by one.

import type { ContactSet } from '../../collide/contact-set.ts';
import type { Model } from '../../model.ts';

export class Groups {
  private readonly model: Model;
  private readonly parent: Int32Array;

  constructor(model: Model) {
    this.model = model;
    this.parent = Int32Array.from({ length: model.bodies }, (_, b) => b);
    for (const { a, b } of model.joints) this.unite(a, b);
  }

  /** Whoever touches here belongs together. */
  add({ count, a, b }: ContactSet): void {
    for (let c = 0; c < count; c++) this.unite(a[c], b[c]);
  }

  /** Groups by their smallest body, bodies ascending. */
  list(): number[][] {
    const byRoot = new Map<number, number[]>();
    for (let b = 0; b < this.model.bodies; b++) {
      if (this.model.isDynamic[b] === 0) continue;
      const root = this.find(b);
      const group = byRoot.get(root);
      if (group === undefined) byRoot.set(root, [b]);
      else group.push(b);
    }
    return [...byRoot.values()];
  }

  private unite(a: number, b: number): void {
    const { isDynamic } = this.model;
    if (a < 0 || b < 0 || isDynamic[a] === 0 || isDynamic[b] === 0) return;
    const i = this.find(a);
    const j = this.find(b);
    this.parent[Math.max(i, j)] = Math.min(i, j);
  }

  private find(body: number): number {
    let i = body;
    while (this.parent[i] !== i) i = this.parent[i];
    return i;
  }
}
