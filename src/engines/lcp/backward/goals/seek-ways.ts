// Ways of one body that meet its goals: of many, taken back or thrown forward, one drawn by how plausible it is and how well it meets
// them (anneal.ts). Who keeps bodies out of each other's way (alone/solo.ts) takes single ways back and says which are clear.

import type { Goal } from '../../../../scene/index.ts';
import { type Found, copyBody } from '../alone/way-back.ts';
import { upDirection } from '../../gravity.ts';
import type { Model } from '../../model.ts';
import type { Plan } from '../pass/plan.ts';
import { MOST_DRAWN } from '../pass/start-moving.ts';
import { copyStart, type ReplayStart } from '../replay.ts';
import { drawAim } from './aims.ts';
import { anneal } from './anneal.ts';
import { Chain } from './chain.ts';
import { Thrower } from './throw.ts';
import { WayCost } from './way-cost.ts';

/** Ways that a body with goals tries. */
const GOAL_TRIES = 600;
/** Tries in which a body that tumbles is thrown forward instead of taken back. */
const THROWN_SHARE = 0.9;
/** Those of them, about, that start without tilting. */
const LEVEL_SHARE = 0.25;

/** How single ways of a body are taken, and where they may lead. */
export interface Ways {
  readonly body: number;
  /** Of the whole motion, and between two samples of a path. */
  readonly ticks: number;
  readonly stride: number;
  /** Numbers of a sample. */
  readonly width: number;
  /** Of the ball about the body [m]. */
  readonly radius: number;
  /** Whether it may be thrown. */
  readonly throws: boolean;
  /** When it must rest at the latest [ticks]. */
  readonly latest: number;
  /** Notes where it is; false where it comes too near another. */
  sample(path: Float32Array, tick: number, poses: Float64Array): boolean;
  /** Whether it is in nobody's way where it rests from this tick on. */
  staysClear(path: Float32Array, from: number): boolean;
  /** A way back with what chance there is. */
  back(path: Float32Array): Found | undefined;
}

export class SeekWays {
  private readonly model: Model;
  private readonly goals: readonly Goal[];
  private readonly plan: Plan;
  /** Where ways begin, and where all of them end. */
  private readonly start: ReplayStart;
  private readonly end: ReplayStart;
  private readonly up: Float64Array;
  /** How often ways were looked for, by body. */
  private readonly searches: Uint32Array;
  /** What the way of each body costs that was found last; without end where there is none. */
  private readonly costs: Float64Array;

  constructor(model: Model, goals: readonly Goal[], plan: Plan, start: ReplayStart, end: ReplayStart) {
    this.model = model;
    this.goals = goals;
    this.plan = plan;
    this.start = start;
    this.end = end;
    this.up = upDirection(model);
    this.searches = new Uint32Array(model.bodies);
    this.costs = new Float64Array(model.bodies).fill(Number.POSITIVE_INFINITY);
  }

  /** Whether there are goals for its own way; who it is to be hit by is for seek-blows.ts. */
  isAbout(body: number): boolean {
    return this.goals.some(({ bodies, by }) => by === undefined && bodies.includes(body));
  }

  /** Whether a body has a way that misses what is wished, or looks forced: others may stand in the way of a better one. */
  wishesBetter(body: number): boolean {
    const cost = this.costs[body];
    return cost > 0 && cost < Number.POSITIVE_INFINITY;
  }

  /**
   * A way; undefined where there is none.
   * @param briefly  after a long search: only what is better than that one's is taken, and without one all is left as it is
   */
  seek(ways: Ways, path: Float32Array, briefly: boolean, stop: () => boolean): Found | undefined {
    const { plan, goals, model, start, costs } = this;
    const { body } = ways;
    if (!briefly) costs[body] = Number.POSITIVE_INFINITY;
    const price = new WayCost(model, goals, this.end);
    const chain = new Chain(plan.chanceOf(body).split(this.searches[body]++));
    const trial = path.slice();
    const kept = copyStart(start);
    let found: Found | undefined;
    let best: Found | undefined;
    plan.chain = chain;
    const cost = () => {
      found = this.tryWay(ways, trial);
      return found && price.of({ ...ways, path: trial, due: found.due }, start);
    };
    const better = (least: number) => {
      if (!(least < costs[body])) return;
      costs[body] = least;
      best = found;
      path.set(trial);
      copyBody(body, start.poses, start.motion, kept.poses, kept.motion);
    };
    anneal(chain, briefly ? GOAL_TRIES / 4 : GOAL_TRIES, cost, better, stop);
    plan.chain = undefined;
    plan.aim = undefined;
    copyBody(body, kept.poses, kept.motion, start.poses, start.motion);
    return best;
  }

  /** A way with what the chain has for chance, into `path`. */
  private tryWay(ways: Ways, path: Float32Array): Found | undefined {
    const { plan, goals, model, end, up } = this;
    const { body } = ways;
    plan.decisions[body] = 0;
    const place = end.poses.subarray(7 * body, 7 * body + 3);
    const about = { body, place, radius: ways.radius, up, duration: ways.ticks * model.timeStep };
    plan.aim = drawAim(goals, about, plan.chance(body));
    const habits = plan.chance(body);
    if (ways.throws && habits.uniform() < THROWN_SHARE) return this.throwOnce(ways, path);
    plan.attempts[body] = habits.uniform() < 0.5 ? 0 : MOST_DRAWN;
    plan.startsLevel = habits.uniform() < LEVEL_SHARE;
    return ways.back(path);
  }

  /** A way found forward; the last of a millimetre and a degree is taken back where it rests. */
  private throwOnce(ways: Ways, path: Float32Array): Found | undefined {
    const { model, end, plan, up } = this;
    const { body, radius, latest } = ways;
    const thrower = new Thrower({ model, body, radius, up, end, ticks: latest, aim: plan.aim });
    const found = thrower.take(
      plan.chance(body),
      (tick, { poses }) => tick % ways.stride !== 0 || ways.sample(path, tick, poses),
    );
    if (found === undefined || !ways.staysClear(path, found.due)) return undefined;
    const { due, start } = found;
    copyBody(body, start.poses, start.motion, this.start.poses, this.start.motion);
    const state = [...end.poses.subarray(7 * body, 7 * body + 7), 0, 0, 0, 0, 0, 0];
    return { due, ticks: [due], states: state, touched: new Map() };
  }
}
