// What a contact does, as one number: it is open, sticks, slides towards one corner of the friction polygon (whose impulse
// is the corner), or slides across an edge (whose impulse lies on it). Coulomb's law with a polygon is linear once the
// states are known.

import { INSIDE } from './polygon.ts';

export const OPEN = 0;
export const STICKS = 1;
/** A corner j is FIRST_CORNER + j; edge j is FIRST_CORNER + directions + j. */
export const FIRST_CORNER = 2;

/** From where the nearest point of the polygon is (polygon.ts). */
export function stateOf(place: number): number {
  return place === INSIDE ? STICKS : FIRST_CORNER + place;
}
