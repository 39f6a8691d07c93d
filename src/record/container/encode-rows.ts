// The rows of a stream as the .npy array that a recording keeps: as they are, or as byte planes.

import { RecordingError } from '../error.ts';
import { rowLength, type Stream } from '../layout/stream.ts';
import { bytesOf, dtypeOf, encodeNpyHeader, itemBytes, type NumberArray } from './npy.ts';
import { wordsOf, writePlanes } from './planes.ts';

/** @param parts  the rows, in pieces */
export function encodeRows(stream: Stream, parts: readonly NumberArray[], rows: number): Uint8Array {
  const { name, dtype, row, differences } = stream;
  const size = itemBytes(dtype);
  const columns = rowLength(stream);
  const length = rows * columns * size;
  const given = parts.reduce((sum, part) => sum + part.byteLength, 0);
  if (given !== length) throw new RecordingError(name, `was given ${given} bytes for ${rows} rows`);
  const isFiltered = differences !== undefined;
  const header = isFiltered
    ? encodeNpyHeader('|u1', [size, rows * columns])
    : encodeNpyHeader(dtype, [rows, ...row]);
  const bytes = new Uint8Array(header.length + length);
  bytes.set(header);
  for (const part of parts)
    if (dtypeOf(part) !== dtype) throw new RecordingError(name, `was given ${dtypeOf(part)}`);
  const body = bytes.subarray(header.length);
  if (isFiltered) {
    writePlanes(body, parts.map(wordsOf), size === 8 ? 2 : 1, columns, differences);
    return bytes;
  }
  let at = 0;
  for (const part of parts) {
    body.set(bytesOf(part), at);
    at += part.byteLength;
  }
  return bytes;
}
