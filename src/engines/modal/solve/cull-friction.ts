// Whether a group of contacts can be solved without friction: equations (10) and (11) of Zheng and James 2011.
//
//   Σ_contacts |v_t| < δ_t [m/s]   nothing would slide, and
//   Σ_objects ‖f‖ < δ_f            no friction acted in the last step (f the generalised friction impulse of an object)

import type { ContactProblem } from './problem.ts';

export const cullDefaults = { slipBelow: 1e-8, frictionBelow: 1e-10 };

/** @param lastFriction `frictionImpulses` of the last step */
export function canCullFriction(
  problem: ContactProblem,
  lastFriction: number,
  { slipBelow, frictionBelow } = cullDefaults,
): boolean {
  if (!(lastFriction < frictionBelow)) return false;
  const { contacts, starts, columns, values, predicted } = problem;
  let slip = 0;
  for (let i = 0; i < contacts; i++) {
    let square = 0;
    for (let row = 3 * i + 1; row < 3 * i + 3; row++) {
      let speed = 0;
      for (let e = starts[row]; e < starts[row + 1]; e++) speed += values[e] * predicted[columns[e]];
      square += speed * speed;
    }
    slip += Math.sqrt(square);
    if (!(slip < slipBelow)) return false;
  }
  return true;
}

/** Σ_objects ‖f‖ of a solution's impulses; `objectOf` says whose each velocity is. */
export function frictionImpulses(
  problem: ContactProblem,
  impulses: Float64Array,
  objectOf: Int32Array,
): number {
  const { contacts, dofs, starts, columns, values } = problem;
  const f = new Float64Array(dofs);
  for (let i = 0; i < contacts; i++) {
    for (let row = 3 * i + 1; row < 3 * i + 3; row++) {
      const impulse = impulses[row];
      if (impulse === 0) continue;
      for (let e = starts[row]; e < starts[row + 1]; e++) f[columns[e]] += values[e] * impulse;
    }
  }
  const squares = new Map<number, number>();
  for (let d = 0; d < dofs; d++) {
    if (f[d] !== 0) squares.set(objectOf[d], (squares.get(objectOf[d]) ?? 0) + f[d] * f[d]);
  }
  let sum = 0;
  for (const square of squares.values()) sum += Math.sqrt(square);
  return sum;
}
