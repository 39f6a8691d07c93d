// A drop seen backward: from rest, step by step, each step's past drawn from the transition model and held against the
// forward kick. Where what was drawn has no past another is drawn; where none has, some steps are taken again.

import { Random } from '../../../num/index.ts';
import { IslandBack } from '../backward/kick/island-back.ts';
import { rewindDefaults } from '../backward/options.ts';
import { Plan } from '../backward/pass/plan.ts';
import { findContactsOf } from '../collide/collider.ts';
import { driftBody } from '../drift.ts';
import { addForces } from '../forward/members.ts';
import type { Model } from '../model.ts';
import { makeMotion } from '../motion.ts';
import { contactClass } from './contact-class.ts';
import { type Drop, energyOf, upOf } from './drop.ts';
import { CHANGES_OVER, KNOWN, type Transitions, UNKNOWN } from './transitions.ts';

/** Failures before steps further back are doubted, twice as many after each as many more. */
const PATIENT = 6;
/** Steps that must be gained before patience is new. */
const AHEAD = 2;
/** Steps taken, as a multiple of those asked for, before a run is given up. */
const PATIENCE = 6;

export interface Undrop extends Drop {
  /** Steps that were taken again. */
  readonly retaken: number;
  readonly steps: number;
  /** Position, orientation, velocity and angular momentum at the start: thirteen numbers. */
  readonly start: Float64Array;
}

/**
 * A past of a body that rests at the scene's own pose; classes and energies from rest backward. Undefined where none was found.
 */
export function undrop(
  model: Model,
  body: number,
  transitions: Transitions,
  end: Float64Array,
  seed: number,
  steps: number,
): Undrop | undefined {
  const h = model.timeStep;
  const up = upOf(model);
  const random = new Random(seed);
  const plan = new Plan(model, rewindDefaults, seed, steps, []);
  const back = new IslandBack(model, plan, up);
  const { contacts, islands } = back;
  islands.count = 1;
  islands.bodies = Int32Array.of(body);
  islands.bodyStart = Int32Array.of(0, 1);
  islands.contactStart = Int32Array.of(0, 0);
  islands.jointStart = Int32Array.of(0, 0);
  const poses = model.startPoses.slice();
  poses.set(end, 7 * body);
  const motion = makeMotion(model.bodies);
  const rest = energyOf(model, body, { poses, ...motion }, up);
  const one = Int32Array.of(body);
  const force = new Float64Array(6);
  const impulses = new Float64Array(256);
  /** Pose and motion before each step, thirteen numbers. */
  const states = new Float64Array(13 * (steps + 1));
  const drawn = new Uint8Array(steps);
  /** The step of the drop that is followed, after each step. */
  const follows = new Int32Array(steps + 1).fill(-2);
  const classes = new Uint8Array(steps);
  const energies = new Float64Array(steps);
  const save = (n: number) => {
    for (let k = 0; k < 7; k++) states[13 * n + k] = poses[7 * body + k];
    for (let k = 0; k < 3; k++) {
      states[13 * n + 7 + k] = motion.velocities[3 * body + k];
      states[13 * n + 10 + k] = motion.momenta[3 * body + k];
    }
  };
  const load = (n: number) => {
    for (let k = 0; k < 7; k++) poses[7 * body + k] = states[13 * n + k];
    for (let k = 0; k < 3; k++) {
      motion.velocities[3 * body + k] = states[13 * n + 7 + k];
      motion.momenta[3 * body + k] = states[13 * n + 10 + k];
    }
  };
  const lastDrawn = (from: number) => {
    let at = from;
    while (at > 0 && drawn[at] === 0) at--;
    return at;
  };
  save(0);
  let taken = 0;
  let last = '';
  let furthest = 0;
  let failures = 0;
  let n = 0;
  while (n < steps) {
    if (++taken > PATIENCE * steps) return undefined;
    driftBody(model, poses, motion, body, -0.5 * h);
    findContactsOf(model.collider, poses, one, contacts);
    back.prepare();
    let closes = true;
    drawn[n] = 0;
    let followed = follows[n] - 1;
    if (contacts.count === 0) {
      force.fill(0);
      addForces(model, poses, body, 0, force, 0, force, 3);
      for (let k = 0; k < 3; k++) {
        motion.velocities[3 * body + k] -= force[k];
        motion.momenta[3 * body + k] -= force[3 + k];
      }
      classes[n] = 0;
    } else {
      islands.contactStart[1] = contacts.count;
      if (islands.contacts.length < contacts.count) islands.contacts = new Int32Array(2 * contacts.count);
      for (let c = 0; c < contacts.count; c++) islands.contacts[c] = c;
      // Where the drop that it follows has no past (the forward solve is not unique), another takes over.
      const changeOver = failures > 1 ? 0.7 : CHANGES_OVER * h;
      let found = transitions.wish(
        model,
        body,
        up,
        poses,
        motion,
        contacts,
        back.wishes,
        changeOver,
        follows[n] - 1,
        random,
      );
      // How it came to rest is drawn once: what is harder to go back from would be found too rarely.
      if (n === 0) {
        if (last === '') last = transitions.drawnKept;
        for (let i = 0; i < 200 && transitions.drawnKept !== last; i++) {
          back.prepare();
          found = transitions.wish(
            model,
            body,
            up,
            poses,
            motion,
            contacts,
            back.wishes,
            changeOver,
            follows[n] - 1,
            random,
          );
        }
      }
      if (found === KNOWN) {
        drawn[n] = 1;
        followed = transitions.drawnStep;
      } else if (found === UNKNOWN) transitions.stay(body, back.wishes);
      closes = back.take(0, steps - n, poses, motion, false, () => {});
      if (closes) {
        impulses.fill(0);
        const { kick } = back;
        for (let k = 0; k < kick.count; k++) impulses[kick.contact[k]] = kick.impulse[k];
        classes[n] = contactClass(model, body, poses, motion, contacts, impulses);
        for (let k = 3 * body; k < 3 * body + 3; k++) {
          motion.velocities[k] = back.before.velocities[k];
          motion.momenta[k] = back.before.momenta[k];
        }
      }
    }
    if (closes) {
      driftBody(model, poses, motion, body, -0.5 * h);
      energies[n] = energyOf(model, body, { poses, ...motion }, up) - rest;
      save(++n);
      follows[n] = followed;
      if (n > furthest + AHEAD) {
        furthest = n;
        failures = 0;
      }
      continue;
    }
    // Back to the last step about which something was drawn, and the longer nothing is found the further.
    failures++;
    n = lastDrawn(n);
    if (failures > PATIENT)
      for (let i = 1 << Math.min(8, Math.floor((failures - PATIENT) / PATIENT)); i > 0 && n > 0; i--)
        n = lastDrawn(n - 1);
    load(n);
  }
  return { classes, energies, end, retaken: taken - steps, steps, start: states.slice(13 * steps) };
}
