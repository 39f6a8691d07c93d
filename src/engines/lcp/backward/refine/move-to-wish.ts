// Level ground looks the same from everywhere and in every direction, and a box the same after half turns about its axes (a cube
// after quarter turns, too): the motions of the ground, and the turns of a body in its own axes, under which ways stay ways.
//
//   q → g q s,   x → x* + g (x − x₁) along the ground,   v → g v,   L → g L
//
// x₁, q₁ where a body came to, x*, q* the wish, s of the body's symmetries and g the turn about the vertical nearest to q* (q₁ s)⁻¹.

import { cubeRotations } from '../../dice/turn-die.ts';
import {
  conjugateQuaternion,
  multiplyQuaternions,
  normalizeQuaternion,
  rotateByQuaternion,
} from '../../../../num/index.ts';
import type { Model } from '../../model.ts';
import { isBall } from '../is-ball.ts';
import type { ReplayStart } from '../replay.ts';
import { NEAR, NEAR_ANGLE } from './miss.ts';

/** cos(angle / 2) ≥ 1 − angle²/8 */
const ENOUGH = 1 - (NEAR_ANGLE * NEAR_ANGLE) / 8;
const NO_TURN = new Float64Array([0, 0, 0, 1]);

/** A motion of the ground onto itself. */
export interface GroundMove {
  /** About the vertical. */
  readonly turn: Float64Array;
  /** What stands here [m] … */
  readonly from: Float64Array;
  /** … is shifted by this, but for the part that would lift it [m]. */
  readonly shift: Float64Array;
  readonly rise: Float64Array;
}

/** One that brings a body to its wish, and how the body is turned in its own axes before. */
export interface WishMove extends GroundMove {
  readonly symmetry: Float64Array;
}

/**
 * The motion that leads a body from where it came to, `there`, to its wish; undefined where none does.
 * @param up         unit, against gravity
 * @param leastTurn  of symmetries that lead to the same pose the one that turns the ground least is taken
 */
export function wishMove(
  model: Model,
  body: number,
  up: Float64Array,
  there: Float64Array,
  end: Float64Array,
  leastTurn = false,
): WishMove | undefined {
  const at = 7 * body;
  const shift = new Float64Array(3);
  for (let k = 0; k < 3; k++) shift[k] = end[at + k] - there[at + k];
  const rise = shift[0] * up[0] + shift[1] * up[1] + shift[2] * up[2];
  if (!(Math.abs(rise) <= NEAR)) return undefined;
  const isRound = isBall(model, body);
  const turn = isRound ? NO_TURN : NO_TURN.slice();
  const symmetry = isRound ? NO_TURN : bestSymmetry(model, body, up, there, end, turn, leastTurn);
  return symmetry && { turn, from: there.slice(at, at + 3), shift, rise: up.map((u) => rise * u), symmetry };
}

/** Moves a body with the ground. */
export function moveWithGround(
  { turn, from, shift, rise }: GroundMove,
  body: number,
  state: ReplayStart,
): void {
  const { poses, motion } = state;
  const at = 7 * body;
  for (let k = 0; k < 3; k++) poses[at + k] -= from[k];
  rotateByQuaternion(poses, at, turn, 0, poses, at);
  for (let k = 0; k < 3; k++) poses[at + k] = from[k] + poses[at + k] + shift[k] - rise[k];
  if (turn === NO_TURN) return;
  multiplyQuaternions(poses, at + 3, turn, 0, poses, at + 3);
  normalizeQuaternion(poses, at + 3);
  rotateByQuaternion(motion.velocities, 3 * body, turn, 0, motion.velocities, 3 * body);
  rotateByQuaternion(motion.momenta, 3 * body, turn, 0, motion.momenta, 3 * body);
}

/** Turns and shifts a start so that the way that led to `there` leads to the wish; false where no symmetry does. */
export function moveToWish(
  model: Model,
  body: number,
  up: Float64Array,
  start: ReplayStart,
  there: Float64Array,
  end: Float64Array,
  leastTurn = false,
): boolean {
  const move = wishMove(model, body, up, there, end, leastTurn);
  if (move === undefined) return false;
  turnInside(move, body, start.poses);
  moveWithGround(move, body, start);
  return true;
}

/** Turns a body in its own axes. */
export function turnInside({ symmetry }: WishMove, body: number, poses: Float64Array): void {
  if (symmetry === NO_TURN) return;
  multiplyQuaternions(poses, 7 * body + 3, poses, 7 * body + 3, symmetry, 0);
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
