// Takes overlap back by moving bodies, not by giving them speed: for piles that only ever run forward.
//
//   n·(δ_a + θ_a×r_a − δ_b − θ_b×r_b) ≥ share × (depth − margin)   at every contact that is deeper than its margin
//
// with displacements from pushes along the normals alone, by a few sweeps of projected Gauss–Seidel. It changes poses in
// the middle of a step, which no step backward can undo: the option is 0 unless asked for, and must be for rewinding.

import { multiplyQuaternions, normalizeQuaternion, quaternionFromRotationVector } from '../../num/index.ts';
import type { ContactSet } from './collide/contact-set.ts';
import { applyInverseInertia, writeInverseInertia } from './forward/members.ts';
import type { Model } from './model.ts';

const sweeps = 10;

const rowSize = 13;

/** What is known of the contacts that are too deep; made once for a run. */
export class Overlap {
  /** How far each body was moved and turned, six numbers. */
  moved = new Float64Array(0);
  /** Numbers of the contacts, and how much each was pushed. */
  deep = new Int32Array(0);
  pushes = new Float64Array(0);
  /** r×n of both sides, and what a unit push turns each by; then the contact's compliance: 13 numbers. */
  rows = new Float64Array(0);

  reserve(bodies: number, contacts: number): void {
    if (this.moved.length < 6 * bodies) this.moved = new Float64Array(6 * bodies);
    if (this.deep.length >= contacts) return;
    this.deep = new Int32Array(2 * contacts);
    this.pushes = new Float64Array(2 * contacts);
    this.rows = new Float64Array(2 * rowSize * contacts);
  }
}

const arm = new Float64Array(3);
const turned = new Float64Array(4);
const inverse = new Float64Array(6);

/** @param poses  at the midpoint, where the contacts were found; changed in place */
export function recover(
  model: Model,
  contacts: ContactSet,
  poses: Float64Array,
  share: number,
  overlap: Overlap,
): void {
  overlap.reserve(model.bodies, contacts.count);
  const count = gather(model, contacts, poses, overlap);
  if (count === 0) return;
  const { moved } = overlap;
  moved.fill(0);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let i = 0; i < count; i++) push(model, contacts, i, share, overlap);
  }
  for (let b = 0; b < model.bodies; b++) {
    if (model.isDynamic[b] === 0) continue;
    for (let k = 0; k < 3; k++) poses[7 * b + k] += moved[6 * b + k];
    if (moved[6 * b + 3] === 0 && moved[6 * b + 4] === 0 && moved[6 * b + 5] === 0) continue;
    quaternionFromRotationVector(turned, 0, moved, 6 * b + 3);
    multiplyQuaternions(poses, 7 * b + 3, turned, 0, poses, 7 * b + 3);
    normalizeQuaternion(poses, 7 * b + 3);
  }
}

/** Lists the contacts that are too deep, and their rows. */
function gather(
  model: Model,
  contacts: ContactSet,
  poses: Float64Array,
  { deep, pushes, rows }: Overlap,
): number {
  let count = 0;
  for (let c = 0; c < contacts.count; c++) {
    if (-contacts.gaps[c] <= marginOf(model, contacts, c)) continue;
    const at = rowSize * count;
    const compliance =
      side(model, contacts, c, poses, contacts.a[c], rows, at) +
      side(model, contacts, c, poses, contacts.b[c], rows, at + 6);
    if (!(compliance > 0)) continue;
    rows[at + 12] = compliance;
    pushes[count] = 0;
    deep[count++] = c;
  }
  return count;
}

function marginOf({ collider }: Model, contacts: ContactSet, c: number): number {
  return Math.min(collider.margins[contacts.a[c]], collider.margins[contacts.b[c]]);
}

/** Writes r×n and I⁻¹(r×n) of one side; returns how much it gives way. */
function side(
  model: Model,
  contacts: ContactSet,
  c: number,
  poses: Float64Array,
  body: number,
  rows: Float64Array,
  at: number,
): number {
  rows.fill(0, at, at + 6);
  if (model.isDynamic[body] === 0) return 0;
  const { normals, points } = contacts;
  for (let k = 0; k < 3; k++) arm[k] = points[3 * c + k] - poses[7 * body + k];
  rows[at] = arm[1] * normals[3 * c + 2] - arm[2] * normals[3 * c + 1];
  rows[at + 1] = arm[2] * normals[3 * c] - arm[0] * normals[3 * c + 2];
  rows[at + 2] = arm[0] * normals[3 * c + 1] - arm[1] * normals[3 * c];
  writeInverseInertia(model, poses, body, inverse, 0);
  applyInverseInertia(inverse, 0, rows, at, rows, at + 3);
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    sum += model.inverseMasses[3 * body + k] * normals[3 * c + k] * normals[3 * c + k];
    sum += rows[at + k] * rows[at + 3 + k];
  }
  return sum;
}

function push(
  model: Model,
  contacts: ContactSet,
  i: number,
  share: number,
  { moved, deep, pushes, rows }: Overlap,
): void {
  const c = deep[i];
  const at = rowSize * i;
  const { normals } = contacts;
  const a = contacts.a[c];
  const b = contacts.b[c];
  let apart = 0;
  for (let k = 0; k < 3; k++) {
    apart += normals[3 * c + k] * (moved[6 * a + k] - moved[6 * b + k]);
    apart += rows[at + k] * moved[6 * a + 3 + k] - rows[at + 6 + k] * moved[6 * b + 3 + k];
  }
  const wanted = share * (-contacts.gaps[c] - marginOf(model, contacts, c));
  const before = pushes[i];
  pushes[i] = Math.max(0, before + (wanted - apart) / rows[at + 12]);
  const by = pushes[i] - before;
  if (by === 0) return;
  for (let k = 0; k < 3; k++) {
    moved[6 * a + k] += by * model.inverseMasses[3 * a + k] * normals[3 * c + k];
    moved[6 * b + k] -= by * model.inverseMasses[3 * b + k] * normals[3 * c + k];
    moved[6 * a + 3 + k] += by * rows[at + 3 + k];
    moved[6 * b + 3 + k] -= by * rows[at + 9 + k];
  }
}
