// A random order of 0 … n-1 of which any place can be asked without the others being made.
//
// A Feistel network of eight rounds over the next power of four is a permutation whatever its round function is; walking
// on from what lies beyond n until it is below keeps it one. J. Black and P. Rogaway, "Ciphers with arbitrary finite
// domains", 2002.

import { philox } from '../../num/index.ts';

const ROUNDS = 8;
const words = new Uint32Array(4);

/** Where `i` goes. @param n  1 … 2³⁰ */
export function permuted(i: number, n: number, seed: number, stream: number): number {
  let half = 1;
  while (half < 15 && 1 << (2 * half) < n) half++;
  const mask = (1 << half) - 1;
  const seedHigh = Math.floor(seed / 4294967296);
  let at = i;
  do {
    let left = at >>> half;
    let right = at & mask;
    for (let round = 0; round < ROUNDS; round++) {
      philox(words, right, round, stream, n, seed, seedHigh);
      [left, right] = [right, (left ^ words[0]) & mask];
    }
    at = (left << half) | right;
  } while (at >= n);
  return at;
}
