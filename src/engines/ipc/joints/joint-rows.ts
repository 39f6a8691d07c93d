// The scalar functions c(pose of a, pose of b) that joints are made of, with exact first and second derivatives.
//
// As everywhere in this engine a body moves by R = exp([ω])R₀, q = q₀ + u, and derivatives are taken at ω = 0, in the
// pair's coordinates (u_a, ω_a, u_b, ω_b). p = q + r is the joint's point on a body, D = p_a − p_b.
//
//   point     c = e·D                 e a fixed direction of the world
//   along     c = n·D                 n fixed to b; D·n = n·(p_a − q_b) − n·r_b, whose last term is constant
//   axes      c = a·b                 a and b unit vectors fixed to the bodies of the same names
//   distance  c = |D|
//   twist     c = atan2(y_a·z_b − z_a·y_b, y_a·y_b + z_a·z_b): the turn of a against b about their x axes [rad]
//
// Derivatives are checked against finite differences in joint-rows.test.ts.

import { atan2 } from '../../../num/elementary/index.ts';
import type { JointFrame, RowKind } from '../../../sim/index.ts';
import { addOuter, addSymmetricOuter, addTurning } from '../solve/blocks.ts';
import { turnToWorld } from '../step/axes.ts';
import type { Poses } from '../step/poses.ts';

/** What a joint's functions are evaluated from, in the world. */
const armA = new Float64Array(3);
const armB = new Float64Array(3);
/** D, and p_a − q_b. */
const apart = new Float64Array(3);
const reach = new Float64Array(3);
/** The frames' axes: x, y, z one after another. */
const worldA = new Float64Array(9);
const worldB = new Float64Array(9);

/** Places the joint's frames at the given poses; rows are then evaluated there. */
export function placeJoint(joint: JointFrame, poses: Poses): void {
  const { a, b } = joint;
  turnToWorld(armA, 0, poses.r, 9 * a, joint.pointA, 0);
  turnAxes(worldA, poses.r, 9 * a, joint.axesA);
  if (b >= 0) {
    turnToWorld(armB, 0, poses.r, 9 * b, joint.pointB, 0);
    turnAxes(worldB, poses.r, 9 * b, joint.axesB);
  } else {
    turnToWorld(armB, 0, identity, 0, joint.pointB, 0);
    turnAxes(worldB, identity, 0, joint.axesB);
  }
  for (let k = 0; k < 3; k++) {
    reach[k] = poses.q[3 * a + k] - (b >= 0 ? poses.q[3 * b + k] : 0) + armA[k];
    apart[k] = reach[k] - armB[k];
  }
}
const identity = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1]);

function turnAxes(out: Float64Array, r: Float64Array, m: number, axes: Float64Array): void {
  for (let j = 0; j < 3; j++) {
    for (let k = 0; k < 3; k++) {
      out[3 * j + k] =
        r[m + 3 * k] * axes[j] + r[m + 3 * k + 1] * axes[3 + j] + r[m + 3 * k + 2] * axes[6 + j];
    }
  }
}

/** ∂c of the row evaluated last. */
export const rowGradient = new Float64Array(12);
const g = rowGradient;
const gS = new Float64Array(12);
const gC = new Float64Array(12);
const e = new Float64Array(12);
const direction = new Float64Array(3);
/** Where the (ω_a, ω_a) and the (ω_b, ω_b) part of a block begin. */
const turnA = 13 * 3;
const turnB = 13 * 9;

/**
 * The value of a row of the joint placed last; its gradient goes to `rowGradient`.
 * @param i  axis of the world for 'point', of b for 'along', of a for 'axes'
 * @param j  axis of b for 'axes'
 */
export function evaluateRow(kind: RowKind, i: number, j: number): number {
  switch (kind) {
    case 'point':
      setPoint(g, i === 0 ? 1 : 0, i === 1 ? 1 : 0, i === 2 ? 1 : 0);
      return apart[i];
    case 'along':
      return setAlong(i);
    case 'axes':
      g.fill(0);
      return addAxes(g, i, j, 1);
    case 'distance': {
      const d = Math.sqrt(apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2]);
      if (d > 0) setPoint(g, apart[0] / d, apart[1] / d, apart[2] / d);
      else g.fill(0);
      return d;
    }
    case 'twist': {
      const { s, c, n } = sineAndCosine();
      for (let k = 0; k < 12; k++) g[k] = (c * gS[k] - s * gC[k]) / n;
      return atan2(s, c);
    }
  }
}

/** block += scale ∇²c (upper triangle) of the row evaluated last. */
export function addRowCurvature(
  kind: RowKind,
  i: number,
  j: number,
  scale: number,
  block: Float64Array,
  at: number,
): void {
  if (scale === 0) return;
  switch (kind) {
    case 'point':
      addTurning(block, at + turnA, scale, identity, 3 * i, armA, 0);
      addTurning(block, at + turnB, -scale, identity, 3 * i, armB, 0);
      return;
    case 'along':
      addAlongCurvature(i, scale, block, at);
      return;
    case 'axes':
      addAxesCurvature(i, j, scale, block, at);
      return;
    case 'distance':
      addDistanceCurvature(scale, block, at);
      return;
    case 'twist': {
      const { s, c, n } = sineAndCosine();
      const m = n * n;
      addAxesCurvature(1, 2, (scale * c) / n, block, at);
      addAxesCurvature(2, 1, (-scale * c) / n, block, at);
      addAxesCurvature(1, 1, (-scale * s) / n, block, at);
      addAxesCurvature(2, 2, (-scale * s) / n, block, at);
      addOuter(block, at, gS, (-2 * scale * s * c) / m);
      addOuter(block, at, gC, (2 * scale * s * c) / m);
      addSymmetricOuter(block, at, gS, gC, (scale * (s * s - c * c)) / m);
    }
  }
}

/** v = ∂(e·D) for a fixed direction e. */
function setPoint(v: Float64Array, x: number, y: number, z: number): void {
  v[0] = x;
  v[1] = y;
  v[2] = z;
  v[3] = armA[1] * z - armA[2] * y;
  v[4] = armA[2] * x - armA[0] * z;
  v[5] = armA[0] * y - armA[1] * x;
  v[6] = -x;
  v[7] = -y;
  v[8] = -z;
  v[9] = armB[2] * y - armB[1] * z;
  v[10] = armB[0] * z - armB[2] * x;
  v[11] = armB[1] * x - armB[0] * y;
}

function setAlong(i: number): number {
  const x = worldB[3 * i],
    y = worldB[3 * i + 1],
    z = worldB[3 * i + 2];
  setPoint(g, x, y, z);
  // n turns with b as well: (ω×n)·(p_a − q_b)
  g[9] = y * reach[2] - z * reach[1];
  g[10] = z * reach[0] - x * reach[2];
  g[11] = x * reach[1] - y * reach[0];
  return x * apart[0] + y * apart[1] + z * apart[2];
}

function addAlongCurvature(i: number, scale: number, block: Float64Array, at: number): void {
  const x = worldB[3 * i],
    y = worldB[3 * i + 1],
    z = worldB[3 * i + 2];
  addTurning(block, at + turnA, scale, worldB, 3 * i, armA, 0);
  addTurning(block, at + turnB, scale, reach, 0, worldB, 3 * i);
  // u·(ω_b×n), with both bodies' u
  for (let side = 0; side < 2; side++) {
    const s = side === 0 ? scale : -scale;
    const row = at + 12 * 6 * side + 9;
    block[row + 1] += s * z;
    block[row + 2] -= s * y;
    block[row + 12] -= s * z;
    block[row + 14] += s * x;
    block[row + 24] += s * y;
    block[row + 25] -= s * x;
  }
  // (ω_a×r_a)·(ω_b×n)
  addCross(block, at, scale, armA, 0, worldB, 3 * i);
}

/** The (ω_a, ω_b) block += s ((v·w) I − w vᵀ): second derivative of (ω_a×v)·(ω_b×w), for v[i…] and w[j…]. */
function addCross(
  block: Float64Array,
  at: number,
  s: number,
  v: Float64Array,
  i: number,
  w: Float64Array,
  j: number,
): void {
  const dot = v[i] * w[j] + v[i + 1] * w[j + 1] + v[i + 2] * w[j + 2];
  for (let r = 0; r < 3; r++) {
    const row = at + 12 * (3 + r) + 9;
    for (let c = 0; c < 3; c++) {
      if (r === c) block[row + c] += s * (dot - w[j + r] * v[i + c]);
      else block[row + c] -= s * w[j + r] * v[i + c];
    }
  }
}

/** v += s ∂(a·b); returns s a·b, for axis i of a's frame and axis j of b's. */
function addAxes(v: Float64Array, i: number, j: number, s: number): number {
  const ax = worldA[3 * i],
    ay = worldA[3 * i + 1],
    az = worldA[3 * i + 2];
  const bx = worldB[3 * j],
    by = worldB[3 * j + 1],
    bz = worldB[3 * j + 2];
  const x = s * (ay * bz - az * by);
  const y = s * (az * bx - ax * bz);
  const z = s * (ax * by - ay * bx);
  v[3] += x;
  v[4] += y;
  v[5] += z;
  v[9] -= x;
  v[10] -= y;
  v[11] -= z;
  return s * (ax * bx + ay * by + az * bz);
}

function addAxesCurvature(i: number, j: number, scale: number, block: Float64Array, at: number): void {
  addTurning(block, at + turnA, scale, worldB, 3 * j, worldA, 3 * i);
  addTurning(block, at + turnB, scale, worldA, 3 * i, worldB, 3 * j);
  addCross(block, at, scale, worldA, 3 * i, worldB, 3 * j);
}

/** ∇²|D| = (JᵀJ − ∇d∇dᵀ)/d and the turning of both arms. */
function addDistanceCurvature(scale: number, block: Float64Array, at: number): void {
  const d = Math.sqrt(apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2]);
  if (d === 0) return;
  addOuter(block, at, g, -scale / d);
  for (let k = 0; k < 3; k++) {
    setPoint(e, k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0);
    addOuter(block, at, e, scale / d);
  }
  for (let k = 0; k < 3; k++) direction[k] = apart[k] / d;
  addTurning(block, at + turnA, scale, direction, 0, armA, 0);
  addTurning(block, at + turnB, -scale, direction, 0, armB, 0);
}

/** S and C of the twist with their gradients in gS and gC; n = S² + C². */
function sineAndCosine(): { s: number; c: number; n: number } {
  gS.fill(0);
  gC.fill(0);
  const s = addAxes(gS, 1, 2, 1) + addAxes(gS, 2, 1, -1);
  const c = addAxes(gC, 1, 1, 1) + addAxes(gC, 2, 2, 1);
  return { s, c, n: Math.max(s * s + c * c, 1e-300) };
}

/** The arm from a's centre to the joint's point, of the joint placed last. */
export function armOfA(k: number): number {
  return armA[k];
}
