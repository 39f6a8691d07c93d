// The least change by many sparse rows, in the small language: src/lagrange/structure/envelope.ts, where the method is
// explained, is the same. Work grows with the width of the envelope, not with the square of the rows.

import { DEPENDENT, type EnvelopeShape, type SparseRows } from '../structure/envelope.ts';
import type { Code, CodeFunction } from './ir.ts';
import {
  add,
  define,
  div,
  f,
  i,
  load,
  local,
  lt,
  max,
  mul,
  select,
  sqrt,
  sub,
  toFloat,
  toInteger,
} from './write.ts';

/** starts, columns, order, first, at, one after the other. */
export function sparseTable({ starts, columns }: SparseRows, { order, first, at }: EnvelopeShape): number[] {
  return [...starts, ...columns, ...order, ...first, ...at];
}

/**
 * r holds the residuals and, from `offset` on, the entries of J row by row; factor needs as many numbers as the envelope has, lengths and multipliers one a
 * row, spread one a column and all zero.
 */
export const leastChangeSparse: CodeFunction = define(
  'leastChangeSparse',
  'r[] offset:i32 table[] rows:i32 columns:i32 entries:i32 factor[] lengths[] multipliers[] spread[] change[]',
  'Writes the least change with J change = −r, J sparse.',
  (w, offset, rows, columns, entries) => {
    const value = (k: Code): Code => load('r', add(offset, k));
    const listed = (from: Code, index: Code): Code => toInteger(load('table', add(from, index)));
    const starts = i(0);
    const columnsAt = w.let('columnsAt', add(rows, i(1)));
    const orderAt = w.let('orderAt', add(columnsAt, entries));
    const firstAt = w.let('firstAt', add(orderAt, rows));
    const beginAt = w.let('beginAt', add(firstAt, rows));
    w.for('a', i(0), rows, (a) => {
      w.let('sum', 0);
      w.for('k', listed(starts, a), listed(starts, add(a, i(1))), (k) => {
        w.let('sum', add(local('sum'), mul(value(k), value(k))));
      });
      w.store('lengths', a, select(lt(0, local('sum')), div(1, sqrt(local('sum'))), f(0)));
    });
    w.for('p', i(0), rows, (p) => {
      const row = w.let('row', listed(orderAt, p));
      const from = w.let('from', listed(firstAt, p));
      const here = w.let('here', sub(listed(beginAt, p), from));
      w.for('k', listed(starts, row), listed(starts, add(row, i(1))), (k) =>
        w.store('spread', listed(columnsAt, k), value(k)),
      );
      w.for('q', from, add(p, i(1)), (q) => {
        const other = w.let('other', listed(orderAt, q));
        w.let('sum', 0);
        w.for('k', listed(starts, other), listed(starts, add(other, i(1))), (k) => {
          w.let('sum', add(local('sum'), mul(load('spread', listed(columnsAt, k)), value(k))));
        });
        w.store('factor', add(here, q), mul(local('sum'), load('lengths', row), load('lengths', other)));
      });
      w.for('k', listed(starts, row), listed(starts, add(row, i(1))), (k) =>
        w.store('spread', listed(columnsAt, k), f(0)),
      );
      w.let('right', sub(0, mul(load('r', row), load('lengths', row))));
      w.let('left', load('factor', add(here, p)));
      w.for('q', from, p, (q) => {
        const begin = w.let('begin', listed(firstAt, q));
        const above = w.let('above', sub(listed(beginAt, q), begin));
        const lower = w.let('lower', toInteger(max(toFloat(from), toFloat(begin))));
        w.let('sum', load('factor', add(here, q)));
        w.for('k', lower, q, (k) => {
          w.let('sum', sub(local('sum'), mul(load('factor', add(here, k)), load('factor', add(above, k)))));
        });
        w.comment('Infinite where row q was left out.');
        const entry = w.let('entry', div(local('sum'), load('factor', add(above, q))));
        w.store('factor', add(here, q), entry);
        w.let('left', sub(local('left'), mul(entry, entry)));
        w.let('right', sub(local('right'), mul(entry, load('multipliers', q))));
      });
      const pivot = w.let(
        'pivot',
        select(lt(DEPENDENT, local('left')), sqrt(max(local('left'), 0)), f(Infinity)),
      );
      w.store('factor', add(here, p), pivot);
      w.store('multipliers', p, div(local('right'), pivot));
    });
    w.for('c', i(0), columns, (c) => w.store('change', c, f(0)));
    w.for('down', i(0), rows, (down) => {
      const p = w.let('place', sub(sub(rows, i(1)), down));
      const from = w.let('from', listed(firstAt, p));
      const here = w.let('here', sub(listed(beginAt, p), from));
      const held = w.let('held', div(load('multipliers', p), load('factor', add(here, p))));
      w.for('q', from, p, (q) =>
        w.store('multipliers', q, sub(load('multipliers', q), mul(load('factor', add(here, q)), held))),
      );
      const row = w.let('row', listed(orderAt, p));
      const scaled = w.let('scaled', mul(held, load('lengths', row)));
      w.for('k', listed(starts, row), listed(starts, add(row, i(1))), (k) => {
        const c = w.let('column', listed(columnsAt, k));
        w.store('change', c, add(load('change', c), mul(scaled, value(k))));
      });
    });
  },
);
