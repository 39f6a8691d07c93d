// Points at which the constraints hold, for testing whether something vanishes or a matrix can be inverted: at points
// off the constraints such a test says nothing about the motion.
//
// Positions: from the poses as written, moved at random and brought back by Gauss–Newton steps of least norm. Rates: at
// random, then projected onto the constraints' first derivatives.

import { Random } from '../../num/index.ts';
import type { Node } from '../dag/dag.ts';
import { Tape } from '../dag/tape.ts';
import type { Equations } from '../mechanics/equations.ts';
import type { System } from '../system.ts';
import { Envelope } from './envelope.ts';
import { sparseJacobian } from './sparse-jacobian.ts';

interface Point {
  /** In the order of `inputs`. */
  readonly values: Float64Array;
  /** How far the constraints are from holding here. */
  readonly error: number;
}

export interface Consistent {
  /** Time, parameters, controls, constants that may change, positions, rates. */
  readonly inputs: readonly Node[];
  readonly points: readonly Point[];
}

const ROUNDS = 40;
const ENOUGH = 1e-12;

/** @param count  points; the first is the nearest to the poses as written, at rest where the constraints allow it */
export function consistentPoints(system: System, equations: Equations, count: number): Consistent {
  const { variables, parameters, controls, constants, time } = system;
  const positions = variables.map(({ position }) => position);
  const rates = variables.map(({ rate }) => rate);
  const inputs = [
    time,
    ...parameters.map(({ node }) => node),
    ...controls.map(({ node }) => node),
    ...constants.map(({ node }) => node),
    ...positions,
    ...rates,
  ];
  const holonomic = equations.constraints.filter(({ constraint }) => constraint.holonomic);
  const place = new Projection(
    system,
    inputs,
    positions,
    holonomic.map(({ constraint }) => constraint.residual),
  );
  const speed = new Projection(
    system,
    inputs,
    rates,
    equations.constraints.map(({ rate }) => rate),
  );
  const first = inputs.length - 2 * variables.length;
  const random = new Random(20030104);
  const points: Point[] = [];
  for (let k = 0; k < count; k++) {
    const values = new Float64Array(inputs.length);
    values[0] = k === 0 ? 0 : random.between(0, 1);
    parameters.forEach(({ value }, i) => {
      values[1 + i] = value;
    });
    controls.forEach(({ value }, i) => {
      values[1 + parameters.length + i] = k === 0 ? value : random.between(-1, 1);
    });
    constants.forEach(({ value }, i) => {
      values[1 + parameters.length + controls.length + i] = value;
    });
    variables.forEach(({ guess, component }, i) => {
      const spread = component[0] === 'T' ? 0.02 * (1 + Math.abs(guess)) : 0.02;
      values[first + i] = guess + (k === 0 ? 0 : random.between(-spread, spread));
      values[first + variables.length + i] = k === 0 ? 0 : random.between(-1, 1);
    });
    const placeError = place.project(values);
    const speedError = speed.project(values);
    points.push({ values, error: Math.max(placeError, speedError) });
  }
  return { inputs, points };
}

/** Brings some of the inputs to where residuals vanish, by the least change. */
class Projection {
  private readonly tape: Tape;
  private readonly at: Int32Array;
  private readonly count: number;
  private readonly envelope: Envelope;
  private readonly change: Float64Array;

  constructor(
    system: System,
    inputs: readonly Node[],
    unknowns: readonly Node[],
    residuals: readonly Node[],
  ) {
    const { entries, rows } = sparseJacobian(system.dag, residuals, unknowns);
    this.tape = new Tape(system.dag, [...residuals, ...entries], inputs);
    const place = new Map(inputs.map((node, i) => [node, i]));
    this.at = Int32Array.from(unknowns, (unknown) => place.get(unknown) as number);
    this.count = residuals.length;
    this.envelope = new Envelope(rows, unknowns.length);
    this.change = new Float64Array(unknowns.length);
  }

  /** @returns the largest residual that is left */
  project(values: Float64Array): number {
    const { count, at, change } = this;
    if (count === 0) return 0;
    let before = Infinity;
    for (let round = 0; round <= ROUNDS; round++) {
      this.tape.inputs.set(values);
      const out = this.tape.run();
      let error = 0;
      for (let r = 0; r < count; r++) error = Math.max(error, Math.abs(out[r]));
      if (!(error < Infinity)) return Infinity;
      if (error <= ENOUGH || (round > 8 && error >= before) || round === ROUNDS) return error;
      before = error;
      this.envelope.leastChange(out.subarray(count), out.subarray(0, count), change);
      for (let c = 0; c < at.length; c++) values[at[c]] += change[c];
    }
    return before;
  }
}
