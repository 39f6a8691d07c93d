// When Newton has converged: are the joints held? If not, their multipliers take over what the penalty carried.

import type { Island } from '../solve/islands.ts';
import { placeJoint } from './joint-rows.ts';
import { Unsolved } from '../solve/unsolved.ts';
import type { Work } from '../step/work.ts';

/** Updates of the multipliers in one step before a joint counts as impossible to hold. */
const mostRounds = 40;
/** What an update should leave of the error; where it leaves more the penalty grows. */
const wanted = 0.1;

/** Whether Newton must go on with new multipliers. Throws Unsolved for joints that cannot be held. */
export function settleJoints(work: Work, island: Island, t: number): boolean {
  const { joints } = work;
  let again = false;
  island.newton.polished = 0;
  for (const j of island.joints) {
    if (joints.scale[j] === 0) continue;
    const model = joints.models[j];
    placeJoint(model, work.poses);
    const before = joints.error[j];
    let error = 0;
    for (let k = 0; k < model.rows.length; k++) {
      const r = model.firstRow + k;
      const c = joints.measure(j, model.rows[k]) - joints.offset[r];
      const mu = Math.min(joints.high[r], Math.max(joints.low[r], joints.mu[r] + joints.rho[r] * c));
      // |c| for an equality; for a bounded multiplier how far from complementarity
      error = Math.max(error, Math.abs(mu - joints.mu[r]) / (joints.rho[r] * joints.allowed[r]));
      joints.mu[r] = mu;
    }
    joints.error[j] = error;
    if (!(error > 1)) continue;
    again = true;
    if (++joints.rounds[j] > mostRounds) throw notHeld(work, j, t);
    if (error > wanted * before)
      for (let r = model.firstRow; r < model.firstRow + model.rows.length; r++) joints.rho[r] *= 10;
  }
  return again;
}

function notHeld(work: Work, j: number, t: number): Unsolved {
  const { joint } = work.joints.models[j];
  return new Unsolved(t, `joint ${j} "${joint.name}" cannot be held at ${t} s`, [
    {
      what: `the ${joint.kind} joint stays open, against other joints, scripts or contacts`,
      where: `joints[${j}] "${joint.name}"`,
      value: `${work.joints.error[j].toExponential(1)} times the error allowed`,
      remedy: 'remove a joint of a loop that cannot close, or give the joint a breakForce',
    },
  ]);
}
