// Takes the contacts of one pair of pieces, in whichever order the pieces were looked at, and puts them into the set.

import type { ContactSet } from './contact-set.ts';

export class Emitter {
  set: ContactSet;
  private a = 0;
  private b = 0;
  private flip = false;
  /** Number of the pair's first contact in the set. */
  private first = 0;

  constructor(set: ContactSet) {
    this.set = set;
  }

  /** @param a, b  as the set wants them @param flip  whether the pieces are looked at as (b, a) */
  begin(a: number, b: number, flip: boolean): void {
    this.a = a;
    this.b = b;
    this.flip = flip;
    this.first = this.set.count;
  }

  /** How many contacts the pair has so far. */
  get found(): number {
    return this.set.count - this.first;
  }

  /** The smallest gap of the pair so far, ∞ without contacts. */
  get smallestGap(): number {
    let least = Infinity;
    for (let i = this.first; i < this.set.count; i++) least = Math.min(least, this.set.gaps[i]);
    return least;
  }

  /** Forgets the pair's contacts. */
  discard(): void {
    this.set.count = this.first;
  }

  /** p midway between the surfaces, n out of the second piece into the first. */
  emit(
    featureFirst: number,
    featureSecond: number,
    px: number,
    py: number,
    pz: number,
    nx: number,
    ny: number,
    nz: number,
    gap: number,
  ): void {
    const { a, b } = this;
    if (this.flip) this.set.add(a, b, featureSecond, featureFirst, 0, px, py, pz, -nx, -ny, -nz, gap);
    else this.set.add(a, b, featureFirst, featureSecond, 0, px, py, pz, nx, ny, nz, gap);
  }

  /** The same, unless the pair already has a contact nearer than `tolerance` [m] to p. */
  emitOnce(
    tolerance: number,
    featureFirst: number,
    featureSecond: number,
    px: number,
    py: number,
    pz: number,
    nx: number,
    ny: number,
    nz: number,
    gap: number,
  ): void {
    const { points } = this.set;
    for (let i = 3 * this.first; i < 3 * this.set.count; i += 3) {
      const dx = points[i] - px;
      const dy = points[i + 1] - py;
      const dz = points[i + 2] - pz;
      if (dx * dx + dy * dy + dz * dz <= tolerance * tolerance) return;
    }
    this.emit(featureFirst, featureSecond, px, py, pz, nx, ny, nz, gap);
  }
}
