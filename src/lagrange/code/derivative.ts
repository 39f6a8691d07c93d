// The rates of the state, guarded: by the expressions that solve the equations of motion with a fixed order of pivots,
// and where that order is not good (a pivot is far smaller than what is below it in its column, as happens at some poses)
// by full pivoting, for this evaluation only.

import type { Node } from '../dag/dag.ts';
import { shareProducts } from '../dag/share-products.ts';
import type { LinearSystem } from '../structure/eliminate.ts';
import type { Program } from '../structure/program.ts';
import { clock, now } from './integrate/clock.ts';
import type { Code, CodeArray, CodeFunction } from './ir.ts';
import type { Kernel } from './lower.ts';
import { acceleration, loopedRates } from './looped-rates.ts';
import { solveFully } from './solve-fully.ts';
import { ratesTopics } from './topics.ts';
import {
  abs,
  add,
  call,
  define,
  eq,
  f,
  i,
  load,
  lt,
  max,
  mul,
  or,
  sub,
  toInteger,
  type Writer,
} from './write.ts';

/** A column may be this many times larger than its pivot: digits that are lost then. */
const LOOSE_GROWTH = 1e5;
const TIGHT_GROWTH = 300;
/** Equations for which full pivoting at the start costs too much time. */
const MOST_CALIBRATED = 200;

const local = (name: string, type: 'f64' | 'i32' = 'f64'): Code => ({ kind: 'local', type, name });

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
  const growth = tight ? TIGHT_GROWTH : LOOSE_GROWTH;
  const { system, derivative, first, second, positions, rates, firstRate } = program;
  const n = derivative.length;
  const watched = pairs([...first.pivots, ...second.pivots], [...first.below, ...second.below]);
  const nodes = [...new Set(watched.flatMap(([pivot, column]) => [pivot, ...column]))];
  const place = new Map(nodes.map((node, at) => [node, n + at]));
  const unsolved = first.singular.length + second.singular.length > 0;
  const loops = !unsolved && second.looped.length > 0 ? loopedRates(program) : undefined;
  // Without that optimisation, blocks are solved that nothing needs.
  const idle = program.optimisations.neededOnly ? [] : second.solution.flatMap((node) => node ?? []);
  const ones = [...program.classification.variableOrder.keys()].filter(
    (v) => program.classification.variableOrder[v] === 1,
  );
  const systems = { first: first.system, second: second.system };
  const size = Math.max(1, first.system.rows.length, second.system.rows.length);
  const arrays: CodeArray[] = [
    {
      name: 'guarded',
      length: n + nodes.length + idle.length,
      doc: 'Rates of the state, and pivots and their columns.',
    },
    { name: 'point', length: program.inputs.length, doc: 'Inputs, rates of first order filled in.' },
    {
      name: 'entries',
      length: Math.max(1, entryCount(first.system), entryCount(second.system)),
      doc: 'Of a linear system.',
    },
    ...(['first', 'second'] as const).map((name) => ({
      name: `${name}Places`,
      length: Math.max(1, entriesIn(systems[name])),
      doc: `Where in their matrix the entries of ${name}System belong.`,
      initial: placesOf(systems[name]),
    })),
    { name: 'matrix', length: size * size, doc: 'Of a linear system.' },
    { name: 'right', length: size, doc: 'Of a linear system.' },
    { name: 'scales', length: size, doc: 'Of a linear system.' },
    { name: 'places', length: size, doc: 'Of a linear system.' },
    { name: 'solution', length: size, doc: 'Of a linear system.' },
  ];
  const outputs = [...derivative, ...nodes, ...idle];
  const quick: Kernel = {
    name: 'quickRates',
    doc: 'Rates of the state, then pivots and their columns.',
    outputs,
  };
  const kernels: Kernel[] = [
    ...(loops?.kernels ?? (unsolved ? [] : [readable(program, quick)])),
    { name: 'firstSystem', doc: 'The equations for rates of first order.', outputs: allNodes(first.system) },
    { name: 'secondSystem', doc: 'The equations of motion.', outputs: allNodes(second.system) },
    { name: 'heldRates', doc: 'How fast constraints are left.', outputs: program.heldRates },
  ];

  const carefully = define('robustRates', 'inputs[] out[]', 'Rates of the state by full pivoting.', (w) => {
    w.for('k', i(0), i(program.inputs.length), (k) => w.store('point', k, load('inputs', k)));
    if (ones.length > 0) {
      w.do('firstSystem', ['point', 'entries']);
      fill(w, 'first');
      w.let(
        'rank',
        call('solveFully', ['matrix', 'right', i(ones.length), 'scales', 'places', 'solution'], 'i32'),
      );
      for (const [at, v] of ones.entries()) w.store('point', firstRate + v, load('solution', at));
    }
    if (second.system.rows.length > 0) {
      w.do('secondSystem', ['point', 'entries']);
      fill(w, 'second');
      w.let(
        'rank',
        call(
          'solveFully',
          ['matrix', 'right', i(second.system.rows.length), 'scales', 'places', 'solution'],
          'i32',
        ),
      );
    }
    for (const [at, v] of positions.entries()) w.store('out', at, load('point', firstRate + v));
    for (const [at, v] of rates.entries())
      w.store('out', positions.length + at, acceleration(program, positions.indexOf(v), 'point'));
    w.store('clock', clock.robust, add(now('robust'), 1));
  });
  const guarded = define(
    'derivative',
    'inputs[] out[]',
    'The rates of the state.',
    (w) => {
      if (unsolved) {
        w.do('robustRates', ['inputs', 'out']);
        return;
      }
      if (loops !== undefined) {
        w.if(eq(call('loopedRates', ['inputs', 'out'], 'i32'), i(0)), () =>
          w.do('robustRates', ['inputs', 'out']),
        );
        return;
      }
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
    },
    { exported: true },
  );
  const impulse = define(
    'impulse',
    '',
    'Rates in inputs[] to where constraints allow them, by an impulse of theirs: M Δ + AᵀΛ = 0, A (q̇ + Δ) + b = 0.',
    (w) => {
      if (program.heldRates.length === 0) return;
      w.do('secondSystem', ['inputs', 'entries']);
      fill(w, 'second');
      w.do('heldRates', ['inputs', 'entries']);
      w.for('k', i(0), i(second.system.rows.length), (k) => w.store('right', k, f(0)));
      for (const c of program.heldRates.keys())
        w.store('right', positions.length + c, sub(0, load('entries', c)));
      const count = second.system.rows.length;
      w.let('rank', call('solveFully', ['matrix', 'right', i(count), 'scales', 'places', 'solution'], 'i32'));
      for (const [at, v] of positions.entries())
        w.store(
          'inputs',
          firstRate + v,
          add(load('inputs', firstRate + v), acceleration(program, at, 'inputs')),
        );
    },
    { exported: true },
  );
  const calibrate = define(
    'calibrate',
    '',
    'Notes the smallest pivot here, by which pivots are called small later.',
    (w) => {
      if (size > MOST_CALIBRATED) {
        w.store('clock', clock.usual, f(1));
        return;
      }
      w.store('clock', clock.pivot, f(1));
      w.do('robustRates', ['inputs', 'shown']);
      w.store('clock', clock.usual, now('pivot'));
      w.store('clock', clock.robust, sub(now('robust'), 1));
    },
    { exported: true },
  );
  return {
    kernels,
    arrays: [...arrays, ...(loops?.arrays ?? [])],
    functions: [solveFully, fillSystem, carefully, impulse, calibrate, ...(loops?.functions ?? []), guarded],
  };

  function fill(w: Writer, name: 'first' | 'second'): void {
    w.do('fillSystem', [`${name}Places`, i(entriesIn(systems[name])), i(systems[name].rows.length)]);
  }

  /** Pivots whose columns can grow: those that are numbers cannot. */
  function pairs(
    pivots: readonly Node[],
    below: readonly (readonly Node[])[],
  ): (readonly [Node, readonly Node[]])[] {
    return pivots.flatMap((pivot, k) => {
      const fixed = [pivot, ...below[k]].every((node) => system.dag.isConstant(node));
      return below[k].length === 0 || fixed ? [] : [[pivot, [...new Set(below[k])]] as const];
    });
  }
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

function allNodes({ rows, right }: LinearSystem): Node[] {
  return [...rows.flatMap((row) => [...row.values()]), ...right];
}

function entriesIn({ rows }: LinearSystem): number {
  return rows.reduce((sum, row) => sum + row.size, 0);
}

function entryCount(system: LinearSystem): number {
  return entriesIn(system) + system.right.length;
}

/** Of each entry, row by row; of an empty system one number that nobody reads. */
function placesOf({ rows }: LinearSystem): number[] {
  const places = rows.flatMap((row, r) => [...row.keys()].map((c) => r * rows.length + c));
  return places.length === 0 ? [0] : places;
}

const fillSystem: CodeFunction = define(
  'fillSystem',
  'places[] count:i32 size:i32',
  'Spreads entries[] into matrix[] and right[].',
  (w, count, size) => {
    w.for('k', i(0), mul(size, size), (k) => w.store('matrix', k, f(0)));
    w.for('k', i(0), count, (k) => w.store('matrix', toInteger(load('places', k)), load('entries', k)));
    w.for('k', i(0), size, (k) => w.store('right', k, load('entries', add(count, k))));
  },
);
