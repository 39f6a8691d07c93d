// The rows of a stream as the .npy array that a recording keeps: as they are, or as byte planes.

import { RecordingError } from '../error.ts';
import { rowLength, type Stream } from '../layout/stream.ts';
import { bytesOf, dtypeOf, encodeNpyHeader, itemBytes, type NumberArray } from './npy.ts';
import { type Run, runsOf, wordsOf, writePlanes } from './planes.ts';

/** Numbers of a stream of one number a row that lie far apart in memory: what follows in time follows here. */
export interface Series {
  readonly length: number;
  readonly runs: readonly Run[];
}

/** Columns of rows of so many doubles. */
export function seriesOf(values: Float64Array, rowLength: number, columns: Iterable<number>): Series {
  const words = wordsOf(values);
  const runs = Array.from(columns, (column) => ({ words, first: 2 * column, step: 2 * rowLength }));
  return { runs, length: rowLength === 0 ? 0 : (runs.length * values.length) / rowLength };
}

export type Part = NumberArray | Series;

/** @param parts  the rows, in pieces */
export function encodeRows(stream: Stream, parts: readonly Part[], rows: number): Uint8Array {
  const { name, dtype, row, differences } = stream;
  const size = itemBytes(dtype);
  const columns = rowLength(stream);
  const length = rows * columns * size;
  const given = parts.reduce((sum, part) => sum + part.length * size, 0);
  if (given !== length) throw new RecordingError(name, `was given ${given} bytes for ${rows} rows`);
  const isFiltered = differences !== undefined;
  const header = isFiltered
    ? encodeNpyHeader('|u1', [size, rows * columns])
    : encodeNpyHeader(dtype, [rows, ...row]);
  const bytes = new Uint8Array(header.length + length);
  bytes.set(header);
  const body = bytes.subarray(header.length);
  const arrays = parts.filter((part): part is NumberArray => !('runs' in part));
  for (const array of arrays)
    if (dtypeOf(array) !== dtype) throw new RecordingError(name, `was given ${dtypeOf(array)}`);
  if (isFiltered) {
    const wide = size === 8 ? 2 : 1;
    const series = parts.flatMap((part) => ('runs' in part ? part.runs : []));
    writePlanes(body, series.length > 0 ? series : runsOf(arrays, wide, columns), wide, differences);
    return bytes;
  }
  let at = 0;
  for (const array of arrays) {
    body.set(bytesOf(array), at);
    at += array.byteLength;
  }
  return bytes;
}
