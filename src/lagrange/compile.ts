// The compiler from end to end: text to programs, one for every mode, each pass timed and open to inspection.

import { MOST_TREE } from './code/lower-trees.ts';
import { countOperations, countTree } from './dag/count.ts';
import { elaborate } from './elaborate/elaborate.ts';
import type { Specification } from './language/ast.ts';
import { parse } from './language/parse.ts';
import { type SpecFault, specFault } from './language/position.ts';
import { deriveEquations } from './mechanics/equations.ts';
import { Problem } from './problem.ts';
import { classifyVariables, DEFAULT_BOUND } from './structure/classify-variables.ts';
import { consistentPoints } from './structure/consistent.ts';
import { type Optimisations, optimisationsOf } from './structure/optimisations.ts';
import { makeProgram, type Program } from './structure/program.ts';
import { type SplitProgram, splitProgram } from './structure/integrations.ts';
import type { System, SystemMode } from './system.ts';

/** How a specification is compiled. */
export interface CompileOptions {
  /** The largest system of equations that classification takes out at once. */
  readonly bound?: number;
  /** Consistent points at which solvability and pivots are judged. */
  readonly samples?: number;
  /** All unless given; false for editing, where programs need not run fast. */
  readonly optimise?: boolean | Partial<Optimisations>;
}

/** A specification, compiled. */
export interface Compiled {
  /** What the specification says. */
  readonly system: System;
  /** One for each mode; one in all where there are no modes. The first is where a simulation starts. */
  readonly programs: readonly SplitProgram[];
  /** Wall time of each pass [ms], in order. */
  readonly passes: readonly Pass[];
}

/** What came of compiling. */
export interface Compilation {
  /** Undefined where there are faults. */
  readonly compiled?: Compiled;
  /** What is wrong. */
  readonly faults: readonly SpecFault[];
}

export interface Pass {
  readonly name: string;
  readonly wallMs: number;
}

/** From a specification to programs. */
export function compile(source: string | Specification, options: CompileOptions = {}): Compilation {
  const passes: Pass[] = [];
  const parsed =
    typeof source === 'string'
      ? timed(passes, 'parse', () => parse(source))
      : { specification: source, faults: [] as readonly SpecFault[] };
  if (parsed.specification === undefined || parsed.faults.length > 0) return { faults: parsed.faults };
  const { specification } = parsed;
  const { system, problems } = timed(passes, 'elaborate', () => elaborate(specification));
  if (system === undefined) return { faults: problems.map((problem) => said(specification, problem)) };
  try {
    return { compiled: { system, programs: programsOf(system, options, passes), passes }, faults: [] };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { faults: [said(specification, error)] };
  }
}

/**
 * The programs of a system, mode by mode.
 * @param passes  times are added to these
 * @throws Problem where there is none
 */
export function programsOf(system: System, options: CompileOptions, passes: Pass[]): SplitProgram[] {
  const { bound = DEFAULT_BOUND, samples = 4 } = options;
  const optimisations = optimisationsOf(options.optimise);
  return modesOf(system).map((mode) => {
    const equations = timed(passes, 'equations', () => deriveEquations(system, mode));
    const points = timed(passes, 'consistent points', () => consistentPoints(system, equations, samples));
    const classification = timed(passes, 'classify', () =>
      classifyVariables(system, mode, equations, points, bound),
    );
    const program = timed(passes, 'program', () =>
      makeProgram(system, mode, equations, classification, points, optimisations),
    );
    if (!optimisations.sharing) refuseTrees(program);
    if (!optimisations.integrations) return program;
    return timed(passes, 'parts', () => splitProgram(program, mode, equations, points));
  });
}

/** Says how long a program would be without sharing, where that is too long to write down. */
function refuseTrees({ system, derivative, second, ...program }: Program): void {
  const solvers = [
    ...program.initialPositions,
    ...program.initialRates,
    ...program.stabilizePositions,
    ...program.stabilizeRates,
    ...program.zeroth,
  ];
  const nodes = [
    ...derivative,
    ...second.system.rows.flatMap((row) => [...row.values()]),
    ...solvers.flatMap(({ residuals, jacobian }) => [...residuals, ...jacobian.map(({ node }) => node)]),
  ];
  const trees = countTree(system.dag, nodes);
  if (trees <= MOST_TREE) return;
  const shared = countOperations(system.dag, nodes);
  throw new Problem(
    `without sharing the program would be ${trees.toExponential(1)} operations long, ${Math.round(trees / shared)} times as long as with it`,
    [0, 0],
    `switch sharing on: programs are written as trees up to ${MOST_TREE} operations`,
  );
}

export function timed<T>(passes: Pass[], name: string, pass: () => T): T {
  const began = performance.now();
  const result = pass();
  passes.push({ name, wallMs: performance.now() - began });
  return result;
}

function said({ text }: Specification, { span, what, remedy, value }: Problem): SpecFault {
  return specFault(text, span, what, remedy, value);
}

/** What holds in each mode: its own constraints and forces, and those of all modes. */
export function modesOf(system: System): SystemMode[] {
  const [always, ...named] = system.modes;
  if (named.length === 0) return [always];
  return named.map((mode) => ({
    name: mode.name,
    constraints: [...always.constraints, ...mode.constraints],
    forces: [...always.forces, ...mode.forces],
    events: [...always.events, ...mode.events],
  }));
}
