// Links that a load pulls taut: inertia that keeps them from swinging faster than steps can follow.
//
// The force f of a joint on a body's point r is as the step found it, but its moment changes as the body turns: by −K ω, with
//
//   K = (f·r) I − ½ (f rᵀ + r fᵀ)
//
// the geometric stiffness. A link of 0.2 kg that carries 20 kg swings with ω = √(K/I), some hundred radians a second, and a
// step that looks at K once, in its middle, feeds such a swing where ω h > 2: ropes that carried something blew up. So what
// swings with κ = h² K/I > 1, by the joint forces of the last step, turns with the inertia I (1 + ½ (κ − 1)) in this one: it swings with
// √κ h⁻¹ up to there and no faster than √2 h⁻¹ beyond, whatever the load. That is the implicit rule of Tournier, Nesme, Gilles, Faure
// 2015, "Stable constrained dynamics", for what is too fast to be seen, and nothing at all for the rest.
// The stiffness of distance joints across their line is in taut-lines.ts; what else couples two bodies is left out.

import { eigenUnsorted } from '../../../num/dense/index.ts';
import { matrixFromQuaternion } from '../../../num/index.ts';
import type { JointModel } from '../joints.ts';
import type { Model } from '../model.ts';
import { evaluateRow, placed, placeJoint } from './joint-rows.ts';
import type { KickStep } from './kick.ts';
import { applyInverseInertia, type Members } from './members.ts';

/** Symmetric stiffness about each slot's middle: xx xy xz yy yz zz a slot. */
const SIZE = 6;
let stiffness = new Float64Array(0);
const gradient = new Float64Array(9);
/** Of the rows of points together, and of one row. */
const held = new Float64Array(3);
const force = new Float64Array(3);
const turned = new Float64Array(9);
const scaled = new Float64Array(9);
const values = new Float64Array(3);
const vectors = new Float64Array(9);
const roots = new Float64Array(3);
const spin = new Float64Array(3);

/** Enlarges the inertia of an island's bodies where their joints want it, by the impulses that the step begins with. */
export function holdTaut(step: KickStep, island: number, members: Members): void {
  const { islands } = step;
  if (!addStiffnesses(step, island, members)) return;
  const first = islands.bodyStart[island];
  for (let i = 0; i < members.count; i++) {
    const body = islands.bodies[first + i];
    turnSlower(step, body, members, i);
  }
}

/**
 * Whether the impulses that were found make a body swing with ω h > 2, whatever inertia it was given: what the last step did not let
 * expect, as where something falls on a bridge. By Sylvester's rule for 4 I⁻¹ − h² I⁻¹ K I⁻¹.
 */
export function swingsTooFast(step: KickStep, island: number, members: Members): boolean {
  if (!addStiffnesses(step, island, members)) return false;
  const square = step.model.timeStep * step.model.timeStep;
  const inverse = members.inverseInertias;
  for (let slot = 0; slot < members.count; slot++) {
    const at = SIZE * slot;
    if (!(inverse[at] > 0)) continue;
    for (let r = 0; r < 3; r++)
      for (let c = 0; c < 3; c++) {
        let sum = 0;
        for (let i = 0; i < 3; i++)
          for (let j = 0; j < 3; j++)
            sum += inverse[at + place(r, i)] * stiffness[at + place(i, j)] * inverse[at + place(j, c)];
        scaled[3 * r + c] = 4 * inverse[at + place(r, c)] - square * sum;
      }
    const [a, b, c, , d, e, , , f] = scaled;
    const two = a * d - b * b;
    if (!(a > 0 && two > 0 && f * two - a * e * e + 2 * b * c * e - d * c * c > 0)) return true;
  }
  return false;
}

/** The stiffness of all joints of an island; whether any has forces. */
function addStiffnesses(step: KickStep, island: number, members: Members): boolean {
  const { model, mid, islands, impulses } = step;
  const slots = members.count + 1;
  if (stiffness.length < SIZE * slots) stiffness = new Float64Array(2 * SIZE * slots);
  stiffness.fill(0, 0, SIZE * slots);
  let any = false;
  for (let i = islands.jointStart[island]; i < islands.jointStart[island + 1]; i++) {
    const joint = model.joints[islands.joints[i]];
    if (addStiffness(model, joint, mid, impulses.joint, members)) any = true;
  }
  return any;
}

/** Adds what a joint's forces of the last step do; whether there are any. */
function addStiffness(
  model: Model,
  joint: JointModel,
  mid: Float64Array,
  impulses: Float64Array,
  members: Members,
): boolean {
  const a = SIZE * members.slot(model, joint.a);
  const b = SIZE * members.slot(model, joint.b);
  const { armA, armB, apart, reach, worldA, worldB } = placed;
  let any = false;
  held.fill(0);
  for (let r = 0; r < joint.rows.length; r++) {
    const size = impulses[joint.firstRow + r] / model.timeStep;
    if (size === 0) continue;
    if (!any) placeJoint(joint, mid);
    any = true;
    const { kind, i, j } = joint.rows[r];
    if (kind === 'point') held[i] += size;
    else if (kind === 'along') {
      evaluateRow(joint.rows[r], gradient, 0);
      for (let k = 0; k < 3; k++) force[k] = size * gradient[k];
      addMoment(a, force, armA, 1);
      addMoment(b, force, reach, -1);
    } else if (kind === 'distance') {
      const d = Math.sqrt(apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2]);
      if (!(d > 0)) continue;
      for (let k = 0; k < 3; k++) force[k] = (size * apart[k]) / d;
      addMoment(a, force, armA, 1);
      addMoment(b, force, armB, -1);
    } else if (kind === 'axes') {
      for (let k = 0; k < 3; k++) force[k] = size * worldB[3 * j + k];
      addMoment(a, force, worldA.subarray(3 * i, 3 * i + 3), 1);
      for (let k = 0; k < 3; k++) force[k] = size * worldA[3 * i + k];
      addMoment(b, force, worldB.subarray(3 * j, 3 * j + 3), 1);
    }
  }
  addMoment(a, held, armA, 1);
  addMoment(b, held, armB, -1);
  return any;
}

/** K += s ((f·r) I − ½ (f rᵀ + r fᵀ)). */
function addMoment(at: number, f: Float64Array, r: Float64Array, s: number): void {
  stiffness[at] += s * (f[1] * r[1] + f[2] * r[2]);
  stiffness[at + 1] -= 0.5 * s * (f[0] * r[1] + f[1] * r[0]);
  stiffness[at + 2] -= 0.5 * s * (f[0] * r[2] + f[2] * r[0]);
  stiffness[at + 3] += s * (f[0] * r[0] + f[2] * r[2]);
  stiffness[at + 4] -= 0.5 * s * (f[1] * r[2] + f[2] * r[1]);
  stiffness[at + 5] += s * (f[0] * r[0] + f[1] * r[1]);
}

/** By how much inertia grows for κ = h² K / I. */
export const growth = (kappa: number): number => (kappa > 1 ? 0.5 * (kappa - 1) : 0);

function turnSlower(
  { model, mid, motion: { momenta } }: Pick<KickStep, 'model' | 'mid' | 'motion'>,
  body: number,
  members: Members,
  slot: number,
): void {
  const { inverseInertias, timeStep: h } = model;
  const at = SIZE * slot;
  const least = inverseInertias[3 * body];
  if (!(least > 0)) return;
  matrixFromQuaternion(turned, 0, mid, 7 * body + 3);
  for (let k = 0; k < 3; k++) roots[k] = Math.sqrt(inverseInertias[3 * body + k]);
  // √I⁻¹ Rᵀ K R √I⁻¹ h²
  let trace = 0;
  for (let r = 0; r < 3; r++)
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++)
          sum += turned[3 * i + r] * stiffness[at + place(i, j)] * turned[3 * j + c];
      scaled[3 * r + c] = h * h * roots[r] * sum * roots[c];
      trace += Math.abs(scaled[3 * r + c]);
    }
  if (!(trace > 1)) return;
  eigenUnsorted(scaled, 3, values, vectors);
  if (growth(values[0]) + growth(values[1]) + growth(values[2]) === 0) return;
  // R √I⁻¹ Vᵀ (1 + growth)⁻¹ V √I⁻¹ Rᵀ
  for (let i = 0; i < 3; i++)
    for (let r = 0; r < 3; r++) {
      let sum = 0;
      for (let k = 0; k < 3; k++) sum += turned[3 * r + k] * roots[k] * vectors[3 * i + k];
      scaled[3 * i + r] = sum;
    }
  const out = members.inverseInertias;
  for (let r = 0; r < 3; r++)
    for (let c = r; c < 3; c++) {
      let sum = 0;
      for (let i = 0; i < 3; i++) sum += (scaled[3 * i + r] * scaled[3 * i + c]) / (1 + growth(values[i]));
      out[6 * slot + place(r, c)] = sum;
    }
  members.isTaut[slot] = 1;
  const { free, before, freeMomenta } = members;
  for (let k = 0; k < 3; k++) spin[k] = freeMomenta[3 * slot + k] - momenta[3 * body + k];
  applyInverseInertia(out, 6 * slot, spin, 0, free, 6 * slot + 3);
  for (let k = 6 * slot + 3; k < 6 * slot + 6; k++) free[k] += before[k];
}

/** Of entry (i, j) of a symmetric matrix of six numbers. */
function place(i: number, j: number): number {
  const [r, c] = i < j ? [i, j] : [j, i];
  return r === 0 ? c : r + c + 1;
}

/**
 * Writes the angular momentum of a body of a taut slot that turns with ω.
 * @returns the work of what changed it, without outside forces [J]
 */
export function turnTaut(
  { model, mid, motion: { momenta } }: Pick<KickStep, 'model' | 'mid' | 'motion'>,
  body: number,
  { before, freeMomenta }: Members,
  slot: number,
  omega: Float64Array,
): number {
  matrixFromQuaternion(turned, 0, mid, 7 * body + 3);
  for (let r = 0; r < 3; r++)
    spin[r] =
      (turned[r] * omega[0] + turned[3 + r] * omega[1] + turned[6 + r] * omega[2]) /
      model.inverseInertias[3 * body + r];
  let done = 0;
  for (let k = 0; k < 3; k++) {
    const momentum = turned[3 * k] * spin[0] + turned[3 * k + 1] * spin[1] + turned[3 * k + 2] * spin[2];
    momenta[3 * body + k] = momentum;
    done += 0.5 * (momentum - freeMomenta[3 * slot + k]) * (before[6 * slot + 3 + k] + omega[k]);
  }
  return done;
}
