// Seeded random numbers whose bits are the same everywhere, splittable per task.
//
// The n-th number of a stream is a pure function of (seed, stream, n): see philox.ts. So tasks may
// draw in any order or on any thread, and `position` alone is the generator's mutable state.

import { cos, sin } from './elementary/trigonometric.ts';
import { log } from './elementary/logarithm.ts';
import { philox } from './philox.ts';

const TWO_32 = 4294967296;
const TWO_PI = 6.283185307179586;

export class Random {
  private readonly seedLow: number;
  private readonly seedHigh: number;
  private readonly streamLow: number;
  private readonly streamHigh: number;
  /** The four words of the block that was made last. */
  private readonly block = new Uint32Array(4);
  /** How many blocks came before the next one, and which word of the last is next; 4 when it is used up. */
  private blocks = 0;
  private lane = 4;

  /** @param seed, stream  integers in 0 … 2⁵³-1; equal pairs give equal numbers */
  constructor(seed: number, stream = 0) {
    requireIndex('seed', seed);
    requireIndex('stream', stream);
    this.seedLow = seed >>> 0;
    this.seedHigh = Math.floor(seed / TWO_32);
    this.streamLow = stream >>> 0;
    this.streamHigh = Math.floor(stream / TWO_32);
  }

  /** How many 32-bit words have been drawn: all there is to save, and to restore. */
  get position(): number {
    return 4 * (this.blocks - 1) + this.lane;
  }

  set position(words: number) {
    requireIndex('position', words);
    this.blocks = Math.floor(words / 4);
    this.lane = 4;
    if (words % 4 !== 0) {
      this.makeBlock();
      this.lane = words % 4;
    }
  }

  /**
   * The generator of a sub-task. Depends on seed, stream and task only, not on what was drawn; its
   * stream is a 53-bit hash, so that splits of splits stay apart.
   */
  split(task: number): Random {
    requireIndex('task', task);
    const words = new Uint32Array(4);
    // Another key than the streams use: a split never equals a draw.
    const keyHigh = ~this.seedHigh;
    philox(words, task, Math.floor(task / TWO_32), this.streamLow, this.streamHigh, this.seedLow, keyHigh);
    return new Random(this.seedHigh * TWO_32 + this.seedLow, (words[1] & 0x1fffff) * TWO_32 + words[0]);
  }

  /** 32 random bits, as a number in 0 … 2³²-1. */
  word(): number {
    if (this.lane === 4) this.makeBlock();
    return this.block[this.lane++];
  }

  /** Uniform in [0, 1): a multiple of 2⁻⁵³. */
  uniform(): number {
    const high = this.word() >>> 5;
    const low = this.word() >>> 6;
    return (high * 67108864 + low) / 9007199254740992;
  }

  /** Uniform in [a, b), or a where they are equal. */
  between(a: number, b: number): number {
    const value = a + (b - a) * this.uniform();
    return value === b ? a : value; // rounding may reach b
  }

  /** Uniform among 0 … n-1, for 1 ≤ n ≤ 2³². */
  integer(n: number): number {
    if (!(Number.isInteger(n) && n >= 1 && n <= TWO_32)) throw new RangeError(`integer(${n}): n is 1 … 2³²`);
    // Words above the last whole multiple of n would favour small values: draw again.
    const limit = TWO_32 - (TWO_32 % n);
    let word = this.word();
    while (word >= limit) word = this.word();
    return word % n;
  }

  /** Normal with mean 0 and deviation 1 (Box–Muller; the second value is dropped, so no hidden state). */
  normal(): number {
    const radius = Math.sqrt(-2 * log(1 - this.uniform()));
    return radius * cos(TWO_PI * this.uniform());
  }

  /** A uniformly distributed unit vector at out[o]: height and azimuth are uniform (Archimedes). */
  unitVector(out: Float64Array, o: number): void {
    const z = 2 * this.uniform() - 1;
    const azimuth = TWO_PI * this.uniform();
    const radius = Math.sqrt((1 - z) * (1 + z));
    out[o] = radius * cos(azimuth);
    out[o + 1] = radius * sin(azimuth);
    out[o + 2] = z;
  }

  /** A uniformly distributed rotation, as a unit quaternion x y z w at out[o] (Shoemake 1992). */
  rotation(out: Float64Array, o: number): void {
    const u = this.uniform();
    const a = TWO_PI * this.uniform();
    const b = TWO_PI * this.uniform();
    const p = Math.sqrt(1 - u);
    const q = Math.sqrt(u);
    out[o] = p * sin(a);
    out[o + 1] = p * cos(a);
    out[o + 2] = q * sin(b);
    out[o + 3] = q * cos(b);
  }

  /** Puts the items into a random order in place (Fisher–Yates). */
  shuffle(items: { readonly length: number; [index: number]: unknown }): void {
    for (let last = items.length - 1; last > 0; last--) {
      const other = this.integer(last + 1);
      const item = items[last];
      items[last] = items[other];
      items[other] = item;
    }
  }

  private makeBlock(): void {
    const high = Math.floor(this.blocks / TWO_32);
    philox(this.block, this.blocks, high, this.streamLow, this.streamHigh, this.seedLow, this.seedHigh);
    this.blocks++;
    this.lane = 0;
  }
}

function requireIndex(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw new RangeError(`${name} is ${value}; give an integer in 0 … 2⁵³-1`);
  }
}
