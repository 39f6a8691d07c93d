// A past found forward: the body is thrown as its goals wish, by the forward engine, and where it comes to rest is moved to its
// place by the symmetries of the ground and of itself (refine/move-to-wish.ts). So tumbling bodies, whose ways back nobody can
// aim, have ways from a region too: where a throw ends beside its place by, it begins beside the region by.
//
//   place p at time t, free flight until it falls onto the ground:     x₀ = p − v₀ t + ½ g↑ t²,   v₀ so that it comes to its end

import type { Random } from '../../../../num/index.ts';
import { gravityStrength } from '../../gravity.ts';
import type { Model } from '../../model.ts';
import { writeMomentum } from '../../state.ts';
import { bodySpeed } from '../body-speed.ts';
import { horizontal } from '../horizontal.ts';
import { moveToWish } from '../refine/move-to-wish.ts';
import { GroupRun } from '../refine/group-run.ts';
import { isNear, missOf } from '../refine/miss.ts';
import { copyStart, type ReplayStart } from '../replay.ts';
import type { Aim } from './aims.ts';

/** What is slower, twice so many ticks apart, rests [m/s]: gravity gives more to what nothing holds. */
const RESTS = 1e-6;
const LOOKS = 8;

/** What is thrown, and to where. */
export interface Thrown {
  readonly model: Model;
  readonly body: number;
  readonly radius: number;
  readonly up: Float64Array;
  readonly end: ReplayStart;
  /** When it must rest at the latest. */
  readonly ticks: number;
  /** Where it should be at which time; undefined: anywhere. */
  readonly aim: Aim | undefined;
}

export class Thrower {
  private readonly run: GroupRun;
  private readonly thrown: Thrown;

  constructor(thrown: Thrown) {
    this.thrown = thrown;
    this.run = new GroupRun(thrown.model, [thrown.body]);
  }

  /**
   * A start from which the body comes to its place by itself; undefined where this throw does not.
   * @param sample  told where it is after every tick of the way, the start first; false ends it
   */
  take(
    random: Random,
    sample: (tick: number, now: ReplayStart) => boolean,
  ): { readonly start: ReplayStart; readonly due: number } | undefined {
    const { model, body, up, end, ticks } = this.thrown;
    const start = this.drawStart(random);
    if (start === undefined) return undefined;
    const there = copyStart(start);
    if (this.settle(there, ticks) === undefined) return undefined;
    if (!moveToWish(model, body, up, start, there.poses, end.poses, true)) return undefined;
    const again = copyStart(start);
    if (!sample(0, again)) return undefined;
    const due = this.settle(again, ticks, sample);
    return due !== undefined && isNear(missOf(model, body, again.poses, end.poses))
      ? { start, due }
      : undefined;
  }

  /** Runs until it rests, and says when that is; undefined where it does not in time. */
  private settle(
    now: ReplayStart,
    ticks: number,
    sample: (tick: number, now: ReplayStart) => boolean = () => true,
  ): number | undefined {
    const { model, body } = this.thrown;
    let wasSlow = false;
    for (let tick = 1; tick <= ticks; tick++) {
      this.run.run(now.poses, now.motion, tick - 1, tick);
      if (!sample(tick, now)) return undefined;
      if (tick % LOOKS !== 0) continue;
      const isSlow = bodySpeed(model, now.motion, body) < RESTS;
      if (isSlow && wasSlow) return tick;
      wasSlow = isSlow;
    }
    return undefined;
  }

  private drawStart(random: Random): ReplayStart | undefined {
    const { model, body, radius, up, end, aim } = this.thrown;
    const start = copyStart(end);
    const { poses, motion } = start;
    const g = gravityStrength(model) || 1;
    const at = 7 * body;
    const place = aim?.place ?? this.drawPlace(random);
    const time = aim?.time ?? 0;
    const away = [0, 1, 2].map((k) => place[k] - end.poses[at + k]);
    const height = away[0] * up[0] + away[1] * up[1] + away[2] * up[2];
    const lift = random.between(-0.5, 0.7) * Math.sqrt(2 * g * Math.max(height, radius));
    const from = height - lift * time + 0.5 * g * time * time;
    if (!(from > 0)) return undefined;
    // until its lower side meets the ground, and then as long again as it bounces and tumbles on
    const falls = (lift + Math.sqrt(lift * lift + 2 * g * from)) / g;
    const travels = falls * random.between(1, 3);
    if (!(travels > time)) return undefined;
    const twist = new Float64Array(6);
    for (let k = 0; k < 3; k++) {
      const speed = -(away[k] - height * up[k]) / (travels - time);
      poses[at + k] = end.poses[at + k] + (away[k] - height * up[k]) - speed * time + from * up[k];
      motion.velocities[3 * body + k] = speed + lift * up[k];
      twist[3 + k] = 0.7 * Math.sqrt(g / radius) * random.normal();
    }
    random.rotation(poses, at + 3);
    writeMomentum(model, poses, body, twist, 3, motion.momenta, 3 * body);
    return start;
  }

  /** Anywhere about its end, a few times its size away. */
  private drawPlace(random: Random): Float64Array {
    const { body, radius, up, end } = this.thrown;
    const place = new Float64Array(3);
    horizontal(place, up, random.between(0, 2 * Math.PI));
    const beside = radius * random.between(1, 10);
    const above = radius * random.between(1, 8);
    for (let k = 0; k < 3; k++) place[k] = end.poses[7 * body + k] + beside * place[k] + above * up[k];
    return place;
  }
}
