// A simulator that needs nobody: the modules of all modes with the numbers they start from, for files that are taken away.

import type { Program } from '../../structure/program.ts';
import { eventsOf } from '../../mechanics/watched-events.ts';
import { advanceCode } from '../integrate/advance.ts';
import { CLOCK_SIZE, clock } from '../integrate/clock.ts';
import { elementaryArrays, elementaryFunctions } from '../elementary.ts';
import type { CodeArray, CodeModule } from '../ir.ts';
import { largestOf, leastChange } from '../least-change.ts';
import { leastChangeSparse } from '../least-change-sparse.ts';
import { prune } from '../prune.ts';
import { type SimulationOptions, simulationCode } from '../simulation.ts';

export interface StandaloneOptions extends SimulationOptions {
  /** Errors of a step: relative to the size of a number, and absolute. */
  readonly relative?: number;
  readonly absolute?: number;
}

export interface StandaloneMode {
  /** Empty where there are no modes. */
  readonly name: string;
  /** Where there are several, without what all share. */
  readonly module: CodeModule;
  readonly hasEvents: boolean;
}

export interface Standalone {
  /** Of the first mode, whole. */
  readonly module: CodeModule;
  /** What all modes use and none changes, where there are several. */
  readonly shared: CodeModule;
  /** The first is where a simulation starts. */
  readonly modes: readonly StandaloneMode[];
  /** What inputs[] holds, by the names of the specification. */
  readonly inputNames: readonly string[];
  /** How many of them, after time, are parameters, and then controls. */
  readonly parameterCount: number;
  readonly controlCount: number;
  readonly firstPosition: number;
  readonly firstRate: number;
  /** Sentences for the head of the file. */
  readonly about: readonly string[];
}

/** @param programs  one for each mode; one alone does not know the others, and goes on where an event leads to them */
export function standalone(
  programs: Program | readonly Program[],
  options: StandaloneOptions = {},
): Standalone {
  const list: readonly Program[] = 'system' in programs ? [programs] : programs;
  const [first] = list;
  const { system, firstPosition, firstRate } = first;
  const modes = list.map((program) => modeOf(program, list, options));
  const { shared, rest } = takeShared(modes);
  return {
    module: modes[0].module,
    shared,
    modes: rest,
    inputNames: [
      't',
      ...system.parameters.map(({ name }) => name),
      ...system.controls.map(({ name }) => name),
      ...system.variables.map(({ name }) => name),
      ...system.variables.map(({ name }) => `${name}'`),
    ],
    parameterCount: system.parameters.length,
    controlCount: system.controls.length,
    firstPosition,
    firstRate,
    about: aboutOf(list),
  };
}

/** What the outside may call. */
const offered: ReadonlySet<string> = new Set([
  ...['derivative', 'energies', 'start', 'step', 'show', 'resume'],
  ...['advance', 'enter', 'calibrate', 'arm'],
]);

function modeOf(program: Program, all: readonly Program[], options: StandaloneOptions): StandaloneMode {
  const { relative = 1e-8, absolute = 1e-2 * relative, method = '5(4)' } = options;
  const { system, mode } = program;
  const going = advanceCode(
    program,
    all.map((one) => one.mode),
  );
  const { module } = simulationCode(
    program,
    [
      { name: 'energies', doc: 'Kinetic and potential energy [J].', outputs: program.energies },
      ...going.kernels,
    ],
    { method },
  );
  const inputs = [
    0,
    ...system.parameters.map(({ value }) => value),
    ...system.controls.map(({ value }) => value),
    ...system.variables.map(({ guess }) => guess),
    ...system.variables.map(() => 0),
  ];
  const settings = new Array<number>(CLOCK_SIZE).fill(0);
  settings[clock.relative] = relative;
  settings[clock.absolute] = absolute;
  const initial: Readonly<Record<string, readonly number[]>> = { inputs, clock: settings };
  const arrays = [...module.arrays, ...going.arrays].map(
    (one): CodeArray => (Object.hasOwn(initial, one.name) ? { ...one, initial: initial[one.name] } : one),
  );
  const functions = [...module.functions, ...going.functions].map((one) => ({
    ...one,
    exported: offered.has(one.name),
  }));
  return {
    name: mode,
    module: prune({ ...module, arrays, functions }, ['inputs', 'clock']),
    hasEvents: eventsOf(system, mode).length > 0,
  };
}

/** Functions of numbers, and of arrays they are given: written once for all modes. */
const sharedArrays: ReadonlySet<string> = new Set(elementaryArrays.map(({ name }) => name));
const sharedFunctions: ReadonlySet<string> = new Set(
  [...elementaryFunctions, largestOf, leastChange, leastChangeSparse].map(({ name }) => name),
);

function takeShared(modes: readonly StandaloneMode[]): {
  shared: CodeModule;
  rest: readonly StandaloneMode[];
} {
  const [{ module }] = modes;
  if (modes.length === 1) return { shared: { name: module.name, arrays: [], functions: [] }, rest: modes };
  const used = (list: (of: CodeModule) => readonly { readonly name: string }[]) =>
    new Set(modes.flatMap((one) => list(one.module).map(({ name }) => name)));
  const arrays = used((of) => of.arrays);
  const functions = used((of) => of.functions);
  return {
    shared: {
      name: module.name,
      arrays: elementaryArrays.filter(({ name }) => arrays.has(name)),
      functions: [...elementaryFunctions, largestOf, leastChange, leastChangeSparse].filter(({ name }) =>
        functions.has(name),
      ),
    },
    rest: modes.map((mode) => ({
      ...mode,
      module: {
        ...mode.module,
        arrays: mode.module.arrays.filter(({ name }) => !sharedArrays.has(name)),
        functions: mode.module.functions.filter(({ name }) => !sharedFunctions.has(name)),
      },
    })),
  };
}

function aboutOf(programs: readonly Program[]): string[] {
  const [{ system, mode }] = programs;
  const alone = programs.length === 1;
  const modeWords = programs.map(({ mode: name, classification, equations }) => {
    const orders = [...classification.variableOrder];
    const of = (order: number) => orders.filter((one) => one === order).length;
    return (
      `${alone ? '' : `Mode ${name}: `}${orders.length} variables: ${of(2)} by the equations of motion, ` +
      `${of(1)} whose velocity and ${of(0)} whose position follow from constraints. ` +
      `${equations.constraints.length} constraints.`
    );
  });
  const elsewhere = alone && eventsOf(system, mode).some(({ goto }) => goto !== undefined && goto !== mode);
  return [
    `${system.name}${alone && mode !== '' ? `, mode ${mode}` : ''}: a simulator generated from its specification.`,
    ...modeWords,
    'inputs[] holds time, parameters, controls, positions and rates. Set them and begin(); then advance(time) shows any',
    'later time: inputs[] then holds everything there. After changing a parameter or control call goOn().',
    ...(elsewhere
      ? ['This file knows one mode only: events that lead to others are carried out, but the mode stays.']
      : []),
  ];
}
