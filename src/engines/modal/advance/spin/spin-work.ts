// Room to work out what rotation does to vibration (spin.ts), for the modes of all bodies.

import { unrotateByQuaternion } from '../../../../num/index.ts';
import { PAIR } from '../../bodies/spin-shape.ts';
import type { Model } from '../../model.ts';
import { meanScripted } from '../../scripted.ts';
import type { Turning } from './turn-bending.ts';

/** Each round leaves (spin · h) of the error, or what vibration turns the body by. */
export const MOST_ROUNDS = 30;

export class SpinWork {
  /** The spin of the body at hand, body axes. */
  readonly spin = new Float64Array(3);
  readonly other = new Float64Array(3);
  readonly pose = new Float64Array(4);
  /** How a free body would turn in the coming step. */
  readonly planned: Turning = {
    inertia: new Float64Array(3),
    momenta: new Float64Array(3),
    momentumAt: 0,
    changes: new Float64Array(6),
    changeAt: 0,
    inner: new Float64Array(3),
    innerAt: 0,
  };
  /** Mean coordinates and velocities of modes over the step, forces and kicks on them, and the forces of the round before. */
  readonly means: Float64Array;
  readonly rates: Float64Array;
  readonly forces: Float64Array;
  readonly kicks: Float64Array;
  readonly before: Float64Array;
  /** Fields (spin-terms.ts) of the coordinates at the beginning, of the means and of the rates; from 0 for the body at hand. */
  readonly fieldsBegun: Float64Array;
  readonly fieldsMean: Float64Array;
  readonly fieldsRate: Float64Array;

  constructor(modes: number) {
    this.means = new Float64Array(modes);
    this.rates = new Float64Array(modes);
    this.forces = new Float64Array(modes);
    this.kicks = new Float64Array(modes);
    this.before = new Float64Array(modes);
    this.fieldsBegun = new Float64Array(PAIR * modes);
    this.fieldsMean = new Float64Array(PAIR * modes);
    this.fieldsRate = new Float64Array(PAIR * modes);
  }
}

const twist = new Float64Array(6);

/** The mean spin of a body on a path: its axis is the same at both ends. */
export function writePathSpin(
  spin: Float64Array,
  model: Model,
  rotations: Float64Array,
  b: number,
  time: number,
  h: number,
): void {
  meanScripted(model, b, time, h, twist, 0);
  unrotateByQuaternion(spin, 0, rotations, 4 * b, twist, 3);
}
