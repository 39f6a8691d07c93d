// Everything countable about a compilation, for `carom compile --json`, benchmarks and tests.

import { emitCpp } from '../code/print/cpp.ts';
import { emitJavaScript } from '../code/print/javascript.ts';
import { standalone } from '../code/print/standalone.ts';
import { emitWasm } from '../code/print/wasm.ts';
import type { Compiled } from '../compile.ts';
import { countOperations, countTree } from '../dag/count.ts';
import type { Node } from '../dag/dag.ts';
import { shareProducts } from '../dag/share-products.ts';
import type { SolvedLinear } from '../structure/linear.ts';
import { neededBlocks } from '../structure/needed-blocks.ts';
import type { Nonlinear, Program } from '../structure/program.ts';
import { independentIntegrations } from '../structure/integrations.ts';
import { initialVelocities, stabilization } from './paper-systems.ts';

/** Equations × unknowns. */
export type Size = readonly [equations: number, unknowns: number];

export interface LinearCounts {
  readonly size: number;
  /** Unknowns of each block, in the order of solving. */
  readonly blocks: readonly number[];
  /** Of the blocks that the derivative needs. */
  readonly needed: readonly number[];
  readonly folded: number;
  readonly singular: number;
  /** Solved in loops, because their solution would be too long to write out. */
  readonly looped: number;
}

export interface NonlinearCounts {
  readonly whole: Size;
  readonly components: readonly Size[];
}

export interface ProgramCounts {
  readonly mode: string;
  /** Variables of order 0, 1, 2. */
  readonly variables: readonly [number, number, number];
  /** Holonomic constraints of order 0, 1, 2. */
  readonly holonomic: readonly [number, number, number];
  /** Nonholonomic ones of order 1, 2. */
  readonly nonholonomic: readonly [number, number];
  readonly state: number;
  /** Numbers of the state in each part that could be integrated alone. */
  readonly integrations: readonly number[];
  readonly initialPositions: NonlinearCounts;
  readonly initialRates: NonlinearCounts;
  readonly stabilizePositions: NonlinearCounts;
  readonly stabilizeRates: NonlinearCounts;
  readonly zeroth: NonlinearCounts;
  /** As the paper's program has them: see paper-systems.ts. */
  readonly initialVelocities: NonlinearCounts;
  readonly stabilization: NonlinearCounts;
  readonly first: LinearCounts;
  readonly second: LinearCounts;
  readonly operations: {
    readonly derivative: number;
    /** Without sharing: every use computed anew. */
    readonly derivativeAsTree: number;
    readonly treeToDag: number;
    /** With all blocks of the equations of motion, also those that nothing needs. */
    readonly allBlocks: number;
    /** Of elimination in the whole matrix, as if it were full: 2n³/3 + 2n². */
    readonly fullElimination: number;
    readonly projections: number;
  };
  readonly code: {
    readonly functions: number;
    readonly wasmBytes: number;
    readonly typescriptLines: number;
    readonly typescriptCharacters: number;
    readonly cppLines: number;
    /** Characters of TypeScript to characters of specification. */
    readonly toSpecification: number;
  };
}

export interface Counts {
  readonly name: string;
  readonly specification: { readonly lines: number; readonly characters: number };
  readonly frames: number;
  readonly variables: { readonly all: number; readonly named: number; readonly added: number };
  readonly constraints: { readonly all: number; readonly holonomic: number; readonly nonholonomic: number };
  readonly parameters: number;
  readonly controls: number;
  readonly masses: number;
  readonly nodes: number;
  readonly programs: readonly ProgramCounts[];
  readonly passes: readonly { readonly name: string; readonly wallMs: number }[];
  readonly wallMs: number;
}

/** How large the parts of a compilation are. */
export function measure({ system, programs, passes }: Compiled): Counts {
  const { variables } = system;
  const constraints = programs[0].equations.constraints.map(({ constraint }) => constraint);
  const holonomic = constraints.filter((one) => one.holonomic).length;
  const added = variables.filter(({ implicit }) => implicit).length;
  // Blank lines and comments are not what a specification says.
  const written = system.text
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const specification = {
    lines: written.length,
    characters: written.reduce((sum, line) => sum + line.trim().length, 0),
  };
  return {
    name: system.name,
    specification,
    frames: system.frames.length,
    variables: { all: variables.length, named: variables.length - added, added },
    constraints: { all: constraints.length, holonomic, nonholonomic: constraints.length - holonomic },
    parameters: system.parameters.length,
    controls: system.controls.length,
    masses: system.masses.length,
    nodes: system.dag.size,
    programs: programs.map((program) => measureProgram(program, specification.characters)),
    passes,
    wallMs: passes.reduce((sum, { wallMs }) => sum + wallMs, 0),
  };
}

function measureProgram(program: Program, characters: number): ProgramCounts {
  const { classification, equations, system } = program;
  const { dag } = system;
  const { variableOrder, constraintOrder } = classification;
  const count = (test: (c: number) => boolean) => equations.constraints.filter((_, c) => test(c)).length;
  const isHolonomic = (c: number) => equations.constraints[c].constraint.holonomic;
  const ofOrder = (order: number) => [...variableOrder].filter((one) => one === order).length;
  const holonomicOf = (order: number) => count((c) => isHolonomic(c) && constraintOrder[c] === order);
  const otherOf = (order: number) => count((c) => !isHolonomic(c) && constraintOrder[c] === order);
  const wanted = program.rates.map((v) => program.positions.indexOf(v));
  const loops = program.second.looped.length > 0 ? loopedOperations(program, wanted) : undefined;
  const written = loops === undefined ? program.derivative : [...program.derivative, ...loops.entries];
  const derivative =
    countOperations(
      dag,
      program.optimisations.products && loops === undefined ? shareProducts(dag, written) : written,
    ) + (loops?.operations ?? 0);
  const tree = countTree(dag, written) + (loops?.operations ?? 0);
  const solved = program.second.solution.flatMap((node) => (node === undefined ? [] : [node]));
  const projections = [...program.stabilizePositions, ...program.stabilizeRates, ...program.zeroth];
  const alone = standalone(program);
  const typescript = emitJavaScript(alone, { typed: true });
  const n = program.second.solution.length;
  return {
    mode: program.mode,
    variables: [ofOrder(0), ofOrder(1), ofOrder(2)],
    holonomic: [holonomicOf(0), holonomicOf(1), holonomicOf(2)],
    nonholonomic: [otherOf(1), otherOf(2)],
    state: program.derivative.length,
    integrations: independentIntegrations(program).map((part) => part.length),
    initialPositions: nonlinearCounts(program.initialPositions),
    initialRates: nonlinearCounts(program.initialRates),
    stabilizePositions: nonlinearCounts(program.stabilizePositions),
    stabilizeRates: nonlinearCounts(program.stabilizeRates),
    initialVelocities: initialVelocities(program),
    stabilization: stabilization(program),
    zeroth: nonlinearCounts(program.zeroth),
    first: linearCounts(program, program.first, [...program.first.solution.keys()]),
    second: linearCounts(program, program.second, wanted),
    operations: {
      derivative,
      derivativeAsTree: tree,
      treeToDag: tree / Math.max(1, derivative),
      allBlocks: countOperations(dag, [...program.derivative, ...solved]),
      fullElimination: Math.round((2 * n * n * n) / 3 + 2 * n * n),
      projections: countOperations(
        dag,
        projections.flatMap(({ residuals, jacobian }) => [...residuals, ...jacobian.map(({ node }) => node)]),
      ),
    },
    code: {
      functions: alone.module.functions.length,
      wasmBytes: emitWasm(alone.module).bytes.length,
      typescriptLines: typescript.split('\n').length,
      typescriptCharacters: typescript.length,
      cppLines: emitCpp(alone).split('\n').length,
      toSpecification: typescript.length / Math.max(1, characters),
    },
  };
}

/** Entries of the blocks that are solved in loops, and the operations of these. */
function loopedOperations(
  { second, system }: Program,
  wanted: readonly number[],
): { readonly entries: Node[]; readonly operations: number } {
  const needed = neededBlocks(second, wanted, system.dag.zero).map((b) => second.blocks[b]);
  return {
    entries: needed.flatMap(({ equations }) =>
      equations.flatMap((e) => [...second.system.rows[e].values(), second.system.right[e]]),
    ),
    operations: needed.reduce(
      (sum, { unknowns: { length: n } }) => sum + Math.round((2 * n * n * n) / 3 + 2 * n * n),
      0,
    ),
  };
}

function nonlinearCounts(list: readonly Nonlinear[]): NonlinearCounts {
  const components = list.map(({ residuals, unknowns }): Size => [residuals.length, unknowns.length]);
  const total = (which: 0 | 1) => components.reduce((sum, size) => sum + size[which], 0);
  return { whole: [total(0), total(1)], components };
}

function linearCounts({ system }: Program, solved: SolvedLinear, wanted: readonly number[]): LinearCounts {
  const { blocks, solution, folded, singular, looped } = solved;
  const needed = neededBlocks(solved, wanted, system.dag.zero);
  return {
    size: solution.length,
    blocks: blocks.map(({ unknowns }) => unknowns.length),
    needed: needed.map((b) => blocks[b].unknowns.length),
    folded,
    singular: singular.length,
    looped: looped.length,
  };
}
