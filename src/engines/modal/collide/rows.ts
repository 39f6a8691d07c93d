// The Jacobian of contacts over generalised velocities, three rows a contact (n, t₁, t₂), by compressed rows.
//
//   row over a, direction d:  (d, Rᵀ(r × d), U(X)ᵀ Rᵀ d);   over b the negative
//
// so that row · q̇ is the velocity of a's point relative to b's along d. Checked against finite differences.

import { unrotateByQuaternion } from '../../../num/quaternion.ts';
import type { Configuration, ModalBodies, ModalBody } from '../bodies/body.ts';
import type { ContactSet } from './contact-set.ts';
import { writeTangents } from './tangents.ts';

/** Which unknowns the bodies of a problem have. */
export interface DofLayout {
  /** First unknown of each body; -1 for bodies that have none in this problem. */
  readonly first: Int32Array;
  /** Modes 0 … s-1 of each body are unknowns. Dynamic bodies have v and ω in front of them. */
  readonly modes: Int32Array;
  readonly dofs: number;
}

/** The layout of some bodies (all, where `members` is left out) with so many simulated modes each. */
export function layoutOf(
  { bodies }: ModalBodies,
  simulated: Int32Array,
  members?: ArrayLike<number>,
): DofLayout {
  const first = new Int32Array(bodies.length).fill(-1);
  let dofs = 0;
  const place = (b: number): void => {
    const size = (bodies[b].motion === 'dynamic' ? 6 : 0) + simulated[b];
    if (size > 0) first[b] = dofs;
    dofs += size;
  };
  if (members) for (let i = 0; i < members.length; i++) place(members[i]);
  else for (let b = 0; b < bodies.length; b++) place(b);
  return { first, modes: simulated, dofs };
}

/** Grows and is used again. */
export interface ContactRows {
  starts: Int32Array;
  columns: Int32Array;
  values: Float64Array;
}

export function makeRows(): ContactRows {
  return { starts: new Int32Array(1), columns: new Int32Array(0), values: new Float64Array(0) };
}

/** Writes the rows of all contacts of the set; unknowns of bodies that have none in the layout are left out. */
export function writeRows(
  rows: ContactRows,
  set: ContactSet,
  { bodies }: ModalBodies,
  at: Configuration,
  layout: DofLayout,
): void {
  const { count } = set;
  if (rows.starts.length !== 3 * count + 1) rows.starts = new Int32Array(3 * count + 1);
  let entries = 0;
  for (let k = 0; k < count; k++)
    entries += 3 * (sizeOf(bodies, layout, set.a[k]) + sizeOf(bodies, layout, set.b[k]));
  if (rows.columns.length < entries) {
    const room = Math.ceil(1.5 * entries);
    rows.columns = new Int32Array(room);
    rows.values = new Float64Array(room);
  }
  let next = 0;
  for (let k = 0; k < count; k++) {
    writeTangents(directions, set.normals, 3 * k);
    for (let d = 0; d < 3; d++) {
      rows.starts[3 * k + d] = next;
      next = writeSide(rows, next, bodies, at, layout, set, k, 3 * d, 1);
      next = writeSide(rows, next, bodies, at, layout, set, k, 3 * d, -1);
    }
  }
  rows.starts[3 * count] = next;
}

/** n, t₁, t₂ of the contact at hand, world axes. */
const directions = new Float64Array(9);

function sizeOf(bodies: readonly ModalBody[], layout: DofLayout, b: number): number {
  return layout.first[b] < 0 ? 0 : (bodies[b].motion === 'dynamic' ? 6 : 0) + layout.modes[b];
}

/** One body's part of a row: +1 for a, -1 for b. Columns increase. */
function writeSide(
  rows: ContactRows,
  next: number,
  bodies: readonly ModalBody[],
  { rotations }: Configuration,
  { first, modes }: DofLayout,
  set: ContactSet,
  contact: number,
  d: number,
  sign: number,
): number {
  const b = sign > 0 ? set.a[contact] : set.b[contact];
  if (first[b] < 0) return next;
  const { columns, values } = rows;
  const body = bodies[b];
  const dx = sign * directions[d];
  const dy = sign * directions[d + 1];
  const dz = sign * directions[d + 2];
  let column = first[b];
  if (body.motion === 'dynamic') {
    const arms = sign > 0 ? set.armsA : set.armsB;
    const o = 3 * contact;
    moment[0] = arms[o + 1] * dz - arms[o + 2] * dy;
    moment[1] = arms[o + 2] * dx - arms[o] * dz;
    moment[2] = arms[o] * dy - arms[o + 1] * dx;
    unrotateByQuaternion(moment, 0, rotations, 4 * b, moment, 0);
    columns[next] = column;
    values[next] = dx;
    columns[next + 1] = column + 1;
    values[next + 1] = dy;
    columns[next + 2] = column + 2;
    values[next + 2] = dz;
    for (let k = 0; k < 3; k++) {
      columns[next + 3 + k] = column + 3 + k;
      values[next + 3 + k] = moment[k];
    }
    next += 6;
    column += 6;
  }
  const simulated = modes[b];
  if (simulated === 0) return next;
  local[0] = dx;
  local[1] = dy;
  local[2] = dz;
  unrotateByQuaternion(local, 0, rotations, 4 * b, local, 0);
  const places = sign > 0 ? set.placesA : set.placesB;
  const weights = sign > 0 ? set.weightsA : set.weightsB;
  values.fill(0, next, next + simulated);
  for (let m = 0; m < simulated; m++) columns[next + m] = column + m;
  for (let c = 0; c < 3; c++) {
    const weight = weights[3 * contact + c];
    if (weight === 0) continue;
    const lx = weight * local[0];
    const ly = weight * local[1];
    const lz = weight * local[2];
    let at = 3 * body.modes * places[3 * contact + c];
    for (let m = 0; m < simulated; m++) {
      values[next + m] += lx * body.shapes[at] + ly * body.shapes[at + 1] + lz * body.shapes[at + 2];
      at += 3;
    }
  }
  return next + simulated;
}

const moment = new Float64Array(3);
const local = new Float64Array(3);

/** Keeps the rows of some contacts, given in increasing order. */
export function keepRows(rows: ContactRows, contacts: readonly number[]): void {
  const starts = new Int32Array(3 * contacts.length + 1);
  let next = 0;
  contacts.forEach((from, to) => {
    const begin = rows.starts[3 * from];
    for (let d = 0; d < 3; d++) starts[3 * to + d] = next + rows.starts[3 * from + d] - begin;
    rows.columns.copyWithin(next, begin, rows.starts[3 * from + 3]);
    rows.values.copyWithin(next, begin, rows.starts[3 * from + 3]);
    next += rows.starts[3 * from + 3] - begin;
  });
  starts[3 * contacts.length] = next;
  rows.starts = starts;
}
