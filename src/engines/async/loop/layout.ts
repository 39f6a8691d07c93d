// Where everything of the event loop lies in memory: tables of doubles and of 32-bit integers.
//
// A table is a base address; entry i of a table of doubles is realAt(TABLE + i), of integers wholeAt(TABLE + i).
// The host (../tables.ts) takes the tables from the arena and writes their bases into a header, in the order
// of this file; `bind` reads them. Tables grow between events only: the loop returns, the host moves them,
// and binds again.
//
// Time is counted in ticks of 2⁻³⁹ s, whole numbers kept in doubles: exact up to 2⁵³ ticks, 16,384 s.

import { type i32, wholeAt } from './machine.ts';

// Vertices: position [m] at its own time, velocity [m/s], time [ticks], inverse mass [1/kg] (0: moved from outside).
export let POSITION: i32 = 0;
export let VELOCITY: i32 = 0;
export let TIME: i32 = 0;
export let INVERSE_MASS: i32 = 0;

export function bindVertices(header: i32): void {
  POSITION = wholeAt(header);
  VELOCITY = wholeAt(header + 1);
  TIME = wholeAt(header + 2);
  INVERSE_MASS = wholeAt(header + 3);
}
