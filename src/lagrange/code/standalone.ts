// A simulator that needs nobody: the module of one mode with the numbers it starts from, for files that are taken away.

import type { Program } from '../structure/program.ts';
import { CLOCK_SIZE, clock } from './clock.ts';
import type { CodeArray, CodeModule } from './ir.ts';
import { prune } from './prune.ts';
import { type SimulationOptions, simulationCode } from './simulation.ts';

export interface StandaloneOptions extends SimulationOptions {
  /** Errors of a step: relative to the size of a number, and absolute. */
  readonly relative?: number;
  readonly absolute?: number;
}

export interface Standalone {
  readonly module: CodeModule;
  /** What inputs[] holds, by the names of the specification. */
  readonly inputNames: readonly string[];
  readonly firstPosition: number;
  readonly firstRate: number;
  /** Sentences for the head of the file. */
  readonly about: readonly string[];
}

export function standalone(program: Program, options: StandaloneOptions = {}): Standalone {
  const { relative = 1e-8, absolute = 1e-2 * relative, method = '5(4)' } = options;
  const { system, mode, firstPosition, firstRate } = program;
  const { module } = simulationCode(
    program,
    [{ name: 'energies', doc: 'Kinetic and potential energy [J].', outputs: program.energies }],
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
  const arrays = module.arrays.map(
    (one): CodeArray => (Object.hasOwn(initial, one.name) ? { ...one, initial: initial[one.name] } : one),
  );
  const events = system.modes.some((one) => one.events.length > 0);
  const orders = [...program.classification.variableOrder];
  const of = (order: number) => orders.filter((one) => one === order).length;
  return {
    module: prune({ ...module, arrays }, ['inputs', 'clock']),
    inputNames: [
      't',
      ...system.parameters.map(({ name }) => name),
      ...system.controls.map(({ name }) => name),
      ...system.variables.map(({ name }) => name),
      ...system.variables.map(({ name }) => `${name}'`),
    ],
    firstPosition,
    firstRate,
    about: [
      `${system.name}${mode === '' ? '' : `, mode ${mode}`}: a simulator generated from its specification.`,
      `${orders.length} variables: ${of(2)} by the equations of motion, ${of(1)} whose velocity and ${of(0)} whose ` +
        `position follow from constraints. ${program.equations.constraints.length} constraints.`,
      'inputs[] holds time, parameters, controls, positions and rates. Set them, call start(), then step(until) until',
      'clock[0] has passed the time you want, and show(time): inputs[] then holds everything at that time.',
      ...(events
        ? ['Events and changes of mode are left to the caller: this file knows the motion of one mode only.']
        : []),
    ],
  };
}
