// What contacts and friction of an island's pairs add to its gradient and Hessian, kept pair by pair: a pair whose bodies
// did not move has the same terms in the next iteration.

import type { Arena } from '../../../num/kernels/index.ts';
import type { WorkPool } from '../../../sim/index.ts';
import { blockSize, projectBlock } from './blocks.ts';
import { TermsKernel } from './terms-kernel.ts';

/** The gradient and block of a pair, or only what is projected of the block, no longer belong to the present poses. */
export const staleTerms = 1;
export const staleProjection = 2;

export class PairTerms {
  /** 12 numbers a pair, and 144 of each that has a block. */
  readonly gradients: Float64Array;
  readonly blocks: Float64Array;
  /** Where the block of each pair begins, below zero where it has none. */
  readonly blockAt: Int32Array;
  /** The same blocks made positive semidefinite; empty until that was needed. */
  projected: Float64Array = new Float64Array(0);
  /** What of each pair's terms must be computed anew: staleTerms, staleProjection or nothing. */
  readonly stale: Uint8Array;
  /** Computes them in the arena that they lie in; without it TypeScript does. */
  readonly kernel: TermsKernel | undefined;
  private readonly arena: Arena | undefined;

  /** @param idle  1 for pairs that have no block */
  constructor(pairs: number, arena?: Arena, idle?: Uint8Array) {
    this.arena = arena;
    let size = 0;
    this.blockAt = arena?.i32(pairs) ?? new Int32Array(pairs);
    for (let i = 0; i < pairs; i++) {
      this.blockAt[i] = idle?.[i] ? -1 : size;
      if (!idle?.[i]) size += blockSize;
    }
    this.gradients = arena?.f64(12 * pairs) ?? new Float64Array(12 * pairs);
    this.blocks = arena?.f64(size) ?? new Float64Array(size);
    this.stale = new Uint8Array(pairs);
    this.kernel = arena && new TermsKernel(arena, pairs, this);
  }

  /** All terms must be computed anew. */
  outdate(): void {
    this.stale.fill(staleTerms);
  }

  clearGradient(i: number): void {
    this.gradients.fill(0, 12 * i, 12 * i + 12);
  }

  clearBlock(i: number): void {
    if (this.blockAt[i] >= 0) this.blocks.fill(0, this.blockAt[i], this.blockAt[i] + blockSize);
  }

  /** Projects the blocks that changed since that was done, over the bodies that have places in their matrix; those of free pairs are left out. */
  project(
    placeA: Int32Array,
    placeB: Int32Array,
    isFree: (i: number) => boolean,
    pool: WorkPool | undefined,
  ): void {
    const { kernel, stale, blocks } = this;
    if (this.projected.length === 0)
      this.projected = this.arena?.f64(blocks.length) ?? new Float64Array(blocks.length);
    kernel?.begin();
    for (let i = 0; i < stale.length; i++) {
      if (!(stale[i] & staleProjection) || isFree(i)) continue;
      stale[i] = 0;
      if (kernel) kernel.wantProjected(i, placeA[i] >= 0, placeB[i] >= 0);
      else this.projectHere(i, placeA[i] >= 0, placeB[i] >= 0);
    }
    kernel?.project(this.projected, pool);
  }

  private projectHere(i: number, hasA: boolean, hasB: boolean): void {
    const at = this.blockAt[i];
    if (at < 0) return;
    for (let k = at; k < at + blockSize; k++) this.projected[k] = this.blocks[k];
    projectBlock(this.projected, at, hasA, hasB);
  }
}
