// Tells the sink the contacts of an island that pushed: one row for each side.
//
// An impulse between two steps stands for a force from the middle of one to the middle of the next: rows of a contact that
// lasts join without gaps, also where steps change their length.

import { unrotateByQuaternion } from '../../num/index.ts';
import { blankContact, type StepSink } from '../../record/index.ts';
import type { Moment } from './advance/flow.ts';
import type { Solved } from './advance/solve-island.ts';
import type { ContactSet } from './collide/contact-set.ts';

const row = blankContact();
const arm = new Float64Array(3);

export function emitContacts(
  { positions, rotations }: Moment,
  contacts: ContactSet,
  { impulses, starts, spans }: Solved,
  sink: StepSink,
): void {
  for (let c = 0; c < contacts.count; c++) {
    if (impulses[4 * c] === 0) continue;
    row.pair = c;
    row.normalImpulse = impulses[4 * c];
    row.start = starts[c];
    row.duration = spans[c];
    row.friction = contacts.friction[c];
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
      sink.contact(row);
    }
  }
}
