// What a run of a specification says about itself.

import type { Simulator, System } from '../../lagrange/index.ts';
import { type Column, columnTable, layoutOf } from '../../record/index.ts';

export const columns = columnTable({
  energy: ['J', 'kinetic plus potential energy'],
  kineticEnergy: ['J', 'of all masses'],
  potentialEnergy: ['J', 'of all potentials'],
  constraintError: [
    '',
    'largest residual of a constraint, in its own units; for those about rates, of the rates',
  ],
  steps: ['', 'accepted steps since the start'],
  rejected: ['', 'steps since the start that were tried again shorter'],
  evaluations: ['', 'evaluations of the equations of motion since the start'],
  mode: ['', 'number of the mode, in the order of the text'],
});

const at = layoutOf(columns);

/** One for each quantity that the specification names. */
export function quantityColumns({ quantities }: System): Column[] {
  return quantities.map(({ name }) => ({ name, unit: '', doc: 'as the specification defines it' }));
}

export function report(simulator: Simulator, mode: number): Float64Array {
  const { kinetic, potential } = simulator.energies();
  const { accepted, rejected, evaluations } = simulator.counts;
  const quantities = simulator.quantities();
  const out = new Float64Array(columns.length + quantities.length);
  out[at.energy] = kinetic + potential;
  out[at.kineticEnergy] = kinetic;
  out[at.potentialEnergy] = potential;
  out[at.constraintError] = simulator.constraintError();
  out[at.steps] = accepted;
  out[at.rejected] = rejected;
  out[at.evaluations] = evaluations;
  out[at.mode] = mode;
  out.set(quantities, columns.length);
  return out;
}
