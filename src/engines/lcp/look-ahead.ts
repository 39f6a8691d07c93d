// Bodies that will meet within the step to come, forward in time only (option lookAhead).
//
// The law of a contact holds at midpoints. Without a look ahead two bodies touch at the first midpoint at which they overlap,
// half a step late in the mean: a row of dominoes falls by as much slower. So contacts are found from as far as bodies may come
// until the next midpoint, and kept where they close as fast as that:
//
//   where nothing bounces   v_n⁺ ≥ −gap/h: at the next midpoint they just touch. What is left of the impact follows there, so
//                           that its mean moment is that of the impact itself (the gap in the law is Stewart, Trinkle 1996)
//   where movers bounce     now if they would meet within half a step, else at the next midpoint: whichever is nearer, so
//                           that bounces are early as often as late. What a pair touches within the step bounces together
//
// Pairs that would pass each other by are left alone. Bounces off what is static stay at the first midpoint of overlap: pasts know them so (backward/).

import type { ContactSet } from './collide/contact-set.ts';
import { WillMeet } from './collide/will-meet.ts';
import type { Model } from './model.ts';
import type { Motion } from './motion.ts';
import { writeVelocity } from './state.ts';

/** Gaps that are roundings, in margins: what lies there lies. */
const NOTHING = 1e-3;
const DROPPED = -1;
const WAITING = -2;

export class LookAhead {
  /** By how much each body may come nearer to others within a step [m]. */
  readonly distances: Float64Array;
  private readonly model: Model;
  /** Velocities at the midpoint, before the kick, six a body. */
  private readonly velocities: Float64Array;
  private readonly nextMidpoint: WillMeet;

  constructor(model: Model) {
    this.model = model;
    this.distances = new Float64Array(model.bodies);
    this.velocities = new Float64Array(6 * model.bodies);
    this.nextMidpoint = new WillMeet(model.collider);
  }

  /** Takes the motion before a kick. @param time  of the midpoint [s] */
  take(poses: Float64Array, motion: Motion, time: number): void {
    const { model, velocities, distances } = this;
    const { furthest, radii } = model.collider;
    this.poses = poses;
    for (let b = 0; b < model.bodies; b++) {
      writeVelocity(model, poses, b, time, motion, velocities, 6 * b);
      const speed = lengthAt(velocities, 6 * b) + lengthAt(velocities, 6 * b + 3) * radii[b];
      distances[b] = Math.min(model.timeStep * speed, furthest * radii[b]);
    }
  }

  private poses: Float64Array = new Float64Array(0);

  /** Drops what will not meet within the step, and says of the rest how fast it may still close; contacts are sorted by bodies. */
  keepDue(contacts: ContactSet): void {
    const { a, b, ahead } = contacts;
    for (let first = 0, end = 0; first < contacts.count; first = end) {
      let isNow = false;
      let touches = false;
      let isDue = false;
      for (end = first; end < contacts.count && a[end] === a[first] && b[end] === b[first]; end++) {
        ahead[end] = this.speedAhead(contacts, end);
        if (ahead[end] === WAITING) isNow ||= 0.5 * this.model.timeStep * this.closing >= contacts.gaps[end];
        touches ||= contacts.gaps[end] <= this.marginOf(a[end], b[end]);
        isDue ||= ahead[end] !== DROPPED;
      }
      const passes = isDue && !touches && !this.willMeet(contacts, first);
      for (let c = first; c < end; c++)
        if (passes || (ahead[c] === WAITING && !isNow)) ahead[c] = DROPPED;
        else if (ahead[c] === WAITING) ahead[c] = 0;
    }
    contacts.filter((c) => ahead[c] >= 0);
  }

  private closing = 0;

  private marginOf(a: number, b: number): number {
    const { margins } = this.model.collider;
    return Math.min(margins[a], margins[b]);
  }

  /** Whether the pair of a contact, which does not touch yet, will at the next midpoint, and does not pass by. */
  private willMeet({ pieceA, pieceB }: ContactSet, c: number): boolean {
    return this.nextMidpoint.meet(pieceA[c], pieceB[c], this.poses, this.velocities, this.model.timeStep);
  }

  /** How fast a contact may close; WAITING where it bounces when its pair does. */
  private speedAhead(contacts: ContactSet, c: number): number {
    const { collider, timeStep: h, bounceSpeed, restitution } = this.model;
    const a = contacts.a[c];
    const b = contacts.b[c];
    const gap = contacts.gaps[c];
    const margin = this.marginOf(a, b);
    if (gap <= NOTHING * margin) return 0;
    const touches = gap <= margin;
    this.closing = this.closingSpeed(contacts, c);
    if (!touches && !(this.closing * h >= gap)) return DROPPED;
    if (!(this.closing >= bounceSpeed && restitution(a, b) > 0)) return gap / h;
    if (touches) return 0;
    return collider.ranks[b] === 2 ? DROPPED : WAITING;
  }

  private closingSpeed({ a, b, points, normals }: ContactSet, c: number): number {
    const { velocities: v, poses } = this;
    let closing = 0;
    for (let side = 0; side < 2; side++) {
      const body = side === 0 ? a[c] : b[c];
      const at = 6 * body;
      const x = points[3 * c] - poses[7 * body];
      const y = points[3 * c + 1] - poses[7 * body + 1];
      const z = points[3 * c + 2] - poses[7 * body + 2];
      const along =
        normals[3 * c] * (v[at] + v[at + 4] * z - v[at + 5] * y) +
        normals[3 * c + 1] * (v[at + 1] + v[at + 5] * x - v[at + 3] * z) +
        normals[3 * c + 2] * (v[at + 2] + v[at + 3] * y - v[at + 4] * x);
      closing += side === 0 ? -along : along;
    }
    return closing;
  }
}

function lengthAt(v: Float64Array, at: number): number {
  return Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]);
}
