// One pass backward: from the state at the end to a state at the start, a step at a time, with a log of what the forward
// engine would not do by itself.
//
//   drift back h/2 → contacts at the midpoint → kick back, island by island → drift back h/2
//
// Bodies rest until they are released (start-moving.ts) and cost nothing until then. Every step of every island is checked by
// the forward kick (closure.ts). Where a strict pass comes to a step that has no past it goes back to the last choice
// about a body concerned and chooses again, as long as its patience lasts; then the law is bent and logged.

import { driftBody } from '../../drift.ts';
import { findIslands } from '../../islands.ts';
import type { Model } from '../../model.ts';
import { copyMotion, copyMotionOf, makeMotion, type Motion } from '../../motion.ts';
import type { Goal, Hint } from '../../../../scene/index.ts';
import { AloneTrial } from './try-alone.ts';
import { Awake } from './awake.ts';
import { Checkpoints } from './checkpoints.ts';
import { bodyDefect } from '../kick/closure.ts';
import { takeForcesBack } from '../forces-back.ts';
import { dampFlight, noteMiss } from './ghosts.ts';
import { Heuristics } from './heuristics.ts';
import { IslandBack } from '../kick/island-back.ts';
import { BOUNCE } from '../kick/reverse-kick.ts';
import type { StepBack } from '../kick/wishes.ts';
import { Log, NEVER } from './log.ts';
import type { RewindOptions } from '../options.ts';
import { Plan } from './plan.ts';
import { MotionStarter } from './start-moving.ts';
import { bodySpeed, isStill } from '../body-speed.ts';
import { emptyStatistics, type Statistics } from './tally.ts';
import { upDirection } from '../../gravity.ts';

/** A sleeping body whose velocity before is below this [m/s] has not been moved. */
const UNMOVED = 1e-9;
/** How many states are kept to go back to. */
const CHECKPOINTS = 64;
/** A past beyond this is none [m/s]. */
const FASTEST = 1e6;
/** With more bodies × steps no body tries its way alone first: there are too many. */
const MOST_TRIED_ALONE = 3e5;
const MOST_TRIALS = 64;
/** After so many choices that led nowhere a body is left where it rests. */
const MOST_ATTEMPTS = 256;

export interface PassStart {
  readonly poses: Float64Array;
  readonly motion: Motion;
}

/** What a past is looked for of. */
export interface PassRequest {
  readonly model: Model;
  readonly options: RewindOptions;
  readonly end: PassStart;
  readonly ticks: number;
  readonly seed: number;
  readonly hints: readonly Hint[];
  readonly goals?: readonly Goal[];
}

export class Pass {
  readonly model: Model;
  readonly options: RewindOptions;
  readonly ticks: number;
  readonly log: Log;
  readonly poses: Float64Array;
  readonly motion: Motion;
  statistics: Statistics;
  private readonly plan: Plan;
  private readonly awake: Awake;
  private readonly starter: MotionStarter;
  private readonly heuristics: Heuristics;
  private readonly back: IslandBack;
  private readonly seen: StepBack;
  private readonly aloneTrial: AloneTrial | undefined;
  private readonly atTick: Float64Array;
  /** Tick of the last choice about each body; -1 where none was made. */
  private readonly choiceTicks: Int32Array;
  /** Who set a body in motion about which nothing was chosen. */
  private readonly causes: Int32Array;
  private readonly up: Float64Array;
  private readonly checkpoints: Checkpoints;
  /** Steps that may still be taken again. */
  private patience: number;

  constructor({ model, options, end, ticks, seed, hints }: PassRequest) {
    const { bodies } = model;
    this.model = model;
    this.options = options;
    this.ticks = ticks;
    this.log = new Log(bodies);
    this.poses = end.poses.slice();
    this.atTick = end.poses.slice();
    this.motion = makeMotion(bodies);
    copyMotion(this.motion, end.motion);
    this.plan = new Plan(model, options, seed, ticks, hints);
    this.awake = new Awake(model, end.poses);
    this.statistics = emptyStatistics(bodies);
    this.choiceTicks = new Int32Array(bodies).fill(-1);
    this.causes = Int32Array.from({ length: bodies }, (_, b) => b);
    this.up = upDirection(model);
    this.patience = options.strict ? Math.ceil(options.patience * ticks) : 0;
    const rests = new Uint8Array(bodies);
    for (let b = 0; b < bodies; b++) {
      if (model.isDynamic[b] === 0) continue;
      if (isStill(end.motion, b)) rests[b] = 1;
      else this.awake.moves[b] = 1;
      if (rests[b] === 1) this.log.restTicks[b] = 0;
    }
    this.starter = new MotionStarter(model, this.plan, this.awake, this.up, end.poses, rests);
    const { starter, awake } = this;
    this.back = new IslandBack(model, this.plan, this.up);
    this.seen = this.back.seenAt(model, this.poses, this.motion);
    this.aloneTrial =
      options.strict && options.patience > 0 && bodies * ticks <= MOST_TRIED_ALONE
        ? new AloneTrial(model, this.plan, starter, awake, this.up, end.poses, ticks)
        : undefined;
    this.checkpoints = new Checkpoints(
      [
        this.poses,
        this.motion.velocities,
        this.motion.momenta,
        awake.moves,
        this.plan.dueTicks,
        this.plan.decisions,
        this.choiceTicks,
        this.causes,
        ...starter.state(),
      ],
      this.log,
    );
    this.heuristics = new Heuristics(
      model,
      options,
      (body) => awake.moves[body] === 0 && !starter.isFree(body),
      (a, b) => starter.areJoined(a, b),
    );
  }

  /** @param progress  called before each step back; what it throws ends the search */
  run(stop: () => boolean = () => false, progress: (fraction: number) => void = () => undefined): boolean {
    let tick = this.ticks;
    let bends = false;
    const stride = Math.max(1, Math.floor(this.ticks / CHECKPOINTS));
    while (tick > 0) {
      if (stop()) return false;
      progress(1 - tick / this.ticks);
      if (this.options.strict && tick % stride === 0) this.checkpoints.keep(tick, this.statistics);
      const failed = this.stepBack(tick, bends || this.patience <= 0);
      bends = false;
      if (failed.length === 0) {
        tick--;
        continue;
      }
      const back = this.chooseAgain(failed);
      bends = back < 0;
      if (bends) continue;
      this.patience -= back - tick + 1;
      tick = back;
    }
    return true;
  }

  /**
   * Takes the step back that ends at `tick`. Returns bodies of an island that has no past, with nothing changed, unless
   * `bends`: then the nearest is taken and logged.
   */
  private stepBack(tick: number, bends: boolean): number[] {
    const { model, motion, poses, awake, back, statistics } = this;
    const { contacts, islands } = back;
    const h = model.timeStep;
    const released = this.starter.due(tick);
    if (this.aloneTrial !== undefined) for (const body of released) this.tryAlone(body, tick);
    const { moves } = awake;
    let any = false;
    for (let b = 0; b < model.bodies; b++) {
      if (moves[b] === 0) continue;
      any = true;
      for (let k = 7 * b; k < 7 * b + 7; k++) this.atTick[k] = poses[k];
      driftBody(model, poses, motion, b, -0.5 * h);
    }
    if (!any) return [];
    awake.findContacts(poses, contacts);
    statistics.steps++;
    back.prepare();
    const choose = (body: number) => {
      this.choiceTicks[body] = tick;
    };
    released.forEach(choose);
    this.starter.wish(released, tick, this.seen, choose);
    this.heuristics.bend(tick, contacts, motion, back.wishes);
    findIslands(model, contacts, islands);

    for (let island = 0; island < islands.count; island++) {
      const firstBody = islands.bodies[islands.bodyStart[island]];
      if (islands.contactStart[island + 1] === islands.contactStart[island] && this.isAlone(island)) {
        if (moves[firstBody] === 1) this.flyBack(firstBody, tick);
        continue;
      }
      if (!this.hasMoving(island)) continue;
      if (!back.take(island, tick, poses, motion, bends, choose)) {
        const failed = this.bodiesOf(island);
        this.undo(released);
        return failed;
      }
      this.note(island, tick);
    }
    this.finish();
    return [];
  }

  /** Lets a body that starts try its way alone, and choose another as long as it leads nowhere. */
  private tryAlone(body: number, tick: number): void {
    const { plan, starter, aloneTrial } = this;
    if (aloneTrial === undefined || starter.isInChain(body)) return;
    const { decisions } = plan;
    const kept = starter.remember(body);
    const from = decisions[body];
    for (let attempt = 0; attempt < MOST_TRIALS; attempt++) {
      const found = aloneTrial.succeeds(body, tick, this.poses, attempt < 0.75 * MOST_TRIALS);
      // What was decided on the way is decided again, and alike, in the pass itself.
      decisions[body] = from;
      starter.recall(body, kept);
      if (found) {
        aloneTrial.accept(body);
        return;
      }
      plan.attempts[body]++;
      decisions[body] = 0;
      starter.chooseDeparture(body);
      if (decisions[body] !== from) decisions[body] = from;
    }
  }

  private isAlone(island: number): boolean {
    const { bodyStart, jointStart } = this.back.islands;
    return bodyStart[island + 1] - bodyStart[island] === 1 && jointStart[island + 1] === jointStart[island];
  }

  private hasMoving(island: number): boolean {
    const { bodyStart, bodies } = this.back.islands;
    for (let i = bodyStart[island]; i < bodyStart[island + 1]; i++)
      if (this.awake.moves[bodies[i]] === 1) return true;
    return false;
  }

  /** Free flight: forces are taken back. */
  private flyBack(body: number, tick: number): void {
    const { model, poses, motion } = this;
    const { before } = this.back;
    takeForcesBack(model, poses, body, (tick - 1) * model.timeStep, motion, before);
    if (this.options.linearDamping > 0 || this.options.angularDamping > 0)
      dampFlight(this, this.options, before, tick, body);
  }

  /** Logs a chosen step: knots, ghosts, overrides; wakes what was hit, and counts. */
  private note(island: number, tick: number): void {
    const { model, log, statistics, motion, awake, back } = this;
    const { islands, kick, contacts, before, again, wishes } = back;
    statistics.parted += back.result.parted;
    if (!back.result.closes) statistics.unclosed++;
    const { bodyStart, bodies } = islands;
    for (let i = bodyStart[island]; i < bodyStart[island + 1]; i++) {
      const body = bodies[i];
      const speed = bodySpeed(model, before, body);
      if (awake.moves[body] === 0) {
        if (speed <= UNMOVED) {
          before.velocities.fill(0, 3 * body, 3 * body + 3);
          before.momenta.fill(0, 3 * body, 3 * body + 3);
          // A rest that the forward kick does not keep is a ghost's work all the same.
          noteMiss(this, this.back, tick, body);
          continue;
        }
        this.starter.hit(body);
        this.causes[body] = this.causeIn(island);
        for (let k = 7 * body; k < 7 * body + 7; k++) this.atTick[k] = this.poses[k];
        log.restTicks[body] = tick;
      } else if (log.restTicks[body] === 0 && isStill(motion, body)) log.restTicks[body] = tick;
      log.addKnot(tick, body, this.atTick, motion);
      noteMiss(this, this.back, tick, body);
      statistics.worstDefect = Math.max(statistics.worstDefect, bodyDefect(model, body, again, motion));
    }
    for (let k = 0; k < kick.count; k++) {
      const c = kick.contact[k];
      statistics.contacts++;
      statistics.deepest = Math.min(statistics.deepest, contacts.gaps[c]);
      if (kick.mode[k] === BOUNCE && kick.impulse[k] > 0) {
        statistics.bounces++;
        this.heuristics.bounced(contacts.a[c], contacts.b[c], tick);
      }
      const size = Math.abs(kick.impulse[k]);
      statistics.impulses[contacts.a[c]] += size;
      statistics.impulses[contacts.b[c]] += size;
      const restitution = back.overrides.restitution[c];
      const pulls = wishes.pull[c] === 1 && kick.impulse[k] < 0;
      if (!(back.isBent && !Number.isNaN(restitution)) && !pulls) continue;
      statistics.overrides++;
      log.addOverride(tick, contacts, c, restitution, Number.NaN, wishes.pull[c] === 1);
    }
  }

  /** The second half of the step: velocities before take over, everything moving drifts back. */
  private finish(): void {
    const { model, motion, poses, awake } = this;
    const { before } = this.back;
    const h = model.timeStep;
    for (let b = 0; b < model.bodies; b++) {
      if (awake.moves[b] === 0) continue;
      copyMotionOf(b, motion, before);
      if (!(bodySpeed(model, motion, b) < FASTEST))
        throw new Error(
          `body ${b} "${model.scene.bodies[b].name}" would have been faster than ${FASTEST} m/s`,
        );
      driftBody(model, poses, motion, b, -0.5 * h);
    }
  }

  /** The moving body of an island about which something was chosen last. */
  private causeIn(island: number): number {
    let found = -1;
    for (const body of this.bodiesOf(island)) {
      const cause = this.causes[body];
      if (this.choiceTicks[cause] < 0) continue;
      if (found < 0 || this.choiceTicks[cause] < this.choiceTicks[found]) found = cause;
    }
    return Math.max(0, found);
  }

  private bodiesOf(island: number): number[] {
    const { bodyStart, bodies } = this.back.islands;
    return Array.from(bodies.subarray(bodyStart[island], bodyStart[island + 1]));
  }

  /** Takes the first half of a step back again. */
  private undo(released: readonly number[]): void {
    const { model, poses, awake, atTick } = this;
    for (let b = 0; b < model.bodies; b++) {
      if (awake.moves[b] === 0) continue;
      for (let k = 7 * b; k < 7 * b + 7; k++) poses[k] = atTick[k];
    }
    this.starter.takeBack(released);
  }

  /** Goes back to before the last choice about one of these bodies, so that it is made otherwise; -1 if there is none. */
  private chooseAgain(bodies: readonly number[]): number {
    const { choiceTicks, plan } = this;
    let chosen = -1;
    for (const body of bodies) {
      const cause = this.causes[body];
      if (choiceTicks[cause] < 0) continue;
      // the choice made last, which is the earliest in time
      if (chosen < 0 || choiceTicks[cause] < choiceTicks[chosen]) chosen = cause;
    }
    // Where nothing was chosen there is nothing to choose again.
    if (chosen < 0) return -1;
    // Every fourth time the choice before that one is doubted, too.
    const attempts = plan.attempts[chosen] + 1;
    const from = choiceTicks[chosen];
    const until =
      attempts % 4 === 0 || attempts >= MOST_ATTEMPTS
        ? Math.max(from, this.log.restTicks[chosen] === NEVER ? from : this.log.restTicks[chosen])
        : from;
    const { tick, statistics } = this.checkpoints.restore(until);
    this.statistics = { ...statistics, retries: this.statistics.retries + 1 };
    plan.attempts[chosen] = attempts;
    // What finds no way to have come has been there all the time.
    if (attempts >= MOST_ATTEMPTS) plan.dueTicks[chosen] = -1;
    return tick;
  }
}
