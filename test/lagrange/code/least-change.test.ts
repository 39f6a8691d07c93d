// The least change by sparse rows: in numbers, in the small language, and what defines it.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestOf, leastChange } from '../../../src/lagrange/code/least-change.ts';
import { leastChangeSparse, sparseTable } from '../../../src/lagrange/code/least-change-sparse.ts';
import { emitWasm } from '../../../src/lagrange/code/print/wasm.ts';
import { Envelope, envelopeShape } from '../../../src/lagrange/structure/envelope.ts';
import { Random } from '../../../src/num/index.ts';

interface Sparse {
  readonly rows: number;
  readonly columns: number;
  readonly entries: readonly { readonly row: number; readonly column: number; readonly value: number }[];
  readonly residuals: Float64Array;
}

/** Rows along a chain, some with a far column; the last may repeat the first. */
function chain(seed: number, rows: number, repeated: boolean): Sparse {
  const random = new Random(seed);
  const columns = rows + 2;
  const entries: { row: number; column: number; value: number }[] = [];
  for (let row = 0; row < rows; row++) {
    const set = new Set([row, row + 1, row + 2]);
    if (row % 7 === 3) set.add(Math.floor(random.between(0, columns)));
    for (const column of [...set].sort((a, b) => a - b))
      entries.push({ row, column, value: random.between(0.5, 2) });
  }
  const residuals = Float64Array.from({ length: rows }, () => random.between(-1, 1));
  if (!repeated) return { rows, columns, entries, residuals };
  const again = entries
    .filter(({ row }) => row === 0)
    .map(({ column, value }) => ({ row: rows, column, value: 3 * value }));
  return {
    rows: rows + 1,
    columns,
    entries: [...entries, ...again],
    residuals: Float64Array.from([...residuals, 3 * residuals[0]]),
  };
}

const listsOf = ({ rows, entries }: Sparse) => {
  const starts = new Int32Array(rows + 1);
  for (const { row } of entries) starts[row + 1]++;
  for (let r = 0; r < rows; r++) starts[r + 1] += starts[r];
  return { starts, columns: Int32Array.from(entries, ({ column }) => column) };
};

function byEnvelope(given: Sparse): Float64Array {
  const change = new Float64Array(given.columns);
  const values = Float64Array.from(given.entries, ({ value }) => value);
  new Envelope(listsOf(given), given.columns).leastChange(values, given.residuals, change);
  return change;
}

/** In WebAssembly, sparse and full. */
function byModule(given: Sparse): { sparse: Float64Array; full: Float64Array } {
  const { rows, columns, entries, residuals } = given;
  const lists = listsOf(given);
  const shape = envelopeShape(lists, columns);
  const table = sparseTable(lists, shape);
  const J = new Float64Array(rows * columns);
  for (const { row, column, value } of entries) J[row * columns + column] = value;
  const array = (name: string, length: number, initial?: readonly number[]) => ({
    name,
    length,
    doc: '',
    ...(initial ? { initial } : {}),
  });
  const { bytes, offsets } = emitWasm({
    name: 'test',
    arrays: [
      array('out', rows + entries.length, [...residuals, ...entries.map(({ value }) => value)]),
      array('table', table.length, table),
      array('factor', shape.at[rows]),
      array('lengths', rows),
      array('multipliers', rows),
      array('spread', columns),
      array('change', columns),
      array('J', J.length, [...J]),
      array('r', rows, [...residuals]),
      array('gram', rows * rows),
      array('order', rows),
      array('fullChange', columns),
    ],
    functions: [largestOf, leastChange, leastChangeSparse].map((one) => ({ ...one, exported: true })),
  });
  const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>));
  const { memory, ...calls } = instance.exports as Record<string, (...given: number[]) => number> & {
    memory: WebAssembly.Memory;
  };
  const at = (name: string) => offsets.get(name) as number;
  calls.leastChangeSparse(
    at('out'),
    rows,
    at('table'),
    rows,
    columns,
    entries.length,
    at('factor'),
    at('lengths'),
    at('multipliers'),
    at('spread'),
    at('change'),
  );
  calls.leastChange(
    at('J'),
    at('r'),
    rows,
    columns,
    at('gram'),
    at('order'),
    at('multipliers'),
    at('fullChange'),
  );
  return {
    sparse: new Float64Array(memory.buffer, at('change'), columns),
    full: new Float64Array(memory.buffer, at('fullChange'), columns),
  };
}

test('it removes the residuals, is the least, and is the same everywhere', () => {
  fc.assert(
    fc.property(fc.nat(1e6), fc.integer({ min: 1, max: 40 }), fc.boolean(), (seed, rows, repeated) => {
      const given = chain(seed, rows, repeated);
      const change = byEnvelope(given);
      const left = given.residuals.slice();
      for (const { row, column, value } of given.entries) left[row] += value * change[column];
      for (const one of left) expect(Math.abs(one)).toBeLessThan(1e-8);
      const { sparse, full } = byModule(given);
      expect(Array.from(sparse)).toEqual(Array.from(change));
      // Full with pivoting is another way to the same least change.
      full.forEach((value, c) => {
        expect(Math.abs(value - change[c])).toBeLessThan(1e-6 * (1 + Math.abs(value)));
      });
    }),
    { numRuns: 60 },
  );
});
