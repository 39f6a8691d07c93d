// What a run says about itself: energy and momentum, how deep bodies sank, how well every solve ended.

import { columnTable, layoutOf, vectorColumns } from '../../record/index.ts';
import { evaluateRow, placeJoint } from './forward/joint-rows.ts';
import type { Model } from './model.ts';
import { type LcpState, writeVelocity } from './state.ts';
import type { Work } from './step.ts';

export const columns = columnTable({
  energy: ['J', 'kinetic energy and weight of the dynamic bodies, and springs of joints'],
  kineticEnergy: ['J', 'of translation and rotation'],
  ...vectorColumns('momentum', 'kg m/s', 'linear momentum'),
  depth: ['m', 'deepest overlap of two bodies since the last frame'],
  contacts: ['', 'contacts of the last step'],
  islands: ['', 'groups of touching bodies that the last step solved'],
  residual: ['', 'largest error of any solve since the last frame, relative to the speeds it had to change'],
  failures: ['', 'solves since the last frame that missed their tolerance'],
  energyGained: [
    'J',
    'what contacts and joints put into groups of bodies since the last frame, where they put any: Newton’s restitution with friction may',
  ],
  largestGain: ['J', 'the most of it in one group and step'],
  jointError: ['m', 'by how much any joint is open (radians count as metres)'],
  brokenJoints: ['', 'joints that have parted'],
});

export const at = layoutOf(columns);

const velocity = new Float64Array(6);
const gradient = new Float64Array(9);

/** Collects over the steps of one frame. */
export class Report {
  readonly values = new Float64Array(columns.length);
  steps = 0;

  clear(): void {
    this.steps = 0;
    this.values.fill(0);
  }

  addStep({ contacts, islands, depth, residual, failures, gained, largestGain }: Work): void {
    const { values } = this;
    this.steps++;
    values[at.depth] = Math.max(values[at.depth], depth);
    values[at.contacts] = contacts.count;
    values[at.islands] = 0;
    for (let i = 0; i < islands.count; i++)
      if (islands.contactStart[i + 1] > islands.contactStart[i]) values[at.islands]++;
    values[at.residual] = Math.max(values[at.residual], residual);
    values[at.failures] += failures;
    values[at.energyGained] += gained;
    values[at.largestGain] = Math.max(values[at.largestGain], largestGain);
  }

  /** Energy, momentum and joints of the present state. */
  finish(model: Model, state: LcpState): void {
    const { values } = this;
    let kinetic = 0;
    let potential = 0;
    for (let b = 0; b < model.bodies; b++) {
      if (model.isDynamic[b] === 0) continue;
      writeVelocity(model, state.poses, b, 0, state, velocity, 0);
      const mass = model.masses[b];
      for (let k = 0; k < 3; k++) {
        const v = velocity[k];
        kinetic += 0.5 * (mass * v * v + velocity[3 + k] * state.momenta[3 * b + k]);
        potential -= mass * model.gravity[k] * state.poses[7 * b + k];
        values[at.momentumX + k] += mass * v;
      }
    }
    for (let j = 0; j < model.joints.length; j++) {
      if (state.holds[j] === 0) values[at.brokenJoints]++;
      if (model.jointHolds[j] === 0) continue;
      placeJoint(model.joints[j], state.poses);
      for (const row of model.joints[j].rows) {
        const error = evaluateRow(row, gradient, 0) - row.offset;
        if (row.role === 'hold') values[at.jointError] = Math.max(values[at.jointError], Math.abs(error));
        if (row.role === 'upper') values[at.jointError] = Math.max(values[at.jointError], error);
        if (row.role === 'lower') values[at.jointError] = Math.max(values[at.jointError], -error);
        if (row.role === 'spring')
          potential += 0.5 * (model.joints[j].joint.spring?.stiffness ?? 0) * error * error;
      }
    }
    values[at.energy] = kinetic + potential;
    values[at.kineticEnergy] = kinetic;
  }
}
