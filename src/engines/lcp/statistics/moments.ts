// What forward drops show about steps with contacts: of these a step backward cannot know what was before. Each is a
// *moment*: how the body stood and moved after the kick, in its own axes, and what each of its points did before it.
//
// Moments are kept by which points of the body touch and which of them stick, slide or part, so that what one drop did can be asked of a
// body that stands alike: the floor is the same everywhere and in all directions.

import { unrotateByQuaternion } from '../../../num/index.ts';
import type { ContactSet } from '../collide/contact-set.ts';
import type { Model } from '../model.ts';
import type { Motion } from '../motion.ts';
import { writeVelocity } from '../state.ts';
import { pointVelocity } from './contact-class.ts';

/** How the body stands and moves: up, velocity and angular velocity after the kick, in its axes. */
export const STANCE = 9;

/** Moments with the same resting points. */
export interface Moments {
  /** How many points rest. */
  readonly points: number;
  /** STANCE numbers each. */
  readonly stances: number[];
  /** For each point CAME, STAYED or STOPPED where it rests afterwards; BOUNCED or PARTED where it parts. */
  readonly kept: number[];
  /** Which drop it was, and which of its steps: drop × 65536 + step. */
  readonly steps: number[];
  /** What the kick changed: velocity and angular velocity before, minus after, body axes; six each. */
  readonly changes: number[];
}

/** It was not there in the step before; it was; it was, and slid. */
export const CAME = 0;
export const STAYED = 1;
export const STOPPED = 2;
/** It was pushed in this step; it was not, and has bounced before. */
export const BOUNCED = 3;
export const PARTED = 4;

/** What a point does after a kick. */
export const STICKS = 0;
export const SLIDES = 1;
export const PARTS = 2;

/** The points of a body that touch in a step, and how it stands. */
export class Stand {
  count = 0;
  /** Numbers of the contacts, sorted by the body's features. */
  contact = new Int32Array(64);
  /** Whether each point sticks, slides or parts afterwards. */
  status = new Uint8Array(64);
  /** Whether any point rests, sticking or sliding. */
  rests = false;
  /** Features of the body, and what they do: what moments are kept by. */
  key = '';
  readonly stance = new Float64Array(STANCE);
  /** After the kick, world axes. */
  readonly twist = new Float64Array(6);
  private readonly velocity = new Float64Array(3);

  /**
   * @param mid    poses in the middle of the step
   * @param after  motion after its kick
   * @returns false where the body touches another that is not static
   */
  look(
    model: Model,
    body: number,
    up: Float64Array,
    mid: Float64Array,
    after: Motion,
    contacts: ContactSet,
  ): boolean {
    const { twist, velocity, stance } = this;
    writeVelocity(model, mid, body, 0, after, twist, 0);
    this.count = 0;
    this.key = '';
    this.rests = false;
    for (let c = 0; c < contacts.count; c++) {
      const isA = contacts.a[c] === body;
      if (!isA && contacts.b[c] !== body) continue;
      const other = isA ? contacts.b[c] : contacts.a[c];
      if (model.isDynamic[other] === 1 || model.isKinematic[other] === 1) return false;
      pointVelocity(velocity, twist, mid, body, contacts.points, 3 * c);
      const nx = contacts.normals[3 * c];
      const ny = contacts.normals[3 * c + 1];
      const nz = contacts.normals[3 * c + 2];
      const un = velocity[0] * nx + velocity[1] * ny + velocity[2] * nz;
      if (this.count === 64) continue;
      const parts = un > model.stillSpeed;
      if (!parts) this.rests = true;
      const tx = velocity[0] - un * nx;
      const ty = velocity[1] - un * ny;
      const tz = velocity[2] - un * nz;
      this.contact[this.count] = c;
      const slides = Math.sqrt(tx * tx + ty * ty + tz * tz) > model.stillSpeed;
      this.status[this.count] = parts ? PARTS : slides ? SLIDES : STICKS;
      this.key += `${contacts.featureA[c]}${parts ? '^' : slides ? '~' : '.'}`;
      this.count++;
    }
    unrotateByQuaternion(stance, 0, mid, 7 * body + 3, up, 0);
    unrotateByQuaternion(stance, 3, mid, 7 * body + 3, twist, 0);
    unrotateByQuaternion(stance, 6, mid, 7 * body + 3, twist, 3);
    return true;
  }
}
