// The Jacobian of contacts over generalised velocities, three rows a contact (n, t₁, t₂), by compressed rows.
//
//   row over a, direction d:  (d, Rᵀ(r × d), U(X)ᵀ Rᵀ d);   over b the negative
//
// so that row · q̇ is the velocity of a's point relative to b's along d. Checked against finite differences.

import { unrotateByQuaternion } from '../../../num/index.ts';
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
    const { a, b } = set;
    const sizeA = sizeOf(bodies, layout, a[k]);
    const size = sizeA + sizeOf(bodies, layout, b[k]);
    for (let d = 0; d < 3; d++) rows.starts[3 * k + d] = next + d * size;
    writeTangents(directions, set.normals, 3 * k);
    if (layout.first[a[k]] >= 0) writeSide(rows, 0, bodies[a[k]], at, layout, set, k, 1);
    if (layout.first[b[k]] >= 0) writeSide(rows, sizeA, bodies[b[k]], at, layout, set, k, -1);
    next += 3 * size;
  }
  rows.starts[3 * count] = next;
}

/** n, t₁, t₂ of the contact at hand, world axes; then in the axes of a body, with its sign. */
const directions = new Float64Array(9);
const local = new Float64Array(9);
const moment = new Float64Array(3);

function sizeOf(bodies: readonly ModalBody[], layout: DofLayout, b: number): number {
  return layout.first[b] < 0 ? 0 : (bodies[b].motion === 'dynamic' ? 6 : 0) + layout.modes[b];
}

/** One body's part of the three rows of a contact, `skip` entries into each: sign +1 for a, -1 for b. */
function writeSide(
  rows: ContactRows,
  skip: number,
  body: ModalBody,
  { rotations }: Configuration,
  { first, modes }: DofLayout,
  set: ContactSet,
  contact: number,
  sign: number,
): void {
  const { starts, columns, values } = rows;
  const b = body.index;
  const o = 3 * contact;
  const size = starts[o + 1] - starts[o];
  let next = starts[o] + skip;
  let column = first[b];
  if (body.motion === 'dynamic') {
    const arms = sign > 0 ? set.armsA : set.armsB;
    for (let d = 0; d < 3; d++) {
      const dx = sign * directions[3 * d];
      const dy = sign * directions[3 * d + 1];
      const dz = sign * directions[3 * d + 2];
      moment[0] = arms[o + 1] * dz - arms[o + 2] * dy;
      moment[1] = arms[o + 2] * dx - arms[o] * dz;
      moment[2] = arms[o] * dy - arms[o + 1] * dx;
      unrotateByQuaternion(moment, 0, rotations, 4 * b, moment, 0);
      const i = next + d * size;
      values[i] = dx;
      values[i + 1] = dy;
      values[i + 2] = dz;
      values[i + 3] = moment[0];
      values[i + 4] = moment[1];
      values[i + 5] = moment[2];
      for (let k = 0; k < 6; k++) columns[i + k] = column + k;
    }
    next += 6;
    column += 6;
  }
  const simulated = modes[b];
  if (simulated === 0) return;
  for (let k = 0; k < 9; k++) local[k] = sign * directions[k];
  for (let d = 0; d < 9; d += 3) unrotateByQuaternion(local, d, rotations, 4 * b, local, d);
  const places = sign > 0 ? set.placesA : set.placesB;
  const weights = sign > 0 ? set.weightsA : set.weightsB;
  const { shapes } = body;
  const w0 = weights[o];
  const w1 = weights[o + 1];
  const w2 = weights[o + 2];
  const p = 3 * body.modes * places[o];
  const q = 3 * body.modes * places[o + 1];
  const r = 3 * body.modes * places[o + 2];
  for (let m = 0; m < simulated; m++) {
    const x = w0 * shapes[p + 3 * m] + w1 * shapes[q + 3 * m] + w2 * shapes[r + 3 * m];
    const y = w0 * shapes[p + 3 * m + 1] + w1 * shapes[q + 3 * m + 1] + w2 * shapes[r + 3 * m + 1];
    const z = w0 * shapes[p + 3 * m + 2] + w1 * shapes[q + 3 * m + 2] + w2 * shapes[r + 3 * m + 2];
    const i = next + m;
    values[i] = local[0] * x + local[1] * y + local[2] * z;
    values[i + size] = local[3] * x + local[4] * y + local[5] * z;
    values[i + 2 * size] = local[6] * x + local[7] * y + local[8] * z;
    columns[i] = column + m;
    columns[i + size] = column + m;
    columns[i + 2 * size] = column + m;
  }
}
