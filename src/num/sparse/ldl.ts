// Sparse symmetric factorisation P A Pᵀ = L D Lᵀ without pivoting, and its solves.
//
//   const ldl = new LdlFactor(analyse(pattern), arena);   // once for a pattern
//   addBlock(ldl.values, …);                               // the values of A, as often as they change
//   const { negative, zero } = ldl.factor();
//   ldl.solve(x);                                          // x := A⁻¹ x
//
// D is diagonal, so the signs of the pivots are the signs of A's eigenvalues (Sylvester). Without pivoting L may
// grow where A is indefinite: quasi-definite matrices are safe, others show it in the residual of `refine`.
// A definite matrix factored with `definite: true` is a Cholesky factorisation that stops at the first pivot
// which is not positive. ldl-symbolic.ts has the structure, ldl-numeric.ts the arithmetic.

import type { Arena } from '../kernels/arena.ts';
import { type Kernels, kernelsFor } from '../kernels/kernels.ts';
import { factorPanels, type Panels, solvePanels } from './ldl-numeric.ts';
import type { Symbolic } from './ldl-symbolic.ts';
import { multiplySymmetric, orderOf } from './sparse.ts';

export interface FactorOptions {
  /** Stop at the first pivot that is not positive. */
  readonly definite?: boolean;
  /** A pivot this small beside the terms that it is a difference of counts as zero. */
  readonly tolerance?: number;
  /** Called now and then in a long factorisation with the share done; what it throws ends the factorisation. */
  readonly progress?: (fraction: number) => void;
}

export interface Inertia {
  /** Whether there is a factor to solve with. */
  readonly complete: boolean;
  /** Counts of pivots, and so of eigenvalues, by sign. */
  readonly positive: number;
  readonly negative: number;
  readonly zero: number;
  /** The unknown of A whose pivot was not positive (`definite`) or not finite; -1 when complete. */
  readonly stoppedAt: number;
}

/** Some 60 units of rounding: pivots below are indistinguishable from zero. */
const ZERO_PIVOT = 1.4e-14;

export class LdlFactor {
  readonly symbolic: Symbolic;
  /** The blocks of A, laid out as its pattern says: write here, then `factor`. Never changed by it. */
  readonly values: Float64Array;
  private readonly panels: Panels;
  private readonly work: Float64Array;
  private readonly residual: Float64Array;
  private readonly kernels: Kernels | undefined;
  private readonly recordAt: number;
  private readonly workAt: number;
  /** Supernodes at which a factorisation pauses. */
  private readonly parts: Int32Array;
  private ready = false;

  /** @param twin which of the two cores computes; both give the same bits */
  constructor(symbolic: Symbolic, arena: Arena, twin: 'kernel' | 'readable' = 'kernel') {
    this.symbolic = symbolic;
    const n = orderOf(symbolic.pattern);
    this.parts = partsOf(symbolic);
    this.panels = takePanels(symbolic, arena);
    this.values = this.panels.values;
    this.work = arena.f64(n);
    this.residual = arena.f64(n);
    this.workAt = arena.offsetOf(this.work);
    const record = recordOf(this.panels, arena);
    this.recordAt = arena.offsetOf(record);
    this.kernels = twin === 'kernel' ? kernelsFor(arena) : undefined;
  }

  /** The diagonal of D, in the order of elimination; 0 where a pivot counts as zero. */
  get pivots(): Float64Array {
    return this.panels.pivots;
  }

  /** L by panels; see Symbolic. */
  get lower(): Float64Array {
    return this.panels.factor;
  }

  factor(options: FactorOptions = {}): Inertia {
    const tolerance = options.tolerance ?? ZERO_PIVOT;
    const definite = options.definite ?? false;
    this.ready = false;
    let column = -1;
    for (let part = 0; part + 1 < this.parts.length && column < 0; part++) {
      const from = this.parts[part];
      const to = this.parts[part + 1];
      column = this.kernels
        ? this.kernels.ldlFactor(this.recordAt, tolerance, definite ? 1 : 0, from, to)
        : factorPanels(this.panels, tolerance, definite, from, to);
      options.progress?.((part + 1) / (this.parts.length - 1));
    }
    const { inertia } = this.panels;
    this.ready = column < 0;
    return {
      complete: this.ready,
      positive: inertia[0],
      negative: inertia[1],
      zero: inertia[2],
      stoppedAt: column < 0 ? -1 : this.unknownAt(column),
    };
  }

  /** x := A⁻¹ x for `count` right-hand sides one after another; unknowns with a zero pivot become 0. */
  solve(x: Float64Array, count = 1): void {
    this.requireFactor();
    const n = this.work.length;
    if (x.length < count * n) {
      throw new RangeError(`${count} right-hand sides of ${n} unknowns in an array of ${x.length}`);
    }
    for (let k = 0; k < count; k++) this.solveOne(x, k * n, x, k * n);
  }

  /**
   * One step of iterative refinement: x += A⁻¹ (b - A x). Returns the largest entry of b - A x beforehand.
   * Repeat while it falls.
   */
  refine(b: Float64Array, x: Float64Array): number {
    this.requireFactor();
    const { residual } = this;
    multiplySymmetric(this.symbolic.pattern, this.values, x, residual);
    let largest = 0;
    for (let i = 0; i < residual.length; i++) {
      residual[i] = b[i] - residual[i];
      largest = Math.max(largest, Math.abs(residual[i]));
    }
    this.solveOne(residual, 0, residual, 0);
    for (let i = 0; i < residual.length; i++) x[i] += residual[i];
    return largest;
  }

  private solveOne(out: Float64Array, outAt: number, b: Float64Array, bAt: number): void {
    const { order } = this.symbolic;
    const size = this.symbolic.pattern.blockSize;
    const { work } = this;
    for (let k = 0, i = 0; k < order.length; k++) {
      for (let c = 0, from = bAt + order[k] * size; c < size; c++) work[i++] = b[from++];
    }
    if (this.kernels) this.kernels.ldlSolve(this.recordAt, this.workAt);
    else solvePanels(this.panels, work);
    for (let k = 0, i = 0; k < order.length; k++) {
      for (let c = 0, to = outAt + order[k] * size; c < size; c++) out[to++] = work[i++];
    }
  }

  private unknownAt(column: number): number {
    const size = this.symbolic.pattern.blockSize;
    const block = Math.floor(column / size);
    return this.symbolic.order[block] * size + (column - block * size);
  }

  private requireFactor(): void {
    if (!this.ready) throw new Error('there is no factor to solve with: factor() did not complete');
  }
}

/** About a tenth of a second between pauses. */
const PART_OPERATIONS = 1e9;

function partsOf({ pattern, firsts, rowStarts, fill }: Symbolic): Int32Array {
  const count = firsts.length - 1;
  const parts = [0];
  if (fill.operations > PART_OPERATIONS) {
    let operations = 0;
    for (let s = 0; s < count - 1; s++) {
      // a panel's columns update as many columns as it has rows
      const height = (rowStarts[s + 1] - rowStarts[s]) * pattern.blockSize;
      operations += height * height * (firsts[s + 1] - firsts[s]) * pattern.blockSize;
      if (operations < PART_OPERATIONS) continue;
      parts.push(s + 1);
      operations = 0;
    }
  }
  parts.push(count);
  return Int32Array.from(parts);
}

function takePanels(symbolic: Symbolic, arena: Arena): Panels {
  const { pattern, widest } = symbolic;
  const b = pattern.blockSize;
  const n = orderOf(pattern);
  const supernodes = symbolic.firsts.length - 1;
  const copy = (source: ArrayLike<number>): Int32Array => {
    const target = arena.i32(source.length);
    target.set(source);
    return target;
  };
  return {
    blockSize: b,
    firsts: copy(symbolic.firsts),
    supernodeOf: copy(symbolic.supernodeOf),
    rowStarts: copy(symbolic.rowStarts),
    rows: copy(symbolic.rows),
    panelStarts: copy(symbolic.panelStarts),
    targets: copy(symbolic.targets),
    strides: copy(symbolic.strides),
    values: arena.f64(pattern.rows.length * b * b),
    factor: arena.f64(symbolic.panelStarts[supernodes]),
    pivots: arena.f64(n),
    inversePivots: arena.f64(n),
    scales: arena.f64(n),
    head: arena.i32(supernodes),
    next: arena.i32(supernodes),
    pending: arena.i32(supernodes),
    localRow: arena.i32(pattern.count),
    bases: arena.i32(symbolic.tallest),
    columns: arena.i32(widest),
    packed: arena.f64((widest + 3) * widest),
    inertia: arena.i32(3),
  };
}

/** The words of ldl.as.ts, in its order. */
function recordOf(p: Panels, arena: Arena): Int32Array {
  const arrays = [
    p.firsts,
    p.supernodeOf,
    p.rowStarts,
    p.rows,
    p.panelStarts,
    p.targets,
    p.strides,
    p.values,
    p.factor,
    p.pivots,
    p.inversePivots,
    p.scales,
    p.head,
    p.next,
    p.pending,
    p.localRow,
    p.bases,
    p.columns,
    p.packed,
    p.inertia,
  ];
  const sizes = [p.blockSize, p.firsts.length - 1, p.targets.length, p.factor.length];
  const record = arena.i32(sizes.length + arrays.length);
  record.set(sizes);
  record.set(
    arrays.map((array) => arena.offsetOf(array)),
    sizes.length,
  );
  return record;
}
