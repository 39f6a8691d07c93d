// What a run says about itself: energy and momentum, contacts, modes and steps, and how every contact problem was solved.

import { type Column, columnTable, layoutOf, vectorColumns } from '../../record/index.ts';
import { unrotateByQuaternion } from '../../num/index.ts';
import type { Island } from './advance/members.ts';
import type { Plan } from './advance/plan.ts';
import { FACTORS, stepEnergy } from './advance/propagator.ts';
import { rotationEnergy } from './advance/spin/body-turning.ts';
import type { Model } from './model.ts';
import { type ContactSolution, solveMethods } from './solve/problem.ts';
import type { ModalState } from './state.ts';

const named = columnTable({
  energy: ['J', 'motion, weight and vibration together'],
  kineticEnergy: ['J', 'of translation and rotation'],
  vibration: [
    'J',
    'energy of modes about where their loads hold them; of free bodies that spin, also of their stretch',
  ],
  ...vectorColumns('momentum', 'kg m/s', 'linear momentum'),
  spinX: ['kg m²/s', 'angular momenta about the bodies’ centres, vibration’s too, summed'],
  spinY: ['kg m²/s', 'angular momenta about the bodies’ centres, summed'],
  spinZ: ['kg m²/s', 'angular momenta about the bodies’ centres, summed'],
  depth: ['m', 'deepest overlap since the last frame'],
  contacts: ['', 'most contacts in one event since the last frame, before reduction'],
  active: ['', 'most contacts that pushed in one problem'],
  reduction: ['', 'contacts before reduction for each one that pushed, over all problems'],
  modes: ['', 'simulated modes at the frame'],
  mostModes: ['', 'most simulated modes since the last frame'],
  shortestStep: ['s', 'since the last frame'],
  longestStep: ['s', 'since the last frame'],
  raised: ['', 'times that modes were taken in'],
  lowered: ['', 'times that modes were frozen'],
  rollbacks: ['', 'bodies taken back in time'],
  problems: ['', 'contact problems solved'],
  culled: ['', 'of them without friction, by equations (10) and (11)'],
  residual: ['', 'largest scaled residual of any problem since the last frame'],
  normalResidual: ['', 'of (5a) alone'],
  frictionResidual: ['', 'of (5b) alone'],
});

export const columns: readonly Column[] = [
  ...named,
  ...solveMethods.map((method) => ({
    name: `by ${method}`,
    unit: '',
    doc: `problems since the last frame that ended so: ${method}`,
  })),
];

const at = layoutOf(named);
const methodsAt = named.length;
const spin = new Float64Array(3);

/** Collects over the events of one frame. */
export class Report {
  readonly values = new Float64Array(columns.length);
  steps = 0;
  private pushed = 0;
  private found = 0;

  clear(): void {
    this.steps = 0;
    this.pushed = 0;
    this.found = 0;
    this.values.fill(0);
  }

  addEvent(islands: readonly Island[], rollbacks: number, { simulated, steps }: Plan): void {
    const { values } = this;
    this.steps++;
    let contacts = 0;
    let modes = 0;
    for (const island of islands) {
      contacts += island.contacts.count;
      const h = steps[island.bodies[0]];
      values[at.shortestStep] = values[at.shortestStep] === 0 ? h : Math.min(values[at.shortestStep], h);
      values[at.longestStep] = Math.max(values[at.longestStep], h);
      for (const b of island.bodies) modes += simulated[b];
    }
    values[at.contacts] = Math.max(values[at.contacts], contacts);
    values[at.mostModes] = Math.max(values[at.mostModes], modes);
    values[at.rollbacks] += rollbacks;
  }

  addFreezing(change: number): void {
    if (change > 0) this.values[at.raised]++;
    if (change < 0) this.values[at.lowered]++;
  }

  addGap(gap: number): void {
    this.values[at.depth] = Math.max(this.values[at.depth], -gap);
  }

  addSolve(solution: ContactSolution, culled: boolean, contacts: number): void {
    const { values } = this;
    values[at.problems]++;
    if (culled) values[at.culled]++;
    values[at.active] = Math.max(values[at.active], solution.active);
    // problems that no contact pushes in have nothing to reduce
    if (solution.active > 0) {
      this.pushed += solution.active;
      this.found += contacts;
    }
    const largest = (i: number, value: number): void => {
      // a residual may be Infinity where every method failed; reports are finite
      values[i] = Math.max(values[i], Math.min(value, 1e300));
    };
    largest(at.residual, solution.residual);
    largest(at.normalResidual, solution.normalResidual);
    largest(at.frictionResidual, solution.frictionResidual);
    values[methodsAt + solveMethods.indexOf(solution.method)]++;
  }

  /** Energy and momentum of the steps that the bodies are in. */
  finish(model: Model, state: ModalState): void {
    const { values } = this;
    if (this.pushed > 0) values[at.reduction] = this.found / this.pushed;
    let kinetic = 0;
    let weight = 0;
    for (let b = 0; b < model.count; b++) {
      values[at.modes] += state.simulated[b];
      values[at.vibration] += vibrationOf(model, state, b);
      if (model.isDynamic[b] === 0) continue;
      const { mass } = model.bodies.bodies[b];
      unrotateByQuaternion(spin, 0, state.rotations, 4 * b, state.momenta, 3 * b);
      const bends = model.spins[b] !== undefined;
      if (bends) kinetic += rotationEnergy(model, state, b);
      for (let k = 0; k < 3; k++) {
        const u = state.velocities[3 * b + k];
        const turning = bends ? 0 : spin[k] * spin[k] * model.inverseInertias[3 * b + k];
        kinetic += 0.5 * (mass * u * u + turning);
        weight -= mass * state.gravity[k] * (state.positions[3 * b + k] + 0.5 * state.steps[b] * u);
        values[at.momentumX + k] += mass * u;
        values[at.spinX + k] += state.momenta[3 * b + k];
      }
    }
    values[at.kineticEnergy] = kinetic;
    values[at.energy] = kinetic + weight + values[at.vibration];
  }
}

function vibrationOf(model: Model, state: ModalState, b: number): number {
  const { omegas, modes } = model.bodies.bodies[b];
  const first = model.bodies.firstMode[b];
  const h = state.steps[b];
  const simulated = h > 0 ? state.simulated[b] : 0;
  const factors = simulated > 0 ? model.factors[b].of(h, simulated) : undefined;
  let energy = 0;
  for (let m = 0; m < modes; m++) {
    const i = first + m;
    const square = omegas[m] * omegas[m];
    // what rotation pushes with comes out of the rotation
    const load = model.isDynamic[b] === 1 ? state.loads[i] - state.spinLoads[i] : state.loads[i];
    const y = state.modal[i] - load / square;
    const u = state.modalVelocities[i];
    if (factors && m < simulated) energy += stepEnergy(factors, FACTORS * m, omegas[m], h, y, u);
    else energy += 0.5 * (u * u + square * y * y);
  }
  return energy;
}
