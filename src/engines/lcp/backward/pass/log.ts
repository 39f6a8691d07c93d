// What a backward pass had to say beyond its start state, so that the forward engine can follow it bit for bit.
//
//   knots      the state of a body at a tick, where it has just been kicked by contacts: replaying is there to rounding
//              already, and is put onto these numbers, so that rounding does not grow from bounce to bounce
//   ghosts     impulses on bodies that no law gives: what was missing where a step back did not close
//   overrides  another restitution or friction of a contact during one step, or leave to pull
//   restTicks  from which tick a body rests until the end
//
// A pass writes from the end to the start; a replay reads from the start.

import type { ContactSet } from '../../collide/contact-set.ts';
import type { Motion } from '../../motion.ts';

/** Numbers of a knot: pose 7, velocity 3, angular momentum 3. */
const KNOT = 13;
const GHOST = 6;
/** Restitution, friction (NaN: the scene's own), 1 where the contact may pull. */
const OVERRIDE = 3;
/** Tick, bodies a and b, features, part. */
const CONTACT_KEY = 6;

export const NEVER = 0xffffffff;

/** Lengths of the columns: what a pass that goes back to an earlier choice shortens them to. */
export interface LogMark {
  readonly knots: number;
  readonly ghosts: number;
  readonly overrides: number;
}

export class Log {
  readonly knotKeys: number[] = [];
  readonly knotStates: number[] = [];
  readonly ghostKeys: number[] = [];
  readonly ghostImpulses: number[] = [];
  readonly overrideKeys: number[] = [];
  readonly overrideValues: number[] = [];
  /** Tick from which each body rests until the end; NEVER where it does not. */
  readonly restTicks: Uint32Array;

  constructor(bodies: number) {
    this.restTicks = new Uint32Array(bodies).fill(NEVER);
  }

  get knots(): number {
    return this.knotKeys.length / 2;
  }

  get ghosts(): number {
    return this.ghostKeys.length / 2;
  }

  get overrides(): number {
    return this.overrideKeys.length / CONTACT_KEY;
  }

  mark(): LogMark {
    return { knots: this.knots, ghosts: this.ghosts, overrides: this.overrides };
  }

  shortenTo({ knots, ghosts, overrides }: LogMark): void {
    this.knotKeys.length = 2 * knots;
    this.knotStates.length = KNOT * knots;
    this.ghostKeys.length = 2 * ghosts;
    this.ghostImpulses.length = GHOST * ghosts;
    this.overrideKeys.length = CONTACT_KEY * overrides;
    this.overrideValues.length = OVERRIDE * overrides;
  }

  /** The state of a body at the end of the step that ends at `tick`. */
  addKnot(tick: number, body: number, poses: Float64Array, { velocities, momenta }: Motion): void {
    this.knotKeys.push(tick, body);
    for (let k = 0; k < 7; k++) this.knotStates.push(poses[7 * body + k]);
    for (let k = 0; k < 3; k++) this.knotStates.push(velocities[3 * body + k]);
    for (let k = 0; k < 3; k++) this.knotStates.push(momenta[3 * body + k]);
  }

  /** Impulse [N s] and angular impulse [N m s] on a body in the kick of the step that ends at `tick`. */
  addGhost(tick: number, body: number, impulse: Float64Array, at: number): void {
    this.ghostKeys.push(tick, body);
    for (let k = 0; k < GHOST; k++) this.ghostImpulses.push(impulse[at + k]);
  }

  /** @param c  the contact of the set that had another law */
  addOverride(
    tick: number,
    { a, b, featureA, featureB, part }: ContactSet,
    c: number,
    restitution: number,
    friction: number,
    mayPull: boolean,
  ): void {
    this.overrideKeys.push(tick, a[c], b[c], featureA[c], featureB[c], part[c]);
    this.overrideValues.push(restitution, friction, mayPull ? 1 : 0);
  }
}

/** A log as it is stored and replayed: columns in the order of time, with where each tick begins. */
export interface ReplayLog {
  readonly ticks: number;
  readonly knots: Table;
  readonly ghosts: Table;
  readonly overrides: Table;
  readonly restTicks: Uint32Array;
}

/** Rows by tick: those of the step that ends at tick t are start[t] … start[t + 1] - 1. */
interface Table {
  readonly start: Uint32Array;
  /** `keyLength` numbers a row, the first its tick. */
  readonly keys: Uint32Array;
  readonly values: Float64Array;
}

export function replayLog(log: Log, ticks: number): ReplayLog {
  return {
    ticks,
    knots: tableOf(log.knotKeys, 2, log.knotStates, KNOT, ticks),
    ghosts: tableOf(log.ghostKeys, 2, log.ghostImpulses, GHOST, ticks),
    overrides: tableOf(log.overrideKeys, CONTACT_KEY, log.overrideValues, OVERRIDE, ticks),
    restTicks: log.restTicks.slice(),
  };
}

/** Rows as they came (ticks falling, several a tick in any order) into the order of ticks; stable within a tick. */
function tableOf(
  keys: readonly number[],
  keyLength: number,
  values: readonly number[],
  valueLength: number,
  ticks: number,
): Table {
  const rows = keys.length / keyLength;
  const start = new Uint32Array(ticks + 2);
  for (let r = 0; r < rows; r++) start[keys[r * keyLength] + 1]++;
  for (let t = 0; t <= ticks; t++) start[t + 1] += start[t];
  const next = start.slice();
  const sortedKeys = new Uint32Array(keys.length);
  const sortedValues = new Float64Array(values.length);
  for (let r = 0; r < rows; r++) {
    const to = next[keys[r * keyLength]]++;
    for (let k = 0; k < keyLength; k++) sortedKeys[to * keyLength + k] = keys[r * keyLength + k];
    for (let k = 0; k < valueLength; k++) sortedValues[to * valueLength + k] = values[r * valueLength + k];
  }
  return { start, keys: sortedKeys, values: sortedValues };
}

/** The log without what it says about some bodies, which go their own way but for the last step: that puts them onto the end. */
export function logWithout(
  { knots, ghosts, overrides, restTicks }: ReplayLog,
  isLeftOut: Uint8Array,
  end: Float64Array,
  motion: Motion,
  ticks: number,
): ReplayLog {
  const log = new Log(restTicks.length);
  restTicks.forEach((tick, body) => {
    if (isLeftOut[body] === 1) log.addKnot(ticks, body, end, motion);
    else log.restTicks[body] = tick;
  });
  const copy = (
    from: Table,
    keyLength: number,
    bodies: readonly number[],
    keys: number[],
    values: number[],
  ) => {
    const rows = from.keys.length / keyLength;
    const valueLength = rows > 0 ? from.values.length / rows : 0;
    for (let row = 0; row < rows; row++) {
      if (bodies.some((at) => isLeftOut[from.keys[row * keyLength + at]] === 1)) continue;
      for (let k = 0; k < keyLength; k++) keys.push(from.keys[row * keyLength + k]);
      for (let k = 0; k < valueLength; k++) values.push(from.values[row * valueLength + k]);
    }
  };
  copy(knots, 2, [1], log.knotKeys, log.knotStates);
  copy(ghosts, 2, [1], log.ghostKeys, log.ghostImpulses);
  copy(overrides, CONTACT_KEY, [1, 2], log.overrideKeys, log.overrideValues);
  return replayLog(log, ticks);
}

/** Puts the state of body `keys[2 row + 1]` onto what a row of knots says; returns how far it was from there [m, m/s]. */
export function applyKnot({ knots }: ReplayLog, row: number, poses: Float64Array, motion: Motion): number {
  const body = knots.keys[2 * row + 1];
  let away = 0;
  const put = (to: Float64Array, at: number, value: number): void => {
    away = Math.max(away, Math.abs(to[at] - value));
    to[at] = value;
  };
  const from = KNOT * row;
  for (let k = 0; k < 7; k++) put(poses, 7 * body + k, knots.values[from + k]);
  for (let k = 0; k < 3; k++) put(motion.velocities, 3 * body + k, knots.values[from + 7 + k]);
  // momenta are written without being measured: they have another unit, and the pose shows what they do
  for (let k = 0; k < 3; k++) motion.momenta[3 * body + k] = knots.values[from + 10 + k];
  return away;
}
