// The contact problem of an island: velocities over the coming step without contact, rows, bounds; and its solution.
//
// Unknown are the *mean* velocities of the step (propagator.ts, flow.ts), so
//
//   predicted:  v⁻ + ½ h a,   I⁻¹ Rᵀ (L⁻ + ½ h T),   α q̇⁻ + β (load − ω² q);     inverse masses 1/m, 1/I, w
//
// and "surfaces do not approach" holds over the step as a whole. At rest the solution is zero to rounding, whatever weight and
// springs pull at in between.
//
// Bounds: two rigid bodies that meet at `bounceSpeed` or faster part at their restitution. A gap beyond the slop may close. Of an
// overlap beyond the slop a part is taken back, slowly. In between, the bound is 0: whether rounding says overlap or gap makes
// no difference, or else resting contacts would take turns and hum.
//
// Frozen modes that yield begin each step at rest and go towards where all forces would hold them, by implicit Euler, over the
// span s that an impulse stands for:   w (s (load − ω² q) + J),   w = 1 / (1 + ω² h s).   They have u = 0 where forces are those
// that their shape is bent by.
//
// Bodies with a path enter as one more unknown that is always 1 and cannot be moved.

import { unrotateByQuaternion } from '../../../num/index.ts';
import { type ContactRows, type DofLayout, layoutOf, makeRows, writeRows } from '../collide/rows.ts';
import type { Model } from '../model.ts';
import { meanScripted } from '../scripted.ts';
import { type ContactProblem, rowVelocity } from '../solve/problem.ts';
import type { ModalState } from '../state.ts';
import type { Moment } from './flow.ts';
import type { Island } from './members.ts';
import type { Work } from './work.ts';
import type { Plan } from './plan.ts';
import { ALPHA, BETA, FACTORS, WEIGHT } from './propagator.ts';
import { bedContacts, sharesLoads } from './bedding.ts';
import { addScriptedColumn } from './scripted-column.ts';

const local = new Float64Array(3);

/** A contact problem with what it was made from. */
export interface Kick {
  readonly layout: DofLayout;
  readonly problem: ContactProblem;
  /** The same with contacts on beds; undefined where loads need no sharing. */
  readonly bedded: (() => ContactProblem) | undefined;
  /** The time that each contact's impulse stands for [s], and when that began [s]. */
  readonly spans: Float64Array;
  readonly starts: Float64Array;
}

const rows: ContactRows = makeRows();

/** Makes the problem of an island for a step of length h from a time on, with the plan's modes. */
export function makeKick(
  model: Model,
  state: ModalState,
  { past, plan, moment }: Pick<Work, 'past' | 'plan' | 'moment'>,
  { bodies, contacts }: Island,
  time: number,
  h: number,
): Kick {
  const layout = layoutOf(model.bodies, plan.yielding, bodies);
  const { dofs } = layout;
  const free: FreeStep = {
    predicted: new Float64Array(dofs + 1),
    before: new Float64Array(dofs + 1),
    inverseMass: new Float64Array(dofs + 1),
  };
  const { predicted, before, inverseMass } = free;
  predicted[dofs] = 1;
  before[dofs] = 1;
  for (const b of bodies) predictBody(free, model, plan, moment, layout.first[b], b, h);
  writeRows(rows, contacts, model.bodies, moment, layout);
  const { count } = contacts;
  const moved = addScriptedColumn(model, contacts, rows, dofs, (b, out) =>
    meanScripted(model, b, time, h, out, 0),
  );
  const spans = new Float64Array(count);
  const starts = new Float64Array(count);
  const bias = new Float64Array(count);
  const { slop, recovery, recoverySpeed, bounceSpeed } = model.options;
  for (let c = 0; c < count; c++) {
    const a = contacts.a[c];
    const b = contacts.b[c];
    // where two bodies meet, force begins now; where they touched already, in the middle of the last step
    starts[c] = past.pushed(a, b)
      ? Math.min(time, Math.max(shareOf(model, state, a), shareOf(model, state, b)))
      : time;
    spans[c] = time + 0.5 * h - starts[c];
    const gap = contacts.gaps[c];
    if (gap > slop) bias[c] = (slop - gap) / h;
    else if (gap < -slop) bias[c] = Math.min(recoverySpeed, (recovery * (-slop - gap)) / h);
    if (model.bodies.bodies[a].modes > 0 || model.bodies.bodies[b].modes > 0) continue;
    const approach = -rowVelocity(moved, 3 * c, before);
    if (approach > bounceSpeed && approach > 0)
      bias[c] = Math.max(bias[c], contacts.restitution[c] * approach);
  }
  const problem: ContactProblem = {
    dofs: dofs + 1,
    inverseMass,
    predicted,
    contacts: count,
    starts: moved.starts,
    columns: moved.columns,
    values: moved.values,
    friction: contacts.friction,
    bias,
    ids: contacts.ids,
  };
  return {
    layout,
    problem,
    bedded: sharesLoads(model, contacts)
      ? () => bedContacts(model, moment.rotations, contacts, problem)
      : undefined,
    spans,
    starts,
  };
}

/** A step without contact, over the unknowns of a problem: velocities at its beginning, their means over it, the diagonal of M⁻¹. */
interface FreeStep {
  readonly before: Float64Array;
  readonly predicted: Float64Array;
  readonly inverseMass: Float64Array;
}

/** Writes what body b would do without contact; its unknowns begin at `first`, which is -1 where it has none. */
function predictBody(
  { before, predicted, inverseMass }: FreeStep,
  model: Model,
  plan: Plan,
  moment: Moment,
  first: number,
  b: number,
  h: number,
): void {
  let at = first;
  if (at < 0) return;
  if (model.isDynamic[b] === 1) {
    for (let k = 0; k < 3; k++) {
      before[at + k] = moment.velocities[3 * b + k];
      predicted[at + k] = before[at + k] + 0.5 * h * plan.accelerations[6 * b + k];
      inverseMass[at + k] = model.inverseMasses[3 * b + k];
      inverseMass[at + 3 + k] = model.inverseInertias[3 * b + k];
    }
    unrotateByQuaternion(before, at + 3, moment.rotations, 4 * b, moment.momenta, 3 * b);
    for (let k = 0; k < 3; k++)
      local[k] = moment.momenta[3 * b + k] + 0.5 * h * plan.accelerations[6 * b + 3 + k];
    unrotateByQuaternion(predicted, at + 3, moment.rotations, 4 * b, local, 0);
    for (let k = 3; k < 6; k++) {
      before[at + k] *= inverseMass[at + k];
      predicted[at + k] *= inverseMass[at + k];
    }
    at += 6;
  }
  const simulated = plan.simulated[b];
  const firstMode = model.bodies.firstMode[b];
  const { omegas } = model.bodies.bodies[b];
  const span = plan.spans[b];
  for (let m = simulated; m < plan.yielding[b]; m++) {
    const i = firstMode + m;
    const square = omegas[m] * omegas[m];
    const weight = 1 / (1 + square * h * span);
    predicted[at + m] = weight * (span * (plan.loads[i] - square * moment.modal[i]) + plan.kicks[i]);
    inverseMass[at + m] = weight;
  }
  if (simulated === 0) return;
  const factors = model.factors[b].of(h, simulated);
  for (let m = 0; m < simulated; m++) {
    const i = firstMode + m;
    const f = FACTORS * m;
    const load = plan.loads[i] - omegas[m] * omegas[m] * moment.modal[i];
    before[at + m] = moment.modalVelocities[i];
    predicted[at + m] =
      factors[f + ALPHA] * before[at + m] + factors[f + BETA] * load + factors[f + WEIGHT] * plan.kicks[i];
    inverseMass[at + m] = factors[f + WEIGHT];
  }
}

/** Until when a body's contact forces are told. */
function shareOf(model: Model, state: ModalState, b: number): number {
  return model.hasClock[b] === 1 ? state.shares[b] : 0;
}
