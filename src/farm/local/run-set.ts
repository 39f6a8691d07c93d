// Which runs have their row, one bit a run: all that stays in memory of a sweep of any length.

export class RunSet {
  /** Of all runs there are. */
  readonly runs: number;
  private readonly bits: Uint8Array;
  private members = 0;

  constructor(runs: number) {
    this.runs = runs;
    this.bits = new Uint8Array(Math.ceil(runs / 8));
  }

  /** How many are in it. */
  get size(): number {
    return this.members;
  }

  has(run: number): boolean {
    return (this.bits[run >> 3] & (1 << (run & 7))) !== 0;
  }

  /** @returns whether it was not in it, and is one of the runs */
  add(run: number): boolean {
    if (!(run < this.runs) || this.has(run)) return false;
    this.bits[run >> 3] |= 1 << (run & 7);
    this.members++;
    return true;
  }
}
