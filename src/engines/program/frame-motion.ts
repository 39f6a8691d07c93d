// Where every frame of a specification is and how fast it moves, from its variables and their rates, down the tree.
//
//   A = A₋ R S,  x = x₋ + A₋ T,  q = q₋ r          A the linear part (turned and scaled), q the rotation alone
//   Ȧ = Ȧ₋ R S + A₋ Ṙ S + A₋ R Ṡ,  v = v₋ + Ȧ₋ T + A₋ Ṫ,  ω = 2 q̇ q*
//
// with − for the parent.

import { matrixFromQuaternion, multiplyQuaternions } from '../../num/index.ts';
import type { Node, System } from '../../lagrange/index.ts';

/** Components of a frame: translation, rotation x y z w, scale. */
const WIDTH = 10;

/** How the frames of a system move. */
export class FrameMotion {
  /** World position [m] and velocity [m/s] of each origin. */
  readonly positions: Float64Array;
  /** Of each origin [m/s]. */
  readonly velocities: Float64Array;
  /** x y z w, of length 1; angular velocities [rad/s], world axes. */
  readonly rotations: Float64Array;
  /** Angular velocities [rad/s], world axes. */
  readonly spins: Float64Array;
  /** Row-major, nine a frame. */
  readonly linear: Float64Array;
  private readonly linearRates: Float64Array;
  private readonly rotationRates: Float64Array;
  private readonly parents: Int32Array;
  /** Index of a variable, or −1 where the constant stands. */
  private readonly sources: Int32Array;
  private readonly values: Float64Array;
  private readonly rates: Float64Array;

  constructor({ frames, variables, dag }: System) {
    const count = frames.length;
    const floats = (width: number) => new Float64Array(width * count);
    this.positions = floats(3);
    this.velocities = floats(3);
    this.rotations = floats(4);
    this.spins = floats(3);
    this.linear = floats(9);
    this.linearRates = floats(9);
    this.rotationRates = floats(4);
    this.values = floats(WIDTH);
    this.rates = floats(WIDTH);
    this.parents = Int32Array.from(frames, ({ parent }) => parent);
    const indices = new Map<Node, number>(variables.map(({ position }, i) => [position, i]));
    this.sources = new Int32Array(WIDTH * count);
    frames.forEach(({ translation, rotation: [w, x, y, z], scale }, f) => {
      [...translation, x, y, z, w, ...scale].forEach((node, k) => {
        this.sources[WIDTH * f + k] = indices.get(node) ?? -1;
        if (!indices.has(node)) this.values[WIDTH * f + k] = dag.value(node);
      });
    });
    this.rotations[3] = 1;
    this.linear[0] = this.linear[4] = this.linear[8] = 1;
  }

  /** Whether what stands in a frame may change its form: a scale varies, or it turns inside an uneven one. */
  stretches(frame: number): boolean {
    let turns = false;
    for (let f = frame; f > 0; f = this.parents[f]) {
      const at = WIDTH * f;
      const [sx, sy, sz] = this.values.subarray(at + 7, at + 10);
      if (this.varies(at + 7, at + 10) || (turns && (sx !== sy || sy !== sz))) return true;
      turns ||= this.varies(at + 3, at + 7);
    }
    return false;
  }

  private varies(from: number, to: number): boolean {
    return this.sources.subarray(from, to).some((source) => source >= 0);
  }

  /** Points of a frame, xyz interleaved, in the world. */
  placePoints(out: Float64Array, at: number, frame: number, points: Float64Array): void {
    const { linear: a, positions } = this;
    const m = 9 * frame;
    for (let i = 0; i < points.length; i += 3)
      for (let k = 0; k < 3; k++)
        out[at + i + k] =
          positions[3 * frame + k] +
          a[m + 3 * k] * points[i] +
          a[m + 3 * k + 1] * points[i + 1] +
          a[m + 3 * k + 2] * points[i + 2];
  }

  /** @param positions  of the variables, and their rates */
  update(positions: Float64Array, rates: Float64Array): void {
    const { sources, values } = this;
    for (let i = 0; i < sources.length; i++) {
      const source = sources[i];
      if (source < 0) continue;
      values[i] = positions[source];
      this.rates[i] = rates[source];
    }
    for (let f = 1; f < this.parents.length; f++) this.place(f, this.parents[f]);
  }

  private place(f: number, parent: number): void {
    const { values, rates, linear, linearRates, positions, velocities, rotations, rotationRates } = this;
    const at = WIDTH * f;
    const mine = 9 * f;
    const above = 9 * parent;
    for (let i = 0; i < 3; i++) {
      let x = positions[3 * parent + i];
      let v = velocities[3 * parent + i];
      for (let k = 0; k < 3; k++) {
        x += linear[above + 3 * i + k] * values[at + k];
        v += linearRates[above + 3 * i + k] * values[at + k] + linear[above + 3 * i + k] * rates[at + k];
      }
      positions[3 * f + i] = x;
      velocities[3 * f + i] = v;
    }
    matrixFromQuaternion(turn, 0, values, at + 3);
    matrixRate(turnRate, values, rates, at + 3);
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        let sum = 0;
        let rate = 0;
        for (let k = 0; k < 3; k++) {
          const a = linear[above + 3 * i + k];
          sum += a * turn[3 * k + j];
          rate += linearRates[above + 3 * i + k] * turn[3 * k + j] + a * turnRate[3 * k + j];
        }
        linear[mine + 3 * i + j] = sum * values[at + 7 + j];
        linearRates[mine + 3 * i + j] = rate * values[at + 7 + j] + sum * rates[at + 7 + j];
      }
    }
    multiplyQuaternions(rotations, 4 * f, rotations, 4 * parent, values, at + 3);
    multiplyQuaternions(rotationRates, 4 * f, rotationRates, 4 * parent, values, at + 3);
    multiplyQuaternions(part, 0, rotations, 4 * parent, rates, at + 3);
    for (let k = 0; k < 4; k++) rotationRates[4 * f + k] += part[k];
    this.spin(f);
  }

  /** 2 q̇ q*, and q brought to length 1. */
  private spin(f: number): void {
    const { rotations: q, rotationRates: r, spins } = this;
    const at = 4 * f;
    const [x, y, z, w] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
    const [dx, dy, dz, dw] = [r[at], r[at + 1], r[at + 2], r[at + 3]];
    const squared = x * x + y * y + z * z + w * w;
    spins[3 * f] = (2 * (dx * w - dw * x + dz * y - dy * z)) / squared;
    spins[3 * f + 1] = (2 * (dy * w - dw * y + dx * z - dz * x)) / squared;
    spins[3 * f + 2] = (2 * (dz * w - dw * z + dy * x - dx * y)) / squared;
    const length = Math.sqrt(squared);
    for (let k = at; k < at + 4; k++) q[k] /= length;
  }
}

const turn = new Float64Array(9);
const turnRate = new Float64Array(9);
const part = new Float64Array(4);

/** Rate of the rotation matrix of a quaternion x y z w. */
function matrixRate(out: Float64Array, q: Float64Array, r: Float64Array, at: number): void {
  const [x, y, z, w] = [q[at], q[at + 1], q[at + 2], q[at + 3]];
  const [dx, dy, dz, dw] = [r[at], r[at + 1], r[at + 2], r[at + 3]];
  const [xx, yy, zz] = [2 * x * dx, 2 * y * dy, 2 * z * dz];
  const [xy, xz, yz] = [dx * y + x * dy, dx * z + x * dz, dy * z + y * dz];
  const [wx, wy, wz] = [dw * x + w * dx, dw * y + w * dy, dw * z + w * dz];
  out[0] = -2 * (yy + zz);
  out[1] = 2 * (xy - wz);
  out[2] = 2 * (xz + wy);
  out[3] = 2 * (xy + wz);
  out[4] = -2 * (xx + zz);
  out[5] = 2 * (yz - wx);
  out[6] = 2 * (xz - wy);
  out[7] = 2 * (yz + wx);
  out[8] = -2 * (xx + yy);
}
