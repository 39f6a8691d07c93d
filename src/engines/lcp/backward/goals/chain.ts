// The numbers of chance of one body as a point that can be moved: what decides about its past is drawn anew, or a little
// otherwise than before (primary sample space, after Kelemen and others 2002). Numbers are uniform in [0, 1), so what is as
// likely before stays as likely, and plausibility needs no formula of its own: it is how chance chooses.

import { Random } from '../../../../num/index.ts';

const TWO_32 = 4294967296;
/** Moves are between these, all sizes as likely: what is needed nobody knows beforehand. */
const LEAST = 1e-4;
const MOST = 0.25;
const ORDERS = 12;

export class Chain {
  private readonly random: Random;
  private kept = new Map<number, number>();
  private tried = new Map<number, number>();
  /** How far numbers are moved; 0: they are drawn anew. */
  private reach = 0;

  constructor(random: Random) {
    this.random = random;
  }

  /** Begins another try: near what is kept, or anew. */
  propose(anew: boolean): void {
    this.tried = new Map();
    this.reach = anew ? 0 : MOST;
    // 2^-11 is less than LEAST / MOST
    if (!anew) for (let n = this.random.integer(ORDERS); n > 0; n--) this.reach *= 0.5;
    if (!anew) this.reach = Math.max(LEAST, this.reach);
  }

  /** What was tried is what later tries are near. */
  keep(): void {
    this.kept = this.tried;
  }

  /** Another number of chance, which is none of the point. */
  uniform(): number {
    return this.random.uniform();
  }

  /** The generator of the n-th decision in this try. */
  decision(n: number): Random {
    return new Decision((at) => this.number(64 * n + at));
  }

  private number(key: number): number {
    const known = this.tried.get(key);
    if (known !== undefined) return known;
    const before = this.reach > 0 ? this.kept.get(key) : undefined;
    let value = this.random.uniform();
    if (before !== undefined) {
      const moved = before + this.reach * (2 * value - 1);
      value = moved - Math.floor(moved);
    }
    this.tried.set(key, value);
    return value;
  }
}

/** Draws what a point of chance has instead of numbers of its own. */
class Decision extends Random {
  private readonly source: (at: number) => number;
  private drawn = 0;

  constructor(source: (at: number) => number) {
    super(0);
    this.source = source;
  }

  override uniform(): number {
    return this.source(this.drawn++);
  }

  override word(): number {
    return Math.floor(TWO_32 * this.uniform());
  }
}
