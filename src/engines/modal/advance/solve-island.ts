// The kick of an island: its contact problem solved, its bodies' flights planned.

import { rotateByQuaternion } from '../../../num/index.ts';
import type { Model } from '../model.ts';
import type { Report } from '../report.ts';
import type { ContactSolution } from '../solve/problem.ts';
import type { ModalState } from '../state.ts';
import type { ContactSet } from '../collide/contact-set.ts';
import { writeTangents } from '../collide/tangents.ts';
import { wouldBend } from './choose-modes.ts';
import type { Work } from './work.ts';
import { planForces } from './forces/forces.ts';
import { planKicks } from './forces/taps.ts';
import { type Kick, makeKick } from './kick.ts';
import type { Island } from './members.ts';
import type { Plan } from './plan.ts';
import { ALPHA, BETA, FACTORS, WEIGHT } from './propagator.ts';
import { addPush } from './forces/pushes.ts';
import { solveShared } from './solve-shared.ts';
import { planSpin } from './spin/spin.ts';
import { keepApproaching } from './velocity-contacts.ts';
import { canCullFriction } from './cull-friction.ts';

/** What an island's contacts did: impulses in the world, and when. */
export interface Solved {
  /** On a: along the normal, and the tangential vector, four a contact [N s]. */
  readonly impulses: Float64Array;
  readonly starts: Float64Array;
  readonly spans: Float64Array;
}

const directions = new Float64Array(9);
const force = new Float64Array(3);

/** Plans steps of length h for all bodies of an island. */
export function solveIsland(
  model: Model,
  state: ModalState,
  work: Work,
  report: Report,
  island: Island,
  time: number,
  h: number,
): Solved {
  const { bodies, contacts } = island;
  const { plan, moment, solver, past } = work;
  for (const b of bodies) {
    plan.steps[b] = h;
    plan.spans[b] = time + 0.5 * h - Math.min(time, state.shares[b]);
    planForces(model, state, b, time, h, moment, plan);
    planKicks(model, state, moment, b, time, h, plan);
    plan.pushes.fill(0, model.bodies.firstMode[b], model.bodies.firstMode[b + 1]);
    startHeld(model, state, work, b, h);
    planSpin(model, state, moment, b, time, h, plan, true);
  }
  if (model.options.contacts === 'velocity') keepApproaching(model, state, moment, plan, bodies, contacts);
  const { count } = contacts;
  if (count === 0) {
    for (const b of bodies) fly(model, work, b, h);
    return { impulses: new Float64Array(0), starts: new Float64Array(0), spans: new Float64Array(0) };
  }
  let kick = makeKick(model, state, work, island, time, h);
  const culled = canCullFriction(model.options, state, past, kick.problem);
  const solve = (): ContactSolution => {
    past.load(solver, state, contacts, kick.spans);
    return solveShared(kick, { ...model.solve, friction: !culled }, solver);
  };
  let solution = solve();
  let impulses = writePushes(model, work, contacts, kick, solution);
  const isWedged =
    solution.method === 'failed' || solution.method === 'impossible' || wouldBend(model, state, work, bodies);
  if (isWedged && yieldAll(model, plan, bodies)) {
    kick = makeKick(model, state, work, island, time, h);
    solution = solve();
    for (const b of bodies) plan.pushes.fill(0, model.bodies.firstMode[b], model.bodies.firstMode[b + 1]);
    impulses = writePushes(model, work, contacts, kick, solution);
  }
  report.addSolve(solution, culled, count);
  past.keep(solver, contacts, kick.spans);
  for (const b of bodies) land(model, work, kick, solution.velocity, b);
  for (let c = 0; c < count; c++) report.addGap(contacts.gaps[c]);
  return { impulses, starts: kick.starts, spans: kick.spans };
}

/** Writes what contacts push modes with, and returns their impulses, four a contact. */
function writePushes(
  model: Model,
  { plan, moment }: Work,
  contacts: ContactSet,
  kick: Kick,
  solution: ContactSolution,
): Float64Array {
  const impulses = new Float64Array(4 * contacts.count);
  for (let c = 0; c < contacts.count; c++) {
    const normal = solution.impulses[3 * c];
    if (normal === 0) continue;
    writeTangents(directions, contacts.normals, 3 * c);
    impulses[4 * c] = normal;
    for (let k = 0; k < 3; k++) {
      const across =
        solution.impulses[3 * c + 1] * directions[3 + k] + solution.impulses[3 * c + 2] * directions[6 + k];
      impulses[4 * c + 1 + k] = across;
      force[k] = (normal * directions[k] + across) / kick.spans[c];
    }
    addPush(model, moment.rotations, contacts, c, force, 0, plan.pushes);
  }
  return impulses;
}

/** Lets all frozen modes yield in this kick; false where they do already, or there are none. */
function yieldAll(model: Model, { yielding }: Plan, bodies: readonly number[]): boolean {
  let more = false;
  for (const b of bodies) {
    const { modes } = model.bodies.bodies[b];
    if (yielding[b] === modes) continue;
    yielding[b] = modes;
    more = true;
  }
  return more;
}

/**
 * A mode that rests under a force has between two impulses of it the velocity that the next one takes away. Modes that are
 * simulated from now on begin with it: without it, the half of the coming impulse that stands for the step behind them would
 * set them swinging, with more than they were frozen for.
 */
function startHeld(model: Model, state: ModalState, { plan, moment }: Work, b: number, h: number): void {
  const first = model.bodies.firstMode[b];
  const simulated = plan.simulated[b];
  const { omegas } = model.bodies.bodies[b];
  const begins = state.steps[b] === 0 ? 0 : state.simulated[b];
  if (simulated <= begins) return;
  const factors = model.factors[b].of(h, simulated);
  for (let m = begins; m < simulated; m++) {
    const i = first + m;
    const f = FACTORS * m;
    const force = omegas[m] * omegas[m] * moment.modal[i] - state.loads[i];
    moment.modalVelocities[i] -=
      ((plan.spans[b] * factors[f + WEIGHT] - factors[f + BETA]) / factors[f + ALPHA]) * force;
  }
}

/** A flight without contact: momenta are kept to the bit. */
function fly(model: Model, { plan, moment }: Work, b: number, h: number): void {
  for (let k = 0; k < 3; k++) {
    plan.velocities[3 * b + k] = moment.velocities[3 * b + k] + 0.5 * h * plan.accelerations[6 * b + k];
    plan.momenta[3 * b + k] = moment.momenta[3 * b + k] + 0.5 * h * plan.accelerations[6 * b + 3 + k];
  }
  const first = model.bodies.firstMode[b];
  const { omegas, modes } = model.bodies.bodies[b];
  const simulated = plan.simulated[b];
  plan.modalVelocities.fill(0, first, first + modes);
  if (simulated === 0) return;
  const factors = model.factors[b].of(h, simulated);
  for (let m = 0; m < simulated; m++) {
    const i = first + m;
    const load = plan.loads[i] - omegas[m] * omegas[m] * moment.modal[i];
    const f = FACTORS * m;
    plan.modalVelocities[i] =
      factors[f + ALPHA] * moment.modalVelocities[i] +
      factors[f + BETA] * load +
      factors[f + WEIGHT] * plan.kicks[i];
  }
}

/** A flight with the velocities that the contacts allow. */
function land(
  model: Model,
  { plan, moment }: Work,
  { layout }: Kick,
  velocity: Float64Array,
  b: number,
): void {
  const first = model.bodies.firstMode[b];
  const { modes } = model.bodies.bodies[b];
  plan.modalVelocities.fill(0, first, first + modes);
  plan.velocities.fill(0, 3 * b, 3 * b + 3);
  plan.momenta.fill(0, 3 * b, 3 * b + 3);
  let at = layout.first[b];
  if (at < 0) return;
  if (model.isDynamic[b] === 1) {
    for (let k = 0; k < 3; k++) {
      plan.velocities[3 * b + k] = velocity[at + k];
      const inverse = model.inverseInertias[3 * b + k];
      plan.momenta[3 * b + k] = inverse > 0 ? velocity[at + 3 + k] / inverse : 0;
    }
    rotateByQuaternion(plan.momenta, 3 * b, moment.rotations, 4 * b, plan.momenta, 3 * b);
    at += 6;
  }
  for (let m = 0; m < plan.yielding[b]; m++) plan.modalVelocities[first + m] = velocity[at + m];
}
