// Compiling again and again while a text is edited.
//
// Constants and poses are inputs of the program, so that a text in which only they changed needs no new one: the text is
// elaborated into the graph of the time before, and where every expression is the node it was, the programs of then are
// the programs of now. Where something else changed, what did not is found in the graph, derivatives included.
//
// Such programs do a little more work than those of `compile`, and which pivots they use may depend on what was edited
// before. So they are for looking while typing; what is to be recorded is compiled by itself.

import {
  type Compilation,
  type Compiled,
  type CompileOptions,
  compile,
  modesOf,
  type Pass,
  programsOf,
  timed,
} from './compile.ts';
import { Dag } from './dag/dag.ts';
import { elaborate } from './elaborate/elaborate.ts';
import type { Specification } from './language/ast.ts';
import { parse } from './language/parse.ts';
import { Problem } from './problem.ts';
import type { SplitProgram } from './structure/integrations.ts';
import type { Program } from './structure/program.ts';
import type { System } from './system.ts';

/** The graph keeps what was edited away; beyond this many times its first size it is begun anew. */
const MOST_GROWTH = 3;

interface Before {
  readonly compiled: Compiled;
  readonly signature: readonly (number | string)[];
  readonly options: string;
}

/** Compiles a text again and again while it is edited, and does only what has changed. */
export class Recompiler {
  private dag = new Dag();
  private firstSize = Infinity;
  private before: Before | undefined;

  /** The text as it is now. */
  compile(text: string, options: CompileOptions = {}): Compilation {
    const passes: Pass[] = [];
    const { specification, faults } = timed(passes, 'parse', () => parse(text));
    if (specification === undefined || faults.length > 0) return { faults };
    if (this.dag.size > MOST_GROWTH * this.firstSize) this.forget();
    const { dag } = this;
    dag.again();
    const { system } = timed(passes, 'elaborate', () => elaborate(specification, { dag, live: true }));
    // What is wrong is said best of constants as they are.
    if (system === undefined) return compile(specification, options);
    return this.compileSystem(specification, system, options, passes);
  }

  private compileSystem(
    specification: Specification,
    system: System,
    options: CompileOptions,
    passes: Pass[],
  ): Compilation {
    const signature = signatureOf(system);
    const asked = JSON.stringify(options);
    const { before } = this;
    const same =
      before !== undefined &&
      before.options === asked &&
      before.signature.length === signature.length &&
      signature.every((part, k) => part === before.signature[k]);
    try {
      const programs = same ? renewed(before.compiled.programs, system) : programsOf(system, options, passes);
      const compiled = { system, programs, passes };
      this.before = { compiled, signature, options: asked };
      if (this.firstSize === Infinity) this.firstSize = this.dag.size;
      return { compiled, faults: [] };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return compile(specification, options);
    }
  }

  private forget(): void {
    this.dag = new Dag();
    this.firstSize = Infinity;
    this.before = undefined;
  }
}

/** Programs of before with what may have changed beside their expressions: values, guesses and places in the text. */
function renewed(programs: readonly SplitProgram[], system: System): SplitProgram[] {
  return modesOf(system).map(({ constraints }, m) => {
    const byResidual = new Map(constraints.map((one) => [one.name, one]));
    const renew = (program: Program, variables: System['variables']): Program => ({
      ...program,
      system: { ...system, variables },
      equations: {
        ...program.equations,
        constraints: program.equations.constraints.map((one) => ({
          ...one,
          constraint: byResidual.get(one.constraint.name) ?? one.constraint,
        })),
      },
    });
    const program = programs[m];
    const variableOf = new Map(system.variables.map((one) => [one.name, one]));
    return {
      ...renew(program, system.variables),
      system,
      ...(program.parts === undefined
        ? {}
        : {
            parts: program.parts.map((part) =>
              renew(
                part,
                part.system.variables.map((one) => variableOf.get(one.name) ?? one),
              ),
            ),
          }),
    };
  });
}

/** Everything of a system that programs are made of: equal where these are. */
function signatureOf(system: System): (number | string)[] {
  const out: (number | string)[] = [];
  const { frames, variables, parameters, controls, constants, masses, modes, initially, quantities } = system;
  for (const one of frames) out.push(one.name, one.parent, ...one.translation, ...one.rotation, ...one.scale);
  for (const { name, position, rate } of variables) out.push(name, position, rate);
  for (const { name, node } of [...parameters, ...controls, ...constants]) out.push(name, node);
  for (const { frame, mass, inertia } of masses) out.push(frame, mass, ...(inertia ?? []));
  out.push(system.potential, system.kinetic);
  for (const { name, constraints, forces, events } of modes) {
    out.push('mode', name);
    for (const one of constraints) out.push(one.name, one.residual);
    for (const { kind, frame, value } of forces) out.push(kind, frame, ...value);
    for (const { trigger, edge, assign, goto } of events) {
      out.push('when', trigger, edge, goto ?? '');
      for (const { target, value } of assign) out.push(target, value);
    }
  }
  out.push('initially', ...initially.map(({ residual }) => residual));
  for (const { name, node } of quantities) out.push(name, node);
  return out;
}
