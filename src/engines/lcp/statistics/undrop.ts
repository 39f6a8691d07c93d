// A drop seen backward: from rest, step by step, each step's past drawn from the transition model and held against the
// forward kick. Where what was drawn has no past another is drawn; where none has, some steps are taken again.

import { Random } from '../../../num/index.ts';
import { takeForcesBack } from '../backward/forces-back.ts';
import { IslandBack } from '../backward/kick/island-back.ts';
import type { StepBack } from '../backward/kick/wishes.ts';
import { rewindDefaults } from '../backward/options.ts';
import { Plan } from '../backward/pass/plan.ts';
import { findContactsOf } from '../collide/collider.ts';
import { driftBody } from '../drift.ts';
import { upDirection } from '../gravity.ts';
import type { Model } from '../model.ts';
import { copyMotionOf, makeMotion, type Motion } from '../motion.ts';
import { contactClass } from './contact-class.ts';
import { type Drop, energyOf } from './drop.ts';
import { CHANGES_OVER, KNOWN, type Transitions, UNKNOWN } from './transitions.ts';

/** Failures before steps further back are doubted, twice as many after each as many more. */
const PATIENT = 6;
/** Steps that must be gained before patience is new. */
const AHEAD = 2;
/** Steps taken, as a multiple of those asked for, before a run is given up. */
const PATIENCE = 6;
/** Draws of how a body came to rest before one is taken that differs. */
const MOST_DRAWS = 200;

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
  const run = new BackwardDrop(model, body, transitions, end, seed, steps);
  let taken = 0;
  while (run.isUnderway) {
    if (++taken > PATIENCE * steps) return undefined;
    if (!run.stepBack()) run.returnToChoice();
  }
  const { classes, energies, start } = run;
  return { classes, energies, end, retaken: taken - steps, steps, start };
}

class BackwardDrop {
  readonly classes: Uint8Array;
  readonly energies: Float64Array;
  private readonly model: Model;
  private readonly body: number;
  private readonly one: Int32Array;
  private readonly transitions: Transitions;
  private readonly steps: number;
  private readonly random: Random;
  private readonly back: IslandBack;
  private readonly seen: StepBack;
  private readonly up: Float64Array;
  private readonly poses: Float64Array;
  private readonly motion: Motion;
  private readonly restEnergy: number;
  private readonly impulses = new Float64Array(256);
  /** Pose and motion before each step, thirteen numbers. */
  private readonly states: Float64Array;
  /** 1 where a step was drawn from a drop. */
  private readonly drawn: Uint8Array;
  /** The step of the drop that is followed, after each step. */
  private readonly follows: Int32Array;
  /** How it came to rest: what the points did in the step that was drawn first. */
  private cameToRest = '';
  /** Steps taken back; the most of them before patience was new, and failures since. */
  private n = 0;
  private furthest = 0;
  private failures = 0;

  constructor(
    model: Model,
    body: number,
    transitions: Transitions,
    end: Float64Array,
    seed: number,
    steps: number,
  ) {
    this.model = model;
    this.body = body;
    this.one = Int32Array.of(body);
    this.transitions = transitions;
    this.steps = steps;
    this.random = new Random(seed);
    this.up = upDirection(model);
    this.poses = model.startPoses.slice();
    this.poses.set(end, 7 * body);
    this.motion = makeMotion(model.bodies);
    this.back = new IslandBack(model, new Plan(model, rewindDefaults, seed, steps, []), this.up);
    this.seen = this.back.seenAt(model, this.poses, this.motion);
    this.restEnergy = this.energy();
    this.states = new Float64Array(13 * (steps + 1));
    this.drawn = new Uint8Array(steps);
    this.follows = new Int32Array(steps + 1).fill(-2);
    this.classes = new Uint8Array(steps);
    this.energies = new Float64Array(steps);
    this.save();
  }

  get isUnderway(): boolean {
    return this.n < this.steps;
  }

  get start(): Float64Array {
    return this.states.slice(13 * this.steps);
  }

  /** Takes one step back; false where what was drawn has no past. */
  stepBack(): boolean {
    const { model, body, poses, motion, back, n } = this;
    const h = model.timeStep;
    driftBody(model, poses, motion, body, -0.5 * h);
    findContactsOf(model.collider, poses, this.one, back.contacts);
    back.prepareAlone(body);
    this.drawn[n] = 0;
    let followed = this.follows[n] - 1;
    if (back.contacts.count === 0) {
      takeForcesBack(model, poses, body, 0, motion, motion);
      this.classes[n] = 0;
    } else {
      const found = this.draw();
      if (found === KNOWN) {
        this.drawn[n] = 1;
        followed = this.transitions.drawnStep;
      } else if (found === UNKNOWN) this.transitions.stay(body, back.wishes);
      if (!back.take(0, this.steps - n, poses, motion, false, () => {})) return false;
      this.classes[n] = this.classOfStep();
      copyMotionOf(body, motion, back.before);
    }
    driftBody(model, poses, motion, body, -0.5 * h);
    this.energies[n] = this.energy() - this.restEnergy;
    this.n++;
    this.save();
    this.follows[this.n] = followed;
    if (this.n > this.furthest + AHEAD) {
      this.furthest = this.n;
      this.failures = 0;
    }
    return true;
  }

  /** Back to the last step about which something was drawn, and the longer nothing is found the further. */
  returnToChoice(): void {
    const failures = ++this.failures;
    this.n = this.lastDrawn(this.n);
    if (failures > PATIENT)
      for (let i = 1 << Math.min(8, Math.floor((failures - PATIENT) / PATIENT)); i > 0 && this.n > 0; i--)
        this.n = this.lastDrawn(this.n - 1);
    this.load();
  }

  private draw(): number {
    const { transitions, back, n, body, random, seen } = this;
    // Where the drop that it follows has no past (the forward solve is not unique), another takes over.
    const changeOver = this.failures > 1 ? 0.7 : CHANGES_OVER * this.model.timeStep;
    const expected = this.follows[n] - 1;
    let found = transitions.wish(seen, body, changeOver, expected, random);
    if (n > 0) return found;
    // How it came to rest is drawn once: what is harder to go back from would be found too rarely.
    if (this.cameToRest === '') this.cameToRest = transitions.drawnKept;
    for (let i = 0; i < MOST_DRAWS && transitions.drawnKept !== this.cameToRest; i++) {
      back.prepare();
      found = transitions.wish(seen, body, changeOver, expected, random);
    }
    return found;
  }

  private classOfStep(): number {
    const { model, body, poses, motion, impulses, back } = this;
    const { kick, contacts } = back;
    impulses.fill(0);
    for (let k = 0; k < kick.count; k++) impulses[kick.contact[k]] = kick.impulse[k];
    return contactClass(model, body, poses, motion, contacts, impulses);
  }

  private energy(): number {
    return energyOf(this.model, this.body, { poses: this.poses, ...this.motion }, this.up);
  }

  private lastDrawn(from: number): number {
    let at = from;
    while (at > 0 && this.drawn[at] === 0) at--;
    return at;
  }

  private save(): void {
    const { states, body, poses, motion, n } = this;
    for (let k = 0; k < 7; k++) states[13 * n + k] = poses[7 * body + k];
    for (let k = 0; k < 3; k++) {
      states[13 * n + 7 + k] = motion.velocities[3 * body + k];
      states[13 * n + 10 + k] = motion.momenta[3 * body + k];
    }
  }

  private load(): void {
    const { states, body, poses, motion, n } = this;
    for (let k = 0; k < 7; k++) poses[7 * body + k] = states[13 * n + k];
    for (let k = 0; k < 3; k++) {
      motion.velocities[3 * body + k] = states[13 * n + 7 + k];
      motion.momenta[3 * body + k] = states[13 * n + 10 + k];
    }
  }
}
