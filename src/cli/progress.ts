// How far something is and how long it still takes: one line that is drawn again and again in a terminal, and a new line
// every few seconds where output goes elsewhere.

import { paint } from './paint.ts';
import { seconds } from './output.ts';
import { printable } from './write-text.ts';

export interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const EVERY_MS = 100;
/** Where every line stays. */
const LINE_EVERY_MS = 5000;
const BAR_WIDTH = 24;

export class Progress {
  private readonly terminal: Terminal;
  private readonly quiet: boolean;
  private readonly isDrawn: boolean;
  private readonly now: () => number;
  /** Of the stage whose pace is measured. */
  private began: number;
  private furthest = 0;
  private last = Number.NEGATIVE_INFINITY;
  private drawn = false;
  /** Pace: smoothed seconds of wall time for the whole. */
  private firstFraction: number | undefined;

  constructor(quiet = false, terminal: Terminal = process.stderr, now = () => performance.now()) {
    this.terminal = terminal;
    this.quiet = quiet;
    this.isDrawn = terminal.isTTY === true && process.env.TERM !== 'dumb';
    this.now = now;
    this.began = now();
    // Whatever is done sooner needs no line that stays.
    if (!this.isDrawn) this.last = this.began;
  }

  /** @param fraction  0 to 1 of the whole */
  update(fraction: number, doing: string): void {
    if (this.quiet) return;
    const now = this.now();
    // Something else has begun, which says how far it is from its own beginning on.
    if (fraction < this.furthest) {
      this.began = now;
      this.firstFraction = undefined;
    }
    this.furthest = fraction;
    this.firstFraction ??= fraction;
    if (this.isDrawn ? now - this.last < EVERY_MS && fraction < 1 : now - this.last < LINE_EVERY_MS) return;
    this.last = now;
    if (this.isDrawn) this.draw(fraction, doing, now);
    else
      this.terminal.write(
        `${printable(`${percentOf(fraction)} ${doing} · ${this.timeLeft(fraction, now)}`)}\n`,
      );
  }

  private draw(fraction: number, doing: string, now: number): void {
    const filled = Math.round(BAR_WIDTH * Math.min(1, Math.max(0, fraction)));
    const bar = paint.cyan('━'.repeat(filled)) + paint.dim('━'.repeat(BAR_WIDTH - filled));
    const text = ` ${doing} · ${this.timeLeft(fraction, now)}`;
    const room = Math.max(0, (this.terminal.columns ?? 80) - BAR_WIDTH - 6);
    this.terminal.write(`\r${printable(`${bar}${percentOf(fraction)}${text.slice(0, room)}`)}\x1b[K`);
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

function percentOf(fraction: number): string {
  return `${Math.floor(100 * fraction)}%`.padStart(4);
}
