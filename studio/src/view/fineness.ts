// How finely pictures are drawn. Where drawing is slow, as without a graphics processor, those of a motion are coarser,
// so that each takes a few hundredths of a second and the page answers; what stands still is drawn as fine as can be.

/** Parts of the full resolution; each has half of the pixels of the one before. */
const PARTS = [1, 0.71, 0.5, 0.35] as const;
/** A picture of a motion that took longer is followed by coarser ones, one that took less by finer ones [ms]. */
const TOO_LONG = 50;
const PLENTY = 20;

export class Fineness {
  /** What the last picture of a motion took. */
  lastMs = 0;
  private level = 0;

  /** The part of the full resolution for a motion. */
  get part(): number {
    return PARTS[this.level];
  }

  /** @param wallMs  from the beginning of a picture of a motion to its end */
  learn(wallMs: number): void {
    this.lastMs = wallMs;
    if (wallMs > TOO_LONG) this.level = Math.min(PARTS.length - 1, this.level + 1);
    else if (wallMs < PLENTY) this.level = Math.max(0, this.level - 1);
  }
}
