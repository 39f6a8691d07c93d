// Which body at rest lies on which, and an order in which a pile can be taken apart from the top down.

import { findContacts } from '../../collide/collider.ts';
import { ContactSet } from '../../collide/contact-set.ts';
import type { Model } from '../../model.ts';

/** Contacts whose normal rises by more than this carry what is above. */
export const CARRIES = 0.05;

export class Pile {
  /** Top first; undefined where bodies carry each other in a circle. */
  readonly order: readonly number[] | undefined;
  /** By body: those that touch it at rest and carry it, directly. */
  readonly carriers: readonly (readonly number[])[];
  /** By body: how many lie below it, one on the other. */
  readonly depths: Int32Array;
  /** Whether some bodies touch each other at rest. */
  readonly isPiled: boolean;
  /** By body: everything below it and beside it that it may touch while it lands. */
  private readonly reach: readonly ReadonlySet<number>[];

  /** @param rest  poses at which bodies rest */
  constructor(model: Model, rest: Float64Array, up: Float64Array) {
    const { bodies, isDynamic } = model;
    const contacts = new ContactSet();
    findContacts(model.collider, rest, contacts);
    const carriers = Array.from({ length: bodies }, () => new Set<number>());
    const beside = Array.from({ length: bodies }, () => new Set<number>());
    for (let c = 0; c < contacts.count; c++) {
      const a = contacts.a[c];
      const b = contacts.b[c];
      if (isDynamic[a] === 0 || isDynamic[b] === 0) continue;
      const { normals } = contacts;
      // out of b into a
      const rise = normals[3 * c] * up[0] + normals[3 * c + 1] * up[1] + normals[3 * c + 2] * up[2];
      if (rise > CARRIES) carriers[a].add(b);
      else if (rise < -CARRIES) carriers[b].add(a);
      else {
        beside[a].add(b);
        beside[b].add(a);
      }
    }
    this.carriers = carriers.map((set) => [...set]);
    this.order = orderOf(this.carriers, isDynamic);
    this.depths = new Int32Array(bodies);
    for (const body of [...(this.order ?? [])].reverse())
      for (const below of carriers[body])
        this.depths[body] = Math.max(this.depths[body], this.depths[below] + 1);
    this.reach = carriers.map((_, body) => {
      const found = new Set<number>(beside[body]);
      const next = [body];
      for (let at = next.pop(); at !== undefined; at = next.pop())
        for (const below of carriers[at])
          if (!found.has(below)) {
            found.add(below);
            next.push(below);
            for (const other of beside[below]) found.add(other);
          }
      found.delete(body);
      return found;
    });
    this.isPiled = this.reach.some(({ size }) => size > 0);
  }

  /** Whether a body may touch another one, at rest, on its way. */
  mayTouch(body: number, other: number): boolean {
    return this.reach[body].has(other);
  }
}

/** Bodies such that everything comes before what carries it. */
function orderOf(
  carriers: readonly (readonly number[])[],
  isDynamic: Uint8Array,
): readonly number[] | undefined {
  const loads = new Int32Array(carriers.length);
  for (const below of carriers) for (const body of below) loads[body]++;
  const order: number[] = [];
  const waiting: number[] = [];
  isDynamic.forEach((dynamic, body) => {
    if (dynamic === 1 && loads[body] === 0) waiting.push(body);
  });
  for (let i = 0; i < waiting.length; i++) {
    order.push(waiting[i]);
    for (const body of carriers[waiting[i]]) if (--loads[body] === 0) waiting.push(body);
  }
  return loads.every((load) => load === 0) ? order : undefined;
}
