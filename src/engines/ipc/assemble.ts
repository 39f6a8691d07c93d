// Gradient and Hessian of an island's incremental potential at the present poses.

import { CANDIDATE_STRIDE, FLIPPED } from '../../geometry/ccd/curved.ts';
import { edgeEdgeCrossSquared } from '../../geometry/distance/mollifier.ts';
import { barrier, barrierCurvature, barrierSlope } from './barrier.ts';
import { blockSize, projectBlock } from './blocks.ts';
import { addContactTerms, type ContactPoint, type HessianPart } from './contact-terms.ts';
import { type ContactSet, recordSize } from './contacts.ts';
import { addFrictionTerms } from './friction.ts';
import { addInertiaGradient, addInertiaHessian } from './inertia.ts';
import type { Island } from './islands.ts';
import { addJointTerms } from './joint-terms.ts';
import type { Pair } from './pairs.ts';
import type { Poses } from './poses.ts';
import { slipMotion, type Work } from './work.ts';

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

/** Fills the island's gradient and, unless `part` is 'none', its matrix, at the given poses and their contacts. */
export function assemble(
  work: Work,
  island: Island,
  part: HessianPart,
  poses: Poses = work.poses,
  contacts: ContactSet = island.contacts,
): void {
  const { model } = work;
  island.gradient.fill(0);
  island.pairGradients.fill(0);
  if (part !== 'none') {
    island.blocks.fill(0);
    island.system.clear();
  }
  const motion = slipMotion(work, poses);
  for (let i = 0; i < island.pairs.length; i++) {
    const pair = island.pairs[i];
    if (
      contacts.start[i] === contacts.start[i + 1] &&
      island.friction.start[i] === island.friction.start[i + 1]
    )
      continue;
    addPairTerms(island, i, part, poses, contacts);
    if (island.friction.start[i] < island.friction.start[i + 1]) {
      addFrictionTerms(
        island.friction,
        i,
        pair.a,
        pair.b,
        motion,
        island.pairGradients,
        12 * i,
        part === 'none' ? undefined : island.blocks,
        blockSize * i,
      );
    }
    scatterGradient(work, island, pair, 12 * i);
    if (part === 'projected')
      projectBlock(island.blocks, blockSize * i, work.place[pair.a] >= 0, work.place[pair.b] >= 0);
    if (part !== 'none') island.system.addPair(i, island.blocks, blockSize * i);
  }
  addJointTerms(work, island, part, poses);
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
    if (part !== 'none') {
      six.fill(0);
      addInertiaHessian(mass[body], j, body, poses.r, work.targetR, work.weight[body], six, 0, 6);
      island.system.addBody(k, six);
    }
    if (model.anyFixed[body]) {
      for (let f = 0; f < 6; f++) if (model.fixed[6 * body + f]) island.gradient[6 * k + f] = 0;
      if (part !== 'none') island.system.fix(k, model.fixed, 6 * body);
    }
  }
}
const six = new Float64Array(36);

function addPairTerms(island: Island, i: number, part: HessianPart, poses: Poses, set: ContactSet): void {
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
