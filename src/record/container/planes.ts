// Numbers as byte planes: a reversible filter after which DEFLATE finds what rows have in common.
//
// The rows are taken column by column, the bits of each number as an unsigned integer, and differences are taken so many
// times as is asked for, each number minus the one before it, modulo 2^32 or 2^64. Then come the lowest bytes of all of them,
// then the next bytes, up to the highest. In NumPy, for planes of shape (item bytes, numbers):
//
//   u = numpy.ascontiguousarray(planes.T).view('<u8').ravel()
//   for _ in range(differences): u = numpy.cumsum(u, dtype=u.dtype)
//   rows = u.view('<f8').reshape(columns, -1).T

import type { NumberArray } from './npy.ts';

/** Shifts of the bytes of a word. */
const WORD = 4;

/**
 * @param words    the rows as 32-bit words, `wide` of them a number, the lower one first
 * @param columns  numbers a row
 */
export function toPlanes(words: Uint32Array, wide: 1 | 2, columns: number, differences: number): Uint8Array {
  const numbers = words.length / wide;
  const low = new Uint32Array(numbers);
  const high = new Uint32Array(wide === 2 ? numbers : 0);
  const rows = columns === 0 ? 0 : numbers / columns;
  let to = 0;
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++, to++) {
      const from = wide * (row * columns + column);
      low[to] = words[from];
      if (wide === 2) high[to] = words[from + 1];
    }
  }
  for (let order = 0; order < differences; order++) {
    if (wide === 2) subtractWide(low, high);
    else subtract(low);
  }
  const planes = new Uint8Array(4 * wide * numbers);
  split(low, planes, 0);
  if (wide === 2) split(high, planes, WORD * numbers);
  return planes;
}

/** The rows that `toPlanes` was given. */
export function fromPlanes(
  planes: Uint8Array,
  wide: 1 | 2,
  columns: number,
  differences: number,
): Uint32Array {
  const numbers = planes.length / (WORD * wide);
  const low = new Uint32Array(numbers);
  const high = new Uint32Array(wide === 2 ? numbers : 0);
  join(planes, 0, low);
  if (wide === 2) join(planes, WORD * numbers, high);
  for (let order = 0; order < differences; order++) {
    if (wide === 2) addWide(low, high);
    else add(low);
  }
  const words = new Uint32Array(wide * numbers);
  const rows = columns === 0 ? 0 : numbers / columns;
  let from = 0;
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++, from++) {
      const to = wide * (row * columns + column);
      words[to] = low[from];
      if (wide === 2) words[to + 1] = high[from];
    }
  }
  return words;
}

/** The words of an array of 4 or 8 bytes a number. */
export function wordsOf(array: NumberArray): Uint32Array {
  return new Uint32Array(array.buffer, array.byteOffset, array.byteLength / WORD);
}

function subtract(low: Uint32Array): void {
  for (let i = low.length - 1; i > 0; i--) low[i] -= low[i - 1];
}

function subtractWide(low: Uint32Array, high: Uint32Array): void {
  for (let i = low.length - 1; i > 0; i--) {
    const borrow = low[i] < low[i - 1] ? 1 : 0;
    low[i] -= low[i - 1];
    high[i] -= high[i - 1] + borrow;
  }
}

function add(low: Uint32Array): void {
  for (let i = 1; i < low.length; i++) low[i] += low[i - 1];
}

function addWide(low: Uint32Array, high: Uint32Array): void {
  for (let i = 1; i < low.length; i++) {
    const sum = low[i] + low[i - 1];
    low[i] = sum;
    high[i] += high[i - 1] + (sum > 0xffffffff ? 1 : 0);
  }
}

function split(words: Uint32Array, planes: Uint8Array, at: number): void {
  const { length } = words;
  const second = at + length;
  const third = second + length;
  const fourth = third + length;
  for (let i = 0; i < length; i++) {
    const word = words[i];
    planes[at + i] = word;
    planes[second + i] = word >>> 8;
    planes[third + i] = word >>> 16;
    planes[fourth + i] = word >>> 24;
  }
}

function join(planes: Uint8Array, at: number, words: Uint32Array): void {
  const { length } = words;
  const second = at + length;
  const third = second + length;
  const fourth = third + length;
  for (let i = 0; i < length; i++) {
    words[i] =
      planes[at + i] | (planes[second + i] << 8) | (planes[third + i] << 16) | (planes[fourth + i] << 24);
  }
}
