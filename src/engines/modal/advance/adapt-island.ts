// Estimates the contact forces of the coming step and chooses the modes to simulate (lines 1 to 4 of Algorithm 2).

import type { Model } from '../model.ts';
import type { Report } from '../report.ts';
import { solveContacts } from '../solve/solve.ts';
import type { ModalState } from '../state.ts';
import { type AdaptInput, type AdaptRules, lowerModes, raiseModes } from './freeze-modes.ts';
import { writeTangents } from '../collide/tangents.ts';
import { islandLimit, type Work } from './event.ts';
import { planForces } from './forces.ts';
import { freshen } from './update-impulses.ts';
import { makeKick } from './kick.ts';
import type { Island } from './members.ts';
import { planSpin } from './spin.ts';
import { addPush } from './pushes.ts';

const directions = new Float64Array(9);
const force = new Float64Array(3);

/**
 * Forces of bodies that cannot bend are not unique: a slab on four feet may be carried by any three of them, and the solver picks
 * some. Of a mode that such a choice would raise it is first asked whether it would be raised if it could yield. If not, it stays
 * frozen and yields in the coming kick, which leaves no choice: forces are then those that its shape is bent by. Where contacts
 * exclude each other as long as nothing bends (a block pushed in under a tube), all modes are asked.
 */
export function adaptIsland(
  model: Model,
  state: ModalState,
  work: Work,
  report: Report,
  island: Island,
  time: number,
): void {
  const { plan, moment, estimate, yielded } = work;
  const bodies = island.bodies.filter((b) => model.bodies.bodies[b].modes > 0);
  if (bodies.length === 0) return;
  const { raise, lower, rules } = model.options;
  const choice: AdaptRules = { raise, lower, literal: rules === 'literal' };
  if (bodies.every((b) => isFullAndMoving(model, state, b))) return;
  const possible = estimateForces(model, state, work, island, time, estimate);
  let more = false;
  for (const b of bodies) {
    const body = model.bodies.bodies[b];
    plan.yielding[b] = possible
      ? raiseModes(body, inputOf(model, state, work, b, time, estimate), moment.modal, choice)
      : body.modes;
    if (plan.yielding[b] > state.simulated[b]) more = true;
  }
  if (more && !choice.literal) estimateForces(model, state, work, island, time, yielded);
  for (const b of bodies) {
    const body = model.bodies.bodies[b];
    const first = model.bodies.firstMode[b];
    const simulated = state.simulated[b];
    let next = plan.yielding[b];
    if (next > simulated && !choice.literal)
      next = raiseModes(body, inputOf(model, state, work, b, time, yielded), moment.modal, choice);
    if (next === simulated)
      next = lowerModes(body, inputOf(model, state, work, b, time, estimate), moment.modal, choice);
    for (let m = next; m < simulated; m++) moment.modalVelocities[first + m] = 0;
    plan.simulated[b] = next;
    // what was just frozen yields too, so that forces go on as they were
    plan.yielding[b] = choice.literal ? next : Math.max(next, plan.yielding[b]);
    report.addAdaptation(next - simulated);
  }
}

/** Whether no mode of a body is left to raise, and its highest is too fast to be lowered wherever its forces would hold it. */
function isFullAndMoving(
  { bodies, options }: Model,
  { simulated, modalVelocities }: ModalState,
  b: number,
): boolean {
  const speed = modalVelocities[bodies.firstMode[b + 1] - 1];
  return simulated[b] === bodies.bodies[b].modes && 0.5 * speed * speed >= options.lower;
}

/**
 * Whether forces as they were solved for, with friction, would raise modes that neither are simulated nor yield: friction may wedge
 * a body between others that do not bend, and then nothing limits what they carry.
 */
export function wouldBend(model: Model, state: ModalState, work: Work, bodies: readonly number[]): boolean {
  const { adaptive, raise, lower, rules } = model.options;
  if (!adaptive || rules === 'literal') return false;
  const { plan, moment } = work;
  return bodies.some((b) => {
    const body = model.bodies.bodies[b];
    const simulated = plan.yielding[b];
    if (simulated >= body.modes) return false;
    const input = { ...inputOf(model, state, work, b, 0, plan.pushes), simulated };
    return raiseModes(body, input, moment.modal, { raise, lower, literal: false }) > simulated;
  });
}

function inputOf(
  model: Model,
  state: ModalState,
  { plan }: Work,
  b: number,
  time: number,
  estimate: Float64Array,
): AdaptInput {
  return {
    first: model.bodies.firstMode[b],
    simulated: state.simulated[b],
    estimate,
    before: state.pushes,
    span: plan.spans[b],
    spanBefore: state.spans[b],
    loads: plan.loads,
    loadsBefore: state.loads,
    kicks: plan.kicks,
    velocities: state.modalVelocities,
    since: time - state.raised[b],
  };
}

/**
 * Forces on all modes in the coming step, from one solve of (5a) with the friction of the last step; false where contacts
 * exclude each other.
 */
function estimateForces(
  model: Model,
  state: ModalState,
  { plan, moment, solver, past }: Work,
  { bodies, contacts }: Island,
  time: number,
  estimate: Float64Array,
): boolean {
  for (const b of bodies) estimate.fill(0, model.bodies.firstMode[b], model.bodies.firstMode[b + 1]);
  const { count } = contacts;
  if (count === 0) return true;
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
  const { impulses, method } = solveContacts(problem, { ...model.solve, friction: false }, solver);
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
  return method !== 'impossible';
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
  for (const b of bodies) {
    plan.simulated[b] = 0;
    plan.yielding[b] = 0;
  }
  estimateForces(model, state, work, island, 0, estimate);
  for (const b of bodies) {
    plan.simulated[b] = state.simulated[b];
    plan.yielding[b] = state.simulated[b];
    const last = model.bodies.firstMode[b + 1];
    for (let i = model.bodies.firstMode[b]; i < last; i++) {
      state.preloads[i] = estimate[i];
      state.loads[i] -= estimate[i];
      state.pushes[i] = estimate[i];
    }
    state.spans[b] = plan.spans[b];
    planForces(model, state, b, 0, 2 * plan.spans[b], moment, plan);
    planSpin(model, state, moment, b, 0, 2 * plan.spans[b], plan, true);
  }
}
