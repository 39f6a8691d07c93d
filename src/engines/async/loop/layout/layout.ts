// Where everything of the event loop lies in memory: tables of doubles and of 32-bit integers.
//
// A table is a base address; entry i of a table of doubles is realAt(TABLE + i), of integers wholeAt(TABLE + i).
// The host (../tables.ts) takes the tables from the arena and writes their bases into a header of 256 integers,
// at the places named HEAD_… here and in the other layout files; `bind` reads them. Records of several numbers
// lie together (`…_SIZE` numbers each, fields named by offsets). Tables grow between events only: the loop
// returns, the host moves them, and binds again. Integers of the header that the loop changes itself (lengths of
// pools, the queue's length) are read and written in the header, never kept across an entry.
//
// Header: 0–63 core (this file, layout/contact.ts, layout/queue.ts), 64–127 certificates (layout/kinetic.ts),
// 128–191 windows (layout/window.ts), 192–219 control (layout/control.ts), 220–239 plates (layout/plates.ts), 240–247 what groups move and owe, and wind.
//
// Time is counted in ticks of 2⁻³⁹ s, whole numbers kept in doubles: exact up to 2⁵³ ticks, 16,384 s.

import { bindContact } from './contact.ts';
import { bindControl } from './control.ts';
import { bindKinetic } from './kinetic.ts';
import { bindPlates } from './plates.ts';
import { bindQueue } from './queue.ts';
import { bindWindow } from './window.ts';
import { type i32, wholeAt } from '../../../../num/kernels/machine.ts';

// Vertices: position [m] at its own time, velocity [m/s], time [ticks], inverse mass [1/kg] (0: moved from
// outside), acceleration by gravity and pulls [m/s²].
export const HEAD_POSITION: i32 = 0;
export const HEAD_VELOCITY: i32 = 1;
export const HEAD_TIME: i32 = 2;
export const HEAD_INVERSE_MASS: i32 = 3;
export const HEAD_VERTEX_COUNT: i32 = 4;
export const HEAD_ACCELERATION: i32 = 5;

export let POSITION: i32 = 0;
export let VELOCITY: i32 = 0;
export let TIME: i32 = 0;
export let INVERSE_MASS: i32 = 0;
export let VERTEX_COUNT: i32 = 0;
export let ACCELERATION: i32 = 0;

// Clock groups: elements of one kind with one step. Group g holds the entries GROUP_START[g] … GROUP_START[g + 1]
// of GROUP_ELEMENTS, ids of elements in rising order (kind 0: ids of vertices). No two groups of a kind have the
// same step.
export const HEAD_GROUP_KIND: i32 = 9;
export const HEAD_GROUP_STEP: i32 = 10; // doubles [ticks]
export const HEAD_GROUP_START: i32 = 11;
export const HEAD_GROUP_ELEMENTS: i32 = 12;
export const HEAD_GROUP_COUNT: i32 = 13;

export const KIND_ACCELERATION: i32 = 0;
export const KIND_SPRING: i32 = 1;
export const KIND_TRIANGLE: i32 = 2;
export const KIND_HINGE: i32 = 3;
export const KIND_PLATE: i32 = 4;
export const KIND_WIND: i32 = 5;

export let GROUP_KIND: i32 = 0;
export let GROUP_STEP: i32 = 0;
export let GROUP_START: i32 = 0;
export let GROUP_ELEMENTS: i32 = 0;
export let GROUP_COUNT: i32 = 0;

// What the elements of group g act on: GROUP_VERTICES[GROUP_VERTEX[g] … GROUP_VERTEX[g + 1]], each once (of accelerations, none); and
// where these are at the group's tick, three doubles a vertex of all.
export const HEAD_GROUP_VERTEX: i32 = 240;
export const HEAD_GROUP_VERTICES: i32 = 241;
export const HEAD_NOW: i32 = 242;

export let GROUP_VERTEX: i32 = 0;
export let GROUP_VERTICES: i32 = 0;
export let NOW: i32 = 0;

// Impulses that forces owe when energies are asked for (forces/owed.ts): three doubles a vertex, then one a tilt.
export const HEAD_OWED: i32 = 246;
export let OWED: i32 = 0;

// What the wind blows on (forces/wind.ts): three vertices, -1 where there are fewer; the area of a particle [m²], the diameter of a wire [m]
// and nothing of a face, and the least mass of its vertices [kg]. WIND_SPEED: velocities before the tick, three doubles a vertex of all.
export const HEAD_WIND_VERTICES: i32 = 243;
export const HEAD_WIND_REALS: i32 = 244;
export const HEAD_WIND_SPEED: i32 = 245;
export const WIND_SIZE: i32 = 2;
export const WIND_WIDTH: i32 = 0;
export const WIND_MASS: i32 = 1;

export let WIND_VERTICES: i32 = 0;
export let WIND_REALS: i32 = 0;
export let WIND_SPEED: i32 = 0;

// Springs: two vertices; rest length ℓ₀ [m], stiffness [N/m], damping [N s/m], length at the previous tick [m].
export const HEAD_SPRING_VERTICES: i32 = 14;
export const HEAD_SPRING_REALS: i32 = 15;
export const HEAD_SPRING_COUNT: i32 = 16;
export const SPRING_SIZE: i32 = 4;
export const SPRING_REST: i32 = 0;
export const SPRING_STIFFNESS: i32 = 1;
export const SPRING_DAMPING: i32 = 2;
export const SPRING_PREVIOUS: i32 = 3;

export let SPRING_VERTICES: i32 = 0;
export let SPRING_REALS: i32 = 0;
export let SPRING_COUNT: i32 = 0;

// Membranes: three vertices; five reals as elastic/membrane.ts has them, relaxation time of the damping [s], strain (xx, yy, xy) at
// the previous tick.
export const HEAD_TRIANGLE_VERTICES: i32 = 17;
export const HEAD_TRIANGLE_REALS: i32 = 18;
export const HEAD_TRIANGLE_COUNT: i32 = 19;
export const TRIANGLE_SIZE: i32 = 10;
export const TRIANGLE_DAMPING: i32 = 5;
export const TRIANGLE_PREVIOUS: i32 = 6;

export let TRIANGLE_VERTICES: i32 = 0;
export let TRIANGLE_REALS: i32 = 0;
export let TRIANGLE_COUNT: i32 = 0;

// Hinges: four vertices (both ends of the edge, then the corner of the face that runs along it, then that of the
// other); rest angle [rad], stiffness [N m], damping [N m s], angle at the previous tick [rad].
export const HEAD_HINGE_VERTICES: i32 = 20;
export const HEAD_HINGE_REALS: i32 = 21;
export const HEAD_HINGE_COUNT: i32 = 22;
export const HINGE_SIZE: i32 = 4;
export const HINGE_REST: i32 = 0;
export const HINGE_STIFFNESS: i32 = 1;
export const HINGE_DAMPING: i32 = 2;
export const HINGE_PREVIOUS: i32 = 3;

export let HINGE_VERTICES: i32 = 0;
export let HINGE_REALS: i32 = 0;
export let HINGE_COUNT: i32 = 0;

// Impulses of one element, before they are given to its vertices: 12 doubles; and the places of its vertices, 21 more. A plate has
// both together (layout/plates.ts).
export const HEAD_SCRATCH: i32 = 23;
export let SCRATCH: i32 = 0;
export let PLACES: i32 = 0;

/** Reads every base: first in every entry. */
export function bind(header: i32): void {
  POSITION = wholeAt(header + HEAD_POSITION);
  VELOCITY = wholeAt(header + HEAD_VELOCITY);
  TIME = wholeAt(header + HEAD_TIME);
  INVERSE_MASS = wholeAt(header + HEAD_INVERSE_MASS);
  VERTEX_COUNT = wholeAt(header + HEAD_VERTEX_COUNT);
  ACCELERATION = wholeAt(header + HEAD_ACCELERATION);
  GROUP_KIND = wholeAt(header + HEAD_GROUP_KIND);
  GROUP_STEP = wholeAt(header + HEAD_GROUP_STEP);
  GROUP_START = wholeAt(header + HEAD_GROUP_START);
  GROUP_ELEMENTS = wholeAt(header + HEAD_GROUP_ELEMENTS);
  GROUP_COUNT = wholeAt(header + HEAD_GROUP_COUNT);
  GROUP_VERTEX = wholeAt(header + HEAD_GROUP_VERTEX);
  GROUP_VERTICES = wholeAt(header + HEAD_GROUP_VERTICES);
  NOW = wholeAt(header + HEAD_NOW);
  OWED = wholeAt(header + HEAD_OWED);
  WIND_VERTICES = wholeAt(header + HEAD_WIND_VERTICES);
  WIND_REALS = wholeAt(header + HEAD_WIND_REALS);
  WIND_SPEED = wholeAt(header + HEAD_WIND_SPEED);
  SPRING_VERTICES = wholeAt(header + HEAD_SPRING_VERTICES);
  SPRING_REALS = wholeAt(header + HEAD_SPRING_REALS);
  SPRING_COUNT = wholeAt(header + HEAD_SPRING_COUNT);
  TRIANGLE_VERTICES = wholeAt(header + HEAD_TRIANGLE_VERTICES);
  TRIANGLE_REALS = wholeAt(header + HEAD_TRIANGLE_REALS);
  TRIANGLE_COUNT = wholeAt(header + HEAD_TRIANGLE_COUNT);
  HINGE_VERTICES = wholeAt(header + HEAD_HINGE_VERTICES);
  HINGE_REALS = wholeAt(header + HEAD_HINGE_REALS);
  HINGE_COUNT = wholeAt(header + HEAD_HINGE_COUNT);
  SCRATCH = wholeAt(header + HEAD_SCRATCH);
  PLACES = SCRATCH + 16;
  bindQueue(header);
  bindContact(header);
  bindControl(header);
  bindKinetic(header);
  bindWindow(header);
  bindPlates(header);
}
