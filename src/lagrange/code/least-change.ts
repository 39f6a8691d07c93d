// The least change of unknowns that brings linearised residuals to zero, in the small language:
//
//   J Δ = −r,   Δ = −Jᵀ(JJᵀ)⁻¹ r
//
// by Cholesky's factorisation of JJᵀ with diagonal pivoting. Where the largest remaining pivot has sunk to rounding, the
// remaining rows depend on those before them and are left out: redundant constraints and singular poses are survived.

import type { Code, CodeFunction } from './ir.ts';
import {
  abs,
  add,
  define,
  div,
  f,
  i,
  le,
  load,
  local,
  lt,
  mul,
  select,
  sqrt,
  sub,
  toFloat,
  toInteger,
  type Writer,
} from './write.ts';

/** What is left of the square of a row of length 1 that others give up to rounding. */
const DEPENDENT = 1e-12;

const at = (row: Code, column: Code, stride: Code): Code => add(mul(row, stride), column);

function scaleRows(w: Writer, rows: Code, columns: Code): void {
  w.comment('Rows of length 1, so that whether one depends on others does not depend on units.');
  w.for('a', i(0), rows, (a) => {
    w.let('sum', 0);
    w.for('c', i(0), columns, (c) => {
      const entry = w.let('held', load('J', at(a, c, columns)));
      w.let('sum', add(local('sum'), mul(entry, entry)));
    });
    w.if(lt(0, local('sum')), () => {
      const length = w.let('held', div(1, sqrt(local('sum'))));
      w.store('r', a, mul(load('r', a), length));
      w.for('c', i(0), columns, (c) =>
        w.store('J', at(a, c, columns), mul(load('J', at(a, c, columns)), length)),
      );
    });
  });
}

/** gram = JJᵀ */
function multiplyByTransposed(w: Writer, rows: Code, columns: Code): void {
  w.for('a', i(0), rows, (a) => {
    w.store('order', a, toFloat(a));
    w.for('b', i(0), add(a, i(1)), (b) => {
      w.let('sum', 0);
      w.for('c', i(0), columns, (c) => {
        w.let('sum', add(local('sum'), mul(load('J', at(a, c, columns)), load('J', at(b, c, columns)))));
      });
      w.store('gram', at(a, b, rows), local('sum'));
      w.store('gram', at(b, a, rows), local('sum'));
    });
  });
}

/** gram = LLᵀ of as many rows as are independent: `rank`. */
function factor(w: Writer, rows: Code): void {
  w.let('rank', i(0));
  const rank = local('rank', 'i32');
  w.let('going', i(1));
  w.while(local('going', 'i32'), () => {
    w.let('best', rank);
    const best = local('best', 'i32');
    w.for('a', rank, rows, (a) => {
      w.if(lt(load('gram', at(best, best, rows)), load('gram', at(a, a, rows))), () => {
        w.let('best', a);
      });
    });
    w.let('going', i(0));
    w.if(lt(rank, rows), () => {
      w.if(lt(DEPENDENT, load('gram', at(best, best, rows))), () => {
        w.let('going', i(1));
        w.comment('Exchange rows and columns `rank` and `best`.');
        w.for('c', i(0), rows, (c) => {
          w.let('held', load('gram', at(rank, c, rows)));
          w.store('gram', at(rank, c, rows), load('gram', at(best, c, rows)));
          w.store('gram', at(best, c, rows), local('held'));
        });
        w.for('c', i(0), rows, (c) => {
          w.let('held', load('gram', at(c, rank, rows)));
          w.store('gram', at(c, rank, rows), load('gram', at(c, best, rows)));
          w.store('gram', at(c, best, rows), local('held'));
        });
        w.let('held', load('order', rank));
        w.store('order', rank, load('order', best));
        w.store('order', best, local('held'));
        const pivot = w.let('pivot', sqrt(load('gram', at(rank, rank, rows))));
        w.store('gram', at(rank, rank, rows), pivot);
        w.for('a', add(rank, i(1)), rows, (a) => {
          w.store('gram', at(a, rank, rows), div(load('gram', at(a, rank, rows)), pivot));
        });
        w.for('a', add(rank, i(1)), rows, (a) => {
          w.let('held', load('gram', at(a, rank, rows)));
          w.for('b', add(rank, i(1)), add(a, i(1)), (b) => {
            w.let(
              'sum',
              sub(load('gram', at(a, b, rows)), mul(local('held'), load('gram', at(b, rank, rows)))),
            );
            w.store('gram', at(a, b, rows), local('sum'));
            w.store('gram', at(b, a, rows), local('sum'));
          });
        });
        w.let('rank', add(rank, i(1)));
      });
    });
  });
}

function solve(w: Writer, rows: Code, columns: Code): void {
  const rank = local('rank', 'i32');
  w.comment('Solve L z = −r, Lᵀ m = z; the rows of the multipliers m stand in the diagonal order.');
  const index = (a: Code): Code => toInteger(load('order', a));
  w.for('c', i(0), columns, (c) => w.store('change', c, f(0)));
  w.for('a', i(0), rank, (a) => {
    w.let('sum', sub(0, load('r', index(a))));
    w.for('b', i(0), a, (b) => {
      w.let('sum', sub(local('sum'), mul(load('gram', at(a, b, rows)), load('multipliers', b))));
    });
    w.store('multipliers', a, div(local('sum'), load('gram', at(a, a, rows))));
  });
  w.for('down', i(0), rank, (down) => {
    const a = w.let('a', sub(sub(rank, i(1)), down));
    w.let('sum', load('multipliers', a));
    w.for('b', add(a, i(1)), rank, (b) => {
      w.let('sum', sub(local('sum'), mul(load('gram', at(b, a, rows)), load('multipliers', b))));
    });
    w.store('multipliers', a, div(local('sum'), load('gram', at(a, a, rows))));
  });
  w.for('a', i(0), rank, (a) => {
    w.let('held', load('multipliers', a));
    const row = w.let('row', index(a));
    w.for('c', i(0), columns, (c) => {
      w.store('change', c, add(load('change', c), mul(local('held'), load('J', at(row, c, columns)))));
    });
  });
}

/**
 * J is rows × columns, row by row, and is scaled in place, as is r; gram needs rows², order and multipliers rows, change columns numbers. `change` receives Δ. Returns how many rows were independent.
 */
export const leastChange: CodeFunction = define(
  'leastChange',
  'J[] r[] rows:i32 columns:i32 gram[] order[] multipliers[] change[]',
  'Writes the least change with J change = −r; returns the rank of J.',
  (w, rows, columns) => {
    scaleRows(w, rows, columns);
    multiplyByTransposed(w, rows, columns);
    factor(w, rows);
    solve(w, rows, columns);
    w.return(local('rank', 'i32'));
  },
  { result: 'i32' },
);

/** largestOf(list, count): the largest absolute value. */
export const largestOf: CodeFunction = define(
  'largestOf',
  'list[] count:i32',
  'The largest absolute value; infinite where one is not a number.',
  (w, count) => {
    w.let('most', 0);
    w.for('k', i(0), count, (k) => {
      const size = w.let('size', abs(load('list', k)));
      w.if(
        le(size, local('most')),
        () => w.comment('not larger'),
        () => w.let('most', select(le(size, f(Infinity)), size, f(Infinity))),
      );
    });
    w.return(local('most'));
  },
  { result: 'f64' },
);
