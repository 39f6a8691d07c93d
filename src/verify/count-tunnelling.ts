// What is found on the way from one instant to the next, pair by pair, and what of it counts as tunnelling.
//
// A pair that crossed on the way and is in each other at the end is one intersection: it did not get through. One that
// crossed and is clear at the end has passed through: it tunnelled. One that only came nearer than promised is counted as
// that. What could be neither proved nor excluded is undecided.

import type { Finding } from './finding.ts';

export interface Timed {
  readonly time: number;
  readonly finding: Finding;
}

export class Way {
  private readonly ended = new Set<number>();
  private readonly crossings = new Map<number, Timed>();
  private readonly near = new Map<number, Timed>();
  private readonly open = new Map<number, Timed>();

  /** @param key  of the pair that was found */
  add(key: number, time: number, finding: Finding): void {
    if (finding.kind === 'intersection') this.ended.add(key);
    else if (finding.kind === 'nearer') {
      const before = this.near.get(key)?.finding.distance ?? Number.POSITIVE_INFINITY;
      if (finding.distance! < before) this.near.set(key, { time, finding });
    } else {
      const list = finding.kind === 'crossing' ? this.crossings : this.open;
      if (!list.has(key)) list.set(key, { time, finding });
    }
  }

  tunnelled(): Timed[] {
    return [...this.crossings].filter(([key]) => !this.ended.has(key)).map(([, timed]) => timed);
  }

  /** Each where it was nearest. */
  nearer(): Timed[] {
    return [...this.near].filter(([key]) => !this.touched(key)).map(([, timed]) => timed);
  }

  undecided(): Timed[] {
    return [...this.open]
      .filter(([key]) => !this.touched(key) && !this.near.has(key))
      .map(([, timed]) => timed);
  }

  private touched(key: number): boolean {
    return this.ended.has(key) || this.crossings.has(key);
  }
}
