// What of the slip between two material points is rolling and no slip.
//
// Friction follows the material points that touched when it was lagged. On a round surface such a point is lifted while the body
// rolls on, and after a turn φ it is r sin φ behind, not r φ: a ball that rolls would be told that it slips, and settle at a speed that is
// wrong by φ²/6. Where the surfaces touch they slip by θ × ρ, θ the turn of the step and ρ the arm from the core to the surface, so
//
//   c = (I − Eᵀ) ρ − θ × ρ        of a, less that of b;   E = exp θ
//
// is taken from the slip in the tangent plane, and points are lagged that touch at the end of the step: others would have arms turned
// out of the contact, and friction that holds a ball between two rails would brake it. Until the step has been solved once θ is
// what the present spin gives.
//
// What is round about an axis (cylinders, cones, rings) is the same however it has turned about that, so the part φ of θ along the axis
// rolls on the arm ρ from the axis to the core, whatever touches there:
//
//   c = (1 − cos φ) ρ + (sin φ − φ) a × ρ

import { cos, sin } from '../../../num/elementary/index.ts';
import { multiply3x3, rotationFromVector, vectorFromRotation } from '../../../num/index.ts';
import type { ContactPoint } from '../contact/contact-point.ts';
import type { Pair } from '../contact/pairs.ts';
import { turnToWorld } from '../step/axes.ts';
import type { Work } from '../step/work.ts';

/** Turns beyond this [rad] are not told from shorter ones the other way round. */
const longest = 2;

const turn = new Float64Array(3);
const turned = new Float64Array(9);
const sofar = new Float64Array(9);
/** Along the arm when the step began, of the points that touch at its end. */
const before = new Float64Array(3);
const arm = new Float64Array(3);
const transposed = new Float64Array(9);
const rolled = new Float64Array(3);
const normal = new Float64Array(3);

const axis = new Float64Array(3);
const fromAxis = new Float64Array(3);

/**
 * Writes what is to be taken from the slip of a on b at a contact, along the two tangents, and turns the arms of the contact, which are those
 * of the surfaces, to the points that will touch.
 * @param isAhead  nothing of the step has been solved yet
 */
export function writeRolled(
  out: Float64Array,
  work: Work,
  { a, b, roundA, roundB, patch }: Pair,
  p: ContactPoint,
  tangents: Float64Array,
  isAhead: boolean,
): void {
  out[0] = 0;
  out[1] = 0;
  if (roundA === 0 && roundB === 0 && patch === 0) return;
  const isOfA = p.first === 0;
  normal[0] = p.nx;
  normal[1] = p.ny;
  normal[2] = p.nz;
  rolled.fill(0);
  // ρ of the first is against the normal, of the second along it
  fromAxis[0] = p.fx;
  fromAxis[1] = p.fy;
  fromAxis[2] = p.fz;
  if (addRolled(work, isOfA ? a : b, -(isOfA ? roundA : roundB), isAhead, 1)) {
    p.fx += arm[0];
    p.fy += arm[1];
    p.fz += arm[2];
  }
  fromAxis[0] = p.sx;
  fromAxis[1] = p.sy;
  fromAxis[2] = p.sz;
  if (addRolled(work, isOfA ? b : a, isOfA ? roundB : roundA, isAhead, -1)) {
    p.sx += arm[0];
    p.sy += arm[1];
    p.sz += arm[2];
  }
  const sign = isOfA ? 1 : -1;
  for (let k = 0; k < 2; k++)
    out[k] =
      sign *
      (tangents[3 * k] * rolled[0] + tangents[3 * k + 1] * rolled[1] + tangents[3 * k + 2] * rolled[2]);
}

/**
 * rolled += sign c of a body whose ρ is `round` times the normal, and which touches at `fromAxis` from its centre; returns whether its arm
 * turns ahead, by `arm`.
 */
function addRolled(work: Work, body: number, round: number, isAhead: boolean, sign: number): boolean {
  const { motions, poses, start, model } = work;
  const isTurned = model.curve[body] > 0;
  if (round === 0 && !isTurned) return false;
  const { coasting } = motions;
  const at = 6 * body + 3;
  for (let k = 0; k < 3; k++) turn[k] = coasting[at + k];
  if (turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] > longest * longest) return false;
  for (let k = 0; k < 9; k++) transposed[k] = start.r[9 * body + 3 * (k % 3) + Math.floor(k / 3)];
  multiply3x3(sofar, 0, poses.r, 9 * body, transposed, 0);
  if (isAhead) rotationFromVector(turned, 0, turn, 0);
  else {
    turned.set(sofar);
    vectorFromRotation(turn, 0, turned, 0);
  }
  for (let k = 0; k < 3; k++)
    before[k] = turned[k] * normal[0] + turned[3 + k] * normal[1] + turned[6 + k] * normal[2];
  for (let k = 0; k < 3; k++) {
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    const rolls = normal[k] - before[k] - (turn[i] * normal[j] - turn[j] * normal[i]);
    rolled[k] += sign * round * rolls;
    const now = sofar[3 * k] * before[0] + sofar[3 * k + 1] * before[1] + sofar[3 * k + 2] * before[2];
    arm[k] = round * (now - normal[k]);
  }
  if (isTurned) addTurned(work, body, round, isAhead, sign);
  return isAhead;
}

/** The same of what is round about an axis, for the way from there to the core. */
function addTurned(
  { model, poses }: Work,
  body: number,
  round: number,
  isAhead: boolean,
  sign: number,
): void {
  turnToWorld(axis, 0, poses.r, 9 * body, model.axis, 3 * body);
  let along = 0;
  for (let k = 0; k < 3; k++) {
    fromAxis[k] -= round * normal[k];
    along += fromAxis[k] * axis[k];
  }
  for (let k = 0; k < 3; k++) fromAxis[k] -= along * axis[k];
  const angle = turn[0] * axis[0] + turn[1] * axis[1] + turn[2] * axis[2];
  let left = 0;
  if (isAhead) {
    vectorFromRotation(turn, 0, sofar, 0);
    left = angle - (turn[0] * axis[0] + turn[1] * axis[1] + turn[2] * axis[2]);
  }
  for (let k = 0; k < 3; k++) {
    const i = (k + 1) % 3;
    const j = (k + 2) % 3;
    const across = axis[i] * fromAxis[j] - axis[j] * fromAxis[i];
    rolled[k] += sign * ((1 - cos(angle)) * fromAxis[k] + (sin(angle) - angle) * across);
    arm[k] += (cos(left) - 1) * fromAxis[k] - sin(left) * across;
  }
}
