// Tells the sink the contacts of a kick that pushed: one row for each side. All of a step's impulse acts at its midpoint, where the
// gap is taken too; the slip is that behind the kick, which lasts to the end of the step.

import { unrotateByQuaternion } from '../../num/index.ts';
import { blankContact, type StepSink } from '../../record/index.ts';
import { addPointVelocity, writeSlip } from '../../sim/index.ts';
import { addBelts } from './belt.ts';
import type { Model } from './model.ts';
import type { Motion } from './motion.ts';
import { writeVelocity } from './state.ts';
import type { Work } from './step.ts';

const row = blankContact();

const arm = new Float64Array(3);
const velocity = new Float64Array(6);
/** Velocity of a's point against b's. */
const slip = new Float64Array(3);

/**
 * @param mid     poses at the midpoint, where the contacts were found
 * @param motion  behind the kick
 */
export function emitContacts(
  model: Model,
  mid: Float64Array,
  motion: Motion,
  { contacts, impulses }: Pick<Work, 'contacts' | 'impulses'>,
  start: number,
  sink: StepSink,
): void {
  row.start = start;
  row.duration = model.timeStep;
  let pair = 0;
  for (let c = 0; c < contacts.count; c++) {
    if (impulses.normal[c] === 0) continue;
    row.pair = pair++;
    row.normalImpulse = impulses.normal[c];
    row.friction = model.friction(contacts.a[c], contacts.b[c]);
    row.gap = contacts.gaps[c];
    slip.fill(0);
    for (let side = 0; side < 2; side++) {
      const body = side === 0 ? contacts.a[c] : contacts.b[c];
      for (let k = 0; k < 3; k++) arm[k] = contacts.points[3 * c + k] - mid[7 * body + k];
      writeVelocity(model, mid, body, start + model.timeStep, motion, velocity, 0);
      addPointVelocity(slip, side === 0 ? 1 : -1, velocity, 0, arm, 0);
    }
    addBelts(model, mid, contacts.a[c], contacts.b[c], slip);
    for (let side = 0; side < 2; side++) {
      const sign = side === 0 ? 1 : -1;
      row.body = side === 0 ? contacts.a[c] : contacts.b[c];
      row.other = side === 0 ? contacts.b[c] : contacts.a[c];
      row.feature = side === 0 ? contacts.featureA[c] : contacts.featureB[c];
      row.nx = sign * contacts.normals[3 * c];
      row.ny = sign * contacts.normals[3 * c + 1];
      row.nz = sign * contacts.normals[3 * c + 2];
      row.tx = sign * impulses.tangential[3 * c];
      row.ty = sign * impulses.tangential[3 * c + 1];
      row.tz = sign * impulses.tangential[3 * c + 2];
      for (let k = 0; k < 3; k++) arm[k] = contacts.points[3 * c + k] - mid[7 * row.body + k];
      unrotateByQuaternion(arm, 0, mid, 7 * row.body + 3, arm, 0);
      row.px = arm[0];
      row.py = arm[1];
      row.pz = arm[2];
      writeSlip(row, slip, sign);
      sink.contact(row);
    }
  }
}
