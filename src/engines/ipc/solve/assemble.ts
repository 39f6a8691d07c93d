// Gradient and Hessian of an island's incremental potential at the present poses.

import { CANDIDATE_STRIDE, FLIPPED } from '../../../geometry/ccd/index.ts';
import { edgeEdgeCrossSquared } from '../../../geometry/distance/index.ts';
import { barrier, barrierCurvature, barrierSlope } from '../contact/barrier.ts';
import { blockSize, projectBlock } from './blocks.ts';
import { addContactTerms, type ContactPoint, type HessianPart } from '../contact/contact-terms.ts';
import { type ContactSet, recordSize } from '../contact/contacts.ts';
import { addFrictionTerms, type Motion } from '../friction/friction.ts';
import { addInertiaGradient, addInertiaHessian } from '../step/inertia.ts';
import { type Island, staleProjection, staleTerms } from './islands.ts';
import { addJointTerms } from '../joints/terms.ts';
import type { Pair } from '../contact/pairs.ts';
import type { Poses } from '../step/poses.ts';
import { slipMotion, type Work } from '../step/work.ts';

const point: ContactPoint = {
  kind: 0,
  i0: 0,
  i1: 0,
  i2: 0,
  i3: 0,
  w0: 0,
  w1: 0,
  w2: 0,
  w3: 0,
  d: 0,
  nx: 0,
  ny: 0,
  nz: 0,
  fx: 0,
  fy: 0,
  fz: 0,
  sx: 0,
  sy: 0,
  sz: 0,
  first: 0,
};

/** Fills the island's gradient and its matrix at the present poses. Terms of pairs that did not move are those of the last time. */
export function assemble(work: Work, island: Island, part: 'full' | 'projected'): void {
  const { pairs, contacts, friction, system } = island;
  island.gradient.fill(0);
  system.clear();
  const motion = slipMotion(work, work.poses);
  for (let i = 0; i < pairs.length; i++) {
    if (contacts.start[i] === contacts.start[i + 1] && friction.start[i] === friction.start[i + 1]) continue;
    if (island.stale[i] & staleTerms) {
      island.pairGradients.fill(0, 12 * i, 12 * i + 12);
      island.blocks.fill(0, blockSize * i, blockSize * (i + 1));
      addPairTerms(island, i, work.poses, contacts, motion, island.blocks);
      island.stale[i] = staleProjection;
    }
    if (part === 'projected' && island.stale[i] & staleProjection) {
      projectPair(work, island, i);
      island.stale[i] = 0;
    }
    scatterGradient(work, island, pairs[i], 12 * i);
    system.addPair(i, part === 'projected' ? island.projected : island.blocks, blockSize * i);
  }
  addJointTerms(work, island, part, work.poses);
  addBodyTerms(work, island, work.poses, true);
}

/** Fills the island's gradient at the trial poses, as far as its direction, which must have been bounded, sees it. */
export function assembleTrialGradient(work: Work, island: Island): void {
  island.gradient.fill(0);
  const motion = slipMotion(work, work.trial);
  for (let i = 0; i < island.pairs.length; i++) {
    if (island.pairs[i].isStill) continue; // its bodies have no part in the direction
    island.pairGradients.fill(0, 12 * i, 12 * i + 12);
    island.stale[i] = staleTerms;
    addPairTerms(island, i, work.trial, island.trialContacts, motion, undefined);
    scatterGradient(work, island, island.pairs[i], 12 * i);
  }
  addJointTerms(work, island, 'none', work.trial);
  addBodyTerms(work, island, work.trial, false);
}

function projectPair(work: Work, island: Island, i: number): void {
  if (island.projected.length === 0) island.projected = new Float64Array(island.blocks.length);
  const at = blockSize * i;
  for (let k = at; k < at + blockSize; k++) island.projected[k] = island.blocks[k];
  const { a, b } = island.pairs[i];
  projectBlock(island.projected, at, work.place[a] >= 0, work.place[b] >= 0);
}

function addBodyTerms(work: Work, island: Island, poses: Poses, withHessian: boolean): void {
  const { model } = work;
  for (let k = 0; k < island.bodies.length; k++) {
    const body = island.bodies[k];
    const { mass, secondMoments: j } = model;
    addInertiaGradient(
      mass[body],
      j,
      body,
      poses.q,
      poses.r,
      work.targetQ,
      work.targetR,
      work.weight[body],
      island.gradient,
      6 * k,
    );
    if (withHessian) {
      six.fill(0);
      addInertiaHessian(mass[body], j, body, poses.r, work.targetR, work.weight[body], six, 0, 6);
      island.system.addBody(k, six);
    }
    if (model.anyFixed[body]) {
      for (let f = 0; f < 6; f++) if (model.fixed[6 * body + f]) island.gradient[6 * k + f] = 0;
      if (withHessian) island.system.fix(k, model.fixed, 6 * body);
    }
  }
}
const six = new Float64Array(36);

/** Adds a pair's barriers and friction to its gradient and, where that is given, its block. */
function addPairTerms(
  island: Island,
  i: number,
  poses: Poses,
  contacts: ContactSet,
  motion: Motion,
  blocks: Float64Array | undefined,
): void {
  addBarriers(island, i, blocks ? 'full' : 'none', poses, contacts);
  const { friction, pairs, pairGradients } = island;
  if (friction.start[i] === friction.start[i + 1]) return;
  const { a, b } = pairs[i];
  addFrictionTerms(friction, i, a, b, motion, pairGradients, 12 * i, blocks, blockSize * i);
}

function addBarriers(island: Island, i: number, part: HessianPart, poses: Poses, set: ContactSet): void {
  const pair = island.pairs[i];
  const { mollifierThreshold } = pair.candidates;
  for (let c = set.start[i]; c < set.start[i + 1]; c++) {
    fillPoint(poses, pair, set, c);
    const gap = set.gap[c];
    const k = pair.stiffness;
    const m = set.mollifier[c];
    const slope = k * barrierSlope(gap, pair.dHat);
    const curvature = k * barrierCurvature(gap, pair.dHat);
    let m1 = 0;
    let m2 = 0;
    let energy = 0;
    if (m < 1) {
      const threshold = mollifierThreshold[set.candidate[c]];
      const u = edgeEdgeCrossSquared(poses.x, point.i0, point.i1, point.i2, point.i3) / threshold;
      m1 = (2 - 2 * u) / threshold;
      m2 = -2 / (threshold * threshold);
      energy = k * barrier(gap, pair.dHat);
    }
    addContactTerms(
      poses.x,
      point,
      m * slope,
      m * curvature,
      energy,
      slope,
      m1,
      m2,
      part,
      island.pairGradients,
      12 * i,
      island.blocks,
      blockSize * i,
    );
  }
}

/** Describes contact c of a pair to addContactTerms. */
function fillPoint(poses: Poses, pair: Pair, set: ContactSet, c: number): void {
  const { list } = pair.candidates;
  const { record } = set;
  const at = c * recordSize;
  const v = CANDIDATE_STRIDE * set.candidate[c];
  const { x, q } = poses;
  const firstIsB = list[v] >= FLIPPED;
  const bodyF = 3 * (firstIsB ? pair.b : pair.a);
  const bodyS = 3 * (firstIsB ? pair.a : pair.b);
  point.kind = list[v] & 3;
  point.i0 = 3 * list[v + 1];
  point.i1 = 3 * list[v + 2];
  point.i2 = 3 * list[v + 3];
  point.i3 = 3 * list[v + 4];
  point.w0 = record[at];
  point.w1 = record[at + 1];
  point.w2 = record[at + 2];
  point.w3 = record[at + 3];
  const d = Math.sqrt(record[at + 7]);
  point.d = d;
  point.nx = record[at + 4] / d;
  point.ny = record[at + 5] / d;
  point.nz = record[at + 6] / d;
  point.first = firstIsB ? 6 : 0;
  // The first primitive's weights are positive or zero: vertex 0 alone, or vertices 0 and 1 of an edge.
  const i0 = point.i0;
  let fx = point.w0 * x[i0];
  let fy = point.w0 * x[i0 + 1];
  let fz = point.w0 * x[i0 + 2];
  if (point.w1 > 0) {
    fx += point.w1 * x[point.i1];
    fy += point.w1 * x[point.i1 + 1];
    fz += point.w1 * x[point.i1 + 2];
  }
  point.fx = fx - q[bodyF];
  point.fy = fy - q[bodyF + 1];
  point.fz = fz - q[bodyF + 2];
  point.sx = fx - record[at + 4] - q[bodyS];
  point.sy = fy - record[at + 5] - q[bodyS + 1];
  point.sz = fz - record[at + 6] - q[bodyS + 2];
}

/** The same description, for the friction pass and the contact records. */
export function describeContact(poses: Poses, pair: Pair, set: ContactSet, c: number): ContactPoint {
  fillPoint(poses, pair, set, c);
  return point;
}

function scatterGradient(work: Work, island: Island, pair: Pair, at: number): void {
  const a = work.place[pair.a];
  const b = work.place[pair.b];
  for (let k = 0; k < 6; k++) {
    if (a >= 0) island.gradient[6 * a + k] += island.pairGradients[at + k];
    if (b >= 0) island.gradient[6 * b + k] += island.pairGradients[at + 6 + k];
  }
}
