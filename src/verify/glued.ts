// What is glued to a body begins at its surface, or in it: a simplex of a deformable of which a pin holds a vertex on a body is not judged
// against that body. All its neighbours are.

import type { Scene } from '../scene/index.ts';
import type { Form } from './form.ts';
import type { PairList } from './tree.ts';

export class Glue {
  /** Of each item, by the bodies that it is glued to: 1 for simplices of which a vertex is held there. */
  private readonly held: readonly ReadonlyMap<number, Uint8Array>[];

  constructor({ bodies, deformables }: Scene, forms: readonly Form[]) {
    const noBodies = new Map<number, Uint8Array>();
    this.held = forms.map((form, item) => {
      const pins = deformables[item - bodies.length]?.pins ?? [];
      return pins.some(({ body }) => body !== undefined) ? heldOf(pins, form) : noBodies;
    });
  }

  /** Whether simplex q of item b is glued to item a. */
  has(a: number, b: number, q: number): boolean {
    return this.held[b].get(a)?.[q] === 1;
  }

  /** Whether anything of item b is glued to item a. */
  isAny(a: number, b: number): boolean {
    return this.held[b].has(a);
  }

  /** Leaves pairs of simplices of a and b out of which one is glued to the other's body. */
  leaveOut(a: number, b: number, near: PairList): void {
    const glued = this.held[b].get(a);
    if (!glued) return;
    let kept = 0;
    for (let i = 0; i < near.length; i += 2) {
      if (glued[near.items[i + 1]]) continue;
      near.items[kept++] = near.items[i];
      near.items[kept++] = near.items[i + 1];
    }
    near.length = kept;
  }
}

function heldOf(
  pins: Scene['deformables'][number]['pins'],
  { simplices: { count, sizes, vertices } }: Form,
): Map<number, Uint8Array> {
  const held = new Map<number, Uint8Array>();
  for (const { body, vertices: own } of pins) {
    if (body === undefined) continue;
    const known = new Set(own);
    const marks = held.get(body) ?? new Uint8Array(count);
    held.set(body, marks);
    for (let q = 0; q < count; q++)
      for (let k = 0; k < sizes[q]; k++) if (known.has(vertices[3 * q + k])) marks[q] = 1;
  }
  return held;
}
