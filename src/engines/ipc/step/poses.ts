// Positions and rotations of all bodies at one instant, and the world positions of their vertices.

import {
  matrixFromQuaternion,
  multiplyQuaternions,
  normalizeQuaternion,
  quaternionFromRotationVector,
} from '../../../num/index.ts';
import type { Arena } from '../../../num/kernels/index.ts';
import type { Model } from '../model.ts';

/** Positions and rotation matrices of bodies: all that a search needs. */
export interface Placed {
  readonly q: Float64Array;
  readonly r: Float64Array;
}

export class Poses implements Placed {
  readonly count: number;
  /** [m], 3 a body. */
  readonly q: Float64Array;
  /** Quaternions x y z w, 4 a body. */
  readonly o: Float64Array;
  /** Rotation matrices, row-major, 9 a body. */
  readonly r: Float64Array;
  /** World positions of all vertices [m]. */
  readonly x: Float64Array;

  /** @param arena  where kernels read them */
  constructor(model: Model, arena?: Arena) {
    const take = (length: number): Float64Array => arena?.f64(length) ?? new Float64Array(length);
    this.count = model.count;
    this.q = take(3 * model.count);
    this.o = take(4 * model.count);
    this.r = take(9 * model.count);
    this.x = take(model.vertices.length);
  }

  /** Where the scene begins. */
  static atStart(model: Model): Poses {
    const poses = new Poses(model);
    model.scene.bodies.forEach(({ pose }, i) => {
      poses.q.set(pose.position, 3 * i);
      poses.o.set(pose.orientation, 4 * i);
      poses.update(model, i);
    });
    return poses;
  }

  copy(from: Poses): void {
    this.q.set(from.q);
    this.o.set(from.o);
    this.r.set(from.r);
    this.x.set(from.x);
  }

  /** Copies one body, vertices included. */
  copyBody(model: Model, from: Poses, i: number): void {
    for (let k = 0; k < 3; k++) this.q[3 * i + k] = from.q[3 * i + k];
    for (let k = 0; k < 4; k++) this.o[4 * i + k] = from.o[4 * i + k];
    for (let k = 0; k < 9; k++) this.r[9 * i + k] = from.r[9 * i + k];
    const end = 3 * model.vertexStart[i + 1];
    for (let k = 3 * model.vertexStart[i]; k < end; k++) this.x[k] = from.x[k];
  }

  /** Position and quaternion of all bodies, 7 numbers each. */
  knot(): Float64Array {
    const knot = new Float64Array(7 * this.count);
    for (let i = 0; i < this.count; i++) this.write(i, knot, 7 * i);
    return knot;
  }

  /** Position and quaternion of body i, into out[at…at+6]. */
  write(i: number, out: Float64Array, at: number): void {
    for (let k = 0; k < 3; k++) out[at + k] = this.q[3 * i + k];
    for (let k = 0; k < 4; k++) out[at + 3 + k] = this.o[4 * i + k];
  }

  /** Takes positions and quaternions, and all that follows from them. */
  place(model: Model, q: Float64Array, o: Float64Array): void {
    this.q.set(q);
    this.o.set(o);
    for (let i = 0; i < this.count; i++) this.update(model, i);
  }

  /** Puts an owner that goes along with a body (soft/carried.ts) where that has it. */
  private carry({ carrier, onCarrier }: Model, i: number): void {
    const { q, r } = this;
    const m = 9 * carrier[i];
    const [x, y, z] = [onCarrier[3 * i], onCarrier[3 * i + 1], onCarrier[3 * i + 2]];
    for (let k = 0; k < 3; k++)
      q[3 * i + k] = q[3 * carrier[i] + k] + r[m + 3 * k] * x + r[m + 3 * k + 1] * y + r[m + 3 * k + 2] * z;
  }

  /** Recomputes rotation and vertices of body i from its position and quaternion. */
  update(model: Model, i: number): void {
    matrixFromQuaternion(this.r, 9 * i, this.o, 4 * i);
    if (model.carrier[i] >= 0) this.carry(model, i);
    const { x, r, q } = this;
    const v = model.vertices;
    const m = 9 * i;
    const r0 = r[m],
      r1 = r[m + 1],
      r2 = r[m + 2];
    const r3 = r[m + 3],
      r4 = r[m + 4],
      r5 = r[m + 5];
    const r6 = r[m + 6],
      r7 = r[m + 7],
      r8 = r[m + 8];
    const qx = q[3 * i],
      qy = q[3 * i + 1],
      qz = q[3 * i + 2];
    const end = 3 * model.vertexStart[i + 1];
    for (let k = 3 * model.vertexStart[i]; k < end; k += 3) {
      const vx = v[k],
        vy = v[k + 1],
        vz = v[k + 2];
      x[k] = r0 * vx + r1 * vy + r2 * vz + qx;
      x[k + 1] = r3 * vx + r4 * vy + r5 * vz + qy;
      x[k + 2] = r6 * vx + r7 * vy + r8 * vz + qz;
    }
  }

  /** Body i as `from`, moved by the fraction s of (u, ω) at direction[at…at+5]. What it carries is to be moved after it. */
  move(model: Model, from: Poses, i: number, direction: Float64Array, at: number, s: number): void {
    for (let k = 0; k < 3; k++) {
      this.q[3 * i + k] = from.q[3 * i + k] + s * direction[at + k];
      turn[k] = s * direction[at + 3 + k];
    }
    quaternionFromRotationVector(quaternion, 0, turn, 0);
    multiplyQuaternions(this.o, 4 * i, quaternion, 0, from.o, 4 * i);
    normalizeQuaternion(this.o, 4 * i);
    this.update(model, i);
  }
}

const turn = new Float64Array(3);
const quaternion = new Float64Array(4);
