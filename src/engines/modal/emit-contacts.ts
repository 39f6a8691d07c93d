// Tells the sink the contacts of an island that pushed: one row for each side.
//
// An impulse between two steps stands for a force from the middle of one to the middle of the next: rows of a contact that
// lasts join without gaps, also where steps change their length. The first one of a meeting acts at an instant too, and is told as far before it as
// behind it: half a step from then on alone would be a quarter of a step late, which modes of that period ring by. The gap is that of the moment between the two steps, the slip the
// mean one of the coming step, with what vibration adds to it: the velocities that the contacts were solved for.

import { rotateByQuaternion, unrotateByQuaternion } from '../../num/index.ts';
import { blankContact, type StepSink } from '../../record/index.ts';
import { addPointVelocity, writeSlip } from '../../sim/index.ts';
import type { Moment } from './advance/flow.ts';
import type { Solved } from './advance/solve-island.ts';
import type { ContactSet } from './collide/contact-set.ts';
import { writeAngularVelocity } from './frame.ts';
import type { Model } from './model.ts';
import { meanScripted } from './scripted.ts';
import type { ModalState } from './state.ts';

const row = blankContact();
const arm = new Float64Array(3);
/** Velocity of a's point against b's. */
const slip = new Float64Array(3);
const motion = new Float64Array(6);
const bent = new Float64Array(3);

/** @param time  when the step has begun that the contacts were solved for [s]; its bodies have their new flights */
export function emitContacts(
  model: Model,
  state: ModalState,
  { positions, rotations }: Moment,
  contacts: ContactSet,
  { impulses, starts, spans }: Solved,
  time: number,
  sink: StepSink,
): void {
  for (let c = 0; c < contacts.count; c++) {
    if (impulses[4 * c] === 0) continue;
    row.pair = c;
    row.normalImpulse = impulses[4 * c];
    const before = starts[c] === time ? Math.min(time, spans[c]) : 0;
    row.start = starts[c] - before;
    row.duration = spans[c] + before;
    row.friction = contacts.friction[c];
    row.gap = contacts.gaps[c];
    slip.fill(0);
    addSide(model, state, contacts, c, 1, time);
    addSide(model, state, contacts, c, -1, time);
    for (let side = 0; side < 2; side++) {
      const sign = side === 0 ? 1 : -1;
      row.body = side === 0 ? contacts.a[c] : contacts.b[c];
      row.other = side === 0 ? contacts.b[c] : contacts.a[c];
      row.feature = 4 * (side === 0 ? contacts.placesA : contacts.placesB)[3 * c];
      row.nx = sign * contacts.normals[3 * c];
      row.ny = sign * contacts.normals[3 * c + 1];
      row.nz = sign * contacts.normals[3 * c + 2];
      row.tx = sign * impulses[4 * c + 1];
      row.ty = sign * impulses[4 * c + 2];
      row.tz = sign * impulses[4 * c + 3];
      for (let k = 0; k < 3; k++) arm[k] = contacts.points[3 * c + k] - positions[3 * row.body + k];
      unrotateByQuaternion(arm, 0, rotations, 4 * row.body, arm, 0);
      row.px = arm[0];
      row.py = arm[1];
      row.pz = arm[2];
      writeSlip(row, slip, sign);
      sink.contact(row);
    }
  }
}

/** Adds the velocity of one side's point to the slip: sign 1 for a, -1 for b. */
function addSide(
  model: Model,
  state: ModalState,
  contacts: ContactSet,
  c: number,
  sign: number,
  time: number,
): void {
  const b = sign > 0 ? contacts.a[c] : contacts.b[c];
  const other = sign > 0 ? contacts.b[c] : contacts.a[c];
  motion.fill(0);
  if (model.isDynamic[b] === 1) {
    for (let k = 0; k < 3; k++) motion[k] = state.velocities[3 * b + k];
    writeAngularVelocity(model, state, b, motion, 3);
  } else if (model.isKinematic[b] === 1) meanScripted(model, b, time, state.steps[other], motion, 0);
  addPointVelocity(slip, sign, motion, 0, sign > 0 ? contacts.armsA : contacts.armsB, 3 * c);
  const { shapes, modes } = model.bodies.bodies[b];
  if (modes === 0) return;
  const places = sign > 0 ? contacts.placesA : contacts.placesB;
  const weights = sign > 0 ? contacts.weightsA : contacts.weightsB;
  const first = model.bodies.firstMode[b];
  bent.fill(0);
  for (let i = 3 * c; i < 3 * c + 3; i++) {
    const from = 3 * modes * places[i];
    for (let m = 0; m < modes; m++) {
      const rate = weights[i] * state.modalVelocities[first + m];
      for (let k = 0; k < 3; k++) bent[k] += rate * shapes[from + 3 * m + k];
    }
  }
  rotateByQuaternion(bent, 0, state.rotations, 4 * b, bent, 0);
  for (let k = 0; k < 3; k++) slip[k] += sign * bent[k];
}
