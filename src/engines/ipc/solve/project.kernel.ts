// Blocks of pairs made positive semidefinite: each is replaced by the nearest one, as projectBlock of blocks.ts does.
//
// What two bodies do to each other does not change where both are moved alike, so that of the twelve numbers of a pair nine are left,
//
//   w = (u_a − u_b)/√2,  ω_a,  ω_b
//
// which are as orthonormal as the twelve, and all eigenvalues but three zeros are theirs. Most such blocks bend downward where
// both bodies turn together.
//
// Portable (num/kernels/machine.ts); terms-layout.ts says what lies where.

import { diagonalizeTridiagonal, tridiagonalize } from '../../../num/dense/tridiagonal.ts';
import {
  copyReals,
  type f64,
  type i32,
  putReal,
  realAt,
  subtractMultiple,
  wholeAt,
} from '../../../num/kernels/machine.ts';
import {
  BLOCK_AT,
  BLOCKS,
  PROJECTED,
  ROOM,
  ROOM_SIZE,
  TODO,
  TODO_CHUNK,
  TODO_COUNT,
  UNKNOWNS,
} from './terms-layout.ts';

const ROOT_OF_TWO: f64 = Math.SQRT2;

/** In the room: the matrix, its eigenvectors and eigenvalues, work, an eigenvector over the pair's numbers. */
const VECTORS = 81;
const VALUES = 162;
const WORK = 171;
const ALONG = 207;

/** Projects the blocks of a chunk of pairs, over those of their bodies that are unknowns. */
export function projectPairBlocks(args: i32, chunk: i32): void {
  const size = wholeAt(args + TODO_CHUNK);
  const count = wholeAt(args + TODO_COUNT);
  const from = size * chunk;
  const to = from + size < count ? from + size : count;
  const room = wholeAt(args + ROOM) + ROOM_SIZE * chunk;
  for (let k = from; k < to; k++) {
    const i = wholeAt(wholeAt(args + TODO) + k);
    const at = wholeAt(wholeAt(args + BLOCK_AT) + i);
    if (at < 0) continue;
    const h = wholeAt(args + PROJECTED) + at;
    copyReals(144, h, wholeAt(args + BLOCKS) + at);
    const unknowns = wholeAt(wholeAt(args + UNKNOWNS) + i);
    if (unknowns === 3) projectBoth(h, room);
    else projectOne(h + (unknowns === 1 ? 0 : 13 * 6), room);
  }
}

function projectOne(h: i32, room: i32): void {
  for (let i = 0; i < 6; i++) for (let j = i; j < 6; j++) putEntry(room, 6, i, j, realAt(h + 12 * i + j));
  const size = scale(room, 6);
  if (!isToBeProjected(room, 6, size)) return;
  for (let e = 0; e < 6; e++) {
    const value = size * realAt(room + VALUES + e);
    if (!(value < 0)) continue;
    const v = room + VECTORS + 6 * e;
    for (let i = 0; i < 6; i++) subtractMultiple(6 - i, h + 13 * i, value * realAt(v + i), v + i);
  }
}

function projectBoth(h: i32, room: i32): void {
  for (let i = 0; i < 9; i++) {
    for (let j = i; j < 9; j++) {
      const entry = realAt(h + 12 * (i < 6 ? i : i + 3) + (j < 6 ? j : j + 3));
      const weight: f64 = i >= 3 ? 1.0 : j >= 3 ? ROOT_OF_TWO : 2.0;
      putEntry(room, 9, i, j, weight * entry);
    }
  }
  const size = scale(room, 9);
  if (!isToBeProjected(room, 9, size)) return;
  const along = room + ALONG;
  for (let e = 0; e < 9; e++) {
    const value = size * realAt(room + VALUES + e);
    if (!(value < 0)) continue;
    const v = room + VECTORS + 9 * e;
    for (let k = 0; k < 3; k++) {
      const w = realAt(v + k) / ROOT_OF_TWO;
      putReal(along + k, w);
      putReal(along + 3 + k, realAt(v + 3 + k));
      putReal(along + 6 + k, -w);
      putReal(along + 9 + k, realAt(v + 6 + k));
    }
    for (let i = 0; i < 12; i++) subtractMultiple(12 - i, h + 13 * i, value * realAt(along + i), along + i);
  }
}

function putEntry(a: i32, n: i32, i: i32, j: i32, value: f64): void {
  putReal(a + n * i + j, value);
  putReal(a + n * j + i, value);
}

/** Brings the largest entry of the matrix to 1, since squares of stiff blocks might overflow; returns what it was. */
function scale(a: i32, n: i32): f64 {
  let largest: f64 = 0;
  for (let k = 0; k < n * n; k++) {
    const entry = Math.abs(realAt(a + k));
    if (!(entry <= largest)) largest = entry;
  }
  if (!(largest > 0 && largest < Infinity)) return largest;
  for (let k = 0; k < n * n; k++) putReal(a + k, realAt(a + k) / largest);
  return largest;
}

/** Whether the matrix has to be projected; then what it is made of stands in the room. One that is not finite stays as it is. */
function isToBeProjected(room: i32, n: i32, size: f64): boolean {
  if (!(size > 0 && size < Infinity)) return false;
  // a factorisation that succeeds proves that there is nothing to be done, many times cheaper
  copyReals(n * n, room + VECTORS, room);
  if (isPositive(room + VECTORS, n)) return false;
  tridiagonalize(room, n, room + VALUES, room + VECTORS, room + WORK);
  return diagonalizeTridiagonal(n, room + VALUES, room + WORK, room + VECTORS);
}

/** Whether the matrix has a Cholesky factor, which takes its place. */
function isPositive(a: i32, n: i32): boolean {
  for (let j = 0; j < n; j++) {
    const rowJ = a + n * j;
    let pivot = realAt(rowJ + j);
    for (let k = 0; k < j; k++) pivot -= realAt(rowJ + k) * realAt(rowJ + k);
    if (!(pivot > 0)) return false;
    const diagonal = Math.sqrt(pivot);
    putReal(rowJ + j, diagonal);
    for (let i = j + 1; i < n; i++) {
      const rowI = a + n * i;
      let sum = realAt(rowI + j);
      for (let k = 0; k < j; k++) sum -= realAt(rowI + k) * realAt(rowJ + k);
      putReal(rowI + j, sum / diagonal);
    }
  }
  return true;
}
