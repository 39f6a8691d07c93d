// Which items (bodies, then deformables) are held to a promise against each other.
//
// As the scene says (scene/meeting.ts). Two bodies that are both static or kinematic are the scene's
// business, not the engine's: nothing could keep them apart. A kinematic body that is released
// at the end of its path counts as dynamic from then on. A deformable is judged with itself. What is not there is
// not judged.

import { type Body, meetingRule, type Scene } from '../scene/index.ts';

export class JudgedPairs {
  /** 1 for items that are not there now. */
  readonly absent: Uint8Array;
  private readonly items: number;
  /** When the engine begins to answer for each item [s]. */
  private readonly freeFrom: Float64Array;
  private readonly mayTouch: (a: number, b: number) => boolean;

  constructor(scene: Scene) {
    const all = [...scene.bodies, ...scene.deformables];
    this.items = all.length;
    this.absent = new Uint8Array(all.length);
    this.mayTouch = meetingRule(scene);
    this.freeFrom = new Float64Array(all.length).fill(Number.NEGATIVE_INFINITY);
    scene.bodies.forEach((body, i) => {
      this.freeFrom[i] = answeredFrom(body);
    });
  }

  /** One number for a pair, a ≤ b. */
  key(a: number, b: number): number {
    return a * this.items + b;
  }

  /** Is the pair a ≤ b judged at this time? */
  has(a: number, b: number, time: number): boolean {
    if (this.absent[a] + this.absent[b] > 0) return false;
    if (a !== b && time < this.freeFrom[a] && time < this.freeFrom[b]) return false;
    return this.mayTouch(a, b);
  }
}

function answeredFrom(body: Body): number {
  if (body.motion === 'dynamic') return Number.NEGATIVE_INFINITY;
  if (body.path?.after === 'release') return body.path.times[body.path.times.length - 1];
  return Number.POSITIVE_INFINITY;
}
