// The elements of one kind as the loop takes them.

/** The elements of one kind, numbered in the order of the scene. */
export interface ElementTable {
  readonly count: number;
  /** Two, three, four or six vertices each. */
  readonly vertices: Int32Array;
  /** As the loop has them (loop/layout.ts), without what it remembers of the previous tick. */
  readonly reals: Float64Array;
  /** [ticks]; 0 where it would be below one. */
  readonly steps: Float64Array;
}

/** A table while it grows. */
export class TableDraft {
  private readonly vertices: number[] = [];
  private readonly reals: number[] = [];
  private readonly steps: number[] = [];

  add(vertices: readonly number[], reals: readonly number[], step: number): void {
    this.vertices.push(...vertices);
    this.reals.push(...reals);
    this.steps.push(step);
  }

  get count(): number {
    return this.steps.length;
  }

  /** Changes the steps of the elements from number `first` on; tells the vertices and the new step of each. */
  nest(
    first: number,
    nested: (step: number) => number,
    told: (vertices: readonly number[], step: number) => void,
  ): void {
    const size = this.vertices.length / Math.max(1, this.count);
    for (let i = first; i < this.count; i++) {
      this.steps[i] = nested(this.steps[i]);
      told(this.vertices.slice(size * i, size * (i + 1)), this.steps[i]);
    }
  }

  /** Steps from element `first` on [ticks]. */
  stepsFrom(first: number): number[] {
    return this.steps.slice(first);
  }

  table(): ElementTable {
    return {
      count: this.steps.length,
      vertices: Int32Array.from(this.vertices),
      reals: Float64Array.from(this.reals),
      steps: Float64Array.from(this.steps),
    };
  }
}
