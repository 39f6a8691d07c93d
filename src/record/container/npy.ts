// The .npy array format, version 1.0: magic, a Python dictionary literal as text, then the
// numbers in C order. We write and read little-endian numbers of the few kinds we use; the
// header is padded so that the data begins at a multiple of 64 bytes.
//
// NumPy enhancement proposal 1, "A simple file format for NumPy arrays".

import { RecordingError } from '../error.ts';

export type NumberArray = Float64Array | Int32Array | Uint32Array | Float32Array | Uint16Array | Uint8Array;
export type Dtype = '<f8' | '<i4' | '<u4' | '<f4' | '<u2' | '|u1';

export interface NpyHeader {
  readonly dtype: Dtype;
  readonly shape: readonly number[];
  /** Bytes before the data. */
  readonly length: number;
}

/** No header of ours comes near this; a longer one is not ours. */
export const NPY_HEADER_LIMIT = 512;

const ITEM_BYTES: Record<Dtype, number> = { '<f8': 8, '<i4': 4, '<u4': 4, '<f4': 4, '<u2': 2, '|u1': 1 };

export function itemBytes(dtype: Dtype): number {
  return ITEM_BYTES[dtype];
}

export function dtypeOf(array: NumberArray): Dtype {
  if (array instanceof Float64Array) return '<f8';
  if (array instanceof Int32Array) return '<i4';
  if (array instanceof Uint32Array) return '<u4';
  if (array instanceof Float32Array) return '<f4';
  if (array instanceof Uint16Array) return '<u2';
  return '|u1';
}

/** No numbers of a kind. */
export function emptyArray(dtype: Dtype): NumberArray {
  return numbersOf(new Uint8Array(0), dtype);
}

export function encodeNpyHeader(dtype: Dtype, shape: readonly number[]): Uint8Array {
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const text = `{'descr': '${dtype}', 'fortran_order': False, 'shape': ${tuple}, }`;
  const total = Math.ceil((10 + text.length + 1) / 64) * 64;
  const bytes = new Uint8Array(total).fill(0x20);
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, (total - 10) & 255, (total - 10) >> 8]);
  for (let i = 0; i < text.length; i++) bytes[10 + i] = text.charCodeAt(i);
  bytes[total - 1] = 0x0a;
  return bytes;
}

/** Reads a header from the beginning of a member; `memberBytes` is the member's whole length, which must fit. */
export function decodeNpyHeader(bytes: Uint8Array, memberBytes: number, name: string): NpyHeader {
  const wrong = (what: string) => new RecordingError(name, what);
  const magic = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0];
  if (bytes.length < 10 || magic.some((value, i) => bytes[i] !== value))
    throw wrong('is not a version 1.0 .npy array');
  const length = 10 + bytes[8] + 256 * bytes[9];
  if (length > bytes.length) throw wrong('has a header that is too long');
  let text = '';
  for (let i = 10; i < length; i++) text += String.fromCharCode(bytes[i]);

  const found = /^\{'descr': '([^']{2,4})', 'fortran_order': False, 'shape': \(([\d, ]*)\), \} *\n$/.exec(
    text,
  );
  if (!found) throw wrong('has a header that we do not understand');
  const dtype = found[1] as Dtype;
  if (ITEM_BYTES[dtype] === undefined) throw wrong(`holds numbers of kind ${found[1]}`);
  const shape = found[2]
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(Number);
  let bytesNeeded = ITEM_BYTES[dtype];
  for (const extent of shape) bytesNeeded *= extent;
  if (length + bytesNeeded !== memberBytes)
    throw wrong(`says shape (${shape}) but holds ${memberBytes - length} bytes`);
  return { dtype, shape, length };
}

/** The bytes of an array as they lie in memory (every platform we run on is little-endian). */
export function bytesOf(array: NumberArray): Uint8Array {
  return new Uint8Array(array.buffer as ArrayBuffer, array.byteOffset, array.byteLength);
}

/** Views bytes as numbers, copying only where they are not aligned. */
export function numbersOf(bytes: Uint8Array, dtype: Dtype): NumberArray {
  const size = ITEM_BYTES[dtype];
  const aligned = bytes.byteOffset % size === 0 ? bytes : bytes.slice();
  const buffer = aligned.buffer as ArrayBuffer;
  const count = bytes.length / size;
  switch (dtype) {
    case '<f8':
      return new Float64Array(buffer, aligned.byteOffset, count);
    case '<i4':
      return new Int32Array(buffer, aligned.byteOffset, count);
    case '<u4':
      return new Uint32Array(buffer, aligned.byteOffset, count);
    case '<f4':
      return new Float32Array(buffer, aligned.byteOffset, count);
    case '<u2':
      return new Uint16Array(buffer, aligned.byteOffset, count);
    case '|u1':
      return new Uint8Array(buffer, aligned.byteOffset, count);
  }
}
