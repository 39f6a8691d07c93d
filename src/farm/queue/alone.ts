// Runs of a worker beside each other, or one alone. A run whose worker was lost may have taken it along, and what ran beside
// it stands under the same suspicion; tried again each of them is alone, so that no sound run is set aside for its neighbour.

export class Alone {
  private inside = 0;
  private isClaimed = false;
  private left: () => void = () => undefined;

  /** Whether something runs alone, or waits to: nothing else may begin. */
  get claimed(): boolean {
    return this.isClaimed;
  }

  async beside<Result>(work: () => Promise<Result>): Promise<Result> {
    this.inside++;
    try {
      return await work();
    } finally {
      this.inside--;
      this.left();
    }
  }

  /** @param settle  returns when whatever had been asked for before has come in */
  async alone<Result>(settle: () => Promise<unknown>, work: () => Promise<Result>): Promise<Result> {
    this.isClaimed = true;
    try {
      do {
        while (this.inside > 0) await new Promise<void>((resolve) => (this.left = resolve));
        await settle();
      } while (this.inside > 0);
      return await work();
    } finally {
      this.isClaimed = false;
    }
  }
}
