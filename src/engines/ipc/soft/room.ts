// Where elements compute: one block of numbers for the portable functions of `elastic`.

import { workOn } from '../../../num/kernels/machine.ts';

/** No element has more nodes. */
const MOST_NODES = 10;
const MOST = 3 * MOST_NODES;

/** Places of the nodes of the element at hand, three numbers each. */
export const PLACES = 0;
/** What its nodes feel, ∂V. */
export const GRADIENT = MOST;
/** ∂²V: as many rows as it has unknowns, of as many numbers. */
export const HESSIAN = 2 * MOST;
/** Its own numbers, and room beyond. */
export const NUMBERS = HESSIAN + MOST * MOST;
export const ROOM = NUMBERS + 64;

/** The block itself. */
export const room = new Float64Array(ROOM + 2048);

/** Before elements compute, as others do so elsewhere. */
export function enterRoom(): void {
  workOn(room);
}
