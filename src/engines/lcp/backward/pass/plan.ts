// What chance and hints decide about each body: when it starts to move (seen backward), how, and in which direction.
//
// The n-th decision about a body is a pure function of (seed, body, attempt, n), so that going back to an earlier choice
// and choosing again for one body leaves the others' choices as they were, in whatever order they come.

import { Random } from '../../../../num/index.ts';
import type { Hint } from '../../../../scene/index.ts';
import { gravityStrength } from '../../gravity.ts';
import type { Model } from '../../model.ts';
import { tablesFor } from '../../statistics/tables.ts';
import { Transitions } from '../../statistics/transitions.ts';
import type { Aim } from '../goals/aims.ts';
import type { Chain } from '../goals/chain.ts';
import { isBall } from '../is-ball.ts';
import type { RewindOptions } from '../options.ts';

type Start = 'bounce' | 'slide' | 'spin' | 'roll';

export interface Departure {
  readonly kind: Start;
  /** Speed of approach before the last contact [m/s]; of slides along the contact; of spins [rad/s]. */
  readonly speed: number;
  /** Horizontal unit direction, by angle [rad] about the vertical, unless a hint gives a vector. */
  readonly angle: number;
  readonly from?: readonly [number, number, number];
  /** How uneven it is, and towards where. */
  readonly tilt: number;
  readonly tiltAngle: number;
}

/** No attempt has this number. */
const GOALS = 0xffffffff;

export class Plan {
  /** Tick at which each body wants to start; ticks of a body that is not dynamic are -1. */
  readonly dueTicks: Int32Array;
  /** Bodies start as they lie, all corners at once: what a body does that found no other way. */
  startsLevel = false;
  /** How often choices about a body were taken back. */
  readonly attempts: Uint32Array;
  /** How many decisions about a body have been made. */
  readonly decisions: Uint32Array;
  /** By body. */
  readonly transitions = new Map<number, Transitions>();
  /** Where the chance of a body comes from instead, while a past that meets goals is looked for. */
  chain: Chain | undefined;
  /** A place that a body should have passed before its first bounce. */
  aim: Aim | undefined;
  private readonly hints: readonly (Hint | undefined)[];
  private readonly seeds: Random;
  private readonly model: Model;
  private readonly options: RewindOptions;

  constructor(model: Model, options: RewindOptions, seed: number, ticks: number, hints: readonly Hint[]) {
    this.model = model;
    this.options = options;
    this.seeds = new Random(seed);
    const byBody: (Hint | undefined)[] = Array(model.bodies).fill(undefined);
    for (const hint of hints) byBody[hint.body] = { ...byBody[hint.body], ...hint };
    this.hints = byBody;
    this.attempts = new Uint32Array(model.bodies);
    this.decisions = new Uint32Array(model.bodies);
    for (const [body, table] of Object.entries(options.transitions ?? tablesFor(model) ?? {}))
      this.transitions.set(Number(body), new Transitions(table));
    this.dueTicks = new Int32Array(model.bodies).fill(-1);
    for (let b = 0; b < model.bodies; b++) {
      if (model.isDynamic[b] === 0) continue;
      const rests = this.hints[b]?.restsFor;
      const share = rests === undefined ? this.draw(b).uniform() * options.restWithin : 0;
      const waits = rests === undefined ? Math.floor(share * ticks) : Math.round(rests / model.timeStep);
      this.dueTicks[b] = ticks - waits;
    }
  }

  hint(body: number): Hint | undefined {
    return this.hints[body];
  }

  /** The generator of the next decision about a body. */
  private draw(body: number): Random {
    if (this.chain !== undefined) return this.chain.decision(this.decisions[body]++);
    const random = this.seeds.split(body).split(this.attempts[body]);
    // Each decision has 64 words of its own.
    random.position = 64 * this.decisions[body]++;
    return random;
  }

  /** A stream of chance about a body that no decision draws from. */
  chanceOf(body: number): Random {
    return this.seeds.split(body).split(GOALS);
  }

  /** Chance for whatever else is decided about a body. */
  chance(body: number): Random {
    return this.draw(body);
  }

  /** A constrained body whose time has come looks again after a while [ticks]. */
  waitingTicks(body: number): number {
    return Math.max(1, Math.round(this.draw(body).between(0.01, 0.12) / this.model.timeStep));
  }

  /**
   * How a body starts. Release speeds lie between the slowest a bounce gives and the fastest that does not bounce:
   * slower ones no bounce before could have led to, faster ones would have bounced again.
   * @param restitution  largest of its contacts
   * @param rolls        whether it may roll: it is round and something resists its rolling
   */
  departure(body: number, restitution: number, rolls: boolean): Departure {
    const { bounceSpeed, timeStep } = this.model;
    const random = this.draw(body);
    const hint = this.hints[body];
    const g = gravityStrength(this.model);
    const kind = hint?.kind ?? (rolls && random.uniform() < this.options.rolling ? 'roll' : 'bounce');
    // Where gravity works for a step or two less or more, the speed at the bounce before differs by that much.
    const slowest = Math.min(0.98 * bounceSpeed, restitution * bounceSpeed + 2 * g * timeStep);
    const chance = random.between(slowest, 0.99 * bounceSpeed);
    const fastest = kind === 'bounce' ? 0.999 * bounceSpeed : Number.POSITIVE_INFINITY;
    return {
      kind,
      speed: Math.min(fastest, hint?.speed ?? (kind === 'bounce' ? chance : 0)),
      angle: random.between(0, 2 * Math.PI),
      ...(hint?.from === undefined ? {} : { from: hint.from }),
      tilt: isBall(this.model, body) || this.startsLevel ? 0 : this.options.tilt * random.uniform(),
      tiltAngle: random.between(0, 2 * Math.PI),
    };
  }

  /** Whether a body that slides or rolls is found to have landed in this step, and at which speed [m/s]; 0: not. */
  landing(body: number, restitution: number, elapsed: number): number {
    const hint = this.hints[body];
    const random = this.draw(body);
    const chance = random.uniform();
    if (hint?.kind === 'slide' || hint?.kind === 'roll' || hint?.kind === 'spin') return 0;
    if (elapsed < 0.05 || chance >= this.options.landingRate * this.model.timeStep) return 0;
    const slowest = restitution * this.model.bounceSpeed;
    return random.between(
      Math.min(slowest * 1.1, 0.97 * this.model.bounceSpeed),
      0.98 * this.model.bounceSpeed,
    );
  }

  /**
   * Where a ball that bounces without slipping came from: a tangential velocity at its contact [m/s], as a share of what
   * friction can take away; 0 where it came from above.
   */
  sideways(body: number): { readonly share: number; readonly angle: number } {
    const random = this.draw(body);
    if (random.uniform() >= this.options.sideways) return { share: 0, angle: 0 };
    return { share: 0.9 * Math.sqrt(random.uniform()), angle: random.between(0, 2 * Math.PI) };
  }
}
