// Which bodies have to do with each other on their way: those that touch at some time, or are joined. Groups can be looked
// at one by one.

import { rootOf, singles, unite } from '../../../../num/index.ts';
import type { ContactSet } from '../../collide/contact-set.ts';
import type { Model } from '../../model.ts';

export class Groups {
  private readonly model: Model;
  private readonly parents: Uint32Array;

  constructor(model: Model) {
    this.model = model;
    this.parents = singles(model.bodies);
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
      const root = rootOf(this.parents, b);
      const group = byRoot.get(root);
      if (group === undefined) byRoot.set(root, [b]);
      else group.push(b);
    }
    return [...byRoot.values()];
  }

  private unite(a: number, b: number): void {
    const { isDynamic } = this.model;
    if (a < 0 || b < 0 || isDynamic[a] === 0 || isDynamic[b] === 0) return;
    unite(this.parents, a, b);
  }
}
