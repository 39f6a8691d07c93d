// A blow, found forward: one body stands at rest, another is thrown at it, and both run until they rest. Level ground looks the same
// from everywhere, so all of it is moved such that the one that was struck comes to its end; by how much the other misses its own
// is what aiming (aim-blow.ts) takes away.

import type { Random } from '../../../../num/index.ts';
import {
  multiplyQuaternions,
  normalizeQuaternion,
  quaternionFromRotationVector,
} from '../../../../num/index.ts';
import { gravityStrength } from '../../gravity.ts';
import type { Model } from '../../model.ts';
import { writeMomentum } from '../../state.ts';
import { lowestPoint } from '../alone/extents.ts';
import { bodySpeed } from '../body-speed.ts';
import { horizontal } from '../horizontal.ts';
import { isBall } from '../is-ball.ts';
import { GroupRun } from '../refine/group-run.ts';
import { naturalSpeed } from '../judge/watch.ts';
import { moveWithGround, turnInside, wishMove } from '../refine/move-to-wish.ts';
import { copyStart, type ReplayStart } from '../replay.ts';
import { restingPoses } from './resting-poses.ts';

/** What is slower, twice so many ticks apart, rests [m/s]. */
const RESTS = 1e-6;
const LOOKS = 8;
/** How long the one that strikes flies before [s in √(r/g)], and how fast, along the ground, against what looks natural. */
const FLIGHTS = [0.8, 3];
const SPEEDS = [0.25, 0.9];
/** … and, once it is aimed, at most. */
const MOST = 0.98;
/** Balls and others that come along the ground: what falls on its corners goes anywhere; of the rest, those that stand upright as they fly; spins [√(g/r)]. */
const ROLLS = 0.5;
const SLIDES = 0.9;
const UPRIGHT = 0.5;
const SPINS = 0.5;
/** Struck bodies that stood at first as they end, about. */
const AS_IT_ENDS = 0.4;

/** Who strikes whom, and where both are to end. */
export interface Pair {
  readonly model: Model;
  readonly struck: number;
  readonly striker: number;
  readonly radii: Float64Array;
  readonly up: Float64Array;
  readonly end: ReplayStart;
  /** When both must rest at the latest. */
  readonly ticks: number;
}

export interface Blow {
  /** Of both; all others as they end. */
  readonly start: ReplayStart;
  /** The tick after which the struck one moves. */
  readonly tick: number;
  /** From when on both rest. */
  readonly due: number;
  /** Where both come to: the struck one at its end. */
  readonly there: ReplayStart;
}

/** One that was drawn: whether the striker comes along the ground. */
export interface DrawnBlow extends Blow {
  readonly slides: boolean;
}

export class Blows {
  readonly pair: Pair;
  readonly run: GroupRun;
  private readonly stands: readonly Float64Array[];
  private readonly ground: number;
  /** Of who comes along the ground [m/s]. */
  private readonly natural: number;

  constructor(pair: Pair) {
    const { model, struck, striker, up, end } = pair;
    this.pair = pair;
    this.run = new GroupRun(
      model,
      [struck, striker].sort((a, b) => a - b),
    );
    this.stands = restingPoses(model, struck, up, end);
    this.natural = naturalSpeed(model, Math.max(pair.radii[struck], pair.radii[striker]));
    this.ground = lowestPoint(model, struck, up, end.poses);
  }

  /** Throws one body at the other as chance will have it; undefined where nothing was struck or did not come to its end. */
  draw(random: Random): DrawnBlow | undefined {
    const { start, slides } = this.drawStart(random);
    const blow = this.follow(start);
    return blow && { ...blow, slides };
  }

  /** Runs, and moves everything so that the struck body ends where it should. */
  follow(start: ReplayStart, from = 0): Blow | undefined {
    const { model, struck, striker, up, end } = this.pair;
    const there = copyStart(start);
    const ran = this.settle(there, from);
    if (ran === undefined) return undefined;
    const move = wishMove(model, struck, up, there.poses, end.poses, true);
    if (move === undefined) return undefined;
    for (const state of [start, there]) {
      turnInside(move, struck, state.poses);
      moveWithGround(move, struck, state);
      moveWithGround(move, striker, state);
    }
    // of orientations in which the striker looks the same the one that is nearest to its own
    const other = wishMove(model, striker, up, there.poses, end.poses, true);
    if (other === undefined) return undefined;
    turnInside(other, striker, start.poses);
    turnInside(other, striker, there.poses);
    return { start, there, ...ran };
  }

  /** Runs until both rest; undefined where they do not in time, or the struck body moved by itself or never. */
  settle(
    now: ReplayStart,
    from: number,
    sample: (tick: number, now: ReplayStart) => boolean = () => true,
  ): { readonly tick: number; readonly due: number } | undefined {
    const { model, struck, striker, ticks } = this.pair;
    let wasSlow = false;
    let blow = -1;
    for (let tick = from + 1; tick <= ticks; tick++) {
      this.run.run(now.poses, now.motion, tick - 1, tick);
      if (!sample(tick, now)) return undefined;
      if (blow < 0 && bodySpeed(model, now.motion, struck) > RESTS) blow = tick;
      if (tick % LOOKS !== 0) continue;
      const isSlow =
        bodySpeed(model, now.motion, struck) < RESTS && bodySpeed(model, now.motion, striker) < RESTS;
      if (isSlow && wasSlow) return blow > 0 ? { tick: blow, due: tick } : undefined;
      wasSlow = isSlow;
    }
    return undefined;
  }

  /** As it ends, or in another way. */
  private drawStand(random: Random): Float64Array {
    const { stands } = this;
    return stands[random.uniform() < AS_IT_ENDS ? 0 : random.integer(stands.length)];
  }

  /** Whether the striker comes along the ground faster than looks natural. */
  isHurled({ motion: { velocities: v } }: ReplayStart): boolean {
    const at = 3 * this.pair.striker;
    return Math.sqrt(v[at] * v[at] + v[at + 1] * v[at + 1] + v[at + 2] * v[at + 2]) > MOST * this.natural;
  }

  private drawStart(random: Random): { readonly start: ReplayStart; readonly slides: boolean } {
    const { model, struck, striker, up, end, radii } = this.pair;
    const start = copyStart(end);
    const { poses, motion } = start;
    const g = gravityStrength(model) || 1;
    poses.set(this.drawStand(random), 7 * struck);
    const toward = new Float64Array(3);
    horizontal(toward, up, random.between(0, 2 * Math.PI));
    const reach = radii[struck] + radii[striker];
    const speed = Math.min(this.natural, 4 * Math.sqrt(g * reach)) * random.between(SPEEDS[0], SPEEDS[1]);
    const aside = 0.5 * radii[struck] * random.between(-1, 1);
    const spins = SPINS * Math.sqrt(g / radii[striker]);
    const slides = random.uniform() < (isBall(model, striker) ? ROLLS : SLIDES);
    const twist = new Float64Array(6);
    if (slides || random.uniform() < UPRIGHT) {
      turnAbout(poses, striker, up, random.between(-Math.PI, Math.PI));
      const spin = spins * random.normal();
      for (let k = 0; k < 3; k++) twist[3 + k] = spin * up[k];
    } else {
      random.rotation(poses, 7 * striker + 3);
      for (let k = 0; k < 3; k++) twist[3 + k] = spins * random.normal();
    }
    writeMomentum(model, poses, striker, twist, 3, motion.momenta, 3 * striker);
    // along the ground with what it is to have there, or through the air
    const flight = Math.sqrt(reach / g) * random.between(FLIGHTS[0], FLIGHTS[1]);
    const lift = slides ? 0 : -0.5 * g * flight * random.between(0.9, 2);
    const rise = slides ? 0 : 0.5 * g * flight * flight;
    const gap = slides ? reach * random.between(1.3, 2.5) : speed * flight;
    const stands = heightOf(poses, striker, up);
    const half = stands - lowestPoint(model, striker, up, poses);
    const clear = slides ? stands : this.ground + half * (1.02 + 0.8 * random.uniform() * random.uniform());
    const height = clear - lift * flight - rise;
    const level = heightOf(poses, struck, up);
    for (let k = 0; k < 3; k++) {
      const across = up[(k + 1) % 3] * toward[(k + 2) % 3] - up[(k + 2) % 3] * toward[(k + 1) % 3];
      const beside = poses[7 * struck + k] - level * up[k] + aside * across;
      poses[7 * striker + k] = beside - gap * toward[k] + height * up[k];
      motion.velocities[3 * striker + k] = speed * toward[k] + (slides ? 0 : lift + g * flight) * up[k];
    }
    return { start, slides };
  }
}

function heightOf(poses: Float64Array, body: number, up: Float64Array): number {
  return poses[7 * body] * up[0] + poses[7 * body + 1] * up[1] + poses[7 * body + 2] * up[2];
}

function turnAbout(poses: Float64Array, body: number, up: Float64Array, angle: number): void {
  const turn = up.map((u) => u * angle);
  const quaternion = new Float64Array(4);
  quaternionFromRotationVector(quaternion, 0, turn, 0);
  multiplyQuaternions(poses, 7 * body + 3, quaternion, 0, poses, 7 * body + 3);
  normalizeQuaternion(poses, 7 * body + 3);
}
