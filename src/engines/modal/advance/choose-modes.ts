// Estimates the contact forces of the coming step and chooses the modes to simulate (lines 1 to 4 of Algorithm 2).

import type { Model } from '../model.ts';
import type { Report } from '../report.ts';
import type { ModalState } from '../state.ts';
import { type FreezingInput, type FreezingRules, freezeModes, thawModes } from './freeze-modes.ts';
import type { Work } from './work.ts';
import type { Island } from './members.ts';
import { estimateForces } from './forces/estimate-forces.ts';

/**
 * Forces of bodies that cannot bend are not unique: a slab on four feet may be carried by any three of them, and the solver picks
 * some. Of a mode that such a choice would raise it is first asked whether it would be raised if it could yield. If not, it stays
 * frozen and yields in the coming kick, which leaves no choice: forces are then those that its shape is bent by. Where contacts
 * exclude each other as long as nothing bends (a block pushed in under a tube), all modes are asked.
 */
export function chooseModes(
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
  const choice: FreezingRules = { raise, lower, literal: rules === 'literal' };
  if (bodies.every((b) => isFullAndMoving(model, state, b))) return;
  const possible = estimateForces(model, state, work, island, time, estimate);
  let more = false;
  for (const b of bodies) {
    const body = model.bodies.bodies[b];
    plan.yielding[b] = possible
      ? thawModes(body, inputOf(model, state, work, b, time, estimate), moment.modal, choice)
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
      next = thawModes(body, inputOf(model, state, work, b, time, yielded), moment.modal, choice);
    if (next === simulated)
      next = freezeModes(body, inputOf(model, state, work, b, time, estimate), moment.modal, choice);
    for (let m = next; m < simulated; m++) moment.modalVelocities[first + m] = 0;
    plan.simulated[b] = next;
    // what was just frozen yields too, so that forces go on as they were
    plan.yielding[b] = choice.literal ? next : Math.max(next, plan.yielding[b]);
    report.addFreezing(next - simulated);
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
    return thawModes(body, input, moment.modal, { raise, lower, literal: false }) > simulated;
  });
}

function inputOf(
  model: Model,
  state: ModalState,
  { plan }: Work,
  b: number,
  time: number,
  estimate: Float64Array,
): FreezingInput {
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
