// The contact-transition model: what a body that rests on some of its points did just before, by chance, as forward drops
// of it show (moments.ts). A step backward asks it at every step in which contacts rest afterwards: a point either has
// been there already, or came then, with which velocity (Twigg, James 2008, §4, Figure 10: P(η^{t−h} | η^t), and only to
// fewer contacts).
//
// Of the moments with the same resting points one of those nearest in stance is taken: the law depends on how fast and
// how steeply the body stands on an edge, not on the number of its contacts alone.

import { type Random, rotateByQuaternion } from '../../../num/index.ts';
import {
  BOUNCES,
  PARTS_ON,
  STAYS,
  STAYS_SLIDING,
  type StepBack,
  type Wishes,
} from '../backward/kick/wishes.ts';
import { BOUNCED, type Moments, PARTED, PARTS, Stand, STANCE, STAYED, STOPPED } from './moments.ts';

/** Everything that was measured, as plain data. */
export interface TransitionTable {
  /** What it was measured for (tables.ts). */
  readonly key?: string;
  readonly friction: number;
  readonly restitution: number;
  /** Radius of the bounding sphere [m]. */
  readonly radius: number;
  readonly drops: number;
  /** From each class to each, seen backward [1/s]: only to fewer contacts is one of these a choice. */
  readonly rates: readonly (readonly number[])[];
  /** By resting points. */
  readonly moments: Readonly<Record<string, Moments>>;
}

/** Stances nearer than this are the same [m²/s²]. */
const SAME = 1e-8;
/** Stances that rounding alone keeps apart [m²/s²]. */
const EXACT = 1e-14;
/** A body follows a drop as long as its stance differs by less than this [m²/s²]. */
const ALIKE = 0.01;

/** What is known about a step. */
export const UNTOUCHED = 0;
export const KNOWN = 1;
export const UNKNOWN = 2;

/** Slower is at rest [m/s]. */
const RESTS = 1e-5;
/** Where all points part and no drop stood nearer than this [m²/s²], the laws alone say more. */
const FAR = 0.02;

/** How often a past goes over to another drop that stood alike [1/s]. */
export const CHANGES_OVER = 0.2;
/** How many of the nearest moments chance chooses from. */
const NEAREST = 6;

export class Transitions {
  private readonly table: TransitionTable;
  private readonly stand = new Stand();
  /** What the points of the moment drawn last did: STAYED, CAME or STOPPED each. */
  drawnKept = '';
  /** Which step of which drop that was. */
  drawnStep = -1;
  private drawnDistance = 0;
  private followedTick = -1;
  private readonly distances = new Float64Array(NEAREST);
  private readonly nearest = new Int32Array(NEAREST);

  constructor(table: TransitionTable) {
    this.table = table;
  }

  /**
   * Wishes for the contacts of a body, from a step that is drawn.
   * @param changeOver  how likely it goes over to another drop that stood alike
   * @param expected    the step of the drop that it follows (moments.ts), -1 where it follows none
   * @returns KNOWN, UNKNOWN where no drop stood like that, or UNTOUCHED where nothing rests or
   *   another body is touched: then nothing is wished
   */
  wish(
    { model, up, poses: mid, motion: after, contacts, wishes }: StepBack,
    body: number,
    changeOver: number,
    expected: number,
    random: Random,
  ): number {
    const { stand } = this;
    const { motion } = wishes;
    if (!stand.look(model, body, up, mid, after, contacts) || stand.count === 0) return UNTOUCHED;
    const moments = this.table.moments[stand.key];
    const drawn = moments === undefined ? -1 : this.draw(moments, expected, stand.stance, changeOver, random);
    if (!stand.rests && (drawn < 0 || this.drawnDistance > FAR)) return UNTOUCHED;
    if (moments === undefined || drawn < 0) return UNKNOWN;
    this.drawnStep = moments.steps[drawn];
    this.drawnKept = moments.kept.slice(drawn * moments.points, (drawn + 1) * moments.points).join('');
    for (let k = 0; k < 6; k++) motion[k] = moments.changes[6 * drawn + k];
    rotateByQuaternion(motion, 0, mid, 7 * body + 3, motion, 0);
    rotateByQuaternion(motion, 3, mid, 7 * body + 3, motion, 3);
    for (let k = 0; k < 6; k++) motion[k] += stand.twist[k];
    wishes.motionOf = body;
    for (let i = 0; i < stand.count; i++) {
      const c = stand.contact[i];
      const kept = moments.kept[drawn * moments.points + i];
      wishes.stays[c] = kept === STAYED ? STAYS : kept === STOPPED ? STAYS_SLIDING : 0;
      wishes.parts[c] = kept === BOUNCED ? BOUNCES : kept === PARTED ? PARTS_ON : 0;
    }
    return KNOWN;
  }

  /** The step of the drop that is followed which would be the one that ends at this tick; -1: none is. */
  expectedAt(tick: number): number {
    const since = this.followedTick - tick;
    return this.followedTick >= 0 && since > 0 ? this.drawnStep - since : -1;
  }

  /** The step that was drawn last was taken for the one that ends at this tick. */
  follow(tick: number): void {
    this.followedTick = tick;
  }

  /** Where nothing is known: the contacts that were looked at last stay. */
  stay(body: number, wishes: Wishes): void {
    const { stand } = this;
    wishes.motionOf = body;
    for (let k = 0; k < 6; k++) wishes.motion[k] = stand.twist[k];
    for (let i = 0; i < stand.count; i++)
      if (stand.status[i] !== PARTS) wishes.stays[stand.contact[i]] = STAYS;
  }

  /** One of the nearest moments. */
  private draw(
    { stances, steps }: Moments,
    expected: number,
    stance: Float64Array,
    changeOver: number,
    random: Random,
  ): number {
    const { distances, nearest } = this;
    const count = stances.length / STANCE;
    const first = Math.floor(random.uniform() * count);
    const r = this.table.radius;
    // At rest a tilt of parts of a degree means nothing: what lies flattest has not been there more often.
    const isAtRest = isStill(stance, 0, r);
    let resting = 0;
    let rested = -1;
    let leftBy = -1;
    let found = 0;
    let own = -1;
    let ownDistance = Number.POSITIVE_INFINITY;
    // From a place that chance chooses, so that of equals any may be among the nearest.
    for (let n = 0; n < count; n++) {
      const i = first + n < count ? first + n : first + n - count;
      let d = 0;
      for (let k = 0; k < 3; k++) {
        const turn = stances[STANCE * i + k] - stance[k];
        const speed = stances[STANCE * i + 3 + k] - stance[3 + k];
        const spin = r * (stances[STANCE * i + 6 + k] - stance[6 + k]);
        d += 4 * turn * turn + speed * speed + spin * spin;
      }
      if (d <= EXACT) leftBy = i;
      d = Math.max(d, SAME);
      if (isAtRest && isStill(stances, STANCE * i, r) && random.uniform() * ++resting < 1) rested = i;
      // Its contacts may come a step or two earlier or later than those of the drop that it follows.
      const off = Math.abs(steps[i] - expected);
      if (off <= 2 && d * (1 + off) < ownDistance) {
        own = i;
        ownDistance = d * (1 + off);
      }
      if (found === NEAREST && d >= distances[NEAREST - 1]) continue;
      let at = found < NEAREST ? found++ : NEAREST - 1;
      for (; at > 0 && distances[at - 1] > d; at--) {
        distances[at] = distances[at - 1];
        nearest[at] = nearest[at - 1];
      }
      distances[at] = d;
      nearest[at] = i;
    }
    if (found === 0) return -1;
    // As long as it goes on like a drop it goes on with that one; now and then another takes over.
    // From where a drop came to rest that drop is the one to follow.
    if (own < 0 && leftBy >= 0) {
      own = leftBy;
      ownDistance = SAME;
    }
    if (own >= 0 && ownDistance <= ALIKE && random.uniform() >= changeOver) {
      this.drawnDistance = ownDistance;
      return own;
    }
    if (rested >= 0) {
      this.drawnDistance = 0;
      return rested;
    }
    const at = Math.floor(random.uniform() * found);
    this.drawnDistance = distances[at];
    return nearest[at];
  }
}

/** Whether a stance is that of a body at rest. */
function isStill(stance: ArrayLike<number>, at: number, radius: number): boolean {
  for (let k = 3; k < 9; k++) if (Math.abs(stance[at + k]) * (k < 6 ? 1 : radius) > RESTS) return false;
  return true;
}
