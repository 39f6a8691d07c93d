// Stiff motion: found out, and integrated by Radau IIA with the exact Jacobian of the rates until it is stiff no more.
//
// Steps of an explicit method are stiff where stability and not the error limits them: step size times the largest
// eigenvalue stays at the edge of the region of stability. The eigenvalue is measured now and then by a few rounds of the
// power method on differences of rates. Steps are stiff too where a quick decay that is over keeps them short though the
// motion itself is slow: then the error of every step excites what decays, long before stability ends. Nothing but the arrays that are saved with a run decides, so it can go on from a
// copy bit for bit.

import { Radau } from '../../num/ode/index.ts';
import { clock } from '../code/integrate/clock.ts';
import { derivativesAlong } from '../dag/derivative.ts';
import { Tape } from '../dag/tape.ts';
import type { Program } from '../structure/program.ts';
import type { ModeModule } from './mode-module.ts';

/** Steps between two looks at the eigenvalue, and looks in a row that must agree. */
const BETWEEN = 20;
const AGREEING = 3;
/**
 * Products of usual step size and eigenvalue: explicit methods become unstable at 3.3 (order 5) and 5 to 6 (order 8, whose
 * steps then are the more uneven; where the error limits them the product is at most about 1).
 */
const EDGE = { '5(4)': 2.6, '8(5,3)': 2.5 } as const;
/** The same for a decay, where the motion itself changes at less than this part of its rate. */
const DECAY_EDGE = 0.5;
const SLOW = 0.05;
/** And where the explicit method would have an easy time again. */
const EASY = 1;
const ROUNDS = 8;
/** Multiples of it, without what is before the point, never come close to each other. */
const GOLDEN = 0.6180339887498949;
/** Numbers of the state up to which the Jacobian is derived rather than taken by differences. */
const MOST_DERIVED = 80;

/** What `clock.dense` says where the last step was a stiff one: its coefficients mean something else. */
export const STIFF_STEP = 2;

export class StiffSteps {
  private readonly module: ModeModule;
  private readonly edge: number;
  private readonly size: number;
  private solver: Radau | undefined;
  private tape: Tape | undefined;

  constructor(module: ModeModule, method: '5(4)' | '8(5,3)') {
    this.module = module;
    this.edge = EDGE[method];
    this.size = module.state.length;
  }

  /** Whether the last step was, and the next will be, one of the stiff method. */
  get active(): boolean {
    return this.module.clock[clock.stiff] !== 0;
  }

  /** After an accepted step of the explicit method. */
  look(): void {
    const of = this.module.clock;
    if (this.size === 0 || of[clock.accepted] % BETWEEN !== 0) return;
    // Steps that stability limits are uneven: they grow until one fails.
    const usual = (of[clock.time] - of[clock.looked]) / BETWEEN;
    of[clock.looked] = of[clock.time];
    const { size, decays, motion } = this.eigenvalue();
    const over = decays && motion < SLOW * size;
    const stiff = usual * size > (over ? DECAY_EDGE : this.edge);
    of[clock.stiffLooks] = stiff ? of[clock.stiffLooks] + 1 : 0;
    if (of[clock.stiffLooks] < AGREEING) return;
    of[clock.stiff] = 1;
    of[clock.stiffLooks] = 0;
  }

  /** @returns false where steps became too short */
  step(until: number): boolean {
    const { module } = this;
    const of = module.clock;
    const solver = this.solverOf();
    solver.y.set(module.state);
    solver.time = of[clock.time];
    solver.stepSize = of[clock.stepSize];
    const { rejected, evaluations } = solver;
    const going = solver.step(until);
    of[clock.rejected] += solver.rejected - rejected;
    of[clock.evaluations] += solver.evaluations - evaluations;
    if (!going) return false;
    of[clock.accepted]++;
    of[clock.began] = solver.began;
    of[clock.time] = solver.time;
    of[clock.stepSize] = solver.stepSize;
    of[clock.dense] = STIFF_STEP;
    of[clock.fresh] = 0;
    for (const [k, list] of solver.dense.entries()) module.dense(k).set(list);
    module.inputs[0] = solver.time;
    this.put(solver.y);
    module.stabilize();
    this.take(module.state);
    this.leave(solver);
    return true;
  }

  /** The inputs at a time inside the last step. */
  show(time: number): void {
    const { module, size } = this;
    const of = module.clock;
    const span = of[clock.time] - of[clock.began];
    if (span > 0 && time < of[clock.time]) {
      const s = (time - of[clock.began]) / span;
      const [a, b, c, d] = [0, 1, 2, 3].map((k) => module.dense(k));
      const shown = new Float64Array(size);
      for (let i = 0; i < size; i++) shown[i] = a[i] + s * (b[i] + s * (c[i] + s * d[i]));
      module.inputs[0] = time;
      this.put(shown);
      module.stabilize();
    } else {
      module.inputs[0] = of[clock.time];
      this.put(module.state);
    }
    module.complete();
  }

  /** Back to the explicit method after several steps that it could have made. */
  private leave(solver: Radau): void {
    const of = this.module.clock;
    const easy = (of[clock.time] - of[clock.began]) * spectralRadius(solver.jacobianValues, this.size) < EASY;
    of[clock.stiffLooks] = easy ? of[clock.stiffLooks] + 1 : 0;
    if (of[clock.stiffLooks] < 4 * AGREEING) return;
    of[clock.stiff] = 0;
    of[clock.stiffLooks] = 0;
    of[clock.looked] = of[clock.time];
  }

  private solverOf(): Radau {
    const { module } = this;
    this.solver ??= new Radau(
      (time, y, out) => {
        module.inputs[0] = time;
        this.put(y);
        out.set(module.derivative());
      },
      (time, y, out) => {
        module.inputs[0] = time;
        this.put(y);
        if (!this.written) {
          this.differences(y, out);
          return;
        }
        this.tape ??= jacobianTape(module.program);
        this.tape.inputs.set(module.inputs);
        out.set(this.tape.run());
      },
      module.state,
      module.clock[clock.time],
      { relative: module.clock[clock.relative], absolute: module.clock[clock.absolute] },
    );
    return this.solver;
  }

  /** Whether the rates are expressions, to be derived exactly; what is solved in loops is not. */
  private get written(): boolean {
    const { first, second } = this.module.program;
    const loops = second.looped.length + second.singular.length + first.singular.length;
    return loops === 0 && this.size <= MOST_DERIVED;
  }

  /** ∂f/∂y by differences. */
  private differences(y: Float64Array, out: Float64Array): void {
    const { module, size } = this;
    const base = module.derivative().slice();
    const moved = y.slice();
    for (let j = 0; j < size; j++) {
      const reach = 1.5e-8 * Math.max(1e-3, Math.abs(y[j]));
      moved[j] = y[j] + reach;
      const step = moved[j] - y[j];
      this.put(moved);
      const there = module.derivative();
      for (let i = 0; i < size; i++) out[i * size + j] = (there[i] - base[i]) / step;
      moved[j] = y[j];
    }
    module.clock[clock.evaluations] += size + 1;
    this.put(y);
  }

  /**
   * The size of the largest eigenvalue of ∂f/∂y, about, by the power method on differences; whether it is a decay (it
   * turns directions around and keeps them, where an oscillation does not), and how fast the motion itself changes.
   */
  private eigenvalue(): { readonly size: number; readonly decays: boolean; readonly motion: number } {
    const { module, size } = this;
    const time = module.clock[clock.time];
    module.inputs[0] = time;
    this.put(module.state);
    const base = module.derivative().slice();
    const y = new Float64Array(size);
    const direction = unlikeAnyMode(size);
    let length = norm(direction);
    const reach = 1e-7 * (1 + norm(module.state));
    const speed = norm(base);
    const ahead = reach / Math.max(speed, 1e-300);
    for (let i = 0; i < size; i++) y[i] = module.state[i] + ahead * base[i];
    module.inputs[0] = time + ahead;
    this.put(y);
    const motion = difference(module.derivative(), base) / (ahead * Math.max(speed, 1e-300));
    module.inputs[0] = time;
    let value = 0;
    let cosine = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const before = direction.slice();
      for (let i = 0; i < size; i++) y[i] = module.state[i] + (reach * direction[i]) / length;
      this.put(y);
      const there = module.derivative();
      for (let i = 0; i < size; i++) direction[i] = (there[i] - base[i]) / reach;
      cosine = dot(direction, before) / (norm(direction) * length);
      length = norm(direction);
      value = length;
      if (!(length > 0) || !Number.isFinite(length)) return { size: 0, decays: false, motion: 0 };
    }
    module.clock[clock.evaluations] += ROUNDS + 2;
    this.put(module.state);
    return { size: value, decays: cosine < -0.95, motion };
  }

  private put(y: Float64Array): void {
    const { positions, rates, firstPosition, firstRate } = this.module.program;
    const { inputs } = this.module;
    positions.forEach((v, at) => {
      inputs[firstPosition + v] = y[at];
    });
    rates.forEach((v, at) => {
      inputs[firstRate + v] = y[positions.length + at];
    });
  }

  private take(y: Float64Array): void {
    const { positions, rates, firstPosition, firstRate } = this.module.program;
    const { inputs } = this.module;
    positions.forEach((v, at) => {
      y[at] = inputs[firstPosition + v];
    });
    rates.forEach((v, at) => {
      y[positions.length + at] = inputs[firstRate + v];
    });
  }
}

/** Derivatives of the rates of the state by the state, row by row. */
function jacobianTape(program: Program): Tape {
  const { system, inputs, positions, rates, firstPosition, firstRate, derivative } = program;
  const { dag } = system;
  const state = [
    ...positions.map((v) => inputs[firstPosition + v]),
    ...rates.map((v) => inputs[firstRate + v]),
  ];
  const columns = state.map((node) => derivativesAlong(dag, derivative, new Map([[node, dag.one]])));
  return new Tape(
    dag,
    derivative.flatMap((_, row) => columns.map((column) => column[row])),
    inputs,
  );
}

/** Where the power method begins: no number is small and no two are alike, so that few modes are at right angles to it. */
function unlikeAnyMode(n: number): Float64Array<ArrayBuffer> {
  return Float64Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 1 : -1) * (1 + ((i * GOLDEN) % 1)));
}

function spectralRadius(matrix: Float64Array, n: number): number {
  let x = unlikeAnyMode(n);
  let value = 0;
  for (let round = 0; round < 2 * ROUNDS; round++) {
    const length = norm(x);
    if (!(length > 0)) return 0;
    const y = new Float64Array(n);
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) y[i] += (matrix[i * n + j] * x[j]) / length;
    x = y;
    value = norm(y);
  }
  return value;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** ‖a − b‖ */
function difference(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return Math.sqrt(sum);
}

function norm(x: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i] * x[i];
  return Math.sqrt(sum);
}
