// The end of a step: velocities, the path that was taken, adapted stiffness.
//
// v = (q − qᵗ)/h. Angular momentum changes by the impulse of contact alone, L = L̃ + (1/h) ∂E_Q/∂ω, where L̃ is the
// momentum that the target was made of: at the minimum ∂E_Q/∂ω is what barriers, friction and joints do to the body.
// Where the step is of second order and nothing touches the body, v = 2(q − qᵗ)/h − vᵗ, and the same for L.

import {
  conjugateQuaternion,
  multiplyQuaternions,
  rotationVectorFromQuaternion,
} from '../../../num/index.ts';
import { chordIsFree } from '../solve/free-step.ts';
import { addInertiaGradient } from './inertia.ts';
import { finishJoints } from '../joints/finish.ts';
import { isFree, isStatic } from '../model.ts';
import { release } from '../velocity/rest.ts';
import { rebound } from '../velocity/restitution.ts';
import { holdJoints, markTouched } from './second-order.ts';
import { type IpcState, writeMomentum } from '../state.ts';
import { adaptStiffness } from '../contact/stiffness.ts';
import type { Work } from './work.ts';

const gradient = new Float64Array(6);
const turn = new Float64Array(4);
const spin = new Float64Array(3);

export function finishStep(work: Work, state: IpcState): void {
  const { model, poses, start } = work;
  const { h } = work;
  const before = { velocity: state.velocity.slice(), angularMomentum: state.angularMomentum.slice() };
  finishJoints(work, state);
  markTouched(work, state);
  for (let i = 0; i < model.count; i++) {
    if (work.role[i] === isStatic) continue;
    const second = work.secondOrder[i] === 1 && !state.touched[i];
    for (let k = 0; k < 3; k++) {
      const mean = (poses.q[3 * i + k] - start.q[3 * i + k]) / h;
      state.velocity[3 * i + k] = second ? 2 * mean - state.velocity[3 * i + k] : mean;
    }
    if (work.role[i] === isFree) {
      gradient.fill(0);
      addInertiaGradient(
        model.mass[i],
        model.secondMoments,
        i,
        poses.q,
        poses.r,
        work.targetQ,
        work.targetR,
        1,
        gradient,
        0,
      );
      for (let k = 0; k < 3; k++) {
        const impulse = gradient[3 + k] / h;
        state.angularMomentum[3 * i + k] =
          work.momentum[3 * i + k] + (second ? work.remainder[3 * i + k] + 2 * impulse : impulse);
      }
    } else {
      writeTurn(work, i);
      for (let k = 0; k < 3; k++) spin[k] /= h;
      writeMomentum(model, poses.o, i, spin, 0, state.angularMomentum);
    }
  }
  addToPath(work);
  state.position.set(poses.q);
  state.orientation.set(poses.o);
  release(work, state, before, rebound(work, state, before, work.time));
  holdJoints(work, state, work.end);
  const gaps = smallestGaps(work);
  work.pairs.forEach((pair, i) => {
    pair.touching = gaps[i] < Infinity;
  });
  adaptStiffness(model, state, work.pairs, gaps);
}

/** Rotation vector of body i over the step, into `spin`. */
function writeTurn(work: Work, i: number): void {
  conjugateQuaternion(turn, 0, work.start.o, 4 * i);
  multiplyQuaternions(turn, 0, work.poses.o, 4 * i, turn, 0);
  rotationVectorFromQuaternion(spin, 0, turn, 0);
}

/** Smallest gap of each pair, Infinity where nothing of it is within reach. */
function smallestGaps(work: Work): Float64Array {
  const gaps = new Float64Array(work.pairs.length).fill(Infinity);
  const index = new Map(work.pairs.map((pair, i) => [pair, i]));
  for (const island of work.islands) {
    island.pairs.forEach((pair, p) => {
      const i = index.get(pair) as number;
      for (let c = island.contacts.start[p]; c < island.contacts.start[p + 1]; c++) {
        gaps[i] = Math.min(gaps[i], island.contacts.gap[c]);
      }
    });
  }
  return gaps;
}

/** Adds the way of this step: straight to its end where that is free, else every knot of the line searches. */
function addToPath(work: Work): void {
  const { knots, path, time, end } = work;
  const straight = knots.length <= 1 || goesStraight(work);
  const chosen = straight ? knots.slice(-1) : knots;
  chosen.forEach((knot, j) => {
    path.times.push(j + 1 === chosen.length ? end : time + ((end - time) * (j + 1)) / chosen.length);
    path.poses.push(knot);
  });
}

function goesStraight(work: Work): boolean {
  const { model } = work;
  const chord = new Float64Array(6 * model.count);
  for (let i = 0; i < model.count; i++) {
    if (work.role[i] === isStatic) continue;
    for (let k = 0; k < 3; k++) chord[6 * i + k] = work.poses.q[3 * i + k] - work.start.q[3 * i + k];
    writeTurn(work, i);
    for (let k = 0; k < 3; k++) chord[6 * i + 3 + k] = spin[k];
    // beyond this the turn could not be read back from its two ends
    if (Math.sqrt(spin[0] * spin[0] + spin[1] * spin[1] + spin[2] * spin[2]) > 2.5) return false;
  }
  return chordIsFree(work, chord);
}
