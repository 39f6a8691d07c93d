// What one run may take.

import type { Sweep } from './sweep.ts';

/** Looking at the clock and at memory costs more than most steps. */
const BETWEEN_MS = 50;

export class RunLimits {
  /** Which one is reached, in words; empty where none is. */
  what = '';
  private readonly most: Sweep['limits'];
  private readonly began: number;
  private readonly used: () => number;
  private next = 0;

  /** @param began  [ms] of the performance clock */
  constructor(most: Sweep['limits'], began: number, used: () => number) {
    this.most = most;
    this.began = began;
    this.used = used;
  }

  reached(): boolean {
    if (this.what !== '') return true;
    const now = performance.now();
    if (now < this.next) return false;
    this.next = now + BETWEEN_MS;
    const { wallSeconds, memoryBytes } = this.most;
    if (now - this.began > 1000 * wallSeconds) this.what = `the run took longer than ${wallSeconds} s`;
    else if (Number.isFinite(memoryBytes) && this.used() > memoryBytes)
      this.what = `the run took more than ${Math.round(memoryBytes / 1e6)} MB`;
    return this.what !== '';
  }
}
