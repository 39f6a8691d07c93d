// The end of a step: velocities, the path that was taken, adapted stiffness.
//
// v = (q − qᵗ)/h. Angular momentum changes by the impulse of contact alone, L = L̃ + (1/h) ∂E_Q/∂ω, where L̃ is the
// momentum that the target was made of: at the minimum ∂E_Q/∂ω is what barriers, friction and joints do to the body.
// Where the step is of second order and nothing touches the body, v = 2(q − qᵗ)/h − vᵗ, and the same for L;
// q − qᵗ is without what was owed (owed.ts).

import { addInertiaGradient } from './inertia.ts';
import { addToPath, writeTurn } from './path.ts';
import { finishJoints } from '../joints/finish.ts';
import { isFree, isStatic } from '../model.ts';
import { addMissed } from '../friction/missed.ts';
import { noteRested } from '../friction/rested.ts';
import { release } from '../velocity/rest.ts';
import { rebound } from '../velocity/restitution.ts';
import { holdJoints, markTouched } from './second-order.ts';
import { type IpcState, writeMomentum } from '../state.ts';
import { endElements } from '../soft/begin.ts';
import { adaptHardness } from '../soft/hardness.ts';
import { adaptStiffness } from '../contact/stiffness.ts';
import { noteLanded } from './landing.ts';
import { noteOwed } from './owed.ts';
import { owedSize } from './owed-size.ts';
import type { Pair } from '../contact/pairs.ts';
import { addUndone } from './undone.ts';
import type { Work } from './work.ts';

const gradient = new Float64Array(6);
const spin = new Float64Array(3);
const awake: Pair[] = [];

export function finishStep(work: Work, state: IpcState): void {
  const { model, poses, start } = work;
  const { h } = work.span;
  const before = { velocity: state.velocity.slice(), angularMomentum: state.angularMomentum.slice() };
  finishJoints(work, state);
  markTouched(work, state);
  for (let i = 0; i < model.count; i++) {
    if (work.role[i] === isStatic) continue;
    const second = work.targets.secondOrder[i] === 1 && !state.touched[i];
    for (let k = 0; k < 3; k++) {
      const mean = (poses.q[3 * i + k] - start.q[3 * i + k] - state.owed[owedSize * i + k]) / h;
      state.velocity[3 * i + k] = second ? 2 * mean - state.velocity[3 * i + k] : mean;
    }
    if (work.role[i] === isFree) {
      for (let k = 0; k < 6; k++) gradient[k] = 0;
      addInertiaGradient(model, work.targets, i, poses, gradient, 0);
      for (let k = 0; k < 3; k++) {
        const impulse = gradient[3 + k] / h;
        state.angularMomentum[3 * i + k] =
          work.targets.momentum[3 * i + k] +
          (second ? work.targets.remainder[3 * i + k] + 2 * impulse : impulse);
      }
    } else {
      writeTurn(work, i, spin, 0);
      for (let k = 0; k < 3; k++) spin[k] /= h;
      writeMomentum(model, poses.o, i, spin, 0, state.angularMomentum);
    }
  }
  addUndone(work, state);
  addMissed(work, state);
  state.owed.fill(0);
  addToPath(work);
  state.position.set(poses.q);
  state.orientation.set(poses.o);
  endElements(work, state);
  noteLanded(work, state);
  release(work, state, before, rebound(work, state, before, work.span.begin));
  holdJoints(work, state, work.span.end);
  noteOwed(work, state, before);
  noteRested(work, state);
  measureGaps(work);
  // what sleeps stays as it is
  awake.length = 0;
  for (const pair of work.nearby.pairs) {
    if (state.sleeps[pair.a] + state.sleeps[pair.b] > 0) continue;
    pair.touching = pair.gap < Infinity;
    awake.push(pair);
  }
  adaptStiffness(model, state, awake);
  adaptHardness(work, state);
}

/** Smallest gap of each pair. */
function measureGaps({ nearby, islands }: Work): void {
  for (const pair of nearby.pairs) pair.gap = Infinity;
  for (const { pairs, contacts } of islands.list)
    for (let p = 0; p < pairs.length; p++)
      for (let c = contacts.start[p]; c < contacts.start[p + 1]; c++)
        if (contacts.gap[c] < pairs[p].gap) pairs[p].gap = contacts.gap[c];
}
