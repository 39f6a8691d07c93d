// A sparse symmetric matrix in an arena, where kernels can multiply it.

import type { Arena } from '../kernels/arena.ts';
import { type Kernels, kernelsFor } from '../kernels/kernels.ts';
import { orderOf, type SymmetricPattern } from './sparse.ts';

export class SparseMatrix {
  readonly pattern: SymmetricPattern;
  /** How many unknowns. */
  readonly order: number;
  /** The blocks, laid out as the pattern says: write here. */
  readonly values: Float64Array;
  private readonly arena: Arena;
  private readonly kernels: Kernels;
  private readonly startsAt: number;
  private readonly rowsAt: number;
  private readonly valuesAt: number;

  /** @param values  to share those of an LdlFactor in the same arena; zeros of its own by default */
  constructor(pattern: SymmetricPattern, arena: Arena, values?: Float64Array) {
    this.pattern = pattern;
    this.order = orderOf(pattern);
    this.arena = arena;
    this.kernels = kernelsFor(arena);
    const starts = arena.i32(pattern.starts.length);
    const rows = arena.i32(pattern.rows.length);
    starts.set(pattern.starts);
    rows.set(pattern.rows);
    this.values = values ?? arena.f64(pattern.rows.length * pattern.blockSize * pattern.blockSize);
    this.startsAt = arena.offsetOf(starts);
    this.rowsAt = arena.offsetOf(rows);
    this.valuesAt = arena.offsetOf(this.values);
  }

  /** y = A x; both live in the arena and are not the same. */
  multiply(x: Float64Array, y: Float64Array): void {
    if (x.length < this.order || y.length < this.order) {
      throw new RangeError(`a product of ${this.order} unknowns with arrays of ${x.length} and ${y.length}`);
    }
    this.kernels.multiplySymmetric(
      this.pattern.count,
      this.pattern.blockSize,
      this.startsAt,
      this.rowsAt,
      this.valuesAt,
      this.arena.offsetOf(x),
      this.arena.offsetOf(y),
    );
  }
}
