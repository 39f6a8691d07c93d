// Independent integrations (§5.3 of the paper): parts of the state that share no rate, no equation of motion and no
// constraint, each a program of its own, so that each is integrated with steps of its own size.

import { deriveEquations, type Equations } from '../mechanics/equations.ts';
import type { System, SystemMode } from '../system.ts';
import { connectedBlocks } from './blocks.ts';
import type { Consistent } from './consistent.ts';
import { inputsOf } from './inputs-of.ts';
import { makeProgram, type Program } from './program.ts';

/** A program with its parts, where it has several. */
export interface SplitProgram extends Program {
  readonly parts?: readonly Program[];
}

/** Beyond so many the small ones stay together: every part is a module. */
const MOST_PARTS = 12;

/** @returns for each part the indices into the state; one part where everything hangs together */
export function independentIntegrations(program: Program): number[][] {
  const { system, inputs, positions, rates, firstPosition, firstRate, derivative, second } = program;
  const places = [...positions.map((v) => firstPosition + v), ...rates.map((v) => firstRate + v)];
  const read = inputsOf(
    system.dag,
    derivative,
    places.map((at) => inputs[at]),
  ).map((list, k) => [...new Set([k, ...list])]);
  // Constraints bind what they name even where the motion does not: parts are projected on their own too.
  const place = new Map(places.map((at, k) => [at, k]));
  const bound = [...program.stabilizePositions, ...program.stabilizeRates].map(({ unknowns }) =>
    unknowns.flatMap((u) => place.get(u) ?? []),
  );
  // Of the equations of motion the first unknowns are accelerations of positions; others bind too.
  const count = derivative.length;
  const solved = second.system.rows.map((row) =>
    [...row.keys()].map((unknown) => (unknown < positions.length ? unknown : count + unknown)),
  );
  return connectedBlocks([...read, ...bound, ...solved], count + second.system.rows.length)
    .map(({ unknowns }) => unknowns.filter((k) => k < count))
    .filter((part) => part.length > 0);
}

/** A program for each part of a program; none where everything hangs together. */
export function splitProgram(
  program: Program,
  mode: Pick<SystemMode, 'name' | 'constraints' | 'forces'>,
  equations: Equations,
  consistent: Consistent,
): SplitProgram {
  const { positions, rates } = program;
  const parts = worthwhile(program, independentIntegrations(program));
  if (parts.length < 2) return program;
  return {
    ...program,
    parts: parts.map((part) => {
      const inside = new Set(
        part.map((k) => (k < positions.length ? positions[k] : rates[k - positions.length])),
      );
      return partOf(program, mode, equations, consistent, inside);
    }),
  };
}

/** The system of some of the variables: what does not move with them is left out. */
function partOf(
  { system, classification, firstPosition, firstRate, optimisations }: Program,
  mode: Pick<SystemMode, 'name' | 'constraints' | 'forces'>,
  { constraints }: Equations,
  { inputs, points }: Consistent,
  inside: ReadonlySet<number>,
): Program {
  const variables = [...system.variables.keys()].filter((v) => inside.has(v));
  const held = [...constraints.keys()].filter(
    (c) =>
      classification.constraintOrder[c] !== 0 &&
      [...constraints[c].gradient.keys()].some((v) => inside.has(v)),
  );
  const carries = carriedBy(system, inside);
  const own: System = {
    ...system,
    variables: variables.map((v) => system.variables[v]),
    masses: system.masses.filter(({ frame }) => carries[frame]),
    // A part begins where the whole has begun: it has no start of its own.
    initially: [],
  };
  const ownMode = {
    name: mode.name,
    constraints: held.map((c) => mode.constraints[c]),
    forces: mode.forces.filter(({ frame }) => carries[frame]),
  };
  const kept = [
    ...Array.from({ length: firstPosition }, (_, k) => k),
    ...variables.map((v) => firstPosition + v),
    ...variables.map((v) => firstRate + v),
  ];
  return makeProgram(
    own,
    ownMode,
    deriveEquations(own, ownMode),
    {
      variableOrder: Uint8Array.from(variables, (v) => classification.variableOrder[v]),
      constraintOrder: Uint8Array.from(held, (c) => classification.constraintOrder[c]),
      reasons: variables.map((v) => classification.reasons[v]),
      redundant: [],
      zeroth: [],
      first: [],
    },
    {
      inputs: kept.map((k) => inputs[k]),
      points: points.map(({ values, error }) => ({
        values: Float64Array.from(kept, (k) => values[k]),
        error,
      })),
    },
    optimisations,
  );
}

/** Whether a frame, or one it stands on, moves by some of the variables. */
function carriedBy({ frames, variables }: System, inside: ReadonlySet<number>): boolean[] {
  const moved = new Set([...inside].map((v) => variables[v].frame));
  const carried: boolean[] = [];
  frames.forEach(({ parent }, f) => {
    carried[f] = moved.has(f) || (parent >= 0 && carried[parent]);
  });
  return carried;
}

/** What falls freely or goes straight on limits no step: it goes with the largest part. */
function worthwhile(program: Program, parts: readonly (readonly number[])[]): number[][] {
  const { system, inputs, positions, rates, firstPosition, firstRate, derivative } = program;
  const moving = [
    inputs[0],
    ...positions.map((v) => inputs[firstPosition + v]),
    ...rates.map((v) => inputs[firstRate + v]),
  ];
  const reads = inputsOf(system.dag, derivative, moving);
  const plain = new Set(rates.map((v) => system.variables[v].rate));
  const steady = (k: number) => reads[k].length === 0 || plain.has(derivative[k]);
  const sorted = parts.map((part) => [...part]).sort((a, b) => b.length - a.length || a[0] - b[0]);
  const own = sorted.filter((part) => !part.every(steady));
  if (own.length < 2) return [];
  own[0].push(...sorted.filter((part) => part.every(steady)).flat());
  const rest = own.splice(MOST_PARTS - 1);
  return rest.length === 0 ? own : [...own, rest.flat()];
}
