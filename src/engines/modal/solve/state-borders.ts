// The borders of states (states.ts): what must not become negative in a state, and where crossing it leads.
//
//   state      borders
//   open       û_n
//   sticks     room of friction to each edge; without friction r_n
//   corner     r_n, and velocities along the two edges that meet there
//   edge       room to both its corners, and the velocity across it
//
// A path that crosses a border goes on in the neighbouring state, where the opposite quantity begins at 0 and must grow.

import type { Polygon } from './polygon.ts';
import { FIRST_CORNER, OPEN, STICKS } from './states.ts';

/** Of a contact and an edge j. */
export const NORMAL = 0; // r_n
export const OPENING = 1; // û_n
export const LOW = 2; // e_j·t + ρ sin(π/k): from corner j
export const ALONG = 3; // e_j·û_t
export const HIGH = 4; // ρ sin(π/k) − e_j·t: from corner j + 1
export const AGAINST = 5; // −e_j·û_t
export const ROOM = 6; // ρ cos(π/k) − m_j·t
export const PULL = 7; // −m_j·û_t

/** The quantity, for impulses r and velocities u of the contact at `at`. */
export function borderValue(
  { normals, apothem, half }: Polygon,
  mu: number,
  kind: number,
  edge: number,
  r: Float64Array,
  u: Float64Array,
  at: number,
): number {
  const x = normals[2 * edge];
  const y = normals[2 * edge + 1];
  switch (kind) {
    case NORMAL:
      return r[at];
    case OPENING:
      return u[at];
    case LOW:
      return mu * half * r[at] - y * r[at + 1] + x * r[at + 2];
    case HIGH:
      return mu * half * r[at] + y * r[at + 1] - x * r[at + 2];
    case ALONG:
      return -y * u[at + 1] + x * u[at + 2];
    case AGAINST:
      return y * u[at + 1] - x * u[at + 2];
    case ROOM:
      return mu * apothem * r[at] - x * r[at + 1] - y * r[at + 2];
    default:
      return -x * u[at + 1] - y * u[at + 2];
  }
}

const opposites = [OPENING, NORMAL, ALONG, LOW, AGAINST, HIGH, PULL, ROOM];

/** What must grow behind a border. */
export function oppositeOf(kind: number): number {
  return opposites[kind];
}

/** The state behind a border; that of contacts which close is for the path to say. */
export function stateBehind(kind: number, edge: number, directions: number): number {
  switch (kind) {
    case NORMAL:
      return OPEN;
    case LOW:
      return FIRST_CORNER + edge;
    case HIGH:
      return FIRST_CORNER + ((edge + 1) % directions);
    case PULL:
      return STICKS;
    default:
      return FIRST_CORNER + directions + edge;
  }
}
