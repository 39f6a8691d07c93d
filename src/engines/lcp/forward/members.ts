// The bodies of the island at hand: velocities before and during the solve, inverse inertia in the world.
//
// One slot more than there are bodies stands for everything that does not give way: its inverse mass is zero and so is its
// velocity, so that rows need no case for it. What a scripted body's own motion adds to a row is in the row's shift.

import { rotateByQuaternion } from '../../../num/index.ts';
import type { Islands } from '../islands.ts';
import type { Model } from '../model.ts';
import type { Motion } from '../motion.ts';
import { heap, type Room } from './room.ts';

export class Members {
  count = 0;
  /** Slot of each body of the model; that of immovable bodies is `count`. */
  place: Int32Array = new Int32Array(0);
  /** Linear and angular velocity, six a slot: before the kick, and without contacts after it. */
  before: Float64Array = new Float64Array(0);
  free: Float64Array = new Float64Array(0);
  /** Angular momentum without contacts after the kick, three a slot. */
  freeMomenta: Float64Array = new Float64Array(0);
  /** The solve's own velocities, six a slot. */
  now: Float64Array = new Float64Array(0);
  /** Three a slot. */
  inverseMasses: Float64Array = new Float64Array(0);
  /** Symmetric, xx xy xz yy yz zz a slot. */
  inverseInertias: Float64Array = new Float64Array(0);
  /** 1 for slots whose inertia is larger than their bodies' (taut.ts). */
  isTaut: Uint8Array = new Uint8Array(0);
  private readonly room: Room;

  constructor(room: Room = heap) {
    this.room = room;
  }

  /** Loads the bodies of an island, forces over [time, time + h] included. */
  load(
    model: Model,
    mid: Float64Array,
    islands: Islands,
    island: number,
    time: number,
    { velocities, momenta }: Motion,
  ): void {
    const first = islands.bodyStart[island];
    this.count = islands.bodyStart[island + 1] - first;
    this.reserve(this.count + 1, model.bodies);
    const { before, free, freeMomenta, inverseMasses, inverseInertias } = this;
    this.isTaut.fill(0, 0, this.count + 1);
    for (let i = 0; i < this.count; i++) {
      const body = islands.bodies[first + i];
      const m = 3 * body;
      this.place[body] = i;
      for (let k = 0; k < 3; k++) {
        inverseMasses[3 * i + k] = model.inverseMasses[m + k];
        before[6 * i + k] = velocities[m + k];
        free[6 * i + k] = velocities[m + k];
        freeMomenta[3 * i + k] = momenta[m + k];
      }
      writeInverseInertia(model, mid, body, inverseInertias, 6 * i);
      applyInverseInertia(inverseInertias, 6 * i, momenta, m, before, 6 * i + 3);
      addForces(model, mid, body, time, free, 6 * i, freeMomenta, 3 * i);
      applyInverseInertia(inverseInertias, 6 * i, freeMomenta, 3 * i, free, 6 * i + 3);
    }
    const last = this.count;
    inverseMasses.fill(0, 3 * last, 3 * last + 3);
    inverseInertias.fill(0, 6 * last, 6 * last + 6);
    free.fill(0, 6 * last, 6 * last + 6);
    before.fill(0, 6 * last, 6 * last + 6);
  }

  /** The slot of a body (-1 is the world). */
  slot(model: Model, body: number): number {
    return body >= 0 && model.isDynamic[body] === 1 ? this.place[body] : this.count;
  }

  reserve(slots: number, bodies: number): void {
    if (this.place.length < bodies) this.place = new Int32Array(bodies);
    if (this.before.length >= 6 * slots) return;
    const { room } = this;
    const most = 2 * slots;
    this.before = room.f64(6 * most);
    this.free = room.f64(6 * most);
    this.freeMomenta = room.f64(3 * most);
    this.now = room.f64(6 * most);
    this.inverseMasses = room.f64(3 * most);
    this.inverseInertias = room.f64(6 * most);
    this.isTaut = new Uint8Array(most);
  }
}

/** out = R I⁻¹ Rᵀ of a body at the midpoint. */
export function writeInverseInertia(
  model: Model,
  mid: Float64Array,
  body: number,
  out: Float64Array,
  at: number,
): void {
  const { inverseInertias } = model;
  const ix = inverseInertias[3 * body];
  const iy = inverseInertias[3 * body + 1];
  const iz = inverseInertias[3 * body + 2];
  if (model.isRound[body] === 1 || ix === 0) {
    out[at] = out[at + 3] = out[at + 5] = ix;
    out[at + 1] = out[at + 2] = out[at + 4] = 0;
    return;
  }
  const q = 7 * body + 3;
  const x = mid[q];
  const y = mid[q + 1];
  const z = mid[q + 2];
  const w = mid[q + 3];
  const r00 = 1 - 2 * (y * y + z * z);
  const r01 = 2 * (x * y - w * z);
  const r02 = 2 * (x * z + w * y);
  const r10 = 2 * (x * y + w * z);
  const r11 = 1 - 2 * (x * x + z * z);
  const r12 = 2 * (y * z - w * x);
  const r20 = 2 * (x * z - w * y);
  const r21 = 2 * (y * z + w * x);
  const r22 = 1 - 2 * (x * x + y * y);
  out[at] = r00 * r00 * ix + r01 * r01 * iy + r02 * r02 * iz;
  out[at + 1] = r00 * r10 * ix + r01 * r11 * iy + r02 * r12 * iz;
  out[at + 2] = r00 * r20 * ix + r01 * r21 * iy + r02 * r22 * iz;
  out[at + 3] = r10 * r10 * ix + r11 * r11 * iy + r12 * r12 * iz;
  out[at + 4] = r10 * r20 * ix + r11 * r21 * iy + r12 * r22 * iz;
  out[at + 5] = r20 * r20 * ix + r21 * r21 * iy + r22 * r22 * iz;
}

/** out = S v, S symmetric of six numbers. */
export function applyInverseInertia(
  s: Float64Array,
  si: number,
  v: Float64Array,
  vi: number,
  out: Float64Array,
  at: number,
): void {
  const x = v[vi];
  const y = v[vi + 1];
  const z = v[vi + 2];
  out[at] = s[si] * x + s[si + 1] * y + s[si + 2] * z;
  out[at + 1] = s[si + 1] * x + s[si + 3] * y + s[si + 4] * z;
  out[at + 2] = s[si + 2] * x + s[si + 4] * y + s[si + 5] * z;
}

const arm = new Float64Array(3);

/** Adds gravity and all forces over [time, time + h] to a velocity and an angular momentum. */
export function addForces(
  model: Model,
  mid: Float64Array,
  body: number,
  time: number,
  velocities: Float64Array,
  v: number,
  momenta: Float64Array,
  l: number,
): void {
  const { gravity, forces, pushes, fades, inverseMasses, timeStep: h } = model;
  const m = 3 * body;
  const left = fades[4 * body];
  const leftOfTurning = fades[4 * body + 1];
  const acts = fades[4 * body + 2];
  const actsOnTurning = fades[4 * body + 3];
  const turns = model.inverseInertias[m] > 0;
  for (let k = 0; k < 3; k++) {
    const inverseMass = inverseMasses[m + k];
    if (inverseMass > 0)
      velocities[v + k] =
        left * velocities[v + k] +
        acts * (gravity[k] + (forces[6 * body + k] + pushes[6 * body + k]) * inverseMass);
    if (turns)
      momenta[l + k] =
        leftOfTurning * momenta[l + k] +
        actsOnTurning * (forces[6 * body + 3 + k] + pushes[6 * body + 3 + k]);
  }
  const timed = model.timedForces[body];
  for (let i = 0; i < timed.length; i++) {
    const { force, torque, point, from, until } = timed[i];
    const lasts = Math.min(until, time + h) - Math.max(from, time);
    if (lasts <= 0) continue;
    for (let k = 0; k < 3; k++) arm[k] = point[k];
    rotateByQuaternion(arm, 0, mid, 7 * body + 3, arm, 0);
    for (let k = 0; k < 3; k++) {
      velocities[v + k] += lasts * force[k] * inverseMasses[m + k];
      const i1 = (k + 1) % 3;
      const i2 = (k + 2) % 3;
      if (turns) momenta[l + k] += lasts * (torque[k] + arm[i1] * force[i2] - arm[i2] * force[i1]);
    }
  }
}
