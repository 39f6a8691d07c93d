// The rates of the state where the equations of motion are too long to be solved in expressions: their entries come from
// a kernel, and loops solve them block by block by elimination with partial pivoting. What a block needs of those before
// it, and where its entries go, stands in a table.

import type { Node } from '../dag/dag.ts';
import type { SolvedLinear } from '../structure/linear.ts';
import { neededBlocks } from '../structure/needed-blocks.ts';
import type { Program } from '../structure/program.ts';
import { turnedTerms } from '../structure/turned.ts';
import type { Code, CodeArray, CodeFunction } from './ir.ts';
import type { Kernel } from './lower.ts';
import {
  abs,
  add,
  and,
  call,
  define,
  div,
  f,
  i,
  load,
  local,
  lt,
  max,
  mul,
  sub,
  toInteger,
  type Writer,
} from './write.ts';

/** Pivots below this part of their row are left to full pivoting. */
const SMALL = 1e-6;

export interface LoopedRates {
  readonly kernels: readonly Kernel[];
  readonly arrays: readonly CodeArray[];
  /** The last is loopedRates(inputs, out): 1, or 0 where a pivot was small. */
  readonly functions: readonly CodeFunction[];
}

/** `matrix` and `right` of the module hold whole systems and are used here too, as are `point` and `solution`. */
export function loopedRates(program: Program): LoopedRates {
  const { system, first, second, positions, rates, firstRate, optimisations } = program;
  const { zero } = system.dag;
  const ones = [...program.classification.variableOrder.keys()].filter(
    (v) => program.classification.variableOrder[v] === 1,
  );
  const wanted = optimisations.neededOnly
    ? rates.map((v) => positions.indexOf(v))
    : [...second.solution.keys()];
  const parts = [
    { name: 'firstBlocks', ...layOut(first, [...first.solution.keys()], zero) },
    { name: 'secondBlocks', ...layOut(second, wanted, zero) },
  ];
  const arrays = parts.flatMap(({ name, table, outputs }): CodeArray[] => [
    {
      name: `${name}Table`,
      length: Math.max(1, table.length),
      doc: `Where the entries of ${name} go.`,
      initial: table,
    },
    { name: `${name}Entries`, length: Math.max(1, outputs.length), doc: `What ${name} gives.` },
  ]);
  const run = (w: Writer, { name, blocks }: (typeof parts)[number]): void => {
    if (blocks.length === 0) return;
    w.do(name, ['point', `${name}Entries`]);
    for (const { size, inner, coupled, from, at } of blocks)
      w.let(
        'good',
        and(
          local('good', 'i32'),
          call(
            'solveBlock',
            [`${name}Entries`, `${name}Table`, i(from), i(at), i(size), i(inner), i(coupled)],
            'i32',
          ),
        ),
      );
  };
  const looped = define(
    'loopedRates',
    'inputs[] out[]',
    'Rates of the state, solved in loops; 0 where a pivot was small.',
    (w) => {
      w.let('good', i(1));
      w.for('k', i(0), i(program.inputs.length), (k) => w.store('point', k, load('inputs', k)));
      const clear = (count: number) => w.for('k', i(0), i(count), (k) => w.store('solution', k, f(0)));
      clear(first.solution.length);
      run(w, parts[0]);
      for (const [at, v] of ones.entries()) w.store('point', firstRate + v, load('solution', at));
      clear(second.solution.length);
      run(w, parts[1]);
      for (const [at, v] of positions.entries()) w.store('out', at, load('point', firstRate + v));
      for (const [at, v] of rates.entries())
        w.store('out', positions.length + at, acceleration(program, positions.indexOf(v), 'point'));
      w.return(local('good', 'i32'));
    },
    { result: 'i32' },
  );
  return {
    kernels: parts.map(({ name, outputs }) => ({
      name,
      doc: 'Entries of equations, block by block.',
      outputs,
    })),
    arrays,
    functions: [solveBlock, looped],
  };
}

/**
 * The acceleration of a variable of the second order from the unknowns in `solution`.
 * @param at    its place among the unknowns
 * @param from  the array of inputs
 */
export function acceleration({ turned, inputs }: Program, at: number, from: string): Code {
  const terms = turnedTerms(turned, at);
  if (terms === undefined) return load('solution', at);
  return terms
    .map(({ sign, component, unknown }) =>
      mul(sign, load(from, inputs.indexOf(component)), load('solution', unknown)),
    )
    .reduce((sum, term) => add(sum, term));
}

interface Place {
  readonly size: number;
  readonly inner: number;
  readonly coupled: number;
  /** Into the entries, and into the table. */
  readonly from: number;
  readonly at: number;
}

/** Per block the entries: inside it, coupling it to earlier unknowns, right side; the table: their places. */
function layOut(
  solved: SolvedLinear,
  wanted: readonly number[],
  zero: Node,
): { outputs: Node[]; table: number[]; blocks: Place[] } {
  const outputs: Node[] = [];
  const table: number[] = [];
  const blocks: Place[] = [];
  for (const b of neededBlocks(solved, wanted, zero)) {
    const { equations, unknowns } = solved.blocks[b];
    const place = new Map(unknowns.map((u, k) => [u, k]));
    const size = unknowns.length;
    const from = outputs.length;
    const at = table.length;
    const coupling: { row: number; unknown: number; node: Node }[] = [];
    equations.forEach((e, row) => {
      for (const [c, node] of solved.system.rows[e]) {
        const column = place.get(c);
        if (column === undefined) {
          if (solved.solution[c] !== zero) coupling.push({ row, unknown: c, node });
          continue;
        }
        outputs.push(node);
        table.push(row * size + column);
      }
    });
    const inner = outputs.length - from;
    outputs.push(...coupling.map(({ node }) => node), ...equations.map((e) => solved.system.right[e]));
    table.push(...coupling.map(({ row }) => row), ...coupling.map(({ unknown }) => unknown), ...unknowns);
    blocks.push({ size, inner, coupled: coupling.length, from, at });
  }
  return { outputs, table, blocks };
}

/** Rows are scaled to 1 first; the solution replaces the right side, then goes to its unknowns. */
const solveBlock: CodeFunction = define(
  'solveBlock',
  'entries[] table[] from:i32 at:i32 size:i32 inner:i32 coupled:i32',
  'Solves one block by elimination with partial pivoting into `solution`; 0 where a pivot was small.',
  (w, from, at, size, inner, coupled) => {
    const place = (row: Code, column: Code): Code => add(mul(row, size), column);
    const entry = (row: Code, column: Code): Code => load('matrix', place(row, column));
    const listed = (index: Code): Code => toInteger(load('table', index));
    w.for('k', i(0), mul(size, size), (k) => w.store('matrix', k, f(0)));
    w.for('k', i(0), inner, (k) => w.store('matrix', listed(add(at, k)), load('entries', add(from, k))));
    const rights = w.let('rights', add(add(from, inner), coupled));
    w.for('k', i(0), size, (k) => w.store('right', k, load('entries', add(rights, k))));
    const rows = w.let('rows', add(at, inner));
    const others = w.let('others', add(rows, coupled));
    w.for('k', i(0), coupled, (k) => {
      const row = w.let('row', listed(add(rows, k)));
      const known = load('solution', listed(add(others, k)));
      w.store('right', row, sub(load('right', row), mul(load('entries', add(add(from, inner), k)), known)));
    });
    w.for('a', i(0), size, (a) => {
      w.let('most', 0);
      w.for('c', i(0), size, (c) => {
        w.let('most', max(local('most'), abs(entry(a, c))));
      });
      w.if(lt(0, local('most')), () => {
        const by = w.let('by', div(1, local('most')));
        w.for('c', i(0), size, (c) => w.store('matrix', place(a, c), mul(entry(a, c), by)));
        w.store('right', a, mul(load('right', a), by));
      });
    });
    w.let('good', i(1));
    w.for('p', i(0), size, (p) => {
      w.let('best', p);
      w.for('a', add(p, i(1)), size, (a) => {
        w.if(lt(abs(entry(local('best', 'i32'), p)), abs(entry(a, p))), () => {
          w.let('best', a);
        });
      });
      const best = local('best', 'i32');
      w.if(lt(p, best), () => {
        w.for('c', p, size, (c) => {
          w.let('held', entry(p, c));
          w.store('matrix', place(p, c), entry(best, c));
          w.store('matrix', place(best, c), local('held'));
        });
        w.let('held', load('right', p));
        w.store('right', p, load('right', best));
        w.store('right', best, local('held'));
      });
      const pivot = w.let('pivot', entry(p, p));
      w.let('good', and(local('good', 'i32'), lt(SMALL, abs(pivot))));
      const inverse = w.let('inverse', div(1, pivot));
      w.for('a', add(p, i(1)), size, (a) => {
        const factor = w.let('factor', mul(entry(a, p), inverse));
        w.if(lt(0, abs(factor)), () => {
          w.for('c', add(p, i(1)), size, (c) =>
            w.store('matrix', place(a, c), sub(entry(a, c), mul(factor, entry(p, c)))),
          );
          w.store('right', a, sub(load('right', a), mul(factor, load('right', p))));
        });
      });
    });
    const names = w.let('names', add(others, coupled));
    w.for('down', i(0), size, (down) => {
      const a = w.let('row', sub(sub(size, i(1)), down));
      w.let('sum', load('right', a));
      w.for('c', add(a, i(1)), size, (c) => {
        w.let('sum', sub(local('sum'), mul(entry(a, c), load('right', c))));
      });
      w.let('sum', div(local('sum'), entry(a, a)));
      w.store('right', a, local('sum'));
      w.store('solution', listed(add(names, a)), local('sum'));
    });
    w.return(local('good', 'i32'));
  },
  { result: 'i32' },
);
