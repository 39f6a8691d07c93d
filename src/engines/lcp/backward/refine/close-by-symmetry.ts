// A body that is alone comes to its wish without iteration: the start of any way that ends on the wished face is moved by the
// symmetries of the ground and of itself (move-to-wish.ts), and leads to the wish. Where it came to lie on another face, it is
// started a little otherwise, at first by very little. Whether the ground was level is not asked: the way is run again. Bodies
// that met on their way can be closed like this one after another, those below first, each in the company of those that were before it.

import { Random } from '../../../../num/index.ts';
import type { Model } from '../../model.ts';
import { writeMomentum, writeVelocity } from '../../state.ts';
import { GroupRun } from './group-run.ts';
import { isNear, worstMiss } from './miss.ts';
import { moveToWish } from './move-to-wish.ts';
import { copyStart, type ReplayStart } from '../replay.ts';
import { gravityStrength, upDirection } from '../../gravity.ts';

const MOST_STARTS = 48;
/** How much otherwise the second start is, in natural speeds √(g r) and √(g/r), and how that grows. */
const FIRST_CHANGE = 0.01;
const GROWTH = 1.1;
const STREAM = 8;

/** A start from which the engine brings the bodies, one after another, to their wishes; undefined where it does not. */
export function closeBySymmetry(
  model: Model,
  bodies: readonly number[],
  start: ReplayStart,
  end: Float64Array,
  ticks: number,
  stop: () => boolean,
): ReplayStart | undefined {
  const up = upDirection(model);
  const height = (body: number) =>
    end[7 * body] * up[0] + end[7 * body + 1] * up[1] + end[7 * body + 2] * up[2];
  const fromBelow = [...bodies].sort((a, b) => height(a) - height(b) || a - b);
  let found: ReplayStart | undefined = start;
  for (let i = 0; i < fromBelow.length && found !== undefined; i++) {
    const run = new GroupRun(
      model,
      fromBelow.slice(0, i + 1).sort((a, b) => a - b),
    );
    found = closeOne(model, run, fromBelow[i], up, found, end, ticks, stop);
  }
  return found;
}

/** Moves the start of one body until all of a group come to their wishes. */
function closeOne(
  model: Model,
  run: GroupRun,
  body: number,
  up: Float64Array,
  start: ReplayStart,
  end: Float64Array,
  ticks: number,
  stop: () => boolean,
): ReplayStart | undefined {
  const random = new Random(model.scene.seed, STREAM).split(body);
  let change = FIRST_CHANGE;
  for (let attempt = 0; attempt < MOST_STARTS && !stop(); attempt++) {
    const trial = copyStart(start);
    if (attempt > 0) {
      startOtherwise(model, body, trial, change, random);
      change *= GROWTH;
    }
    const there = copyStart(trial);
    run.run(there.poses, there.motion, 0, ticks);
    if (!moveToWish(model, body, up, trial, there.poses, end)) continue;
    const again = copyStart(trial);
    run.run(again.poses, again.motion, 0, ticks);
    if (isNear(worstMiss(model, run.bodies, again.poses, end))) return trial;
  }
  return undefined;
}

/** Changes velocity and spin by chance. */
function startOtherwise(
  model: Model,
  body: number,
  { poses, motion }: ReplayStart,
  change: number,
  random: Random,
): void {
  const { collider, options } = model;
  const strength = gravityStrength(model);
  const radius = collider.margins[body] / Math.max(options.contactMargin, 1e-300);
  const twist = new Float64Array(6);
  writeVelocity(model, poses, body, 0, motion, twist, 0);
  for (let k = 0; k < 3; k++) {
    motion.velocities[3 * body + k] += change * Math.sqrt(strength * radius) * random.normal();
    twist[3 + k] += change * Math.sqrt(strength / radius) * random.normal();
  }
  writeMomentum(model, poses, body, twist, 3, motion.momenta, 3 * body);
}
