// Pasts in which one body is struck by another, and so set into motion, as the goals say: of many blows (blow.ts) those that end near by
// are aimed (aim-blow.ts), and of these the one is taken that meets the other goals of both best.

import { exp } from '../../../../num/elementary/index.ts';
import type { Random } from '../../../../num/index.ts';
import type { Goal } from '../../../../scene/index.ts';
import { upDirection } from '../../gravity.ts';
import type { Model } from '../../model.ts';
import { turnOf } from '../body-speed.ts';
import { Chain } from '../goals/chain.ts';
import { WayCost } from '../goals/way-cost.ts';
import { missOf } from '../refine/miss.ts';
import { copyStart, type ReplayStart } from '../replay.ts';
import { aimBlow } from './aim-blow.ts';
import { Blows } from './blow.ts';

/** Blows that are drawn for a pair. */
const DRAWS = 2000;
/** Only where the striker misses its end by less are they aimed [radii of both]. */
const NEARBY = 2.5;
/** … and, at first, only what costs so little beside. */
const CHEAP = 1e-3;
/** Of them that are drawn anew, and not near one that was cheap; and the temperature of Metropolis' rule for these. */
const ANEW = 0.5;
const TEMPERATURE = 0.05;
/** What it costs beside when the striker misses its end by as much as both are large. */
const FAR = 0.02;
/** Further ones that are aimed where the first do not meet the other goals. */
const MOST_AIMED = 8;

/** Who touches from the start on was not struck. */
const FIRST_BLOW = 3;

/** Who is to be struck by whom. */
export interface Strike {
  readonly struck: number;
  readonly striker: number;
}

/** Where the ways of both are noted, and whether they lead too near to others. */
export interface BlowPaths {
  readonly stride: number;
  readonly width: number;
  readonly paths: ReadonlyMap<number, Float32Array>;
  /** False where one comes too near another. */
  sample(tick: number, poses: Float64Array): boolean;
  /** Whether both are in nobody's way where they rest from this tick on. */
  staysClear(from: number): boolean;
}

export interface FoundBlow {
  readonly start: ReplayStart;
  readonly due: number;
}

/** Pairs of which neither has to do with a third: one strikes, the other stands until then. */
export function strikesOf(goals: readonly Goal[]): Strike[] {
  const strikes = goals.flatMap(({ bodies, by }) =>
    by === undefined ? [] : bodies.map((struck) => ({ struck, striker: by })),
  );
  const others = (body: number) =>
    new Set(
      strikes.flatMap(({ struck, striker }) =>
        struck === body ? [striker] : striker === body ? [struck] : [],
      ),
    ).size;
  return strikes.filter(
    ({ struck, striker }, i) =>
      others(struck) === 1 &&
      others(striker) === 1 &&
      strikes.findIndex((other) => other.struck === struck || other.struck === striker) === i,
  );
}

export class SeekBlows {
  private readonly model: Model;
  private readonly radii: Float64Array;
  private readonly end: ReplayStart;
  private readonly price: WayCost;
  private readonly up: Float64Array;
  /** When all must rest at the latest. */
  private readonly ticks: number;

  constructor(
    model: Model,
    goals: readonly Goal[],
    { radii, end, ticks }: { radii: Float64Array; end: ReplayStart; ticks: number },
  ) {
    this.model = model;
    this.radii = radii;
    this.end = end;
    this.ticks = ticks;
    this.up = upDirection(model);
    this.price = new WayCost(model, goals, end);
  }

  /** A start of both, their ways noted in its paths; undefined where none was found. */
  seek(strike: Strike, ways: BlowPaths, random: Random, stop: () => boolean): FoundBlow | undefined {
    const { model, radii, end, ticks } = this;
    const { striker, struck } = strike;
    const blows = new Blows({ model, ...strike, radii, up: this.up, end, ticks });
    const chain = new Chain(random);
    const reach = radii[striker] + radii[struck];
    let best: FoundBlow | undefined;
    let least = Number.POSITIVE_INFINITY;
    let aimed = 0;
    /** What the blow costs that others are drawn near. */
    let now = Number.POSITIVE_INFINITY;
    for (let n = 0; n < DRAWS && least > 0 && aimed < MOST_AIMED && !stop(); n++) {
      chain.propose(now === Number.POSITIVE_INFINITY || chain.uniform() < ANEW);
      const drawn = blows.draw(chain.decision(0));
      const cost = drawn && this.follow(blows, drawn, strike, ways);
      if (drawn === undefined || cost === undefined) continue;
      const miss = missOf(model, striker, drawn.there.poses, end.poses).distance;
      const price = cost + FAR * (miss / reach) * (miss / reach);
      if (price <= now || chain.uniform() < exp((now - price) / TEMPERATURE)) {
        now = price;
        chain.keep();
      }
      if (miss > NEARBY * reach || cost >= least || (cost > CHEAP && n < DRAWS / 2)) continue;
      const blow = aimBlow(blows, drawn, random);
      const costs = blow && this.follow(blows, blow, strike, ways);
      if (blow === undefined || costs === undefined) continue;
      aimed++;
      if (costs >= least) continue;
      least = costs;
      best = blow;
    }
    if (best !== undefined) this.follow(blows, best, strike, ways);
    return best;
  }

  /** Notes the ways of both; what they cost beside the blow, undefined where they lead too near to others. */
  private follow(
    blows: Blows,
    { start, due }: FoundBlow,
    strike: Strike,
    ways: BlowPaths,
  ): number | undefined {
    const now = copyStart(start);
    if (!ways.sample(0, now.poses)) return undefined;
    const { stride, width, paths } = ways;
    const { model, radii, price } = this;
    const pair = [strike.struck, strike.striker];
    // what looks natural goes by the highest of both, and what is struck spins only then (judge/watch.ts)
    let height = Math.max(radii[strike.struck], radii[strike.striker]);
    let spin = 0;
    const look = ({ poses, motion }: ReplayStart) => {
      for (const body of pair) {
        height = Math.max(height, this.riseOf(body, poses));
        spin = Math.max(spin, radii[body] * turnOf(model, poses, body, motion));
      }
    };
    look(now);
    const ran = blows.settle(now, 0, (tick, state) => {
      if (tick % stride !== 0) return true;
      look(state);
      return ways.sample(tick, state.poses);
    });
    if (ran === undefined || ran.tick < FIRST_BLOW || !ways.staysClear(due)) return undefined;
    let sum = 0;
    for (const body of pair) {
      const way = { body, radius: radii[body], stride, width, path: paths.get(body)!, due, height };
      sum += price.of(way, start, spin);
    }
    return sum;
  }
  /** How far above its end a body is [m]. */
  private riseOf(body: number, poses: Float64Array): number {
    let rise = 0;
    for (let k = 0; k < 3; k++) rise += this.up[k] * (poses[7 * body + k] - this.end.poses[7 * body + k]);
    return rise;
  }
}
