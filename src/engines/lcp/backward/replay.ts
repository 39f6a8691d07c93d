// The forward run that a past promises: from its start state, by the forward engine's own kicks, with the log beside it.
//
//   drift h/2 → contacts → kicks (with overrides, then ghosts) → drift h/2 → knots
//
// Bodies that have come to rest stay there and are looked at only when something touches them, as in the pass. A knot
// puts a body onto the numbers that the pass went out from; what it is off by before that is measured and reported, and
// is rounding where the step closed. The last knots are the wished-for end, so that the replay ends there to the bit.

import { ContactSet } from '../collide/contact-set.ts';
import { driftBody } from '../drift.ts';
import { clearImpulses, type Impulses, makeImpulses, type Overrides } from '../forward/impulses.ts';
import { kickIsland } from '../forward/kick.ts';
import { findIslands, makeIslands } from '../islands.ts';
import type { Model } from '../model.ts';
import { copyMotion, makeMotion, type Motion } from '../motion.ts';
import { Awake } from './pass/awake.ts';
import { applyKnot, NEVER, type ReplayLog } from './pass/log.ts';

export interface ReplayStart {
  readonly poses: Float64Array;
  readonly motion: Motion;
}

export function copyStart({ poses, motion }: ReplayStart): ReplayStart {
  return {
    poses: poses.slice(),
    motion: { velocities: motion.velocities.slice(), momenta: motion.momenta.slice() },
  };
}

export class Replay {
  readonly model: Model;
  readonly log: ReplayLog;
  readonly poses: Float64Array;
  readonly motion: Motion;
  tick = 0;
  /** Largest distance [m] or speed [m/s] by which a knot had to move a body. */
  largestRealignment = 0;
  /** By body: the same. */
  readonly realignments: Float64Array;
  readonly contacts = new ContactSet();
  readonly impulses: Impulses;
  /** Poses at the midpoint of the last step, where its contacts are. */
  readonly mid: Float64Array;
  /** Smallest gap of a contact so far [m]. */
  deepest = 0;
  /** Worst residual of a solve so far. */
  worstResidual = 0;
  private readonly awake: Awake;
  private readonly islands = makeIslands();
  private readonly overrides: Required<Pick<Overrides, 'restitution' | 'friction' | 'allowPull'>>;
  private readonly end: Float64Array;

  /** @param end  poses at which bodies rest at the end */
  constructor(model: Model, start: ReplayStart, end: Float64Array, log: ReplayLog) {
    this.model = model;
    this.log = log;
    this.end = end;
    this.poses = start.poses.slice();
    this.mid = start.poses.slice();
    this.motion = makeMotion(model.bodies);
    copyMotion(this.motion, start.motion);
    this.realignments = new Float64Array(model.bodies);
    this.impulses = makeImpulses(64, model.jointRows);
    this.overrides = {
      restitution: new Float64Array(64).fill(Number.NaN),
      friction: new Float64Array(64).fill(Number.NaN),
      allowPull: new Uint8Array(64),
    };
    this.awake = new Awake(model, end);
    this.wake();
  }

  /** Continues from a state that an earlier replay of the same log had at a tick. */
  restore(tick: number, poses: Float64Array, motion: Motion): void {
    this.tick = tick;
    this.poses.set(poses);
    copyMotion(this.motion, motion);
    this.wake();
  }

  private wake(): void {
    for (let b = 0; b < this.model.bodies; b++) {
      const rests = this.log.restTicks[b];
      this.awake.moves[b] = this.model.isDynamic[b] === 1 && (rests === NEVER || rests > this.tick) ? 1 : 0;
    }
  }

  /** One step forward. */
  step(): void {
    const { model, poses, motion, awake, contacts, islands } = this;
    const h = model.timeStep;
    const next = this.tick + 1;
    const { moves } = awake;
    for (let b = 0; b < model.bodies; b++) if (moves[b] === 1) driftBody(model, poses, motion, b, 0.5 * h);
    this.mid.set(poses);
    if (awake.findContacts(poses, contacts)) {
      this.reserve(contacts.count);
      clearImpulses(this.impulses, contacts.count);
      const overrides = this.readOverrides(next) ? this.overrides : undefined;
      findIslands(model, contacts, islands);
      const { impulses } = this;
      const step = { model, mid: poses, contacts, islands, time: this.tick * h, motion, overrides, impulses };
      for (let island = 0; island < islands.count; island++) {
        if (!this.hasMoving(island)) continue;
        this.worstResidual = Math.max(this.worstResidual, kickIsland(step, island));
      }
      for (let c = 0; c < contacts.count; c++) this.deepest = Math.min(this.deepest, contacts.gaps[c]);
      this.addGhosts(next);
      for (let b = 0; b < model.bodies; b++) {
        if (moves[b] === 1) driftBody(model, poses, motion, b, 0.5 * h);
        else if (model.isDynamic[b] === 1) this.keepAtRest(b);
      }
    }
    this.tick = next;
    this.realign(next);
  }

  private hasMoving(island: number): boolean {
    const { bodyStart, bodies } = this.islands;
    for (let i = bodyStart[island]; i < bodyStart[island + 1]; i++)
      if (this.awake.moves[bodies[i]] === 1) return true;
    return false;
  }

  /** A resting body that was touched is exactly where and as still as it was. */
  private keepAtRest(body: number): void {
    const { velocities, momenta } = this.motion;
    for (let k = 3 * body; k < 3 * body + 3; k++) {
      if (velocities[k] !== 0) this.count(body, Math.abs(velocities[k]));
      velocities[k] = 0;
      momenta[k] = 0;
    }
  }

  private readOverrides(tick: number): boolean {
    const { overrides: table } = this.log;
    const from = table.start[tick];
    const to = table.start[tick + 1];
    if (from === to) return false;
    const { contacts, overrides } = this;
    overrides.restitution.fill(Number.NaN, 0, contacts.count);
    overrides.friction.fill(Number.NaN, 0, contacts.count);
    overrides.allowPull.fill(0, 0, contacts.count);
    for (let row = from; row < to; row++) {
      const key = 6 * row;
      for (let c = 0; c < contacts.count; c++) {
        const same =
          contacts.a[c] === table.keys[key + 1] &&
          contacts.b[c] === table.keys[key + 2] &&
          contacts.featureA[c] === table.keys[key + 3] &&
          contacts.featureB[c] === table.keys[key + 4] &&
          contacts.part[c] === table.keys[key + 5];
        if (!same) continue;
        overrides.restitution[c] = table.values[3 * row];
        overrides.friction[c] = table.values[3 * row + 1];
        overrides.allowPull[c] = table.values[3 * row + 2];
      }
    }
    return true;
  }

  private addGhosts(tick: number): void {
    const { ghosts } = this.log;
    const { model, motion } = this;
    for (let row = ghosts.start[tick]; row < ghosts.start[tick + 1]; row++) {
      const body = ghosts.keys[2 * row + 1];
      for (let k = 0; k < 3; k++) {
        motion.velocities[3 * body + k] += ghosts.values[6 * row + k] * model.inverseMasses[3 * body + k];
        motion.momenta[3 * body + k] += ghosts.values[6 * row + 3 + k];
      }
    }
  }

  private realign(tick: number): void {
    const { log, poses, motion, awake, model } = this;
    for (let row = log.knots.start[tick]; row < log.knots.start[tick + 1]; row++)
      this.count(log.knots.keys[2 * row + 1], applyKnot(log, row, poses, motion));
    for (let b = 0; b < model.bodies; b++) {
      if (awake.moves[b] === 0 || log.restTicks[b] > tick) continue;
      awake.moves[b] = 0;
      let away = 0;
      for (let k = 7 * b; k < 7 * b + 7; k++) {
        away = Math.max(away, Math.abs(poses[k] - this.end[k]));
        poses[k] = this.end[k];
      }
      this.count(b, away);
      motion.velocities.fill(0, 3 * b, 3 * b + 3);
      motion.momenta.fill(0, 3 * b, 3 * b + 3);
    }
  }

  private count(body: number, away: number): void {
    this.realignments[body] = Math.max(this.realignments[body], away);
    this.largestRealignment = Math.max(this.largestRealignment, away);
  }

  private reserve(contacts: number): void {
    if (this.overrides.restitution.length >= contacts) return;
    this.overrides.restitution = new Float64Array(2 * contacts).fill(Number.NaN);
    this.overrides.friction = new Float64Array(2 * contacts).fill(Number.NaN);
    this.overrides.allowPull = new Uint8Array(2 * contacts);
  }
}
