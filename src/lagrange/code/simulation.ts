// A whole simulator in the small language: kernels of the program, Dormand and Prince's integrator with steps chosen by
// the error, and the projections that keep constraints. One module; the caller owns the clock.
//
//   start()          positions and rates to where the constraints hold
//   step(until)      one accepted step, projected; 0 where steps became too short
//   show(time)       the state at a time inside the last step, completed: inputs[] then holds everything

import type { Node } from '../dag/dag.ts';
import type { Nonlinear, Program } from '../structure/program.ts';
import { elementaryArrays, elementaryFunctions } from './elementary.ts';
import type { Code, CodeArray, CodeFunction, CodeModule } from './ir.ts';
import { largestOf, leastChange } from './least-change.ts';
import { type Kernel, lower } from './lower.ts';
import {
  abs,
  add,
  and,
  call,
  define,
  div,
  f,
  i,
  le,
  load,
  lt,
  max,
  min,
  mul,
  or,
  select,
  sqrt,
  sub,
  type Writer,
} from './write.ts';

const local = (name: string, type: 'f64' | 'i32' = 'f64'): Code => ({ kind: 'local', type, name });

/** Residuals at most this large are zero. */
const CLOSE = 1e-13;
const MOST_ROUNDS = 40;

/** Places in the array `clock`. */
export const clock = {
  time: 0,
  began: 1,
  stepSize: 2,
  lastError: 3,
  fresh: 4,
  accepted: 5,
  rejected: 6,
  evaluations: 7,
  relative: 8,
  absolute: 9,
  /** The largest residual the last projection left. */
  drift: 10,
} as const;

const now = (what: keyof typeof clock): Code => load('clock', clock[what]);

export interface SimulationCode {
  readonly module: CodeModule;
  /** Names of the kernels that `show` does not call: kernel(inputs, out) each. */
  readonly kernels: readonly string[];
}

/** @param extra  further kernels to have in the module, such as poses and triggers of events */
export function simulationCode(program: Program, extra: readonly Kernel[]): SimulationCode {
  const { dag } = program.system;
  const n = program.derivative.length;
  const arrays: CodeArray[] = [
    ...elementaryArrays,
    { name: 'clock', length: 16, doc: 'Time, step size, counters and tolerances.' },
    { name: 'inputs', length: program.inputs.length, doc: 'Time, parameters, controls, positions, rates.' },
    { name: 'work', length: program.inputs.length, doc: 'The same while a step is tried.' },
    { name: 'state', length: n, doc: 'What is integrated: positions, then rates of second order.' },
    { name: 'trial', length: n, doc: 'The state at the end of the step that is tried.' },
    { name: 'shown', length: n, doc: 'The state inside the last step.' },
    ...Array.from({ length: 7 }, (_, s) => ({
      name: `k${s + 1}`,
      length: n,
      doc: `Slope at stage ${s + 1}.`,
    })),
    ...Array.from({ length: 5 }, (_, s) => ({
      name: `dense${s}`,
      length: n,
      doc: 'A coefficient of the state inside the last step.',
    })),
  ];
  const functions: CodeFunction[] = [...elementaryFunctions, largestOf, leastChange];
  const addKernel = (name: string, doc: string, outputs: readonly Node[]): void => {
    const lowered = lower(dag, { name, doc, outputs }, program.inputs);
    functions.push(...lowered.functions);
    arrays.push(...lowered.arrays);
  };
  addKernel('derivative', 'Rates of the state.', program.derivative);
  addKernel('firstRates', 'Rates of first-order variables.', program.firstRates);
  for (const { name, doc, outputs } of extra) addKernel(name, doc, outputs);

  const solvers = (name: string, list: readonly Nonlinear[]): string[] =>
    list.map((one, index) => {
      const called = `${name}${index + 1}`;
      addKernel(
        `${called}Residuals`,
        `Residuals of ${one.names.slice(0, 4).join(', ')} and their derivatives.`,
        [...one.residuals, ...one.jacobian.map(({ node }) => node)],
      );
      const rows = one.residuals.length;
      arrays.push(
        { name: `${called}Out`, length: rows + one.jacobian.length, doc: `Of ${called}.` },
        { name: `${called}J`, length: rows * one.unknowns.length, doc: `Of ${called}.` },
      );
      functions.push(newton(called, one));
      return called;
    });
  const initialPositions = solvers('initialPositions', program.initialPositions);
  const initialRates = solvers('initialRates', program.initialRates);
  const stabilizePositions = solvers('stabilizePositions', program.stabilizePositions);
  const stabilizeRates = solvers('stabilizeRates', program.stabilizeRates);
  const zeroth = solvers('zeroth', program.zeroth);
  const largest = [
    ...program.initialPositions,
    ...program.initialRates,
    ...program.stabilizePositions,
    ...program.stabilizeRates,
    ...program.zeroth,
  ].reduce((most, { residuals, unknowns }) => Math.max(most, residuals.length, unknowns.length), 1);
  arrays.push(
    { name: 'gram', length: largest * largest, doc: 'For projections.' },
    { name: 'order', length: largest, doc: 'For projections.' },
    { name: 'multipliers', length: largest, doc: 'For projections.' },
    { name: 'change', length: largest, doc: 'For projections.' },
    {
      name: 'rates1',
      length: Math.max(1, program.firstRates.length),
      doc: 'Rates of first-order variables.',
    },
  );
  functions.push(
    moveState(program, 'takeState', true),
    moveState(program, 'giveState', false),
    slope(program),
    projection('stabilize', stabilizePositions, stabilizeRates),
    complete(program, zeroth),
    start(initialPositions, initialRates),
    ...integrator(n),
    show(n),
  );
  return { module: { name: program.system.name, arrays, functions }, kernels: extra.map(({ name }) => name) };
}

/** Newton's method on one component: name() → the largest residual that is left. */
function newton(name: string, { residuals, unknowns, jacobian }: Nonlinear): CodeFunction {
  const rows = residuals.length;
  const columns = unknowns.length;
  return define(
    name,
    '',
    `Brings ${rows} residuals to zero by the least change of ${columns} numbers; returns the largest that is left.`,
    (w) => {
      w.let('round', i(0));
      w.let('before', f(Infinity));
      w.let('error', 0);
      w.let('going', i(1));
      w.while(local('going', 'i32'), () => {
        w.do(`${name}Residuals`, ['inputs', `${name}Out`]);
        w.let('error', call('largestOf', [`${name}Out`, i(rows)]));
        const error = local('error');
        const stalled = and(lt(i(6), local('round', 'i32')), lt(mul(0.5, local('before')), error));
        w.let(
          'going',
          and(lt(CLOSE, error), and(lt(local('round', 'i32'), i(MOST_ROUNDS)), lt(error, f(Infinity)))),
        );
        w.if(stalled, () => {
          w.let('going', i(0));
        });
        w.if(local('going', 'i32'), () => {
          w.let('before', error);
          w.for('k', i(0), i(rows * columns), (k) => w.store(`${name}J`, k, f(0)));
          jacobian.forEach(({ row, column }, k) => {
            w.store(`${name}J`, row * columns + column, load(`${name}Out`, rows + k));
          });
          w.let(
            'rank',
            call(
              'leastChange',
              [`${name}J`, `${name}Out`, i(rows), i(columns), 'gram', 'order', 'multipliers', 'change'],
              'i32',
            ),
          );
          for (const [c, u] of unknowns.entries())
            w.store('inputs', u, add(load('inputs', u), load('change', c)));
          w.let('round', add(local('round', 'i32'), i(1)));
        });
      });
      w.return(local('error'));
    },
    { result: 'f64' },
  );
}

/** Between the state and the inputs. */
function moveState(
  { positions, rates, firstPosition, firstRate }: Program,
  name: string,
  take: boolean,
): CodeFunction {
  return define(
    name,
    'from[]',
    take ? 'Puts a state into the inputs.' : 'Puts the inputs into a state.',
    (w) => {
      const move = (input: number, at: number) =>
        take ? w.store('inputs', input, load('from', at)) : w.store('from', at, load('inputs', input));
      positions.forEach((v, at) => {
        move(firstPosition + v, at);
      });
      rates.forEach((v, at) => {
        move(firstRate + v, positions.length + at);
      });
    },
  );
}

/** slope(time, state, out): the derivative, without touching the inputs. */
function slope({ positions, rates, firstPosition, firstRate }: Program): CodeFunction {
  const parameters = firstPosition;
  return define('slope', 'time from[] out[]', 'The rates of a state.', (w, time) => {
    w.store('work', 0, time);
    w.for('k', i(1), i(parameters), (k) => w.store('work', k, load('inputs', k)));
    for (const [at, v] of positions.entries()) w.store('work', firstPosition + v, load('from', at));
    for (const [at, v] of rates.entries())
      w.store('work', firstRate + v, load('from', positions.length + at));
    w.do('derivative', ['work', 'out']);
    w.store('clock', clock.evaluations, add(now('evaluations'), 1));
  });
}

/** Runs solvers one after the other; returns the largest residual left. */
function runAll(w: Writer, solvers: readonly string[]): void {
  for (const solver of solvers) w.let('drift', max(local('drift'), call(solver, [])));
}

function projection(name: string, positions: readonly string[], rates: readonly string[]): CodeFunction {
  return define(name, '', 'Positions, then rates, back to their constraints.', (w) => {
    w.let('drift', 0);
    runAll(w, positions);
    runAll(w, rates);
    w.store('clock', clock.drift, local('drift'));
  });
}

function complete(program: Program, zeroth: readonly string[]): CodeFunction {
  const ones = [...program.classification.variableOrder.keys()].filter(
    (v) => program.classification.variableOrder[v] === 1,
  );
  return define(
    'complete',
    '',
    'What follows from the state: rates of first order, positions of order zero.',
    (w) => {
      w.do('firstRates', ['inputs', 'rates1']);
      for (const [at, v] of ones.entries()) w.store('inputs', program.firstRate + v, load('rates1', at));
      w.let('drift', now('drift'));
      runAll(w, zeroth);
      w.store('clock', clock.drift, local('drift'));
    },
  );
}

function start(positions: readonly string[], rates: readonly string[]): CodeFunction {
  return define(
    'start',
    '',
    'Positions, then rates, to where everything holds, from what inputs[] has.',
    (w) => {
      w.let('drift', 0);
      runAll(w, positions);
      runAll(w, rates);
      w.store('clock', clock.drift, local('drift'));
      w.do('giveState', ['state']);
      w.do('complete', []);
      w.store('clock', clock.time, load('inputs', 0));
      w.store('clock', clock.began, load('inputs', 0));
      w.store('clock', clock.fresh, f(0));
      w.store('clock', clock.stepSize, f(0));
      w.store('clock', clock.lastError, f(1e-4));
    },
    { exported: true },
  );
}

const A = [
  [1 / 5],
  [3 / 40, 9 / 40],
  [44 / 45, -56 / 15, 32 / 9],
  [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
  [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
  [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
];
const C = [1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1];
const E = [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40];
const D = [
  -12715105075 / 11282082432,
  0,
  87487479700 / 32700410799,
  -10690763975 / 1880347072,
  701980252875 / 199316789632,
  -1453857185 / 822651844,
  69997945 / 29380423,
];

/** Σ coefficients · k at an index. */
function blend(coefficients: readonly number[], index: Code): Code {
  const terms = coefficients.flatMap((c, s) => (c === 0 ? [] : [mul(c, load(`k${s + 1}`, index))]));
  return terms.slice(1).reduce((sum, term) => add(sum, term), terms[0]);
}

/** The same integrator as src/num/ode/dormand-prince.ts, where the formulas are explained. */
function integrator(n: number): CodeFunction[] {
  const scaleOf = (a: Code): Code => add(now('absolute'), mul(now('relative'), a));
  const errorOf = define(
    'errorOf',
    'h',
    'The error of the step that was tried, 1 where it is just good enough.',
    (w, h) => {
      w.let('sum', 0);
      w.for('k', i(0), i(n), (k) => {
        const size = max(abs(load('state', k)), abs(load('trial', k)));
        const ratio = w.let('ratio', div(mul(h, blend(E, k)), scaleOf(size)));
        w.let('sum', add(local('sum'), mul(ratio, ratio)));
      });
      const error = w.let('error', sqrt(mul(local('sum'), 1 / Math.max(1, n))));
      w.return(select(le(error, f(1e300)), error, f(1e300)));
    },
    { result: 'f64' },
  );
  const firstStep = define(
    'firstStep',
    '',
    'A step over which the state changes by a hundredth of its size.',
    (w) => {
      w.let('size', 0);
      w.let('speed', 0);
      w.for('k', i(0), i(n), (k) => {
        const scale = w.let('scale', scaleOf(abs(load('state', k))));
        const a = w.let('a', div(load('state', k), scale));
        const b = w.let('b', div(load('k1', k), scale));
        w.let('size', add(local('size'), mul(a, a)));
        w.let('speed', add(local('speed'), mul(b, b)));
      });
      const usual = and(lt(1e-10, local('size')), lt(1e-10, local('speed')));
      w.return(select(usual, mul(0.01, sqrt(div(local('size'), local('speed')))), f(1e-6)));
    },
    { result: 'f64' },
  );
  const attempt = define('attempt', 'h', 'The stages of one step.', (w, h) => {
    A.forEach((row, s) => {
      w.for('k', i(0), i(n), (k) => w.store('trial', k, add(load('state', k), mul(h, blend(row, k)))));
      w.do('slope', [add(now('time'), mul(C[s], h)), 'trial', `k${s + 2}`]);
    });
  });
  const keep = define('keepDense', 'h', 'Coefficients of the state inside the step.', (w, h) => {
    w.for('k', i(0), i(n), (k) => {
      const change = w.let('change', sub(load('trial', k), load('state', k)));
      const bend = w.let('bend', sub(mul(h, load('k1', k)), change));
      w.store('dense0', k, load('state', k));
      w.store('dense1', k, change);
      w.store('dense2', k, bend);
      w.store('dense3', k, sub(sub(change, mul(h, load('k7', k))), bend));
      w.store('dense4', k, mul(h, blend(D, k)));
    });
  });
  const step = define(
    'step',
    'until',
    'One accepted step, at most to `until`, back on its constraints; 0 where steps became too short.',
    (w, until) => {
      w.if(le(now('fresh'), 0), () => {
        w.do('slope', [now('time'), 'state', 'k1']);
        w.store('clock', clock.fresh, f(1));
      });
      w.if(le(now('stepSize'), 0), () => w.store('clock', clock.stepSize, call('firstStep', [])));
      w.let('h', now('stepSize'));
      const h = local('h');
      w.let('going', i(1));
      w.while(local('going', 'i32'), () => {
        const left = w.let('left', sub(until, now('time')));
        w.let('last', or(le(mul(left, 1 - 1e-9), h), le(left, mul(1.01, h))));
        const last = local('last', 'i32');
        w.if(last, () => {
          w.let('h', left);
        });
        w.if(le(h, mul(8.8e-16, max(abs(now('time')), 1e-3))), () => w.return(i(0)));
        w.do('attempt', [h]);
        const error = w.let('error', call('errorOf', [h]));
        w.if(
          le(error, 1),
          () => {
            w.let('going', i(0));
            w.do('keepDense', [h]);
            w.store('clock', clock.began, now('time'));
            w.store('clock', clock.time, select(last, until, add(now('time'), h)));
            const power = (base: Code, exponent: number): Code =>
              call('exponential', [mul(exponent, call('logarithm', [base]))]);
            const factor = mul(0.9, power(max(error, 1e-10), -0.17), power(now('lastError'), 0.04));
            const grown = w.let('grown', mul(h, min(5, max(0.2, factor))));
            w.store('clock', clock.stepSize, select(last, max(now('stepSize'), grown), grown));
            w.store('clock', clock.lastError, max(error, 1e-4));
            w.store('clock', clock.accepted, add(now('accepted'), 1));
            w.store('inputs', 0, now('time'));
            w.do('takeState', ['trial']);
            w.do('stabilize', []);
            w.do('giveState', ['state']);
            w.comment('The projection moved the state, so its slope is computed anew.');
            w.store('clock', clock.fresh, f(0));
          },
          () => {
            w.store('clock', clock.rejected, add(now('rejected'), 1));
            const shrink = call('exponential', [mul(-0.2, call('logarithm', [error]))]);
            w.let('h', mul(h, max(0.1, mul(0.9, shrink))));
            w.store('clock', clock.stepSize, h);
          },
        );
      });
      w.return(i(1));
    },
    { result: 'i32', exported: true },
  );
  return [errorOf, firstStep, attempt, keep, step];
}

/** show(time): everything at a time inside the last step. */
function show(n: number): CodeFunction {
  return define(
    'show',
    'time',
    'Fills inputs[] with everything at a time inside the last step.',
    (w, time) => {
      const span = w.let('span', sub(now('time'), now('began')));
      w.if(
        and(lt(0, span), lt(time, now('time'))),
        () => {
          const s = w.let('s', div(sub(time, now('began')), span));
          const r = w.let('r', sub(1, s));
          w.for('k', i(0), i(n), (k) => {
            const d = (which: number) => load(`dense${which}`, k);
            const inner = add(d(2), mul(s, add(d(3), mul(r, d(4)))));
            w.store('shown', k, add(d(0), mul(s, add(d(1), mul(r, inner)))));
          });
          w.do('takeState', ['shown']);
          w.store('inputs', 0, time);
          w.do('stabilize', []);
        },
        () => {
          w.do('takeState', ['state']);
          w.store('inputs', 0, now('time'));
        },
      );
      w.do('complete', []);
    },
    { exported: true },
  );
}
