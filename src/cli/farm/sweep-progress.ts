// How far a sweep is, in one line: done, running, failed, how many a second, and how long it still takes.

import type { Standing } from '../../farm/index.node.ts';
import { short } from '../output.ts';
import { Progress } from '../progress.ts';

export class SweepProgress {
  private readonly progress: Progress;
  private readonly now: () => number;
  private readonly began: number;
  private first: number | undefined;

  constructor(quiet: boolean, progress = new Progress(quiet), now = () => performance.now()) {
    this.progress = progress;
    this.now = now;
    this.began = now();
  }

  told({ runs, isAtMost, counted, running, tally }: Standing, isStopping: boolean): void {
    this.first ??= counted;
    const failed = tally.failed + tally['set aside'];
    const rate = (1000 * (counted - this.first)) / Math.max(1, this.now() - this.began);
    const parts = [
      `${counted} of ${isAtMost ? 'at most ' : ''}${runs} done`,
      `${running} running`,
      `${failed} failed`,
    ];
    if (rate > 0) parts.push(`${short(rate)} a second`);
    const doing = isStopping ? 'stopping at the next safe moment' : parts.join(', ');
    this.progress.update(counted / Math.max(1, runs), doing);
  }

  clear(): void {
    this.progress.clear();
  }
}
