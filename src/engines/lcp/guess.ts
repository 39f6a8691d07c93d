// The impulses of the last step as the first guess of the next, by the keys of their contacts.
//
// Contacts are sorted by their keys, so one walk along both lists finds what has stayed. Small islands are solved to rounding
// from nothing: what happens to them depends on poses and motion alone, in either direction of time.

import type { ContactSet } from './collide/contact-set.ts';
import type { Impulses } from './forward/impulses.ts';
import type { Islands } from './islands.ts';
import type { LcpState } from './state.ts';

/** Islands with more contacts than this begin with the last impulses. */
const mostColdContacts = 1;

const keySize = 5;
const guessSize = 7;

/** Fills the guesses of contacts in large islands, and of joints; `out` must have been cleared. */
export function loadGuess(state: LcpState, contacts: ContactSet, islands: Islands, out: Impulses): void {
  const { guessKeys: keys, guesses } = state;
  const known = keys.length / keySize;
  out.joint.set(state.jointGuesses);
  let at = 0;
  for (let c = 0; c < contacts.count; c++) {
    while (at < known && compare(keys, keySize * at, contacts, c) < 0) at++;
    if (at === known) return;
    if (compare(keys, keySize * at, contacts, c) > 0 || !isLarge(islands, contacts, c)) continue;
    const from = guessSize * at;
    out.normal[c] = guesses[from];
    for (let k = 0; k < 3; k++) {
      out.tangential[3 * c + k] = guesses[from + 1 + k];
      out.rolling[3 * c + k] = guesses[from + 4 + k];
    }
  }
}

function isLarge(islands: Islands, contacts: ContactSet, c: number): boolean {
  const island = islands.of[contacts.a[c]] >= 0 ? islands.of[contacts.a[c]] : islands.of[contacts.b[c]];
  return islands.contactStart[island + 1] - islands.contactStart[island] > mostColdContacts;
}

/** Keeps what the next step may begin with. */
export function saveGuess(state: LcpState, contacts: ContactSet, islands: Islands, from: Impulses): void {
  let count = 0;
  for (let c = 0; c < contacts.count; c++) if (isLarge(islands, contacts, c)) count++;
  if (state.guessKeys.length !== keySize * count) {
    state.guessKeys = new Uint32Array(keySize * count);
    state.guesses = new Float64Array(guessSize * count);
  }
  state.jointGuesses.set(from.joint);
  if (count === 0) return;
  const { guessKeys: keys, guesses } = state;
  let at = 0;
  for (let c = 0; c < contacts.count; c++) {
    if (!isLarge(islands, contacts, c)) continue;
    const key = keySize * at;
    keys[key] = contacts.a[c];
    keys[key + 1] = contacts.b[c];
    keys[key + 2] = contacts.featureA[c];
    keys[key + 3] = contacts.featureB[c];
    keys[key + 4] = contacts.part[c];
    const to = guessSize * at;
    guesses[to] = from.normal[c];
    for (let k = 0; k < 3; k++) {
      guesses[to + 1 + k] = from.tangential[3 * c + k];
      guesses[to + 4 + k] = from.rolling[3 * c + k];
    }
    at++;
  }
}

function compare(keys: Uint32Array, at: number, contacts: ContactSet, c: number): number {
  return (
    keys[at] - contacts.a[c] ||
    keys[at + 1] - contacts.b[c] ||
    keys[at + 2] - contacts.featureA[c] ||
    keys[at + 3] - contacts.featureB[c] ||
    keys[at + 4] - contacts.part[c]
  );
}
