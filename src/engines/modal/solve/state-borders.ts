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
export const NORMAL_IMPULSE = 0; // r_n
export const NORMAL_VELOCITY = 1; // û_n
export const ROOM_TO_CORNER = 2; // e_j·t + ρ sin(π/k): from corner j
export const VELOCITY_ALONG_EDGE = 3; // e_j·û_t
export const ROOM_TO_NEXT_CORNER = 4; // ρ sin(π/k) − e_j·t: from corner j + 1
export const VELOCITY_AGAINST_EDGE = 5; // −e_j·û_t
export const ROOM_TO_EDGE = 6; // ρ cos(π/k) − m_j·t
export const VELOCITY_INTO_POLYGON = 7; // −m_j·û_t

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
    case NORMAL_IMPULSE:
      return r[at];
    case NORMAL_VELOCITY:
      return u[at];
    case ROOM_TO_CORNER:
      return mu * half * r[at] - y * r[at + 1] + x * r[at + 2];
    case ROOM_TO_NEXT_CORNER:
      return mu * half * r[at] + y * r[at + 1] - x * r[at + 2];
    case VELOCITY_ALONG_EDGE:
      return -y * u[at + 1] + x * u[at + 2];
    case VELOCITY_AGAINST_EDGE:
      return y * u[at + 1] - x * u[at + 2];
    case ROOM_TO_EDGE:
      return mu * apothem * r[at] - x * r[at + 1] - y * r[at + 2];
    default:
      return -x * u[at + 1] - y * u[at + 2];
  }
}

const opposites = [
  NORMAL_VELOCITY,
  NORMAL_IMPULSE,
  VELOCITY_ALONG_EDGE,
  ROOM_TO_CORNER,
  VELOCITY_AGAINST_EDGE,
  ROOM_TO_NEXT_CORNER,
  VELOCITY_INTO_POLYGON,
  ROOM_TO_EDGE,
];

/** What must grow behind a border. */
export function oppositeOf(kind: number): number {
  return opposites[kind];
}

/** The state behind a border; that of contacts which close is for the path to say. */
export function stateBehind(kind: number, edge: number, directions: number): number {
  switch (kind) {
    case NORMAL_IMPULSE:
      return OPEN;
    case ROOM_TO_CORNER:
      return FIRST_CORNER + edge;
    case ROOM_TO_NEXT_CORNER:
      return FIRST_CORNER + ((edge + 1) % directions);
    case VELOCITY_INTO_POLYGON:
      return STICKS;
    default:
      return FIRST_CORNER + directions + edge;
  }
}
