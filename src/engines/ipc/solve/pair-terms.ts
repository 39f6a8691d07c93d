// What contacts and friction of an island's pairs add to its gradient and Hessian, kept pair by pair: a pair whose bodies
// did not move has the same terms in the next iteration.

import { blockSize, projectBlock } from './blocks.ts';

/** The gradient and block of a pair, or only what is projected of the block, no longer belong to the present poses. */
export const staleTerms = 1;
export const staleProjection = 2;

export class PairTerms {
  /** 12 and 144 numbers a pair. */
  readonly gradients: Float64Array;
  readonly blocks: Float64Array;
  /** The same blocks made positive semidefinite; empty until that was needed. */
  projected = new Float64Array(0);
  /** What of each pair's terms must be computed anew: staleTerms, staleProjection or nothing. */
  readonly stale: Uint8Array;

  constructor(pairs: number) {
    this.gradients = new Float64Array(12 * pairs);
    this.blocks = new Float64Array(blockSize * pairs);
    this.stale = new Uint8Array(pairs);
  }

  /** All terms must be computed anew. */
  outdate(): void {
    this.stale.fill(staleTerms);
  }

  clearGradient(i: number): void {
    this.gradients.fill(0, 12 * i, 12 * i + 12);
  }

  clearBlock(i: number): void {
    this.blocks.fill(0, blockSize * i, blockSize * (i + 1));
  }

  /** Projects the block of pair i, over those of its bodies that are unknowns. */
  project(i: number, hasA: boolean, hasB: boolean): void {
    if (this.projected.length === 0) this.projected = new Float64Array(this.blocks.length);
    const at = blockSize * i;
    for (let k = at; k < at + blockSize; k++) this.projected[k] = this.blocks[k];
    projectBlock(this.projected, at, hasA, hasB);
  }
}
