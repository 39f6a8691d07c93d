// The rates of the state, guarded: by the expressions that solve the equations of motion with a fixed order of pivots,
// and where that order is not good (a pivot is far smaller than what is below it in its column, as happens at some poses)
// by full pivoting, for this evaluation only.

import type { Node } from '../dag/dag.ts';
import { shareProducts } from '../dag/share-products.ts';
import type { Program } from '../structure/program.ts';
import type { Code, CodeArray, CodeFunction } from './ir.ts';
import type { Kernel } from './lower.ts';
import { loopedRates } from './looped-rates.ts';
import {
  allNodes,
  calibrateCode,
  fillSystem,
  impulseCode,
  robustRates,
  systemArrays,
} from './robust-rates.ts';
import { solveFully } from './solve-fully.ts';
import { ratesTopics } from './topics.ts';
import { abs, call, define, eq, i, load, local, lt, max, mul, or, type Writer } from './write.ts';

/** A column may be this many times larger than its pivot: digits that are lost then. */
const LOOSE_GROWTH = 1e5;
const TIGHT_GROWTH = 300;

export interface DerivativeCode {
  /** To be lowered before the functions. */
  readonly kernels: readonly Kernel[];
  readonly arrays: readonly CodeArray[];
  readonly functions: readonly CodeFunction[];
}

/**
 * `derivative(inputs, out)`
 * @param tight  whether nearly all digits are wanted
 */
export function derivativeCode(program: Program, tight: boolean): DerivativeCode {
  const { derivative, first, second } = program;
  const watched = watchedPivots(program);
  const nodes = [...new Set(watched.flatMap(([pivot, column]) => [pivot, ...column]))];
  const unsolved = first.singular.length + second.singular.length > 0;
  const loops = !unsolved && second.looped.length > 0 ? loopedRates(program) : undefined;
  // Without that optimisation, blocks are solved that nothing needs.
  const idle = program.optimisations.neededOnly ? [] : second.solution.flatMap((node) => node ?? []);
  const quick: Kernel = {
    name: 'quickRates',
    doc: 'Rates of the state, then pivots and their columns.',
    outputs: [...derivative, ...nodes, ...idle],
  };
  const kernels: Kernel[] = [
    ...(loops?.kernels ?? (unsolved ? [] : [readable(program, quick)])),
    { name: 'firstSystem', doc: 'The equations for rates of first order.', outputs: allNodes(first.system) },
    { name: 'secondSystem', doc: 'The equations of motion.', outputs: allNodes(second.system) },
    { name: 'heldRates', doc: 'How fast constraints are left.', outputs: program.heldRates },
  ];
  const guarded = {
    name: 'guarded',
    length: quick.outputs.length,
    doc: 'Rates of the state, and pivots and their columns.',
  };
  const rates = define(
    'derivative',
    'inputs[] out[]',
    'The rates of the state.',
    (w) => {
      if (unsolved) w.do('robustRates', ['inputs', 'out']);
      else if (loops !== undefined)
        w.if(eq(call('loopedRates', ['inputs', 'out'], 'i32'), i(0)), () =>
          w.do('robustRates', ['inputs', 'out']),
        );
      else writeGuarded(w, derivative.length, watched, nodes, tight ? TIGHT_GROWTH : LOOSE_GROWTH);
    },
    { exported: true },
  );
  return {
    kernels,
    arrays: [guarded, ...systemArrays(program), ...(loops?.arrays ?? [])],
    functions: [
      solveFully,
      fillSystem,
      robustRates(program),
      impulseCode(program),
      calibrateCode(program),
      ...(loops?.functions ?? []),
      rates,
    ],
  };
}

/** Quick rates, unless one of the watched columns has grown far beyond its pivot. */
function writeGuarded(
  w: Writer,
  n: number,
  watched: readonly Watched[],
  nodes: readonly Node[],
  growth: number,
): void {
  const place = new Map(nodes.map((node, at) => [node, n + at]));
  w.do('quickRates', ['inputs', 'guarded']);
  w.let('bad', i(0));
  for (const [pivot, column] of watched) {
    const most = column
      .map((node): Code => abs(load('guarded', place.get(node) as number)))
      .reduce((a, b) => max(a, b));
    const limit = mul(growth, abs(load('guarded', place.get(pivot) as number)));
    w.let('bad', or(local('bad', 'i32'), lt(limit, most)));
  }
  w.if(
    local('bad', 'i32'),
    () => w.do('robustRates', ['inputs', 'out']),
    () => w.for('k', i(0), i(n), (k) => w.store('out', k, load('guarded', k))),
  );
}

/** A pivot and what is below it in its column. */
type Watched = readonly [Node, readonly Node[]];

/** Pivots whose columns can grow: those that are numbers cannot. */
function watchedPivots({ system, first, second }: Program): Watched[] {
  const below = [...first.below, ...second.below];
  return [...first.pivots, ...second.pivots].flatMap((pivot, k) => {
    const fixed = [pivot, ...below[k]].every((node) => system.dag.isConstant(node));
    return below[k].length === 0 || fixed ? [] : [[pivot, [...new Set(below[k])]] as const];
  });
}

/** A kernel in topics, its products sharing what they can. */
function readable({ system, optimisations, ...program }: Program, kernel: Kernel): Kernel {
  const topics = [
    ...ratesTopics({ system, optimisations, ...program }),
    { name: 'What pivots are compared with', nodes: kernel.outputs.slice(program.derivative.length) },
  ];
  const nodes = [...kernel.outputs, ...topics.flatMap((topic) => topic.nodes)];
  const shared = optimisations.products ? shareProducts(system.dag, nodes) : nodes;
  let at = kernel.outputs.length;
  return {
    ...kernel,
    outputs: shared.slice(0, at),
    topics: topics.map(({ name, nodes: list }) => {
      at += list.length;
      return { name, nodes: shared.slice(at - list.length, at) };
    }),
  };
}
