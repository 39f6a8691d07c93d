// What pairs have pushed since the host last looked, by identity: a pair that is dropped and found again goes on
// where it was, so the sums do not depend on when pairs come and go.

import { DIST, NX, NY, NZ } from './distance.ts';
import { W0, W1 } from './weights.ts';
import { SCRATCH } from '../layout/layout.ts';
import {
  EDGE_EDGE,
  CONTACT_COUNT_AT,
  CONTACT_DEEPEST,
  CONTACT_HASH,
  CONTACT_HASH_MASK,
  CONTACT_IDS,
  CONTACT_IMPULSE,
  CONTACT_KIND,
  CONTACT_LEAST,
  CONTACT_NORMAL,
  CONTACT_POINT,
  CONTACT_PUSH,
  CONTACT_REALS_SIZE,
  CONTACT_STENCIL,
  CONTACT_WHOLES,
  CONTACT_WHOLES_SIZE,
  PAIR_CONTACT,
  PAIR_IDS,
  PAIR_KIND,
  PAIR_STENCIL,
  pairAt,
  contactAt,
  contactRealsAt,
} from '../layout/contact.ts';
import { hashPlace } from './hash.ts';
import { type f64, type i32, putReal, putWhole, realAt, wholeAt } from '../../../../num/kernels/machine.ts';

/** The contact of a pair, made where there is none yet; the caller has seen to it that one more fits. */
function contactOf(pair: i32): i32 {
  const record: i32 = pairAt(pair);
  const kind: i32 = wholeAt(record + PAIR_KIND);
  const idA: i32 = wholeAt(record + PAIR_IDS);
  const idB: i32 = wholeAt(record + PAIR_IDS + 1);
  const count: i32 = wholeAt(CONTACT_COUNT_AT);
  const guess: i32 = wholeAt(record + PAIR_CONTACT);
  if (guess < count && isContact(guess, kind, idA, idB)) return guess;
  const place: i32 = CONTACT_HASH + contactPlace(kind, idA, idB);
  let slot: i32 = wholeAt(place) - 1;
  if (slot < 0) {
    slot = count;
    putWhole(CONTACT_COUNT_AT, slot + 1);
    putWhole(place, slot + 1);
    const contact: i32 = contactAt(slot);
    putWhole(contact + CONTACT_KIND, kind);
    for (let k: i32 = 0; k < 4; k++)
      putWhole(contact + CONTACT_STENCIL + k, wholeAt(record + PAIR_STENCIL + k));
    putWhole(contact + CONTACT_IDS, idA);
    putWhole(contact + CONTACT_IDS + 1, idB);
    putWhole(contact + CONTACT_DEEPEST, 0);
    const reals: i32 = contactRealsAt(slot);
    for (let k: i32 = 0; k < CONTACT_REALS_SIZE; k++) putReal(reals + k, 0);
    putReal(reals + CONTACT_LEAST, 1e300);
  }
  putWhole(record + PAIR_CONTACT, slot);
  return slot;
}

/** Adds a push of a pair's layer l, right after its distance was taken: impulse j on the first primitive, and n·j. */
export function contactAdd(pair: i32, l: i32, jx: f64, jy: f64, jz: f64, normal: f64): void {
  const slot: i32 = contactOf(pair);
  // the point on the first primitive
  let px: f64 = realAt(SCRATCH);
  let py: f64 = realAt(SCRATCH + 1);
  let pz: f64 = realAt(SCRATCH + 2);
  if (wholeAt(pairAt(pair) + PAIR_KIND) === EDGE_EDGE) {
    px = W0 * px + W1 * realAt(SCRATCH + 3);
    py = W0 * py + W1 * realAt(SCRATCH + 4);
    pz = W0 * pz + W1 * realAt(SCRATCH + 5);
  }
  const deepest: i32 = contactAt(slot) + CONTACT_DEEPEST;
  if (l > wholeAt(deepest)) putWhole(deepest, l);
  const reals: i32 = contactRealsAt(slot);
  grow(reals + CONTACT_IMPULSE, jx);
  grow(reals + CONTACT_IMPULSE + 1, jy);
  grow(reals + CONTACT_IMPULSE + 2, jz);
  grow(reals + CONTACT_POINT, normal * px);
  grow(reals + CONTACT_POINT + 1, normal * py);
  grow(reals + CONTACT_POINT + 2, normal * pz);
  grow(reals + CONTACT_PUSH, normal);
  grow(reals + CONTACT_NORMAL, normal * NX);
  grow(reals + CONTACT_NORMAL + 1, normal * NY);
  grow(reals + CONTACT_NORMAL + 2, normal * NZ);
  if (DIST < realAt(reals + CONTACT_LEAST)) putReal(reals + CONTACT_LEAST, DIST);
}

/** Empties the table. */
export function contactsClear(): void {
  putWhole(CONTACT_COUNT_AT, 0);
  contactsRehash();
}

/** Writes the hash anew: after the host has made it larger, or has put an earlier table back. */
export function contactsRehash(): void {
  for (let place: i32 = 0; place <= CONTACT_HASH_MASK; place++) putWhole(CONTACT_HASH + place, 0);
  const count: i32 = wholeAt(CONTACT_COUNT_AT);
  for (let slot: i32 = 0; slot < count; slot++) {
    const contact: i32 = contactAt(slot);
    const ids: i32 = contact + CONTACT_IDS;
    putWhole(CONTACT_HASH + contactPlace(wholeAt(contact), wholeAt(ids), wholeAt(ids + 1)), slot + 1);
  }
}

function grow(at: i32, by: f64): void {
  putReal(at, realAt(at) + by);
}

function isContact(slot: i32, kind: i32, idA: i32, idB: i32): boolean {
  const contact: i32 = contactAt(slot);
  return (
    wholeAt(contact + CONTACT_KIND) === kind &&
    wholeAt(contact + CONTACT_IDS) === idA &&
    wholeAt(contact + CONTACT_IDS + 1) === idB
  );
}

function contactPlace(kind: i32, idA: i32, idB: i32): i32 {
  return hashPlace(
    CONTACT_HASH,
    CONTACT_HASH_MASK,
    CONTACT_WHOLES,
    CONTACT_WHOLES_SIZE,
    CONTACT_IDS,
    kind,
    idA,
    idB,
  );
}
