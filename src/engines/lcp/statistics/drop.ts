// One forward drop of one body onto the floor, watched step by step until it rests.
//
// The law of the starts (Twigg, James 2008, §4, leaves theirs open): any orientation, uniform on the rotations; the
// lowest point of the bounding sphere at the height of 1 to 3 radii; velocities normal, √(g r) a component along the floor and half of
// it upward; spins normal, √(g / r) a component; r the radius of the bounding sphere.

import { gravityStrength, upDirection } from '../gravity.ts';
import { type Random, unrotateByQuaternion } from '../../../num/index.ts';
import { drift } from '../drift.ts';
import type { Model } from '../model.ts';
import type { Motion } from '../motion.ts';
import { type LcpState, startState, writeMomentum, writeVelocity } from '../state.ts';
import { createWork, step, type Work } from '../step.ts';
import { contactClass } from './contact-class.ts';
import {
  BOUNCED,
  CAME,
  type Moments,
  PARTED,
  PARTS,
  SLIDES,
  Stand,
  STAYED,
  STICKS,
  STOPPED,
} from './moments.ts';

export interface Drop {
  /** Class of each step, the last of which ends at rest. */
  readonly classes: Uint8Array;
  /** Energy per mass before each step, above the energy at rest [J/kg]. */
  readonly energies: Float64Array;
  /** Where it came to rest: position and orientation. */
  readonly end: Float64Array;
}

/** Puts the body where a drop starts. */
function randomDrop(model: Model, state: LcpState, body: number, radius: number, random: Random): void {
  const g = gravityStrength(model);
  const up = upDirection(model);
  const turn = [0, 1, 2, 3].map(() => random.normal());
  const norm = Math.sqrt(turn.reduce((sum, x) => sum + x * x, 0));
  for (let k = 0; k < 4; k++) state.poses[7 * body + 3 + k] = turn[k] / norm;
  const height = radius * random.between(2, 4);
  const speed = Math.sqrt(g * radius);
  const spin = new Float64Array(3);
  const v = [0, 1, 2].map(() => speed * random.normal());
  const rise = v[0] * up[0] + v[1] * up[1] + v[2] * up[2];
  for (let k = 0; k < 3; k++) {
    state.poses[7 * body + k] = height * up[k];
    state.velocities[3 * body + k] = v[k] - 0.5 * rise * up[k];
    spin[k] = Math.sqrt(g / radius) * random.normal();
  }
  writeMomentum(model, state.poses, body, spin, 0, state.momenta, 3 * body);
}

/**
 * Drops the body and watches it; undefined where it has not come to rest in time.
 * @param collect  told of every step whose contacts rest afterwards
 */
export function watchDrop(
  model: Model,
  body: number,
  radius: number,
  random: Random,
  longest: number,
  collect?: Map<string, Moments>,
  drop = 0,
): Drop | undefined {
  const state = startState(model);
  const work = createWork(model);
  randomDrop(model, state, body, radius, random);
  const h = model.timeStep;
  const up = upDirection(model);
  const classes: number[] = [];
  const energies: number[] = [];
  const stand = new Stand();
  const mid = state.poses.slice();
  const before = { velocities: state.velocities.slice(), momenta: state.momenta.slice() };
  let rested = new Map<number, number>();
  for (let tick = 0; tick < longest / h; tick++) {
    energies.push(energyOf(model, body, state, up));
    before.velocities.set(state.velocities);
    before.momenta.set(state.momenta);
    // Without the guess from the step before, as steps backward check theirs: where corners share a load it matters.
    state.guessKeys = new Uint32Array(0);
    state.guesses = new Float64Array(0);
    step(model, state, work);
    mid.set(state.poses);
    drift(model, mid, state, -0.5 * h);
    const { contacts, impulses } = work;
    classes.push(contactClass(model, body, mid, state, contacts, impulses.normal));
    stand.look(model, body, up, mid, state, contacts);
    if (collect !== undefined && stand.count > 0)
      note(collect, 65536 * drop + tick, stand, { model, body, mid, before, work, rested });
    rested = new Map();
    for (let i = 0; i < stand.count; i++)
      if (stand.status[i] !== PARTS) rested.set(contacts.featureA[stand.contact[i]], stand.status[i]);
    if (isStill(model, state, body)) {
      const end = energyOf(model, body, state, up);
      return {
        classes: Uint8Array.from(classes),
        energies: Float64Array.from(energies, (e) => e - end),
        end: state.poses.slice(7 * body, 7 * body + 7),
      };
    }
  }
  return undefined;
}

const twist = new Float64Array(6);

/** What is known of a step of a drop. */
interface Seen {
  readonly model: Model;
  readonly body: number;
  readonly mid: Float64Array;
  readonly before: Motion;
  readonly work: Work;
  /** Which features rested in the step before, and how. */
  readonly rested: ReadonlyMap<number, number>;
}

function note(collect: Map<string, Moments>, step: number, stand: Stand, seen: Seen): void {
  const { model, body, mid, before, work, rested } = seen;
  const { contacts, impulses } = work;
  let moments = collect.get(stand.key);
  if (moments === undefined) {
    moments = { points: stand.count, stances: [], kept: [], steps: [], changes: [] };
    collect.set(stand.key, moments);
  }
  moments.stances.push(...stand.stance);
  moments.steps.push(step);
  writeVelocity(model, mid, body, 0, before, twist, 0);
  for (let k = 0; k < 6; k++) twist[k] -= stand.twist[k];
  unrotateByQuaternion(twist, 0, mid, 7 * body + 3, twist, 0);
  unrotateByQuaternion(twist, 3, mid, 7 * body + 3, twist, 3);
  moments.changes.push(...twist);
  for (let i = 0; i < stand.count; i++) {
    const c = stand.contact[i];
    const was = rested.get(contacts.featureA[c]);
    const stops = was === SLIDES && stand.status[i] === STICKS;
    if (stand.status[i] === PARTS) moments.kept.push(impulses.normal[c] > 0 ? BOUNCED : PARTED);
    else moments.kept.push(was === undefined ? CAME : stops ? STOPPED : STAYED);
  }
}

/** Kinetic and potential energy per mass [J/kg]. */
export function energyOf(
  model: Model,
  body: number,
  { poses, velocities, momenta }: Pick<LcpState, 'poses' | 'velocities' | 'momenta'>,
  up: Float64Array,
): number {
  const spin = new Float64Array(3);
  unrotateByQuaternion(spin, 0, poses, 7 * body + 3, momenta, 3 * body);
  let energy = 0;
  for (let k = 0; k < 3; k++) {
    const v = velocities[3 * body + k];
    energy += 0.5 * v * v;
    energy += (0.5 * spin[k] * spin[k] * model.inverseInertias[3 * body + k]) / model.masses[body];
    energy += gravityStrength(model) * up[k] * poses[7 * body + k];
  }
  return energy;
}

/** Slower than what steps backward take for rest. */
export function isStill(model: Model, { velocities, momenta }: LcpState, body: number): boolean {
  for (let k = 3 * body; k < 3 * body + 3; k++) {
    const speed = Math.abs(momenta[k]) / Math.sqrt(model.masses[body] * model.inertias[k]);
    if (Math.abs(velocities[k]) > model.stillSpeed || speed > model.stillSpeed) return false;
  }
  return true;
}
