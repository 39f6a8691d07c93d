// Joints of the island at hand as rows: the value c of each function, its gradient, and how its error is taken back.
//
// A body moves by (u, ω), R = exp([ω])R₀; p = x + r is the joint's point on a body, D = p_a − p_b.
//
//   point     c = e·D                 e a fixed direction of the world
//   along     c = n·D                 n fixed to b
//   axes      c = a·b                 a and b unit vectors fixed to the bodies of the same names
//   distance  c = |D|
//   twist     c = atan2(y_a·z_b − z_a·y_b, y_a·y_b + z_a·z_b): the turn of a against b about their x axes [rad]
//
// The row asks for ċ⁺ = −c/h (Baumgarte, with all of the error taken back): then v⁻ opens a joint as fast as v⁺ closes it, as on
// a circle that is followed in chords, and the step is the same in both directions of time. Limits act only where they would
// be passed within the step. A joint gives way by a ten-millionth, so that forces in joints that say the same twice are told. Springs pull by the mean of their lengths at both ends of the step, which is c + h/4 (ċ⁺ − ċ⁻) seen from
// the middle: stable for any stiffness, the same in both directions of time, and it neither feeds nor drains a swing. Dampers are
// implicit: λ = −h (k (c + h/4 (ċ⁺ − ċ⁻)) + d ċ⁺), a row that gives way.
// Gradients are checked against finite differences in joint-rows.test.ts.

import { atan2 } from '../../../num/elementary/index.ts';
import { matrixFromQuaternion } from '../../../num/index.ts';
import type { JointRow } from '../../../sim/index.ts';
import type { JointModel } from '../joints.ts';
import type { Model } from '../model.ts';
import { scriptedVelocity } from '../scripted.ts';
import type { KickStep } from './kick.ts';
import type { Members } from './members.ts';
import type { Problem } from './problem.ts';
import { type Rows, writePointRow } from './rows.ts';

/**
 * What is held in more ways than it can move has forces that nothing bounds (nets, a bridge that is pulled straight): whatever they were
 * found to be, the next step's would be others. With this a joint that carries 20 kN on links of 0.16 kg is open by 0.4 μm.
 */
const GIVING = 1e-7;

/** From the middle of each body to its point. */
const arms = new Float64Array(6);
const armA = arms.subarray(0, 3);
const armB = arms.subarray(3);
/** D, and p_a − x_b. */
const apart = new Float64Array(3);
const reach = new Float64Array(3);
/** The frames' axes: x, y, z one after another. */
const worldA = new Float64Array(9);
const worldB = new Float64Array(9);
const matrix = new Float64Array(9);
const velocity = new Float64Array(6);
const identity = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1]);

/** What placeJoint writes. */
export const placed = { armA, armB, apart, reach, worldA, worldB };

/**
 * Appends the rows of the island's joints.
 * @param guess  their impulses, one for each row of the model's joints
 */
export function addJointRows(
  { model, mid, islands, time }: Pick<KickStep, 'model' | 'mid' | 'islands' | 'time'>,
  island: number,
  { members, rows }: Pick<Problem, 'members' | 'rows'>,
  guess: Float64Array,
): void {
  for (let i = islands.jointStart[island]; i < islands.jointStart[island + 1]; i++) {
    const joint = model.joints[islands.joints[i]];
    placeJoint(joint, mid);
    for (let r = 0; r < joint.rows.length; r++) {
      const row = rows.count++;
      rows.a[row] = members.slot(model, joint.a);
      rows.b[row] = members.slot(model, joint.b);
      rows.soft[row] = 0;
      rows.low[row] = Number.NEGATIVE_INFINITY;
      rows.high[row] = Number.POSITIVE_INFINITY;
      const error = evaluateRow(joint.rows[r], rows.jacobian, 9 * row) - joint.rows[r].offset;
      const scripted = scriptedSpeed(model, joint, time, rows.jacobian, 9 * row);
      const { role } = joint.rows[r];
      if (role === 'spring') {
        const before = scripted + rows.speed(members.before, row);
        setSpring(model.timeStep, joint, error, before, rows, row);
      } else setLaw(model, joint, role, error, rows, row);
      rows.shift[row] += scripted;
      rows.finish(members, row);
      if (role === 'hold') giveWay(rows, row);
      rows.lever[row] = joint.rows[r].angular ? leverOf(members, rows, row) : 1;
      rows.z[row] = guess[joint.firstRow + r];
    }
  }
}

/** A joint gives way by GIVING of how far its impulse would move its bodies in a step. */
function giveWay({ soft, diagonal }: Rows, row: number): void {
  soft[row] = GIVING * diagonal[row];
  diagonal[row] += soft[row];
}

/** At which turning weighs as much as moving [m]. */
function leverOf({ inverseMasses }: Members, { a, b, diagonal, soft }: Rows, row: number): number {
  const turning = diagonal[row] - soft[row];
  if (!(turning > 0)) return 1;
  return Math.sqrt(Math.max(inverseMasses[3 * a[row]], inverseMasses[3 * b[row]]) / turning) || 1;
}

/** Shift and bounds of a row, other than a spring's, whose function is off by `error`. */
function setLaw(
  { timeStep: h, motorTargets, motorForces }: Model,
  { joint, index }: JointModel,
  role: Exclude<JointRow['role'], 'spring'>,
  error: number,
  rows: Rows,
  row: number,
): void {
  rows.shift[row] = error / h;
  switch (role) {
    case 'hold':
      return;
    case 'lower':
      rows.low[row] = 0;
      return;
    case 'upper':
      rows.high[row] = 0;
      return;
    case 'motor':
      rows.shift[row] =
        joint.motor?.targetPosition === undefined ? -motorTargets[index] : (error - motorTargets[index]) / h;
      rows.low[row] = -h * motorForces[index];
      rows.high[row] = h * motorForces[index];
      return;
  }
}

/** Shift and softness of a spring's row. @param before  ċ⁻ */
function setSpring(
  h: number,
  { joint }: JointModel,
  error: number,
  before: number,
  { soft, shift }: Rows,
  row: number,
): void {
  const { stiffness, damping } = joint.spring as { stiffness: number; damping: number };
  const turning = 0.25 * h * stiffness;
  const hardness = turning + damping;
  soft[row] = hardness > 0 ? 1 / (h * hardness) : 1e300;
  shift[row] = hardness > 0 ? (stiffness * error - turning * before) / hardness : 0;
}

/** What the motion of scripted bodies adds to ċ. */
function scriptedSpeed(model: Model, { a, b }: JointModel, time: number, g: Float64Array, j: number): number {
  let sum = 0;
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? a : b;
    if (body < 0 || model.isKinematic[body] === 0) continue;
    scriptedVelocity(model, body, time + 0.5 * model.timeStep, velocity, 0);
    const sign = side === 0 ? 1 : -1;
    for (let k = 0; k < 3; k++)
      sum += sign * g[j + k] * velocity[k] + g[j + 3 + 3 * side + k] * velocity[3 + k];
  }
  return sum;
}

/** Places the joint's frames at the given poses; rows are then evaluated there. */
export function placeJoint({ a, b, pointA, pointB, axesA, axesB }: JointModel, poses: Float64Array): void {
  matrixFromQuaternion(matrix, 0, poses, 7 * a + 3);
  turnPoint(armA, matrix, pointA);
  turnAxes(worldA, matrix, axesA);
  if (b >= 0) matrixFromQuaternion(matrix, 0, poses, 7 * b + 3);
  turnPoint(armB, b >= 0 ? matrix : identity, pointB);
  turnAxes(worldB, b >= 0 ? matrix : identity, axesB);
  for (let k = 0; k < 3; k++) {
    reach[k] = poses[7 * a + k] - (b >= 0 ? poses[7 * b + k] : 0) + armA[k];
    apart[k] = reach[k] - armB[k];
  }
}

function turnPoint(out: Float64Array, r: Float64Array, p: Float64Array): void {
  for (let k = 0; k < 3; k++) out[k] = r[3 * k] * p[0] + r[3 * k + 1] * p[1] + r[3 * k + 2] * p[2];
}

function turnAxes(out: Float64Array, r: Float64Array, axes: Float64Array): void {
  for (let j = 0; j < 3; j++) {
    for (let k = 0; k < 3; k++)
      out[3 * j + k] = r[3 * k] * axes[j] + r[3 * k + 1] * axes[3 + j] + r[3 * k + 2] * axes[6 + j];
  }
}

/** The value of a row's function of the joint placed last; its gradient (d, α, β) goes to g[at…at+8]. */
export function evaluateRow({ kind, i, j }: JointRow, g: Float64Array, at: number): number {
  switch (kind) {
    case 'point':
      writePointRow(g, at, arms, i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0);
      return apart[i];
    case 'along': {
      const x = worldB[3 * i];
      const y = worldB[3 * i + 1];
      const z = worldB[3 * i + 2];
      writePointRow(g, at, arms, x, y, z);
      // n turns with b as well: (ω×n)·(p_a − x_b)
      g[at + 6] = y * reach[2] - z * reach[1];
      g[at + 7] = z * reach[0] - x * reach[2];
      g[at + 8] = x * reach[1] - y * reach[0];
      return x * apart[0] + y * apart[1] + z * apart[2];
    }
    case 'axes':
      g.fill(0, at, at + 9);
      return addAxes(g, at, i, j, 1);
    case 'distance': {
      const d = Math.sqrt(apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2]);
      if (d > 0) writePointRow(g, at, arms, apart[0] / d, apart[1] / d, apart[2] / d);
      else g.fill(0, at, at + 9);
      return d;
    }
    case 'twist': {
      g.fill(0, at, at + 9);
      const s = dotAxes(1, 2) - dotAxes(2, 1);
      const c = dotAxes(1, 1) + dotAxes(2, 2);
      const n = Math.max(s * s + c * c, 1e-300);
      // ∂atan2 = (C ∂S − S ∂C) / (S² + C²)
      addAxes(g, at, 1, 2, c / n);
      addAxes(g, at, 2, 1, -c / n);
      addAxes(g, at, 1, 1, -s / n);
      addAxes(g, at, 2, 2, -s / n);
      return atan2(s, c);
    }
  }
}

function dotAxes(i: number, j: number): number {
  return (
    worldA[3 * i] * worldB[3 * j] +
    worldA[3 * i + 1] * worldB[3 * j + 1] +
    worldA[3 * i + 2] * worldB[3 * j + 2]
  );
}

/** g += s ∂(a·b), for axis i of a's frame and axis j of b's; returns s a·b. */
function addAxes(g: Float64Array, at: number, i: number, j: number, s: number): number {
  const ax = worldA[3 * i];
  const ay = worldA[3 * i + 1];
  const az = worldA[3 * i + 2];
  const bx = worldB[3 * j];
  const by = worldB[3 * j + 1];
  const bz = worldB[3 * j + 2];
  const x = s * (ay * bz - az * by);
  const y = s * (az * bx - ax * bz);
  const z = s * (ax * by - ay * bx);
  g[at + 3] += x;
  g[at + 4] += y;
  g[at + 5] += z;
  g[at + 6] -= x;
  g[at + 7] -= y;
  g[at + 8] -= z;
  return s * (ax * bx + ay * by + az * bz);
}
