// A whole simulator in the small language: kernels of the program, an integrator of Dormand and Prince with steps chosen
// by the error, and the projections that keep constraints. One module; the caller owns the clock.
//
//   start()          positions and rates to where the constraints hold
//   step(until)      one accepted step, projected; 0 where steps became too short
//   show(time)       the state at a time inside the last step, completed: inputs[] then holds everything

import type { Dag, Node } from '../dag/dag.ts';
import type { Nonlinear, Program } from '../structure/program.ts';
import { CLOCK_SIZE, clock, now } from './integrate/clock.ts';
import { derivativeCode } from './derivative.ts';
import { elementaryArrays, elementaryFunctions } from './elementary.ts';
import { integrator } from './integrate/integrate.ts';
import type { Scheme } from './integrate/scheme.ts';
import { scheme54 } from './integrate/order-54.ts';
import { scheme853 } from './integrate/order-853.ts';
import type { CodeArray, CodeFunction, CodeModule } from './ir.ts';
import { largestOf, leastChange } from './least-change.ts';
import { leastChangeSparse } from './least-change-sparse.ts';
import { type Kernel, type Lowered, lower } from './lower.ts';
import { lowerTrees } from './lower-trees.ts';
import { newtonCode } from './newton.ts';
import { add, call, define, f, i, load, local, lt, max, type Writer } from './write.ts';

export interface SimulationCode {
  readonly module: CodeModule;
  /** Functions of kernels that will be asked for again. */
  readonly keep: ReadonlySet<CodeFunction> | undefined;
  /** Names of the kernels that `show` does not call: kernel(inputs, out) each. */
  readonly kernels: readonly string[];
}

export interface SimulationOptions {
  /** Orders of the integrator: 5(4) is cheaper where a few digits do, 8(5,3) where many are wanted. */
  readonly method?: '5(4)' | '8(5,3)';
}

/** @param extra  further kernels to have in the module, such as poses and triggers of events */
export function simulationCode(
  program: Program,
  extra: readonly Kernel[],
  { method = '5(4)' }: SimulationOptions = {},
): SimulationCode {
  const { dag } = program.system;
  const n = program.derivative.length;
  const scheme = method === '5(4)' ? scheme54(n) : scheme853(n);
  const arrays = [...elementaryArrays, ...stateArrays(program, scheme)];
  const functions: CodeFunction[] = [...elementaryFunctions, largestOf, leastChange, leastChangeSparse];
  const keep = dag.rounds > 0 ? new Set<CodeFunction>() : undefined;
  const addKernel = (
    name: string,
    doc: string,
    outputs: readonly Node[],
    topics: Kernel['topics'] = [],
  ): void => {
    const kernel = { name, doc, outputs, topics };
    const lowered = program.optimisations.sharing
      ? lowerAgain(dag, kernel, program.inputs)
      : lowerTrees(dag, kernel, program.inputs);
    functions.push(...lowered.functions);
    arrays.push(...lowered.arrays);
    for (const one of lowered.functions) keep?.add(one);
  };
  const rates = derivativeCode(program, method === '8(5,3)');
  for (const { name, doc, outputs, topics } of rates.kernels) addKernel(name, doc, outputs, topics);
  arrays.push(...rates.arrays);
  functions.push(...rates.functions);
  addKernel('firstRates', 'Rates of first-order variables.', program.firstRates);
  for (const { name, doc, outputs } of extra) addKernel(name, doc, outputs);

  let dense = 1;
  const solvers = (name: string, list: readonly Nonlinear[]): string[] =>
    list.map((one, index) => {
      const called = `${name}${index + 1}`;
      addKernel(
        `${called}Residuals`,
        `Residuals of ${one.names.slice(0, 4).join(', ')} and their derivatives.`,
        [...one.residuals, ...one.jacobian.map(({ node }) => node)],
      );
      const solver = newtonCode(called, one);
      arrays.push(...solver.arrays);
      functions.push(solver.function);
      dense = Math.max(dense, solver.dense);
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
    { name: 'gram', length: dense * dense, doc: 'For projections.' },
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
    projection('settlePositions', stabilizePositions, [], true),
    projection('stabilize', stabilizePositions, stabilizeRates, true),
    slope(program),
    complete(program, zeroth),
    start(initialPositions, initialRates),
    resume(),
    ...integrator(n, scheme),
  );
  return {
    module: { name: program.system.name, arrays, functions },
    keep,
    kernels: extra.map(({ name }) => name),
  };
}

function stateArrays(program: Program, scheme: Scheme): CodeArray[] {
  const n = program.derivative.length;
  return [
    { name: 'clock', length: CLOCK_SIZE, doc: 'Time, step size, counters and tolerances.' },
    { name: 'inputs', length: program.inputs.length, doc: 'Time, parameters, controls, positions, rates.' },
    { name: 'work', length: program.inputs.length, doc: 'The same while a step is tried.' },
    { name: 'state', length: n, doc: 'What is integrated: positions, then rates of second order.' },
    { name: 'trial', length: n, doc: 'The state at the end of the step that is tried.' },
    { name: 'shown', length: n, doc: 'The state inside the last step.' },
    ...Array.from({ length: scheme.slopes }, (_, s) => ({
      name: `k${s + 1}`,
      length: n,
      doc: `Slope at stage ${s + 1}.`,
    })),
    ...Array.from({ length: scheme.dense }, (_, s) => ({
      name: `dense${s}`,
      length: n,
      doc: 'A coefficient of the state inside the last step.',
    })),
  ];
}

interface Kept {
  readonly inputs: string;
  /** By name and outputs: kernels, and when they were last asked for. */
  readonly kernels: Map<string, { readonly lowered: Lowered; round: number }>;
  round: number;
}

const kept = new WeakMap<Dag, Kept>();

/** Kernels of a graph that is edited are kept until the next edit but one: those that did not change are there already. */
function lowerAgain(dag: Dag, kernel: Kernel, inputs: readonly Node[]): Lowered {
  const { rounds: round } = dag;
  if (round === 0) return lower(dag, kernel, inputs);
  const places = inputs.join();
  let before = kept.get(dag);
  if (before?.inputs !== places) {
    before = { inputs: places, kernels: new Map(), round };
    kept.set(dag, before);
  }
  if (before.round !== round) {
    for (const [key, one] of before.kernels) if (one.round < before.round) before.kernels.delete(key);
    before.round = round;
  }
  const key = `${kernel.name} ${kernel.outputs.join()}`;
  const found = before.kernels.get(key) ?? { lowered: lower(dag, kernel, inputs), round };
  found.round = round;
  before.kernels.set(key, found);
  return found.lowered;
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

/** slope(time, state, out): the derivative; leaves the inputs alone unless it is to be careful. */
function slope({ positions, rates, firstPosition, firstRate }: Program): CodeFunction {
  const parameters = firstPosition;
  return define('slope', 'time from[] out[]', 'The rates of a state.', (w, time) => {
    w.if(
      lt(0, now('careful')),
      () => {
        w.comment(
          'On the constraints the rates are smooth also where poses become singular; beside them not.',
        );
        w.store('inputs', 0, time);
        w.do('takeState', ['from']);
        w.do('stabilize', []);
        w.do('derivative', ['inputs', 'out']);
      },
      () => {
        w.store('work', 0, time);
        w.for('k', i(1), i(parameters), (k) => w.store('work', k, load('inputs', k)));
        for (const [at, v] of positions.entries()) w.store('work', firstPosition + v, load('from', at));
        for (const [at, v] of rates.entries())
          w.store('work', firstRate + v, load('from', positions.length + at));
        w.do('derivative', ['work', 'out']);
      },
    );
    w.store('clock', clock.evaluations, add(now('evaluations'), 1));
  });
}

/** Runs solvers one after the other; returns the largest residual left. */
function runAll(w: Writer, solvers: readonly string[]): void {
  for (const solver of solvers) w.let('drift', max(local('drift'), call(solver, [])));
}

function projection(
  name: string,
  positions: readonly string[],
  rates: readonly string[],
  exported = false,
): CodeFunction {
  return define(
    name,
    '',
    rates.length === 0
      ? 'Positions back to their constraints.'
      : 'Positions, then rates, back to their constraints.',
    (w) => {
      w.let('drift', 0);
      runAll(w, positions);
      runAll(w, rates);
      w.store('clock', clock.drift, local('drift'));
    },
    { exported },
  );
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
    { exported: true },
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
      w.do('calibrate', []);
    },
    { exported: true },
  );
}

/** resume(): goes on from what the inputs hold, after somebody changed them. */
function resume(): CodeFunction {
  return define(
    'resume',
    '',
    'Goes on from what inputs[] has, brought back to its constraints.',
    (w) => {
      w.do('stabilize', []);
      w.do('giveState', ['state']);
      w.do('complete', []);
      w.store('clock', clock.time, load('inputs', 0));
      w.store('clock', clock.began, load('inputs', 0));
      w.store('clock', clock.fresh, f(0));
      w.store('clock', clock.lastError, f(1e-4));
    },
    { exported: true },
  );
}
