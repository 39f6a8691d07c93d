// A linear system in numbers, however bad it is: Gaussian elimination with the largest remaining entry as pivot.
//
// Used where the pivot order that was fixed when the program was made is not good: a pivot has become small against its
// column. Rows and columns are scaled to 1 first, so units do not matter. Where nothing but rounding is left, the rows
// that remain depend on those before them and the unknowns that remain are set to zero: of redundant constraints some
// carry no force, and what they hold stays held by the others.

import { clock, now } from './integrate/clock.ts';
import type { Code, CodeFunction } from './ir.ts';
import {
  abs,
  add,
  define,
  div,
  f,
  i,
  load,
  local,
  lt,
  max,
  min,
  mul,
  select,
  sub,
  toFloat,
  toInteger,
} from './write.ts';

/** Pivots below this part of the first are rounding. */
const NOTHING = 1e-12;

/**
 * matrix is size × size, row by row, and is destroyed, as is right; scales and order need size numbers each. x receives
 * the solution. Returns the rank.
 */
export const solveFully: CodeFunction = define(
  'solveFully',
  'matrix[] right[] size:i32 scales[] order[] x[]',
  'Solves matrix x = right by elimination with full pivoting, notes the smallest pivot and returns the rank.',
  (w, size) => {
    const at = (row: Code, column: Code): Code => add(mul(row, size), column);
    const entry = (row: Code, column: Code): Code => load('matrix', at(row, column));
    /** Divides a row or column by its largest entry; returns the factor. */
    const scale = (along: string, place: (k: Code) => Code): Code => {
      w.let('most', 0);
      w.for(along, i(0), size, (k) => {
        w.let('most', max(local('most'), abs(load('matrix', place(k)))));
      });
      const by = w.let('by', select(lt(0, local('most')), div(1, local('most')), f(1)));
      w.for(along, i(0), size, (k) => w.store('matrix', place(k), mul(load('matrix', place(k)), by)));
      return by;
    };
    const exchange = (array: string, one: Code, other: Code): void => {
      w.let('held', load(array, one));
      w.store(array, one, load(array, other));
      w.store(array, other, local('held'));
    };
    w.for('a', i(0), size, (a) => {
      const by = scale('c', (c) => at(a, c));
      w.store('right', a, mul(load('right', a), by));
    });
    w.for('c', i(0), size, (c) => {
      w.store(
        'scales',
        c,
        scale('a', (a) => at(a, c)),
      );
      w.store('order', c, toFloat(c));
      w.store('x', c, f(0));
    });
    w.let('rank', i(0));
    const rank = local('rank', 'i32');
    w.let('first', 0);
    w.let('going', i(1));
    w.while(local('going', 'i32'), () => {
      w.let('most', 0);
      w.let('row', rank);
      w.let('column', rank);
      w.for('a', rank, size, (a) => {
        w.for('c', rank, size, (c) => {
          const here = w.let('here', abs(entry(a, c)));
          w.if(lt(local('most'), here), () => {
            w.let('most', here);
            w.let('row', a);
            w.let('column', c);
          });
        });
      });
      w.if(lt(rank, i(1)), () => {
        w.let('first', local('most'));
      });
      w.let('going', lt(mul(NOTHING, local('first')), local('most')));
      w.if(local('going', 'i32'), () => {
        const row = local('row', 'i32');
        const column = local('column', 'i32');
        w.for('c', rank, size, (c) => {
          exchange('matrix', at(rank, c), at(row, c));
        });
        exchange('right', rank, row);
        w.for('a', i(0), size, (a) => {
          exchange('matrix', at(a, rank), at(a, column));
        });
        exchange('order', rank, column);
        w.let('pivot', entry(rank, rank));
        w.store('clock', clock.pivot, min(now('pivot'), div(local('most'), local('first'))));
        w.for('a', add(rank, i(1)), size, (a) => {
          const factor = w.let('factor', div(entry(a, rank), local('pivot')));
          w.if(lt(0, abs(factor)), () => {
            w.for('c', rank, size, (c) => {
              w.store('matrix', at(a, c), sub(entry(a, c), mul(factor, entry(rank, c))));
            });
            w.store('right', a, sub(load('right', a), mul(factor, load('right', rank))));
          });
        });
        w.let('rank', add(rank, i(1)));
        w.let('going', lt(rank, size));
      });
    });
    const index = (c: Code): Code => toInteger(load('order', c));
    w.for('down', i(0), rank, (down) => {
      const a = w.let('a', sub(sub(rank, i(1)), down));
      w.let('sum', load('right', a));
      w.for('c', add(a, i(1)), rank, (c) => {
        w.let('sum', sub(local('sum'), mul(entry(a, c), load('x', index(c)))));
      });
      w.store('x', index(a), div(local('sum'), entry(a, a)));
    });
    w.for('c', i(0), size, (c) => w.store('x', c, mul(load('x', c), load('scales', c))));
    w.return(rank);
  },
  { result: 'i32' },
);
