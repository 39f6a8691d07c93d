// States of some bodies as points of a flat space, for least squares: twelve numbers a body, all lengths [m].
//
//   Δx,  r Δθ,  τ Δv,  r τ Δω         τ = √(r/g), the time in which a body falls half its radius r
//
// so that equal numbers matter about equally for where a body will be.

import {
  conjugateQuaternion,
  multiplyQuaternions,
  normalizeQuaternion,
  quaternionFromRotationVector,
  rotationVectorFromQuaternion,
} from '../../../../num/index.ts';
import { gravityStrength } from '../../gravity.ts';
import type { Model } from '../../model.ts';
import { writeMomentum, writeVelocity } from '../../state.ts';
import type { ReplayStart } from '../replay.ts';

/** Coordinates a body. */
const WIDTH = 12;

export class Chart {
  readonly size: number;
  private readonly model: Model;
  private readonly bodies: Int32Array;
  private readonly radii: Float64Array;
  private readonly times: Float64Array;
  private readonly turn = new Float64Array(4);
  private readonly vector = new Float64Array(3);
  private readonly twist = new Float64Array(6);
  private readonly other = new Float64Array(6);

  constructor(model: Model, bodies: Int32Array) {
    this.model = model;
    this.bodies = bodies;
    this.size = WIDTH * bodies.length;
    const { collider, options } = model;
    const strength = gravityStrength(model);
    this.radii = Float64Array.from(
      bodies,
      (body) => collider.margins[body] / Math.max(options.contactMargin, 1e-300),
    );
    this.times = this.radii.map((radius) => (strength > 0 ? Math.sqrt(radius / strength) : 1));
  }

  /** Moves a state by coordinates from delta[at] on. */
  move({ poses, motion }: ReplayStart, delta: Float64Array, at: number): void {
    const { model, turn, vector, twist } = this;
    this.bodies.forEach((body, i) => {
      const d = at + WIDTH * i;
      const r = this.radii[i];
      const tau = this.times[i];
      writeVelocity(model, poses, body, 0, motion, twist, 0);
      for (let k = 0; k < 3; k++) {
        poses[7 * body + k] += delta[d + k];
        vector[k] = delta[d + 3 + k] / r;
        motion.velocities[3 * body + k] += delta[d + 6 + k] / tau;
        twist[3 + k] += delta[d + 9 + k] / (r * tau);
      }
      quaternionFromRotationVector(turn, 0, vector, 0);
      multiplyQuaternions(poses, 7 * body + 3, turn, 0, poses, 7 * body + 3);
      normalizeQuaternion(poses, 7 * body + 3);
      writeMomentum(model, poses, body, twist, 3, motion.momenta, 3 * body);
    });
  }

  /** out[at …] = coordinates of a seen from b. */
  differ(out: Float64Array, at: number, a: ReplayStart, b: ReplayStart): void {
    const { model, turn, vector, twist, other } = this;
    this.bodies.forEach((body, i) => {
      const d = at + WIDTH * i;
      const r = this.radii[i];
      const tau = this.times[i];
      conjugateQuaternion(turn, 0, b.poses, 7 * body + 3);
      multiplyQuaternions(turn, 0, a.poses, 7 * body + 3, turn, 0);
      rotationVectorFromQuaternion(vector, 0, turn, 0);
      writeVelocity(model, a.poses, body, 0, a.motion, twist, 0);
      writeVelocity(model, b.poses, body, 0, b.motion, other, 0);
      for (let k = 0; k < 3; k++) {
        out[d + k] = a.poses[7 * body + k] - b.poses[7 * body + k];
        out[d + 3 + k] = r * vector[k];
        out[d + 6 + k] = tau * (twist[k] - other[k]);
        out[d + 9 + k] = r * tau * (twist[3 + k] - other[3 + k]);
      }
    });
  }

  /** Makes velocities matter more or less beside poses. */
  scaleVelocities(coordinates: Float64Array, at: number, weight: number): void {
    for (let i = 0; i < this.size; i += WIDTH)
      for (let k = 6; k < WIDTH; k++) coordinates[at + i + k] *= weight;
  }
}
