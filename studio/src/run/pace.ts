// How long a run will still take, by what its last frames took.

/** Frames that count. */
const LAST = 40;

export class Pace {
  private readonly took: number[] = [];
  /** All frames of this run so far [ms]. */
  total = 0;

  add(wallMs: number): void {
    this.total += wallMs;
    this.took.push(wallMs);
    if (this.took.length > LAST) this.took.shift();
  }

  /** [s]; undefined before there is enough to tell. */
  left(frames: number): number | undefined {
    if (this.took.length < 3) return undefined;
    const mean = this.took.reduce((sum, one) => sum + one, 0) / this.took.length;
    return (frames * mean) / 1000;
  }
}
