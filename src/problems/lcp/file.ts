// The text files of public complementarity problems (Siconos): numbers separated by blanks,
//
//   order, storage (0: dense), rows, columns, rows, columns, M column by column, q
//
// and after them remarks, which are left alone.

import type { Lcp } from './report.ts';

/** Larger orders are refused: a dense matrix beyond is over 200 MB. */
const LARGEST_ORDER = 5000;

/** Throws a RangeError that says what is wrong. */
export function parseLcp(text: string): Lcp {
  const tokens = text.split(/\s+/).filter((token) => token !== '');
  const header = tokens.slice(0, 6).map(Number);
  const [n, storage] = header;
  if (!Number.isInteger(n) || n < 1)
    throw new RangeError(`the order is ${tokens[0] ?? 'missing'}; it is a whole number ≥ 1`);
  if (n > LARGEST_ORDER) throw new RangeError(`the order is ${n}; at most ${LARGEST_ORDER} are read`);
  if (storage !== 0)
    throw new RangeError(`the storage is ${tokens[1] ?? 'missing'}; only 0, a dense matrix, is read`);
  if (header.length < 6 || header.slice(2).some((size) => size !== n)) {
    throw new RangeError(`the matrix is said to be ${tokens.slice(2, 6).join(', ')}; all four must be ${n}`);
  }
  const number = (k: number, what: string): number => {
    const token = tokens[6 + k];
    if (token === undefined) throw new RangeError(`the file ends at ${what}`);
    const value = Number(token);
    if (!Number.isFinite(value)) throw new RangeError(`${what} is "${token}", not a number`);
    return value;
  };
  const m = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++)
      m[i * n + j] = number(j * n + i, `row ${i + 1}, column ${j + 1} of the matrix`);
  }
  const q = Float64Array.from({ length: n }, (_, i) => number(n * n + i, `entry ${i + 1} of q`));
  return { n, m, q };
}
