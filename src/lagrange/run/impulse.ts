// What happens at an event: variables get new values, the mode changes, and the velocities jump to where the constraints
// of the new mode allow them:
//
//   M (v⁺ − v⁻) + AᵀΛ = 0,   A v⁺ + b = 0
//
// the impulse Λ of the constraints' own forces, so momentum goes where it should: not the least change of numbers.

import { luFactor, luSolve } from '../../num/dense/lu.ts';
import { qrFactor, solveLeastSquares } from '../../num/dense/qr.ts';
import type { Node } from '../dag/dag.ts';
import { Tape } from '../dag/tape.ts';
import type { Program } from '../structure/program.ts';
import type { ModeModule } from './mode-module.ts';
import { Trouble } from './trouble.ts';

/** A constraint that is off by this much where its mode is entered was not meant to hold there. */
const FAR = 1e-4;

/**
 * Assigns what the events say, in the module's inputs.
 * @returns the mode to go to
 */
export function applyEvents(module: ModeModule, events: readonly number[]): string | undefined {
  const { inputs, program } = module;
  const place = new Map(program.inputs.map((node, at) => [node, at]));
  let goto: string | undefined;
  for (const e of events) {
    const first = module.events.slice(0, e).reduce((sum, { assign }) => sum + assign.length, 0);
    const { assign, goto: wanted } = module.events[e];
    const values = module.evaluate('resets').slice(first, first + assign.length);
    assign.forEach(({ target }, k) => {
      inputs[place.get(target) as number] = values[k];
    });
    goto = wanted ?? goto;
  }
  return goto;
}

/** From the inputs of one module to a start in another (or the same) that its constraints allow. */
export function enterMode(from: ModeModule, to: ModeModule, event: number): Trouble | undefined {
  const { span, goto } = from.events[event];
  const { system } = to.program;
  const time = from.inputs[0];
  if (to !== from) {
    to.inputs.set(from.inputs);
    const stepSize = to.clock[2];
    to.clock.set(from.clock);
    to.clock[2] = stepSize;
  }
  const residuals = to.evaluate('residuals');
  const constraints = to.program.equations.constraints;
  for (const [c, { constraint }] of constraints.entries()) {
    if (!constraint.holonomic || Math.abs(residuals[c]) <= FAR) continue;
    return new Trouble(
      system,
      time,
      `${constraint.name} does not hold where ${goto === undefined ? 'the event leaves the system' : `mode ${goto} begins`}: it is off by ${residuals[c].toPrecision(3)}`,
      span,
      'let the event happen where it holds, or assign variables so that it does',
      constraint.name,
    );
  }
  to.settlePositions();
  jump(to);
  to.resume();
  // The past says nothing about the steps to come.
  to.clock[2] = 0;
  const left = to.evaluate('residuals');
  const worst = left.reduce((most, x, c) => (Math.abs(x) > Math.abs(left[most] ?? 0) ? c : most), 0);
  if (left.length > 0 && !(Math.abs(left[worst]) < 1e-8))
    return new Trouble(
      system,
      time,
      `${constraints[worst].constraint.name} cannot be met after this event`,
      span,
      'assign variables so that it holds',
      constraints[worst].constraint.name,
    );
  return undefined;
}

const tapes = new WeakMap<Program, Tape>();

/** The velocities in the module's inputs to where the constraints allow them, by an impulse of theirs. */
function jump(module: ModeModule): void {
  const { program, inputs } = module;
  const { equations, system, firstRate } = program;
  const n = system.variables.length;
  const m = equations.constraints.length;
  const entries: Node[] = [];
  const places: number[] = [];
  const size = n + m;
  equations.mass.forEach((row, i) => {
    for (const [j, node] of row) {
      entries.push(node);
      places.push(i * size + j);
    }
  });
  const massEntries = entries.length;
  equations.constraints.forEach(({ gradient }, c) => {
    for (const [j, node] of gradient) {
      entries.push(node);
      places.push((n + c) * size + j);
    }
  });
  if (m === 0) return;
  let tape = tapes.get(program);
  if (tape === undefined) {
    tape = new Tape(
      system.dag,
      [...entries, ...equations.constraints.map(({ rate }) => rate)],
      program.inputs,
    );
    tapes.set(program, tape);
  }
  tape.inputs.set(inputs);
  const out = tape.run();
  const rates = out.subarray(entries.length);
  if (rates.every((rate) => Math.abs(rate) < 1e-14)) return;
  const matrix = new Float64Array(size * size);
  let largest = 0;
  for (let k = 0; k < entries.length; k++) {
    matrix[places[k]] = out[k];
    if (k < massEntries) largest = Math.max(largest, Math.abs(out[k]));
    else matrix[(places[k] % size) * size + Math.floor(places[k] / size)] = out[k];
  }
  // Variables without inertia change as little as they can.
  for (let i = 0; i < n; i++) matrix[i * size + i] += 1e-13 * (largest || 1);
  const right = new Float64Array(size);
  for (let c = 0; c < m; c++) right[n + c] = -rates[c];
  const change = solved(matrix, size, right);
  for (let i = 0; i < n; i++) inputs[firstRate + i] += change[i];
}

/** Where constraints depend on each other the matrix is singular: then by least squares. */
function solved(matrix: Float64Array, size: number, right: Float64Array): Float64Array {
  const factors = luFactor(matrix, size);
  if (factors.sign !== 0) {
    const x = right.slice();
    luSolve(factors, x);
    let error = 0;
    for (let i = 0; i < size; i++) {
      let sum = -right[i];
      for (let j = 0; j < size; j++) sum += matrix[i * size + j] * x[j];
      error = Math.max(error, Math.abs(sum));
    }
    const most = x.reduce((sum, value) => Math.max(sum, Math.abs(value)), 0);
    if (error < 1e-9 && most < 1e12) return x;
  }
  return solveLeastSquares(qrFactor(matrix, size, size, 1e-11), right);
}
