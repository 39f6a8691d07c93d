// What a frame's report says: the guarantees as numbers, energy and momentum, and what the solver did.

import type { Column } from '../../record/index.ts';
import { findStall } from './joints/finish.ts';
import { jointError } from './joints/terms.ts';
import { isStatic } from './model.ts';
import { type IpcState, writeSpin } from './state.ts';
import type { Work } from './step/work.ts';

export const columns: readonly Column[] = [
  {
    name: 'smallestGap',
    unit: 'm',
    doc: 'smallest distance between two bodies, at most the activation distance',
  },
  {
    name: 'energy',
    unit: 'J',
    doc: 'kinetic energy and weight of the bodies that are not scripted, and springs of joints',
  },
  { name: 'kineticEnergy', unit: 'J', doc: 'of translation and rotation' },
  { name: 'momentumX', unit: 'kg m/s', doc: 'linear momentum' },
  { name: 'momentumY', unit: 'kg m/s', doc: 'linear momentum' },
  { name: 'momentumZ', unit: 'kg m/s', doc: 'linear momentum' },
  { name: 'contacts', unit: '', doc: 'pairs of primitives within reach at the end of the last step' },
  { name: 'iterations', unit: '', doc: 'Newton iterations since the last frame' },
  { name: 'frictionPasses', unit: '', doc: 'friction passes since the last frame' },
  { name: 'collisionQueries', unit: '', doc: 'continuous collision queries since the last frame' },
  { name: 'shifts', unit: '', doc: 'shifted factorisations since the last frame' },
  {
    name: 'refreshes',
    unit: '',
    doc: 'searches for candidates in the middle of a step since the last frame',
  },
  { name: 'knots', unit: '', doc: 'recorded knots since the last frame' },
  { name: 'jointError', unit: 'm', doc: 'by how much any joint was open since the last frame' },
  { name: 'largestReaction', unit: 'N', doc: 'largest force of any joint since the last frame' },
  { name: 'brokenJoints', unit: '', doc: 'joints that have parted' },
  {
    name: 'stalledMotor',
    unit: '',
    doc: 'index of the first joint whose motor pushes in vain, -1 where none does',
  },
  {
    name: 'blockedBody',
    unit: '',
    doc: 'a body of the pair that blocks the stalled motor, -1: none is found',
  },
  { name: 'blockingBody', unit: '', doc: 'the other body of that pair' },
];

const gapAt = 0;
const contactsAt = 6;
const jointAt = 13;
const spin = new Float64Array(3);

/** Collects over the steps of one frame. */
export class Report {
  readonly values = new Float64Array(columns.length);
  steps = 0;

  clear(work: Work): void {
    this.steps = 0;
    this.values.fill(0);
    this.values.fill(-1, jointAt + 3);
    this.values[gapAt] = work.model.widestReach - work.model.options.minimumSeparation;
  }

  /** A part of a time step has ended (most have one). */
  addPart(work: Work): void {
    const { values } = this;
    let contacts = 0;
    for (const island of work.islands.list) {
      contacts += island.contacts.count;
      for (let c = 0; c < island.contacts.count; c++)
        values[gapAt] = Math.min(values[gapAt], island.contacts.gap[c]);
    }
    values[contactsAt] = contacts;
    values[7] += work.tally.iterations;
    values[8] += work.tally.passes;
    values[9] += work.tally.ccdQueries;
    values[10] += work.tally.shifts;
    values[11] += work.tally.refreshes;
  }

  addStep(work: Work, state: IpcState): void {
    this.steps++;
    this.values[12] += state.pathTimes.length - 1;
    if (work.joints.models.length > 0) this.addJoints(work, state);
  }

  private addJoints(work: Work, state: IpcState): void {
    const { values } = this;
    values[jointAt] = Math.max(values[jointAt], jointError(work));
    for (let at = 0; at < state.jointReactions.length; at += 6) {
      const [x, y, z] = state.jointReactions.subarray(at, at + 3);
      values[jointAt + 1] = Math.max(values[jointAt + 1], Math.sqrt(x * x + y * y + z * z));
    }
    const { joint, a, b } = findStall(work, state);
    values[jointAt + 3] = joint;
    values[jointAt + 4] = a;
    values[jointAt + 5] = b;
  }

  /** Energy and momentum of the present state. */
  finish(work: Work, state: IpcState): void {
    const { model } = work;
    const { values } = this;
    const { gravity } = state;
    let kinetic = 0;
    let potential = 0;
    for (let i = 0; i < model.count; i++) {
      if (work.role[i] === isStatic || model.scene.bodies[i].motion === 'kinematic') continue;
      writeSpin(model, state.orientation, 4 * i, i, state.angularMomentum, 3 * i, spin, 0);
      for (let k = 0; k < 3; k++) {
        const v = state.velocity[3 * i + k];
        kinetic += 0.5 * (model.mass[i] * v * v + spin[k] * state.angularMomentum[3 * i + k]);
        potential -= model.mass[i] * gravity[k] * state.position[3 * i + k];
        values[3 + k] += model.mass[i] * v;
      }
    }
    work.joints.models.forEach((_, j) => {
      if (state.jointBroken[j]) values[jointAt + 2]++;
      const stretch = state.jointCoordinates[j] - state.jointSprings[3 * j + 2];
      if (!state.jointBroken[j]) potential += 0.5 * state.jointSprings[3 * j] * stretch * stretch;
    });
    values[1] = kinetic + potential;
    values[2] = kinetic;
  }
}
