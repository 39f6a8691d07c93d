// Numbers as byte planes: a reversible filter after which DEFLATE finds what rows have in common.
//
// The rows are taken column by column, the bits of each number as an unsigned integer, and differences are taken none, one or
// two times, each number minus the one before it, modulo 2^32 or 2^64. Then come the lowest bytes of all of them, then the
// next bytes, up to the highest. In NumPy, for planes of shape (item bytes, numbers):
//
//   u = numpy.ascontiguousarray(planes.T).view('<u8').ravel()
//   for _ in range(differences): u = numpy.cumsum(u, dtype=u.dtype)
//   rows = u.view('<f8').reshape(columns, -1).T
//
// Each loop goes over everything once, with what it needs of the numbers before in locals: a recording is made of this.

import type { NumberArray } from './npy.ts';

/** Numbers of an array, from one on every so many: a column of its rows. All counts are of 32-bit words. */
export interface Run {
  readonly words: Uint32Array;
  readonly first: number;
  readonly step: number;
}

/** @param wide  words a number, the lower one first */
export function writePlanes(
  planes: Uint8Array,
  runs: readonly Run[],
  wide: 1 | 2,
  differences: number,
): void {
  if (wide === 1) writeNarrow(planes, runs, differences);
  else writeWide(planes, runs, differences);
}

/** The columns of rows that come in pieces. */
export function runsOf(parts: readonly NumberArray[], wide: 1 | 2, columns: number): Run[] {
  const words = parts.map(wordsOf);
  const runs: Run[] = [];
  for (let column = 0; column < columns; column++)
    for (const part of words) runs.push({ words: part, first: wide * column, step: wide * columns });
  return runs;
}

/** Rows of so many columns whose planes these are. */
export function fromPlanes(
  planes: Uint8Array,
  wide: 1 | 2,
  columns: number,
  differences: number,
): Uint32Array {
  const words = new Uint32Array(planes.length / 4);
  if (wide === 1) readNarrow(words, planes, columns, differences);
  else readWide(words, planes, columns, differences);
  return words;
}

/** The words of an array of 4 or 8 bytes a number. */
export function wordsOf(array: NumberArray): Uint32Array {
  return new Uint32Array(array.buffer, array.byteOffset, array.byteLength / 4);
}

function writeNarrow(planes: Uint8Array, runs: readonly Run[], differences: number): void {
  const numbers = planes.length / 4;
  let to = 0;
  let before = 0;
  let beforeDifference = 0;
  for (const { words, first, step } of runs) {
    for (let from = first; from < words.length; from += step, to++) {
      let word = words[from] | 0;
      if (differences > 0) {
        const difference = (word - before) | 0;
        before = word;
        word = difference;
      }
      if (differences > 1) {
        const difference = (word - beforeDifference) | 0;
        beforeDifference = word;
        word = difference;
      }
      planes[to] = word;
      planes[to + numbers] = word >>> 8;
      planes[to + 2 * numbers] = word >>> 16;
      planes[to + 3 * numbers] = word >>> 24;
    }
  }
}

function writeWide(planes: Uint8Array, runs: readonly Run[], differences: number): void {
  const numbers = planes.length / 8;
  const [p1, p2, p3, p4] = [numbers, 2 * numbers, 3 * numbers, 4 * numbers];
  const [p5, p6, p7] = [5 * numbers, 6 * numbers, 7 * numbers];
  let to = 0;
  let lowBefore = 0;
  let highBefore = 0;
  let lowDifference = 0;
  let highDifference = 0;
  for (const { words, first, step } of runs) {
    for (let from = first; from < words.length; from += step, to++) {
      let low = words[from] | 0;
      let high = words[from + 1] | 0;
      if (differences > 0) {
        const borrow = low >>> 0 < lowBefore >>> 0 ? 1 : 0;
        const nextLow = low;
        const nextHigh = high;
        low = (low - lowBefore) | 0;
        high = (high - highBefore - borrow) | 0;
        lowBefore = nextLow;
        highBefore = nextHigh;
      }
      if (differences > 1) {
        const borrow = low >>> 0 < lowDifference >>> 0 ? 1 : 0;
        const nextLow = low;
        const nextHigh = high;
        low = (low - lowDifference) | 0;
        high = (high - highDifference - borrow) | 0;
        lowDifference = nextLow;
        highDifference = nextHigh;
      }
      planes[to] = low;
      planes[to + p1] = low >>> 8;
      planes[to + p2] = low >>> 16;
      planes[to + p3] = low >>> 24;
      planes[to + p4] = high;
      planes[to + p5] = high >>> 8;
      planes[to + p6] = high >>> 16;
      planes[to + p7] = high >>> 24;
    }
  }
}

function readNarrow(words: Uint32Array, planes: Uint8Array, columns: number, differences: number): void {
  const numbers = words.length;
  let from = 0;
  let sum = 0;
  let difference = 0;
  for (let column = 0; column < columns; column++) {
    for (let to = column; to < numbers; to += columns, from++) {
      let word =
        planes[from] |
        (planes[from + numbers] << 8) |
        (planes[from + 2 * numbers] << 16) |
        (planes[from + 3 * numbers] << 24);
      if (differences > 1) word = difference = (difference + word) | 0;
      if (differences > 0) word = sum = (sum + word) | 0;
      words[to] = word;
    }
  }
}

function readWide(words: Uint32Array, planes: Uint8Array, columns: number, differences: number): void {
  const numbers = words.length / 2;
  const [p1, p2, p3, p4] = [numbers, 2 * numbers, 3 * numbers, 4 * numbers];
  const [p5, p6, p7] = [5 * numbers, 6 * numbers, 7 * numbers];
  let from = 0;
  let lowSum = 0;
  let highSum = 0;
  let lowDifference = 0;
  let highDifference = 0;
  for (let column = 0; column < columns; column++) {
    for (let to = 2 * column; to < words.length; to += 2 * columns, from++) {
      let low =
        planes[from] | (planes[from + p1] << 8) | (planes[from + p2] << 16) | (planes[from + p3] << 24);
      let high =
        planes[from + p4] | (planes[from + p5] << 8) | (planes[from + p6] << 16) | (planes[from + p7] << 24);
      if (differences > 1) {
        const sum = (low + lowDifference) | 0;
        high = highDifference = (high + highDifference + (sum >>> 0 < low >>> 0 ? 1 : 0)) | 0;
        low = lowDifference = sum;
      }
      if (differences > 0) {
        const sum = (low + lowSum) | 0;
        high = highSum = (high + highSum + (sum >>> 0 < low >>> 0 ? 1 : 0)) | 0;
        low = lowSum = sum;
      }
      words[to] = low;
      words[to + 1] = high;
    }
  }
}
