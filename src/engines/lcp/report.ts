// What a run says about itself: energy and momentum, how deep bodies sank, how well every solve ended.

import type { Column } from '../../record/index.ts';
import { evaluateRow, placeJoint } from './forward/joint-rows.ts';
import type { Model } from './model.ts';
import { type LcpState, writeVelocity } from './state.ts';
import type { Work } from './step.ts';

export const columns: readonly Column[] = [
  {
    name: 'energy',
    unit: 'J',
    doc: 'kinetic energy and weight of the dynamic bodies, and springs of joints',
  },
  { name: 'kineticEnergy', unit: 'J', doc: 'of translation and rotation' },
  { name: 'momentumX', unit: 'kg m/s', doc: 'linear momentum' },
  { name: 'momentumY', unit: 'kg m/s', doc: 'linear momentum' },
  { name: 'momentumZ', unit: 'kg m/s', doc: 'linear momentum' },
  { name: 'depth', unit: 'm', doc: 'deepest overlap of two bodies since the last frame' },
  { name: 'contacts', unit: '', doc: 'contacts of the last step' },
  { name: 'islands', unit: '', doc: 'groups of touching bodies that the last step solved' },
  {
    name: 'residual',
    unit: '',
    doc: 'largest error of any solve since the last frame, relative to the speeds it had to change',
  },
  { name: 'failures', unit: '', doc: 'solves since the last frame that missed their tolerance' },
  {
    name: 'energyGained',
    unit: 'J',
    doc: 'what contacts and joints put into groups of bodies since the last frame, where they put any: Newton’s restitution with friction may',
  },
  { name: 'largestGain', unit: 'J', doc: 'the most of it in one group and step' },
  { name: 'jointError', unit: 'm', doc: 'by how much any joint is open (radians count as metres)' },
  { name: 'brokenJoints', unit: '', doc: 'joints that have parted' },
];

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
    values[5] = Math.max(values[5], depth);
    values[6] = contacts.count;
    values[7] = 0;
    for (let i = 0; i < islands.count; i++)
      if (islands.contactStart[i + 1] > islands.contactStart[i]) values[7]++;
    values[8] = Math.max(values[8], residual);
    values[9] += failures;
    values[10] += gained;
    values[11] = Math.max(values[11], largestGain);
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
        values[2 + k] += mass * v;
      }
    }
    for (let j = 0; j < model.joints.length; j++) {
      if (state.holds[j] === 0) {
        values[13]++;
        continue;
      }
      placeJoint(model.joints[j], state.poses);
      for (const row of model.joints[j].rows) {
        const error = evaluateRow(row, gradient, 0) - row.offset;
        if (row.role === 'hold') values[12] = Math.max(values[12], Math.abs(error));
        if (row.role === 'upper') values[12] = Math.max(values[12], error);
        if (row.role === 'lower') values[12] = Math.max(values[12], -error);
        if (row.role === 'spring')
          potential += 0.5 * (model.joints[j].joint.spring?.stiffness ?? 0) * error * error;
      }
    }
    values[0] = kinetic + potential;
    values[1] = kinetic;
  }
}
