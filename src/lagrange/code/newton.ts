// Newton's method on one component of a projection, in the small language: residuals to zero by the least change.

import { envelopeShape } from '../structure/envelope.ts';
import type { Nonlinear } from '../structure/program.ts';
import { now } from './integrate/clock.ts';
import type { CodeArray, CodeFunction } from './ir.ts';
import { sparseTable } from './least-change-sparse.ts';
import { add, and, call, define, f, i, load, local, lt, mul, or, select, type Writer } from './write.ts';

/** Residuals at most this large are zero. */
const CLOSE = 1e-13;
/** Smaller ones that do not shrink any more are rounding of large terms. */
const ROUNDING = 1e-10;
const MOST_ROUNDS = 40;
/** Beyond so many rows it is asked whether they are sparse. */
const MANY = 24;

export interface NewtonCode {
  readonly function: CodeFunction;
  readonly arrays: readonly CodeArray[];
  /** Rows of the full matrix it works with; 0 where it does without. */
  readonly dense: number;
}

/** Newton's method on one component: name() → the largest residual that is left. */
export function newtonCode(name: string, { residuals, unknowns, jacobian }: Nonlinear): NewtonCode {
  const rows = residuals.length;
  const columns = unknowns.length;
  const sparse = rows > MANY ? sparseOf(rows, columns, jacobian) : undefined;
  const doc = `Of ${name}.`;
  const out: CodeArray = { name: `${name}Out`, length: rows + jacobian.length, doc };
  const arrays: CodeArray[] =
    sparse === undefined
      ? [out, { name: `${name}J`, length: rows * columns, doc }]
      : [
          out,
          { name: `${name}Table`, length: sparse.table.length, doc, initial: sparse.table },
          { name: `${name}Factor`, length: sparse.length, doc },
          { name: `${name}Lengths`, length: rows, doc },
          { name: `${name}Spread`, length: columns, doc },
        ];
  const code = define(
    name,
    '',
    `Brings ${rows} residuals to zero by the least change of ${columns} numbers; returns the largest that is left.`,
    (w) => {
      w.let('round', i(0));
      w.let('before', f(Infinity));
      w.let('error', 0);
      w.let('going', i(1));
      w.while(local('going', 'i32'), () => {
        w.do(`${name}Residuals`, ['inputs', `${name}Out`]);
        w.let('error', call('largestOf', [`${name}Out`, i(rows)]));
        const error = local('error');
        w.comment('Near singular poses to the last bit, because what is left is magnified there.');
        const exact = lt(error, select(lt(0, now('careful')), f(CLOSE), f(ROUNDING)));
        const stalled = and(or(exact, lt(i(6), local('round', 'i32'))), lt(mul(0.5, local('before')), error));
        w.let(
          'going',
          and(
            lt(select(lt(0, now('careful')), f(1e-3 * CLOSE), f(CLOSE)), error),
            and(lt(local('round', 'i32'), i(MOST_ROUNDS)), lt(error, f(Infinity))),
          ),
        );
        w.if(stalled, () => {
          w.let('going', i(0));
        });
        w.if(local('going', 'i32'), () => {
          w.let('before', error);
          if (sparse === undefined) fullChange(w);
          else
            w.do('leastChangeSparse', [
              `${name}Out`,
              i(rows),
              `${name}Table`,
              i(rows),
              i(columns),
              i(jacobian.length),
              `${name}Factor`,
              `${name}Lengths`,
              'multipliers',
              `${name}Spread`,
              'change',
            ]);
          for (const [c, u] of unknowns.entries())
            w.store('inputs', u, add(load('inputs', u), load('change', c)));
          w.let('round', add(local('round', 'i32'), i(1)));
        });
      });
      w.return(local('error'));
    },
    { result: 'f64' },
  );
  return { function: code, arrays, dense: sparse === undefined ? Math.max(rows, columns) : 0 };

  function fullChange(w: Writer): void {
    w.for('k', i(0), i(rows * columns), (k) => w.store(`${name}J`, k, f(0)));
    jacobian.forEach(({ row, column }, k) => {
      w.store(`${name}J`, row * columns + column, load(`${name}Out`, rows + k));
    });
    const work = ['gram', 'order', 'multipliers', 'change'];
    w.let('rank', call('leastChange', [`${name}J`, `${name}Out`, i(rows), i(columns), ...work], 'i32'));
  }
}

/** The table of the sparse method, unless its envelope is nearly the whole matrix. */
function sparseOf(
  rows: number,
  columns: number,
  jacobian: Nonlinear['jacobian'],
): { readonly table: number[]; readonly length: number } | undefined {
  const starts = new Int32Array(rows + 1);
  for (const { row } of jacobian) starts[row + 1]++;
  for (let r = 0; r < rows; r++) starts[r + 1] += starts[r];
  const lists = { starts, columns: Int32Array.from(jacobian, ({ column }) => column) };
  const shape = envelopeShape(lists, columns);
  const length = shape.at[rows];
  return 4 * length > rows * rows ? undefined : { table: sparseTable(lists, shape), length };
}
