// The lowest eigenpairs of K x = λ M x, K symmetric, M positive definite, by shift and invert.
//
//   C = (K + s M)⁻¹ M,   C x = θ x,   θ = 1 / (λ + s)
//
// C is symmetric in the inner product of M, and what is lowest in λ is largest in θ and comes first. *Block* Lanczos
// (several vectors a step) finds equal eigenvalues together. The basis V is kept M-orthonormal by orthogonalising
// every new block against all of it, and H = Vᵀ M C V is kept whole. A full basis is restarted thickly: the
// best Ritz vectors stay, and the last block goes on behind them, coupled as
//   C V = V Θ + W R Yᵀ_last.
// Vectors given as *locked* are exact eigenvectors (rigid motions, pairs found before): all else stays orthogonal to
// them.
//
// Grimes, Lewis, Simon 1994, "A shifted block Lanczos algorithm for solving sparse symmetric generalized
// eigenproblems"; Wu, Simon 2000, "Thick-restart Lanczos method". Checked against dense eigenpairs in lanczos.test.ts.

import { eigenSymmetric } from '../dense/eigen.ts';
import { Random } from '../random.ts';
import { addScaled, combineInPlace, innerProduct, innerProducts, subtractCombinations } from './columns.ts';

export interface ShiftedPencil {
  /** Unknowns. */
  readonly order: number;
  /** y = M x, each at its place. */
  multiplyMass(x: Float64Array, xAt: number, y: Float64Array, yAt: number): void;
  /** x := (K + s M)⁻¹ x for `count` vectors one after another. */
  solve(x: Float64Array, count: number): void;
}

export interface LanczosOptions {
  /** How many pairs are wanted. */
  readonly count: number;
  /** Vectors a step; 4 by default: equal eigenvalues come together, and rounding brings in more of them. */
  readonly block?: number;
  /** M-orthonormal eigenvectors that are known, one after another. */
  readonly locked?: Float64Array;
  /** A pair has converged when ‖C x − θ x‖ ≤ tolerance · θ in the norm of M; 1e-10 by default. */
  readonly tolerance?: number;
  /** Vectors the basis may have, locked ones apart. */
  readonly basis?: number;
  readonly restarts?: number;
  /** Start vectors are random: the same seed gives the same bits. */
  readonly seed?: number;
  /** Called before each step with the number of converged pairs; what it throws ends the search. */
  readonly progress?: (converged: number) => void;
}

export interface RitzPairs {
  /** How many came out; fewer than wanted where the space has no more, or the restarts were used up. */
  readonly count: number;
  /** θ, descending. */
  readonly values: Float64Array;
  /** M-orthonormal, one after another. */
  readonly vectors: Float64Array;
  /** ‖C x − θ x‖ / θ in the norm of M. */
  readonly errors: Float64Array;
  readonly converged: boolean;
  readonly solves: number;
}

/** Below this share of its length a vector has vanished: nothing new is left in that direction. */
const VANISHED = 1e-12;

/** A vector that shrank more than this has lost digits of its product with M. */
const CANCELS = 1e-3;

export function lanczos(pencil: ShiftedPencil, options: LanczosOptions): RitzPairs {
  return new BlockLanczos(pencil, options).run();
}

class BlockLanczos {
  private readonly n: number;
  private readonly pencil: ShiftedPencil;
  private readonly wanted: number;
  private readonly block: number;
  private readonly tolerance: number;
  private readonly restarts: number;
  private readonly limit: number;
  private readonly random: Random;
  private readonly progress: ((converged: number) => void) | undefined;
  /** Locked vectors, then the basis, then the block that comes next. */
  private readonly v: Float64Array;
  private readonly locked: number;
  /** Row-major `limit + block` wide; of the basis without the locked vectors. */
  private readonly h: Float64Array;
  private readonly stride: number;
  private readonly w: Float64Array;
  private readonly mw: Float64Array;
  private readonly factors: Float64Array;
  /** W's new directions: how the last operator block continues, block × block. */
  private readonly r: Float64Array;
  private solves = 0;
  /** Ritz vectors at the front of the basis since the last restart. */
  private kept = 0;

  constructor(pencil: ShiftedPencil, options: LanczosOptions) {
    const n = pencil.order;
    const locked = options.locked ?? new Float64Array(0);
    this.n = n;
    this.pencil = pencil;
    this.locked = locked.length / n;
    const space = n - this.locked;
    this.wanted = Math.min(options.count, space);
    this.block = Math.max(1, Math.min(options.block ?? 4, space));
    const usual = options.basis ?? 2 * this.wanted + 4 * this.block;
    this.limit = Math.min(space, Math.max(usual, this.wanted + 2 * this.block));
    this.tolerance = options.tolerance ?? 1e-10;
    this.restarts = options.restarts ?? 60;
    this.random = new Random(options.seed ?? 1);
    this.progress = options.progress;
    this.stride = this.limit + this.block;
    this.v = new Float64Array((this.locked + this.stride) * n);
    this.v.set(locked);
    this.h = new Float64Array(this.stride * this.stride);
    this.w = new Float64Array(this.block * n);
    this.mw = new Float64Array(this.block * n);
    this.factors = new Float64Array((this.locked + this.stride) * this.block);
    this.r = new Float64Array(this.block * this.block);
  }

  run(): RitzPairs {
    let size = 0;
    let next = this.startBlock();
    let checked = 0;
    let converged = 0;
    for (let restart = 0; ; ) {
      this.progress?.(converged);
      const width = next;
      next = this.step(size, width);
      size += width;
      const full = size + next > this.limit || next === 0;
      const due = size >= this.wanted && size - checked >= Math.max(2 * this.block, size >> 2);
      if (!full && !due) continue;
      checked = size;

      const { values, vectors } = this.ritz(size);
      const errors = this.errors(size, width, next, vectors, values);
      const count = Math.min(this.wanted, size);
      converged = 0;
      while (converged < count && errors[converged] <= this.tolerance) converged++;
      const exhausted = next === 0 || size >= this.n - this.locked;
      if (converged >= this.wanted || exhausted || (full && restart >= this.restarts)) {
        return this.result(size, count, values, vectors, errors, converged >= this.wanted || exhausted);
      }
      if (full) {
        size = this.restartThick(size, width, next, values, vectors, converged);
        checked = size;
        restart++;
      }
    }
  }

  /** Random vectors, smoothed once by C: they have little of the highest modes to begin with. */
  private startBlock(): number {
    const { n, w, mw, block } = this;
    for (let i = 0; i < w.length; i++) w[i] = this.random.normal();
    this.orthogonalise(0, undefined, 0);
    for (let c = 0; c < block; c++) this.pencil.multiplyMass(w, c * n, mw, c * n);
    this.applyInverse(block);
    this.orthogonalise(0, undefined, 0);
    const rank = this.orthonormalise(0, block);
    this.v.set(w.subarray(0, rank * n), this.locked * n);
    return rank;
  }

  /** W := (K + s M)⁻¹ MW, of vectors whose products with M are in MW. */
  private applyInverse(width: number): void {
    const { n, w, mw } = this;
    w.set(mw.subarray(0, width * n));
    this.pencil.solve(w, width);
    this.solves += width;
  }

  /** One step with the block at `size`; returns how many vectors the next block has. */
  private step(size: number, width: number): number {
    const { n, v, w, h, stride } = this;
    this.applyInverse(width);
    // the recurrence reaches back to the block before, and right after a restart to all that was kept
    const near = size > this.kept ? Math.max(this.kept, size - this.block) : 0;
    this.orthogonalise(size + width, h, size, width, near);
    const room = Math.min(this.block, this.n - this.locked - size - width);
    const rank = room <= 0 ? 0 : this.orthonormalise(size + width, width);
    v.set(w.subarray(0, rank * n), (this.locked + size + width) * n);
    // H is symmetric; what the second half of the step measured is only rounding different
    for (let c = 0; c < width; c++) {
      for (let i = 0; i < size + width; i++) h[(size + c) * stride + i] = h[i * stride + size + c];
    }
    for (let i = 0; i < rank; i++) {
      for (let c = 0; c < width; c++) {
        const value = this.r[i * this.block + c];
        h[(size + width + i) * stride + size + c] = value;
        h[(size + c) * stride + size + width + i] = value;
      }
    }
    return rank;
  }

  /**
   * Makes W M-orthogonal to all locked vectors and the first `size` of the basis, and adds what it took off to H.
   * Only the vectors from `near` on have a part in W but for rounding; they go first, and all of them after.
   */
  private orthogonalise(
    size: number,
    h: Float64Array | undefined,
    column: number,
    width = this.block,
    near = 0,
  ): void {
    const { n, v, w, mw, factors, stride, locked } = this;
    if (h) for (let i = 0; i < size; i++) h.fill(0, i * stride + column, i * stride + column + width);
    for (let pass = 0; pass < 2; pass++) {
      const from = pass === 0 && near > 0 ? locked + near : 0;
      for (let c = 0; c < width; c++) this.pencil.multiplyMass(w, c * n, mw, c * n);
      innerProducts(factors, v, from, locked + size, mw, width, n);
      subtractCombinations(w, width, v, from, locked + size, factors, n);
      if (!h) continue;
      for (let i = Math.max(from, locked); i < locked + size; i++) {
        for (let c = 0; c < width; c++) {
          h[(i - locked) * stride + column + c] += factors[(i - from) * width + c];
        }
      }
    }
  }

  /**
   * W = Q R in the inner product of M, Q packed at the front of W and M Q at the front of MW; returns its rank.
   * Directions that have vanished are replaced by random ones, with a zero row of R, as long as the space has any.
   */
  private orthonormalise(size: number, width: number): number {
    const { n, w, mw, r, block } = this;
    r.fill(0);
    let largest = this.scaleOfH(size);
    for (let c = 0; c < width; c++) {
      this.pencil.multiplyMass(w, c * n, mw, c * n);
      largest = Math.max(largest, this.length(c));
    }
    let rank = 0;
    for (let c = 0; c < width; c++) {
      if (rank !== c) {
        w.copyWithin(rank * n, c * n, (c + 1) * n);
        mw.copyWithin(rank * n, c * n, (c + 1) * n);
      }
      const before = this.length(rank);
      this.takeOff(rank, c);
      // M times a difference is the difference of products, but for what cancels
      if (this.length(rank) < CANCELS * before) this.pencil.multiplyMass(w, rank * n, mw, rank * n);
      this.takeOff(rank, c);
      const length = this.normalise(rank);
      if (length <= VANISHED * largest) continue;
      r[rank * block + c] = length;
      rank++;
    }
    // an invariant subspace: go on in a new direction, uncoupled
    const room = Math.min(block, this.n - this.locked - size);
    for (let tries = 0; rank < room && tries < 3 * block; tries++) {
      for (let i = 0; i < n; i++) w[rank * n + i] = this.random.normal();
      if (this.orthogonaliseRandom(size, rank)) rank++;
    }
    return rank;
  }

  /** Takes the vectors of W before it off vector `rank`, and off its product with M. */
  private takeOff(rank: number, column: number): void {
    const { n, w, mw, r, block } = this;
    for (let i = 0; i < rank; i++) {
      const factor = innerProduct(w, i * n, mw, rank * n, n);
      addScaled(w, rank * n, w, i * n, -factor, n);
      addScaled(mw, rank * n, mw, i * n, -factor, n);
      r[i * block + column] += factor;
    }
  }

  private length(c: number): number {
    return Math.sqrt(Math.max(0, innerProduct(this.w, c * this.n, this.mw, c * this.n, this.n)));
  }

  /** Makes vector `rank` of W one long; returns how long it was. */
  private normalise(rank: number): number {
    const { n, w, mw } = this;
    const length = this.length(rank);
    if (length > 0) {
      for (let k = rank * n; k < (rank + 1) * n; k++) {
        w[k] /= length;
        mw[k] /= length;
      }
    }
    return length;
  }

  /** A random vector at place `rank` of W, made orthogonal to everything; false where nothing of it is left. */
  private orthogonaliseRandom(size: number, rank: number): boolean {
    const { n, v, w, mw, factors } = this;
    const one = w.subarray(rank * n, (rank + 1) * n);
    const product = mw.subarray(rank * n, (rank + 1) * n);
    this.pencil.multiplyMass(w, rank * n, mw, rank * n);
    this.normalise(rank);
    for (let pass = 0; pass < 3; pass++) {
      innerProducts(factors, v, 0, this.locked + size, product, 1, n);
      subtractCombinations(one, 1, v, 0, this.locked + size, factors, n);
      for (let i = 0; i < rank; i++) addScaled(one, 0, w, i * n, -innerProduct(w, i * n, mw, rank * n, n), n);
      this.pencil.multiplyMass(w, rank * n, mw, rank * n);
      if (this.normalise(rank) < 1e-8) return false;
    }
    return true;
  }

  private scaleOfH(size: number): number {
    let largest = 0;
    for (let i = 0; i < size; i++) largest = Math.max(largest, Math.abs(this.h[i * (this.stride + 1)]));
    return largest;
  }

  /** Eigenpairs of H, descending; vectors as rows of length `size`. */
  private ritz(size: number): { values: Float64Array; vectors: Float64Array } {
    const { h, stride } = this;
    const small = new Float64Array(size * size);
    for (let i = 0; i < size; i++)
      for (let j = 0; j <= i; j++) small[i * size + j] = 0.5 * (h[i * stride + j] + h[j * stride + i]);
    const { values, vectors } = eigenSymmetric(small, size);
    const reversed = new Float64Array(size * size);
    for (let i = 0; i < size; i++) {
      reversed.set(vectors.subarray((size - 1 - i) * size, (size - i) * size), i * size);
    }
    return { values: values.slice().reverse(), vectors: reversed };
  }

  /** ‖R y_last‖ / θ of each Ritz pair. */
  private errors(
    size: number,
    width: number,
    next: number,
    vectors: Float64Array,
    values: Float64Array,
  ): Float64Array {
    const { r, block } = this;
    const errors = new Float64Array(size);
    for (let p = 0; p < size; p++) {
      let sum = 0;
      for (let i = 0; i < next; i++) {
        let entry = 0;
        for (let c = 0; c < width; c++) entry += r[i * block + c] * vectors[p * size + size - width + c];
        sum += entry * entry;
      }
      errors[p] = Math.sqrt(sum) / Math.abs(values[p]);
    }
    return errors;
  }

  /** Keeps the best Ritz vectors and the next block behind them; returns the size of what is kept. */
  private restartThick(
    size: number,
    width: number,
    next: number,
    values: Float64Array,
    vectors: Float64Array,
    converged: number,
  ): number {
    const { n, v, h, r, stride, block, locked } = this;
    // half of what has not converged yet stays besides
    const spare = Math.floor((this.limit - this.wanted) / 2);
    const keep = Math.max(1, Math.min(this.wanted + Math.min(spare, converged + block), size - next));
    combineInPlace(v, locked, size, vectors, keep, n);
    v.copyWithin((locked + keep) * n, (locked + size) * n, (locked + size + next) * n);
    h.fill(0);
    this.kept = keep;
    for (let p = 0; p < keep; p++) {
      h[p * (stride + 1)] = values[p];
      for (let i = 0; i < next; i++) {
        let coupling = 0;
        for (let c = 0; c < width; c++) coupling += r[i * block + c] * vectors[p * size + size - width + c];
        h[p * stride + keep + i] = coupling;
        h[(keep + i) * stride + p] = coupling;
      }
    }
    return keep;
  }

  private result(
    size: number,
    count: number,
    values: Float64Array,
    vectors: Float64Array,
    errors: Float64Array,
    converged: boolean,
  ): RitzPairs {
    const { n, v, locked } = this;
    combineInPlace(v, locked, size, vectors, count, n);
    return {
      count,
      values: values.slice(0, count),
      vectors: v.slice(locked * n, (locked + count) * n),
      errors: errors.slice(0, count),
      converged,
      solves: this.solves,
    };
  }
}
