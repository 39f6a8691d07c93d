// What a frame's report says: the guarantees as numbers, energy and momentum, and what the solver did.

import { columnTable, layoutOf, vectorColumns } from '../../record/index.ts';
import { isOpen } from './absent.ts';
import { findStall } from './joints/finish.ts';
import { jointError } from './joints/terms.ts';
import { sleepingContacts } from './contact/sleeping-rows.ts';
import { isStatic } from './model.ts';
import { type IpcState, writeSpin } from './state.ts';
import type { Work } from './step/work.ts';

/** What its reports tell. */
export const columns = columnTable({
  smallestGap: ['m', 'smallest distance between two bodies, at most the activation distance'],
  energy: ['J', 'kinetic energy and weight of the bodies that are not scripted, and springs of joints'],
  kineticEnergy: ['J', 'of translation and rotation'],
  ...vectorColumns('momentum', 'kg m/s', 'linear momentum'),
  contacts: ['', 'pairs of primitives within reach at the end of the last step'],
  iterations: ['', 'Newton iterations since the last frame'],
  frictionPasses: ['', 'friction passes since the last frame'],
  collisionQueries: ['', 'continuous collision queries since the last frame'],
  shifts: ['', 'shifted factorisations since the last frame'],
  refreshes: ['', 'searches for candidates in the middle of a step since the last frame'],
  knots: ['', 'recorded knots since the last frame'],
  jointError: ['m', 'by how much any joint was open since the last frame'],
  largestReaction: ['N', 'largest force of any joint since the last frame'],
  brokenJoints: ['', 'joints that have parted'],
  stalledMotor: ['', 'index of the first joint whose motor pushes in vain, -1 where none does'],
  blockedBody: ['', 'a body of the pair that blocks the stalled motor, -1: none is found'],
  blockingBody: ['', 'the other body of that pair'],
});

const at = layoutOf(columns);
const spin = new Float64Array(3);

/** Collects over the steps of one frame. */
export class Report {
  readonly values = new Float64Array(columns.length);
  steps = 0;

  clear(work: Work): void {
    this.steps = 0;
    this.values.fill(0);
    for (const column of [at.stalledMotor, at.blockedBody, at.blockingBody]) this.values[column] = -1;
    const { widestReach, options, soft } = work.model;
    this.values[at.smallestGap] = Math.max(widestReach - options.minimumSeparation, soft?.widest ?? 0);
  }

  /** A part of a time step has ended (most have one). */
  addPart(work: Work, state: IpcState): void {
    const { values } = this;
    const asleep = sleepingContacts(state);
    let contacts = asleep.count;
    values[at.smallestGap] = Math.min(values[at.smallestGap], asleep.gap);
    for (const island of work.islands.list) {
      contacts += island.contacts.count;
      for (let c = 0; c < island.contacts.count; c++)
        values[at.smallestGap] = Math.min(values[at.smallestGap], island.contacts.gap[c]);
      if (!island.soft) continue;
      const { contacts: soft } = island.soft;
      contacts += soft.count;
      for (let c = 0; c < soft.count; c++)
        values[at.smallestGap] = Math.min(values[at.smallestGap], soft.gap[c]);
    }
    values[at.contacts] = contacts;
    values[at.iterations] += work.tally.iterations;
    values[at.frictionPasses] += work.tally.passes;
    values[at.collisionQueries] += work.tally.ccdQueries;
    values[at.shifts] += work.tally.shifts;
    values[at.refreshes] += work.tally.refreshes;
  }

  addStep(work: Work, state: IpcState): void {
    this.steps++;
    this.values[at.knots] += state.pathTimes.length - 1;
    if (work.joints.models.length > 0) this.addJoints(work, state);
  }

  private addJoints(work: Work, state: IpcState): void {
    const { values } = this;
    values[at.jointError] = Math.max(values[at.jointError], jointError(work));
    for (let j = 0; j < state.jointReactions.length; j += 6) {
      const [x, y, z] = state.jointReactions.subarray(j, j + 3);
      values[at.largestReaction] = Math.max(values[at.largestReaction], Math.sqrt(x * x + y * y + z * z));
    }
    const { joint, a, b } = findStall(work, state);
    values[at.stalledMotor] = joint;
    values[at.blockedBody] = a < 0 ? a : work.model.itemOf[a];
    values[at.blockingBody] = b < 0 ? b : work.model.itemOf[b];
  }

  /** Energy and momentum of the present state. */
  finish(work: Work, state: IpcState): void {
    const { model } = work;
    const { values } = this;
    const { gravity } = state;
    let kinetic = 0;
    let potential = 0;
    for (let i = 0; i < model.count; i++) {
      const isStill = work.role[i] === isStatic && state.sleeps[i] === 0;
      if (isStill || model.scene.bodies[i].motion === 'kinematic') continue;
      writeSpin(model, state.orientation, 4 * i, i, state.angularMomentum, 3 * i, spin, 0);
      for (let k = 0; k < 3; k++) {
        const v = state.velocity[3 * i + k];
        kinetic += 0.5 * (model.mass[i] * v * v + spin[k] * state.angularMomentum[3 * i + k]);
        potential -= model.mass[i] * gravity[k] * state.position[3 * i + k];
        values[at.momentumX + k] += model.mass[i] * v;
      }
    }
    work.joints.models.forEach((joint, j) => {
      if (state.jointBroken[j]) values[at.brokenJoints]++;
      const stretch = state.jointCoordinates[j] - state.jointSprings[3 * j + 2];
      if (!isOpen(work, state, j, joint)) potential += 0.5 * state.jointSprings[3 * j] * stretch * stretch;
    });
    values[at.energy] = kinetic + potential;
    values[at.kineticEnergy] = kinetic;
  }
}
