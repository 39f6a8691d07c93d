// A body that is alone comes to its wish without iteration: level ground looks the same from everywhere and in every
// direction, and a box the same after half turns about its axes (a cube after quarter turns, too). So the start of any way
// that ends on the wished face is turned about the vertical, shifted along the ground and given another of the body's
// equal orientations, and leads to the wish itself:
//
//   q₀ → g q₀ s,   x₀ → x* + g (x₀ − x₁) along the ground,   v₀ → g v₀,   L₀ → g L₀
//
// x₁, q₁ where it came to, x*, q* the wish, s of the body's symmetries and g the turn about the vertical nearest to
// q* (q₁ s)⁻¹. Where it came to lie on another face, it is started a little otherwise, at first by very little. Whether the
// ground was level is not asked: the way is run again. Bodies that met on their way can be closed like this one after
// another, those below first, each in the company of those that were before it.

import { cubeRotations } from '../../dice/turn-die.ts';
import {
  conjugateQuaternion,
  multiplyQuaternions,
  normalizeQuaternion,
  Random,
  rotateByQuaternion,
} from '../../../../num/index.ts';
import type { Model } from '../../model.ts';
import { writeMomentum, writeVelocity } from '../../state.ts';
import { isBall } from '../is-ball.ts';
import { GroupRun } from './group-run.ts';
import { isNear, NEAR, NEAR_ANGLE, worstMiss } from './miss.ts';
import { copyStart, type ReplayStart } from '../replay.ts';
import { gravityStrength, upDirection } from '../../gravity.ts';

const MOST_STARTS = 48;
/** How much otherwise the second start is, in natural speeds √(g r) and √(g/r), and how that grows. */
const FIRST_CHANGE = 0.01;
const GROWTH = 1.1;
const STREAM = 8;
/** cos(angle / 2) ≥ 1 − angle²/8 */
const ENOUGH = 1 - (NEAR_ANGLE * NEAR_ANGLE) / 8;

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

/**
 * Of symmetries that lead to the same pose the one that turns a start least is taken where `leastTurn` says so.
 * Turns and shifts a start so that the way that led to `there` leads to the wish; false where no symmetry does.
 * @param up  unit, against gravity
 */
export function moveToWish(
  model: Model,
  body: number,
  up: Float64Array,
  { poses, motion }: ReplayStart,
  there: Float64Array,
  end: Float64Array,
  leastTurn = false,
): boolean {
  const at = 7 * body;
  const away = new Float64Array(3);
  for (let k = 0; k < 3; k++) away[k] = end[at + k] - there[at + k];
  const rise = away[0] * up[0] + away[1] * up[1] + away[2] * up[2];
  if (!(Math.abs(rise) <= NEAR)) return false;
  const turn = new Float64Array([0, 0, 0, 1]);
  if (!isBall(model, body)) {
    const symmetry = bestSymmetry(model, body, up, there, end, turn, leastTurn);
    if (symmetry === undefined) return false;
    multiplyQuaternions(poses, at + 3, poses, at + 3, symmetry, 0);
    multiplyQuaternions(poses, at + 3, turn, 0, poses, at + 3);
    normalizeQuaternion(poses, at + 3);
    rotateByQuaternion(motion.velocities, 3 * body, turn, 0, motion.velocities, 3 * body);
    rotateByQuaternion(motion.momenta, 3 * body, turn, 0, motion.momenta, 3 * body);
  }
  const from = new Float64Array(3);
  for (let k = 0; k < 3; k++) from[k] = poses[at + k] - there[at + k];
  rotateByQuaternion(from, 0, turn, 0, from, 0);
  for (let k = 0; k < 3; k++) poses[at + k] = there[at + k] + from[k] + away[k] - rise * up[k];
  return true;
}

/** The symmetry with which a turn about the vertical comes nearest to the wish; undefined where none comes near. */
function bestSymmetry(
  model: Model,
  body: number,
  up: Float64Array,
  there: Float64Array,
  end: Float64Array,
  turn: Float64Array,
  leastTurn: boolean,
): Float64Array | undefined {
  const at = 7 * body + 3;
  const q = new Float64Array(4);
  const best = { cosine: 0, rank: 0, symmetry: undefined as Float64Array | undefined };
  for (const symmetry of symmetriesOf(model, body)) {
    multiplyQuaternions(q, 0, there, at, symmetry, 0);
    conjugateQuaternion(q, 0, q, 0);
    multiplyQuaternions(q, 0, end, at, q, 0);
    // the part of q that turns about the vertical; the rest has half angle acos(length)
    const along = q[0] * up[0] + q[1] * up[1] + q[2] * up[2];
    const length = Math.sqrt(along * along + q[3] * q[3]);
    const rank = leastTurn && length >= ENOUGH ? 1 + Math.abs(q[3]) : length;
    if (!(rank > best.rank)) continue;
    best.rank = rank;
    best.cosine = length;
    best.symmetry = symmetry;
    for (let k = 0; k < 3; k++) turn[k] = (along / length) * up[k];
    turn[3] = q[3] / length;
  }
  return best.cosine >= ENOUGH ? best.symmetry : undefined;
}

/** Rotations in its own axes after which a body is the same; of shapes other than boxes only none at all. */
function symmetriesOf({ scene }: Model, body: number): Float64Array[] {
  const { shape } = scene.bodies[body];
  if (shape.kind !== 'box') return [new Float64Array([0, 0, 0, 1])];
  const { size } = shape;
  const turned = new Float64Array(3);
  return cubeRotations
    .map((rotation) => Float64Array.from(rotation))
    .filter((rotation) => {
      rotateByQuaternion(turned, 0, rotation, 0, Float64Array.from(size), 0);
      return turned.every((x, k) => Math.abs(Math.abs(x) - size[k]) <= 1e-9 * size[k]);
    });
}
