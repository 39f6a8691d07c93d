// Last step's impulses, brought up to date by the least change that stops what they hold.
//
//   min ‖δ̂‖  with  H_A M⁻¹ H_Aᵀ δ = −(H_A v − bias),   A: normals that pressed and tangents that stuck
//
// Of all impulses that hold a body at rest a solver picks some, and picks others as soon as rounding or its own tolerance has let
// the body creep: forces jump from contact to contact, and each jump is a click. Conjugate gradients from zero find the smallest
// correction instead, in units where every row alone has inverse mass 1. Where it is too small to matter who holds, the solver
// then has nothing left to do.

import { type ContactProblem, rowVelocity } from '../solve/problem.ts';
import type { SolverMemory } from '../solve/memory.ts';
import { STICKS } from '../solve/states.ts';

/** More than this part of what contacts have to stop is no creep: then who holds may well change. */
const CREEP = 1e-3;

/** Beside what contacts have to stop, less than this is rounding. */
const ROUNDING = 1e-15;

const MOST_ITERATIONS = 60;

/** Corrects what the memory holds for this problem; leaves it as it is where contacts would have to pull. */
export function updateImpulses(problem: ContactProblem, memory: SolverMemory, withFriction: boolean): void {
  const { contacts, dofs, starts, columns, values, inverseMass, predicted, bias, ids } = problem;
  if (memory.count === 0) return;
  const rows: number[] = [];
  const places: number[] = [];
  const velocity = predicted.slice();
  let wanted = 0;
  for (let c = 0; c < contacts; c++) {
    wanted = Math.max(wanted, Math.abs(rowVelocity(problem, 3 * c, predicted) - bias[c]));
    const place = memory.placeOf(ids[c]);
    if (place < 0) continue;
    for (let e = 0; e < 3; e++) {
      const row = 3 * c + e;
      const impulse = withFriction || e === 0 ? memory.impulses[3 * place + e] : 0;
      for (let i = starts[row]; i < starts[row + 1]; i++)
        velocity[columns[i]] += inverseMass[columns[i]] * values[i] * impulse;
      if (e > 0 && !(withFriction && memory.states[place] === STICKS)) continue;
      rows.push(row);
      places.push(3 * place + e);
    }
  }
  const count = rows.length;
  const scales = new Float64Array(count);
  const residual = new Float64Array(count);
  let worst = 0;
  for (let k = 0; k < count; k++) {
    const row = rows[k];
    let weight = 0;
    for (let i = starts[row]; i < starts[row + 1]; i++)
      weight += values[i] * values[i] * inverseMass[columns[i]];
    scales[k] = weight > 0 ? 1 / Math.sqrt(weight) : 0;
    const speed = rowVelocity(problem, row, velocity) - (row % 3 === 0 ? bias[row / 3] : 0);
    worst = Math.max(worst, Math.abs(speed));
    residual[k] = -scales[k] * speed;
  }
  if (worst === 0 || !(worst < CREEP * wanted)) return;
  let carried = 0;
  for (let k = 0; k < count; k++) {
    const row = rows[k];
    const speed = scales[k] * (rowVelocity(problem, row, predicted) - (row % 3 === 0 ? bias[row / 3] : 0));
    carried += speed * speed;
  }
  const change = solveLeast(problem, rows, scales, residual, dofs, ROUNDING * ROUNDING * carried);
  for (let k = 0; k < count; k++)
    if (rows[k] % 3 === 0 && memory.impulses[places[k]] + scales[k] * change[k] < 0) return;
  for (let k = 0; k < count; k++) memory.impulses[places[k]] += scales[k] * change[k];
}

/** Conjugate gradients until the square of what is left is below `goal`; `residual` is used up. */
function solveLeast(
  { starts, columns, values, inverseMass }: ContactProblem,
  rows: readonly number[],
  scales: Float64Array,
  residual: Float64Array,
  dofs: number,
  goal: number,
): Float64Array {
  const count = rows.length;
  const change = new Float64Array(count);
  const direction = residual.slice();
  const image = new Float64Array(count);
  const motion = new Float64Array(dofs);
  let square = dot(residual, residual);
  for (let iteration = 0; iteration < MOST_ITERATIONS && square > goal; iteration++) {
    motion.fill(0);
    for (let k = 0; k < count; k++) {
      const p = scales[k] * direction[k];
      for (let i = starts[rows[k]]; i < starts[rows[k] + 1]; i++) motion[columns[i]] += p * values[i];
    }
    for (let d = 0; d < dofs; d++) motion[d] *= inverseMass[d];
    for (let k = 0; k < count; k++) {
      let sum = 0;
      for (let i = starts[rows[k]]; i < starts[rows[k] + 1]; i++) sum += values[i] * motion[columns[i]];
      image[k] = scales[k] * sum;
    }
    const curvature = dot(direction, image);
    if (!(curvature > 0)) break;
    const step = square / curvature;
    for (let k = 0; k < count; k++) {
      change[k] += step * direction[k];
      residual[k] -= step * image[k];
    }
    const next = dot(residual, residual);
    const ratio = next / square;
    for (let k = 0; k < count; k++) direction[k] = residual[k] + ratio * direction[k];
    square = next;
  }
  return change;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}
