// Gradient and Hessian of an island's incremental potential at the present poses.

import { edgeEdgeCrossSquared } from '../../../geometry/distance/index.ts';
import { barrier, barrierCurvature, barrierSlope } from '../contact/barrier.ts';
import { describeContact } from '../contact/contact-point.ts';
import { addContactTerms, BarrierDerivatives, type HessianPart } from '../contact/contact-terms.ts';
import type { ContactSet } from '../contact/contact-set.ts';
import type { FrictionSet } from '../friction/friction-set.ts';
import { addFrictionTerms } from '../friction/friction.ts';
import { addJointTerms } from '../joints/terms.ts';
import { addInertiaGradient, addInertiaHessian } from '../step/inertia.ts';
import { foldCarried } from '../soft/carried.ts';
import { readySystem } from '../soft/soft-system.ts';
import { addSoftTerms } from '../soft/soft-terms.ts';
import type { Poses } from '../step/poses.ts';
import { slipMotion, type Work } from '../step/work.ts';
import type { Island } from './islands.ts';
import { staleProjection, staleTerms } from './pair-terms.ts';

/** Fills the island's gradient and its matrix at the present poses. Terms of pairs that did not move are those of the last time. */
export function assemble(work: Work, island: Island, part: 'full' | 'projected'): void {
  if (work.model.soft) readySystem(work, work.model.soft, island);
  const { pairs, contacts, friction, system, terms } = island;
  island.gradient.fill(0);
  system.clear();
  computeTerms(work, island, contacts, work.poses, 'full');
  if (part === 'projected') {
    const { placeA, placeB } = island;
    terms.project(placeA, placeB, (i) => isFree(contacts, friction, i), work.islands.pool);
  }
  for (let i = 0; i < pairs.length; i++) {
    if (isFree(contacts, friction, i)) continue;
    scatterGradient(island, i);
    system.addPair(i, part === 'projected' ? terms.projected : terms.blocks, terms.blockAt[i]);
  }
  addJointTerms(work, island, part, work.poses);
  if (island.soft) addSoftTerms(work, island, work.poses, island.soft.contacts, part);
  addBodyTerms(work, island, work.poses, part);
}

/** Fills the island's gradient at the trial poses, as far as its direction, which must have been bounded, sees it. */
export function assembleTrialGradient(work: Work, island: Island): void {
  const { pairs, moving, trialContacts, friction } = island;
  island.gradient.fill(0);
  computeTerms(work, island, trialContacts, work.trial, 'none');
  for (let k = 0; k < moving.length; k++) {
    const i = moving.data[k];
    // bodies of still pairs have no part in the direction
    if (!pairs[i].isStill && !isFree(trialContacts, friction, i)) scatterGradient(island, i);
  }
  addJointTerms(work, island, 'none', work.trial);
  if (island.soft) addSoftTerms(work, island, work.trial, island.soft.trialContacts, 'none');
  addBodyTerms(work, island, work.trial, 'none');
}

/** Whether nothing of pair i pushes or rubs. */
function isFree(contacts: ContactSet, friction: FrictionSet, i: number): boolean {
  return contacts.start[i] === contacts.start[i + 1] && friction.start[i] === friction.start[i + 1];
}

/** Computes the terms of pairs that are stale, or where no Hessians are wanted the gradients of all that move. */
function computeTerms(
  work: Work,
  island: Island,
  set: ContactSet,
  poses: Poses,
  part: 'full' | 'none',
): void {
  const { pairs, friction, terms } = island;
  const { kernel, stale } = terms;
  const motion = slipMotion(work, poses);
  kernel?.begin();
  for (let i = 0; i < pairs.length; i++) {
    if (part === 'full' ? !(stale[i] & staleTerms) : pairs[i].isStill) continue;
    if (part === 'none') stale[i] = staleTerms;
    if (isFree(set, friction, i)) continue;
    if (part === 'full') stale[i] = staleProjection;
    if (kernel) kernel.want(i, pairs[i]);
    else {
      terms.clearGradient(i);
      if (part === 'full') terms.clearBlock(i);
      addBarriers(island, i, part, poses, set);
      addFrictionTerms(friction, i, pairs[i], motion, part, terms);
    }
  }
  kernel?.run(pairs.length, set, friction, poses, motion, part === 'full', work.islands.pool);
}

function addBodyTerms(work: Work, island: Island, poses: Poses, part: HessianPart): void {
  const withHessian = part !== 'none';
  const { model, targets } = work;
  for (let k = 0; k < island.bodies.length; k++) {
    const body = island.bodies[k];
    addInertiaGradient(model, targets, body, poses, island.gradient, 6 * k);
    if (withHessian) {
      six.fill(0);
      addInertiaHessian(model, targets, body, poses, six);
      island.system.addBody(k, six);
    }
  }
  foldCarried(work, island, poses, part);
  for (let k = 0; k < island.bodies.length; k++) {
    const body = island.bodies[k];
    if (model.anyFixed[body]) {
      for (let f = 0; f < 6; f++) if (model.fixed[6 * body + f]) island.gradient[6 * k + f] = 0;
      if (withHessian) island.system.fix(k, model.fixed, 6 * body);
    }
  }
}
const six = new Float64Array(36);

/** Adds the barriers of pair i to its terms. */
export function addBarriers(
  { pairs, terms }: Pick<Island, 'pairs' | 'terms'>,
  i: number,
  part: HessianPart,
  poses: Poses,
  set: ContactSet,
): void {
  const pair = pairs[i];
  for (let c = set.start[i]; c < set.start[i + 1]; c++) {
    const p = describeContact(poses, pair, set, c);
    const gap = set.gap[c];
    const k = set.weight[c] * pair.stiffness;
    const m = set.mollifier[c];
    const slope = k * barrierSlope(gap, pair.dHat);
    derivatives.slope = m * slope;
    derivatives.curvature = m * (k * barrierCurvature(gap, pair.dHat));
    derivatives.plainSlope = slope;
    derivatives.plain = 0;
    derivatives.m1 = 0;
    derivatives.m2 = 0;
    if (m < 1) {
      const threshold = set.threshold[c];
      const u = edgeEdgeCrossSquared(poses.x, p.i0, p.i1, p.i2, p.i3) / threshold;
      derivatives.m1 = (2 - 2 * u) / threshold;
      derivatives.m2 = -2 / (threshold * threshold);
      derivatives.plain = k * barrier(gap, pair.dHat);
    }
    addContactTerms(poses.x, p, derivatives, part, terms, i);
  }
}
const derivatives = new BarrierDerivatives();

function scatterGradient({ placeA, placeB, gradient, terms }: Island, i: number): void {
  const a = placeA[i];
  const b = placeB[i];
  for (let k = 0; k < 6; k++) {
    if (a >= 0) gradient[6 * a + k] += terms.gradients[12 * i + k];
    if (b >= 0) gradient[6 * b + k] += terms.gradients[12 * i + 6 + k];
  }
}
