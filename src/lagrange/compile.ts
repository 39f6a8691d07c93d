// The compiler from end to end: text to programs, one for every mode, each pass timed and open to inspection.

import { elaborate } from './elaborate/elaborate.ts';
import type { Specification } from './language/ast.ts';
import { parse } from './language/parse.ts';
import { type SpecFault, specFault } from './language/position.ts';
import { deriveEquations } from './mechanics/equations.ts';
import { Problem } from './problem.ts';
import { classify, DEFAULT_BOUND } from './structure/classify.ts';
import { consistentPoints } from './structure/consistent.ts';
import { type Optimisations, optimisationsOf } from './structure/optimisations.ts';
import { makeProgram } from './structure/program.ts';
import { type SplitProgram, splitProgram } from './structure/integrations.ts';
import type { System, SystemMode } from './system.ts';

export interface CompileOptions {
  /** The largest system of equations that classification takes out at once. */
  readonly bound?: number;
  /** Consistent points at which solvability and pivots are judged. */
  readonly samples?: number;
  /** All unless given; false for editing, where programs need not run fast. */
  readonly optimise?: boolean | Partial<Optimisations>;
}

export interface Compiled {
  readonly system: System;
  /** One for each mode; one in all where there are no modes. The first is where a simulation starts. */
  readonly programs: readonly SplitProgram[];
  /** Wall time of each pass [ms], in order. */
  readonly passes: readonly { readonly name: string; readonly wallMs: number }[];
}

export interface Compilation {
  readonly compiled?: Compiled;
  readonly faults: readonly SpecFault[];
}

export function compile(source: string | Specification, options: CompileOptions = {}): Compilation {
  const { bound = DEFAULT_BOUND, samples = 4 } = options;
  const optimisations = optimisationsOf(options.optimise);
  const passes: { name: string; wallMs: number }[] = [];
  const timed = <T>(name: string, pass: () => T): T => {
    const began = performance.now();
    const result = pass();
    passes.push({ name, wallMs: performance.now() - began });
    return result;
  };

  const parsed =
    typeof source === 'string'
      ? timed('parse', () => parse(source))
      : { specification: source, faults: [] as readonly SpecFault[] };
  if (parsed.specification === undefined || parsed.faults.length > 0) return { faults: parsed.faults };
  const { specification } = parsed;
  const said = ({ span, what, remedy, value }: Problem): SpecFault =>
    specFault(specification.text, span, what, remedy, value);
  const { system, problems } = timed('elaborate', () => elaborate(specification));
  if (system === undefined) return { faults: problems.map(said) };
  try {
    const programs = modesOf(system).map((mode) => {
      const equations = timed('equations', () => deriveEquations(system, mode));
      const points = timed('consistent points', () => consistentPoints(system, equations, samples));
      const classification = timed('classify', () => classify(system, mode, equations, points, bound));
      const program = timed('program', () =>
        makeProgram(system, mode, equations, classification, points, optimisations),
      );
      if (!optimisations.integrations) return program;
      return timed('parts', () => splitProgram(program, mode, equations, points));
    });
    return { compiled: { system, programs, passes }, faults: [] };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { faults: [said(error)] };
  }
}

/** What holds in each mode: its own constraints and forces, and those of all modes. */
function modesOf(system: System): SystemMode[] {
  const [always, ...named] = system.modes;
  if (named.length === 0) return [always];
  return named.map((mode) => ({
    name: mode.name,
    constraints: [...always.constraints, ...mode.constraints],
    forces: [...always.forces, ...mode.forces],
    events: [...always.events, ...mode.events],
  }));
}
