// Specifications compiled and run, for tests.

import { readFileSync } from 'node:fs';
import { compile, type Compiled } from '../../src/lagrange/compile.ts';
import { describeSpecFault } from '../../src/lagrange/language/position.ts';
import { createSimulator, POSE_SIZE, type Simulator } from '../../src/lagrange/run/simulator.ts';

/** @param path  relative to test/lagrange */
export function specification(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8');
}

export function compiledFrom(text: string): Compiled {
  const { compiled, faults } = compile(text);
  if (compiled === undefined)
    throw new Error(faults.map((fault) => describeSpecFault(fault, text)).join('\n'));
  return compiled;
}

export function simulated(text: string, relative = 1e-12, absolute = 0.1 * relative): Simulator {
  return createSimulator(compiledFrom(text), { relative, absolute });
}

export function reach(simulator: Simulator, time: number): void {
  const { trouble } = simulator.advance(time);
  if (trouble !== undefined) throw trouble;
}

/** The value of a variable such as "Tx(Ball)". */
export function positionOf(simulator: Simulator, name: string): number {
  return simulator.positions[indexOf(simulator, name)];
}

export function rateOf(simulator: Simulator, name: string): number {
  return simulator.rates[indexOf(simulator, name)];
}

/** Where a frame's origin is. */
export function placeOf(simulator: Simulator, frame: string): number[] {
  const index = simulator.system.frames.findIndex(({ name }) => name === frame);
  return [...simulator.poses().subarray(POSE_SIZE * index, POSE_SIZE * index + 3)];
}

/** 2 atan2(R·, Rw) of a frame that turns about one axis. */
export function angleOf(simulator: Simulator, axis: 'x' | 'y' | 'z', frame: string): number {
  const angle =
    2 * Math.atan2(positionOf(simulator, `R${axis}(${frame})`), positionOf(simulator, `Rw(${frame})`));
  return wrapped(angle);
}

export function wrapped(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}

export function energyOf(simulator: Simulator): number {
  const { kinetic, potential } = simulator.energies();
  return kinetic + potential;
}

/** Largest deviation from the first energy, and largest kinetic energy, looked at every `every` seconds. */
export function driftOver(
  simulator: Simulator,
  until: number,
  every: number,
): { drift: number; kinetic: number; error: number } {
  const first = energyOf(simulator);
  let drift = 0;
  let kinetic = simulator.energies().kinetic;
  let error = simulator.constraintError();
  for (let time = every; time <= until + 1e-9; time += every) {
    reach(simulator, time);
    drift = Math.max(drift, Math.abs(energyOf(simulator) - first));
    kinetic = Math.max(kinetic, simulator.energies().kinetic);
    error = Math.max(error, simulator.constraintError());
  }
  return { drift, kinetic, error };
}

function indexOf(simulator: Simulator, name: string): number {
  const index = simulator.system.variables.findIndex((variable) => variable.name === name);
  if (index < 0) throw new Error(`no variable ${name}`);
  return index;
}
