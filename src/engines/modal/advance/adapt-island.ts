// Estimates the contact forces of the coming step and chooses the modes to simulate (lines 1 to 4 of Algorithm 2).

import type { Model } from '../model.ts';
import type { Report } from '../report.ts';
import { solveContacts } from '../solve/solve.ts';
import type { ModalState } from '../state.ts';
import { type AdaptRules, adaptModes } from './adapt.ts';
import { writeTangents } from '../collide/tangents.ts';
import { islandLimit, type Work } from './event.ts';
import { planForces } from './forces.ts';
import { freshen } from './freshen.ts';
import { makeKick } from './kick.ts';
import type { Island } from './members.ts';
import { addPush } from './pushes.ts';

const directions = new Float64Array(9);
const force = new Float64Array(3);

export function adaptIsland(
  model: Model,
  state: ModalState,
  work: Work,
  report: Report,
  island: Island,
  time: number,
): void {
  const { plan, moment, estimate } = work;
  let flexible = false;
  for (const b of island.bodies) if (model.bodies.bodies[b].modes > 0) flexible = true;
  if (!flexible) return;
  estimateForces(model, state, work, island, time);
  const { raise, lower, rules } = model.options;
  const choice: AdaptRules = { raise, lower, literal: rules === 'literal' };
  for (const b of island.bodies) {
    const body = model.bodies.bodies[b];
    if (body.modes === 0) continue;
    const first = model.bodies.firstMode[b];
    const simulated = state.simulated[b];
    plan.simulated[b] = adaptModes(
      body,
      {
        first,
        simulated,
        estimate,
        before: state.pushes,
        span: plan.spans[b],
        spanBefore: state.spans[b],
        loads: plan.loads,
        loadsBefore: state.loads,
        kicks: plan.kicks,
        velocities: state.modalVelocities,
      },
      moment.modal,
      choice,
    );
    for (let m = plan.simulated[b]; m < simulated; m++) moment.modalVelocities[first + m] = 0;
    report.addAdaptation(plan.simulated[b] - simulated);
  }
}

/** Forces on all modes in the coming step, from one solve of (5a) with the friction of the last step, into `estimate`. */
function estimateForces(
  model: Model,
  state: ModalState,
  { plan, moment, solver, past, estimate }: Work,
  { bodies, contacts }: Island,
  time: number,
): void {
  for (const b of bodies) estimate.fill(0, model.bodies.firstMode[b], model.bodies.firstMode[b + 1]);
  const { count } = contacts;
  if (count === 0) return;
  const h = islandLimit(model, plan, bodies);
  const { problem, spans } = makeKick(model, state, past, plan, moment, bodies, contacts, time, h);
  const { predicted, inverseMass, starts, columns, values } = problem;
  const rubbing = new Float64Array(2 * count);
  for (let c = 0; c < count; c++) {
    const place = past.placeOf(contacts.ids[c]);
    if (place < 0) continue;
    for (let e = 1; e < 3; e++) {
      const impulse = (state.pastImpulses[3 * place + e] * spans[c]) / state.pastSpans[place];
      rubbing[2 * c + e - 1] = impulse;
      for (let i = starts[3 * c + e]; i < starts[3 * c + e + 1]; i++)
        predicted[columns[i]] += inverseMass[columns[i]] * values[i] * impulse;
    }
  }
  past.load(solver, state, contacts, spans);
  freshen(problem, solver, false);
  const { impulses } = solveContacts(problem, { ...model.solve, friction: false }, solver);
  for (let c = 0; c < count; c++) {
    writeTangents(directions, contacts.normals, 3 * c);
    for (let k = 0; k < 3; k++)
      force[k] =
        (impulses[3 * c] * directions[k] +
          rubbing[2 * c] * directions[3 + k] +
          rubbing[2 * c + 1] * directions[6 + k]) /
        spans[c];
    addPush(model, moment.rotations, contacts, c, force, 0, estimate);
  }
}

/**
 * At the start: shapes are those under the loads that bodies at rest already carry. The forces that hold them, were all of them
 * rigid, are taken off what acts on modes ever after, so that nothing rings because the run begins.
 */
export function preload(model: Model, state: ModalState, work: Work, island: Island): void {
  const { plan, moment, estimate } = work;
  const { bodies, contacts } = island;
  if (contacts.count === 0 || model.modes === 0) return;
  const { bounceSpeed } = model.options;
  for (const b of bodies) {
    for (let k = 3 * b; k < 3 * b + 3; k++)
      if (Math.abs(moment.velocities[k]) > bounceSpeed || moment.momenta[k] !== 0) return;
  }
  for (const b of bodies) plan.simulated[b] = 0;
  estimateForces(model, state, work, island, 0);
  for (const b of bodies) {
    plan.simulated[b] = state.simulated[b];
    const last = model.bodies.firstMode[b + 1];
    for (let i = model.bodies.firstMode[b]; i < last; i++) {
      state.preloads[i] = estimate[i];
      state.loads[i] -= estimate[i];
      state.pushes[i] = estimate[i];
    }
    state.spans[b] = plan.spans[b];
    planForces(model, state, b, 0, 2 * plan.spans[b], moment.rotations, plan);
  }
}
