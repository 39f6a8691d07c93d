// One line that says how far a run is and how long it still takes; nothing where there is no terminal.

import { paint } from './paint.ts';
import { seconds } from './output.ts';
import { printable } from './write-text.ts';

export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const EVERY_MS = 100;
const BAR_WIDTH = 24;

export class Progress {
  private readonly terminal: Terminal;
  private readonly shown: boolean;
  private readonly now: () => number;
  private readonly began: number;
  private last = Number.NEGATIVE_INFINITY;
  private drawn = false;
  /** Pace: smoothed seconds of wall time for the whole. */
  private firstFraction: number | undefined;

  constructor(quiet = false, terminal: Terminal = process.stderr, now = () => performance.now()) {
    this.terminal = terminal;
    this.shown = !quiet && terminal.isTTY === true && process.env.TERM !== 'dumb';
    this.now = now;
    this.began = now();
  }

  /** @param fraction  0 to 1 of the whole */
  update(fraction: number, doing: string): void {
    if (!this.shown) return;
    const now = this.now();
    this.firstFraction ??= fraction;
    if (now - this.last < EVERY_MS && fraction < 1) return;
    this.last = now;
    const filled = Math.round(BAR_WIDTH * Math.min(1, Math.max(0, fraction)));
    const bar = paint.cyan('━'.repeat(filled)) + paint.dim('━'.repeat(BAR_WIDTH - filled));
    const percent = `${Math.floor(100 * fraction)}%`.padStart(4);
    const text = ` ${doing} · ${this.timeLeft(fraction, now)}`;
    const room = Math.max(0, (this.terminal.columns ?? 80) - BAR_WIDTH - 6);
    this.terminal.write(`\r${printable(`${bar}${percent}${text.slice(0, room)}`)}\x1b[K`);
    this.drawn = true;
  }

  /** Makes a number of things, counting them; some may fail. */
  collect<Made>(count: number, noun: string, make: (i: number) => Made | undefined): Made[] {
    const made: Made[] = [];
    for (let i = 0; i < count; i++) {
      const one = make(i);
      if (one !== undefined) made.push(one);
      this.update((i + 1) / count, `${noun} ${i + 1} of ${count}`);
    }
    this.clear();
    return made;
  }

  /** Takes the line away, so that other text may come. */
  clear(): void {
    if (this.drawn) this.terminal.write('\r\x1b[K');
    this.drawn = false;
  }

  /** What was done before this process began (a resumed run) says nothing about its pace. */
  private timeLeft(fraction: number, now: number): string {
    const elapsed = (now - this.began) / 1000;
    const done = fraction - (this.firstFraction ?? 0);
    if (!(done > 0)) return `${seconds(Math.round(elapsed))} so far`;
    return `${seconds(Math.max(1, Math.round((elapsed * (1 - fraction)) / done)))} left`;
  }
}
