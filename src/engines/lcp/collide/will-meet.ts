// Whether two pieces that approach each other will touch after a time, each going on as it moves: two that are near and closing
// along the line between them may still pass each other by.

import {
  matrixFromQuaternion,
  multiplyQuaternions,
  normalizeQuaternion,
  quaternionFromRotationVector,
} from '../../../num/index.ts';
import type { Collider } from './collider.ts';
import { ContactSet } from './contact-set.ts';
import { Emitter } from './emitter.ts';
import { pieceContacts } from './narrow/piece-contacts.ts';

const turn = new Float64Array(3);
const turned = new Float64Array(4);

export class WillMeet {
  private readonly collider: Collider;
  private readonly poses: Float64Array;
  private readonly rotations: Float64Array;
  private readonly found = new ContactSet();
  private readonly out = new Emitter(this.found);

  constructor(collider: Collider) {
    this.collider = collider;
    this.poses = new Float64Array(7 * collider.bodies);
    this.rotations = new Float64Array(9 * collider.bodies);
  }

  /** @param velocities  linear and angular, six a body @param after  [s] */
  meet(p: number, q: number, poses: Float64Array, velocities: Float64Array, after: number): boolean {
    const { collider, found, out } = this;
    const { pieces, margins } = collider;
    this.move(p, poses, velocities, after);
    this.move(q, poses, velocities, after);
    const one = pieces[p];
    const two = pieces[q];
    const margin = Math.min(margins[one.body], margins[two.body]);
    found.clear();
    out.begin(one.body, two.body, false);
    if (one.kind > two.kind) pieceContacts(out, margin, two, one, 0);
    else pieceContacts(out, margin, one, two, 0);
    return found.count > 0;
  }

  private move(p: number, poses: Float64Array, v: Float64Array, after: number): void {
    const { collider, poses: then, rotations } = this;
    // what is static stays where it is
    if (p >= collider.moving) return;
    const { body } = collider.pieces[p];
    const at = 7 * body;
    for (let k = 0; k < 3; k++) {
      then[at + k] = poses[at + k] + after * v[6 * body + k];
      turn[k] = after * v[6 * body + 3 + k];
    }
    quaternionFromRotationVector(turned, 0, turn, 0);
    multiplyQuaternions(then, at + 3, turned, 0, poses, at + 3);
    normalizeQuaternion(then, at + 3);
    matrixFromQuaternion(rotations, 9 * body, then, at + 3);
    collider.pieces[p].place(then, rotations);
    // where it is now is to be found again when it is asked for
    collider.memory.placed[p] = -1;
  }
}
