// Gradients and Hessian blocks of the contacts and the friction of an island's pairs. Each pair writes its own, so chunks may
// be taken by any thread.
//
// Portable (num/kernels/machine.ts); terms-layout.ts says what lies where.

import { clearReals, type i32, wholeAt } from '../../../num/kernels/machine.ts';
import { addBarrierTerms } from '../contact/barrier-terms.ts';
import { addLaggedTerms } from '../friction/friction-terms.ts';
import {
  BLOCK_AT,
  BLOCKS,
  BODIES,
  CONTACT_START,
  FRICTION_START,
  GRADIENTS,
  ROOM,
  ROOM_SIZE,
  TODO,
  TODO_CHUNK,
  TODO_COUNT,
  WITH_HESSIAN,
} from './terms-layout.ts';

/** Computes the terms of a chunk of pairs. */
export function writePairTerms(args: i32, chunk: i32): void {
  const size = wholeAt(args + TODO_CHUNK);
  const count = wholeAt(args + TODO_COUNT);
  const from = size * chunk;
  const to = from + size < count ? from + size : count;
  const room = wholeAt(args + ROOM) + ROOM_SIZE * chunk;
  for (let k = from; k < to; k++) writeTerms(args, wholeAt(wholeAt(args + TODO) + k), room);
}

function writeTerms(args: i32, i: i32, room: i32): void {
  const bodies = wholeAt(args + BODIES) + 2 * i;
  const a = wholeAt(bodies);
  const b = wholeAt(bodies + 1);
  const g = wholeAt(args + GRADIENTS) + 12 * i;
  clearReals(12, g);
  let h = -1;
  const at = wholeAt(wholeAt(args + BLOCK_AT) + i);
  if (wholeAt(args + WITH_HESSIAN) !== 0 && at >= 0) {
    h = wholeAt(args + BLOCKS) + at;
    clearReals(144, h);
  }
  const contacts = wholeAt(args + CONTACT_START) + i;
  const end = wholeAt(contacts + 1);
  for (let c = wholeAt(contacts); c < end; c++) addBarrierTerms(args, i, c, a, b, g, h, room);
  const lagged = wholeAt(args + FRICTION_START) + i;
  if (wholeAt(lagged) < wholeAt(lagged + 1))
    addLaggedTerms(args, wholeAt(lagged), wholeAt(lagged + 1), a, b, g, h, room);
}
