// Which items (bodies, then deformables) are held to a promise against each other.
//
// As the scene says: bodies of one group ≥ 0 never collide with each other, nor do pairs with a
// rule or a joint that says so. Two bodies that are both static or kinematic are the scene's
// business, not the engine's: nothing could keep them apart. A kinematic body that is released
// at the end of its path counts as dynamic from then on. A deformable is judged with itself.

import type { Body, Scene } from '../scene/index.ts';

export class JudgedPairs {
  private readonly items: number;
  private readonly groups: Int32Array;
  /** When the engine begins to answer for each item [s]. */
  private readonly freeFrom: Float64Array;
  private readonly excluded = new Set<number>();

  constructor(scene: Scene) {
    const all = [...scene.bodies, ...scene.deformables];
    this.items = all.length;
    this.groups = Int32Array.from(all, (item) => item.group);
    this.freeFrom = new Float64Array(all.length).fill(Number.NEGATIVE_INFINITY);
    scene.bodies.forEach((body, i) => {
      this.freeFrom[i] = answeredFrom(body);
    });
    for (const rule of scene.pairs) if (!rule.collide) this.exclude(rule.a, rule.b);
    for (const joint of scene.joints) if (!joint.collide && joint.b >= 0) this.exclude(joint.a, joint.b);
  }

  private exclude(a: number, b: number): void {
    this.excluded.add(this.key(Math.min(a, b), Math.max(a, b)));
  }

  /** One number for a pair, a ≤ b. */
  key(a: number, b: number): number {
    return a * this.items + b;
  }

  /** Is the pair a ≤ b judged at this time? */
  has(a: number, b: number, time: number): boolean {
    if (a === b) return !this.excluded.has(this.key(a, b));
    if (this.groups[a] >= 0 && this.groups[a] === this.groups[b]) return false;
    if (time < this.freeFrom[a] && time < this.freeFrom[b]) return false;
    return !this.excluded.has(this.key(a, b));
  }
}

function answeredFrom(body: Body): number {
  if (body.motion === 'dynamic') return Number.NEGATIVE_INFINITY;
  if (body.path?.after === 'release') return body.path.times[body.path.times.length - 1];
  return Number.POSITIVE_INFINITY;
}
