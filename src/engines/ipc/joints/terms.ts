// What joints and drags add to an island's potential: energy, gradient, Hessian.
//
// Beside the rows of joints.ts, springs ½k(x − rest)² and dampers of a joint's coordinate x, both implicit. A damper's
// force at the end of the step is d(x − x₀)/h, or d(2(x − x₀)/h − ẋ₀) where the step is of second order.

import { addOuter, blockSize, projectBlock } from '../solve/blocks.ts';
import type { HessianPart } from '../contact/contact-terms.ts';
import { addDragEnergy, addDragTerms } from './drag.ts';
import { addRowCurvature, armOfA, placeJoint, rowGradient } from './joint-rows.ts';
import type { Joints } from './joints.ts';
import type { Island } from '../solve/islands.ts';
import type { Poses } from '../step/poses.ts';
import type { Work } from '../step/work.ts';

const block = new Float64Array(blockSize);

export function jointEnergy(work: Work, island: Island, poses: Poses): number {
  const { joints } = work;
  let energy = addDragEnergy(work, island, poses);
  for (const j of island.joints) {
    const { scale, mu, rho, low, high } = joints;
    if (scale[j] === 0) continue;
    const model = joints.models[j];
    placeJoint(model, poses);
    model.rows.forEach((row, k) => {
      const r = model.firstRow + k;
      const c = joints.measure(j, row) - joints.offset[r];
      const slope = Math.min(high[r], Math.max(low[r], mu[r] + rho[r] * c));
      const more = slope - mu[r];
      energy += slope * c - (0.5 * more * more) / rho[r];
    });
    if (joints.springs[3 * j] === 0 && joints.springs[3 * j + 1] === 0) continue;
    springTerms(work, j, joints.coordinate(j));
    energy += spring.energy;
  }
  return energy;
}

/** Adds to island.gradient and, unless part is 'none', to the island's matrix. */
export function addJointTerms(work: Work, island: Island, part: HessianPart, poses: Poses): void {
  const { joints } = work;
  const { place } = work.islands;
  addDragTerms(work, island, part, poses);
  for (const j of island.joints) {
    if (joints.scale[j] === 0) continue;
    const model = joints.models[j];
    const a = place[model.a];
    const b = model.b >= 0 ? place[model.b] : -1;
    placeJoint(model, poses);
    block.fill(0);
    for (let k = 0; k < model.rows.length; k++) {
      const row = model.rows[k];
      const r = model.firstRow + k;
      const { mu, rho, low, high } = joints;
      const c = joints.measure(j, row) - joints.offset[r];
      const wanted = mu[r] + rho[r] * c;
      const slope = Math.min(high[r], Math.max(low[r], wanted));
      addRow(island, a, b, slope);
      if (part === 'none') continue;
      if (slope === wanted) addOuter(block, 0, rowGradient, rho[r]);
      addRowCurvature(row.kind, row.i, row.j, slope, block, 0);
    }
    if (model.coordinate && (joints.springs[3 * j] !== 0 || joints.springs[3 * j + 1] !== 0)) {
      springTerms(work, j, joints.coordinate(j));
      addRow(island, a, b, spring.slope);
      if (part !== 'none') {
        addOuter(block, 0, rowGradient, spring.curvature);
        addRowCurvature(model.coordinate.kind, model.coordinate.i, 0, spring.slope, block, 0);
      }
    }
    if (part === 'projected') projectBlock(block, 0, a >= 0, b >= 0);
    if (part !== 'none') island.system.addLink(j, a, b, block);
  }
}

function addRow(island: Island, a: number, b: number, slope: number): void {
  if (slope === 0) return;
  const { gradient } = island;
  for (let k = 0; k < 6; k++) {
    if (a >= 0) gradient[6 * a + k] += slope * rowGradient[k];
    if (b >= 0) gradient[6 * b + k] += slope * rowGradient[6 + k];
  }
}

const spring = { energy: 0, slope: 0, curvature: 0 };

function springTerms(work: Work, j: number, x: number): void {
  const { joints } = work;
  const h = work.span.h;
  const scale = joints.scale[j];
  const [stiffness, damping, rest] = [
    joints.springs[3 * j],
    joints.springs[3 * j + 1],
    joints.springs[3 * j + 2],
  ];
  const moved = x - joints.start[j];
  const second = scale < 0.5 * h * h;
  // speed at the end of the step = speed·moved − before
  const speed = second ? 2 / h : 1 / h;
  const before = second ? joints.rate[j] : 0;
  const stretch = x - rest;
  spring.energy =
    scale * (0.5 * stiffness * stretch * stretch + damping * (0.5 * speed * moved - before) * moved);
  spring.slope = scale * (stiffness * stretch + damping * (speed * moved - before));
  spring.curvature = scale * (stiffness + damping * speed);
}

/** Largest change that the island's direction makes to any row, in what the row is open by or may be. */
export function jointMotion(work: Work, island: Island): number {
  const { joints } = work;
  const { place } = work.islands;
  const d = island.direction;
  let most = 0;
  for (const j of island.joints) {
    if (joints.scale[j] === 0) continue;
    const model = joints.models[j];
    const a = 6 * place[model.a];
    const b = model.b >= 0 ? 6 * place[model.b] : -1;
    placeJoint(model, work.poses);
    for (let k = 0; k < model.rows.length; k++) {
      const open = openness(joints, j, k);
      if (open < 0) continue;
      let change = 0;
      for (let c = 0; c < 6; c++) {
        if (a >= 0) change += rowGradient[c] * d[a + c];
        if (b >= 0) change += rowGradient[6 + c] * d[b + c];
      }
      most = Math.max(most, Math.abs(change) / Math.max(open, joints.allowed[model.firstRow + k]));
    }
  }
  return most;
}

/** |c| of row k of joint j, -1 where its multiplier is at a bound; leaves its gradient in rowGradient. */
function openness(joints: Joints, j: number, k: number): number {
  const model = joints.models[j];
  const r = model.firstRow + k;
  const c = joints.measure(j, model.rows[k]) - joints.offset[r];
  const wanted = joints.mu[r] + joints.rho[r] * c;
  return wanted >= joints.low[r] && wanted <= joints.high[r] ? Math.abs(c) : -1;
}

/** out += force and torque [N, N m] of joint j on its body a at the step's end, about its point. The joint is placed. */
export function addReaction(work: Work, j: number, out: Float64Array, at: number): void {
  const { joints } = work;
  const model = joints.models[j];
  pull.fill(0);
  model.rows.forEach((row, k) => {
    joints.measure(j, row);
    addPull(joints.mu[model.firstRow + k]);
  });
  if (model.coordinate && (joints.springs[3 * j] !== 0 || joints.springs[3 * j + 1] !== 0)) {
    springTerms(work, j, joints.coordinate(j));
    addPull(spring.slope);
  }
  for (let k = 0; k < 6; k++) out[at + k] -= pull[k] / joints.scale[j];
  // from the centre to the joint's point
  const [fx, fy, fz] = out.subarray(at, at + 3);
  out[at + 3] -= armOfA(1) * fz - armOfA(2) * fy;
  out[at + 4] -= armOfA(2) * fx - armOfA(0) * fz;
  out[at + 5] -= armOfA(0) * fy - armOfA(1) * fx;
}
const pull = new Float64Array(6);

function addPull(slope: number): void {
  for (let k = 0; k < 6; k++) pull[k] += slope * rowGradient[k];
}

/** By how much the joints' rows are open now [m]; angles count by the size of the smaller body, limits where they are passed. */
export function jointError(work: Work): number {
  const { joints } = work;
  let most = 0;
  joints.models.forEach((model, j) => {
    if (joints.scale[j] === 0) return;
    placeJoint(model, work.poses);
    model.rows.forEach((row, k) => {
      if (row.role === 'motor') return;
      const c = joints.measure(j, row) - joints.offset[model.firstRow + k];
      const open = row.role === 'hold' ? Math.abs(c) : row.role === 'upper' ? c : -c;
      most = Math.max(most, row.angular ? open * model.size : open);
    });
  });
  return most;
}
