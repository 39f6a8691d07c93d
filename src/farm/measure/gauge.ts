// What watches a run frame by frame and then says a number, without keeping the frames.

import type { MeasureFile } from '../schema.ts';

/** Something that is measured while a run goes on. */
export interface Gauge {
  /** Told of every frame: what is measured there, and when [s]. */
  see(value: number, time: number): void;
  /** From what was seen so far; NaN where that was nothing. */
  value(): number;
}

/** The gauge for what a measure says of time: an extreme, the mean, an end, or the frame nearest to a time. */
export function gaugeFor({ of = 'end', at = 'last' }: Pick<MeasureFile, 'of' | 'at'>): Gauge {
  if (of === 'mean') return new Mean();
  if (of === 'min') return new Folded(Math.min);
  if (of === 'max') return new Folded(Math.max);
  if (at === 'first') return new Folded((first) => first);
  return typeof at === 'number' ? new Nearest(at) : new Folded((_, last) => last);
}

class Folded implements Gauge {
  private now = Number.NaN;
  private seen = false;
  private readonly fold: (before: number, value: number) => number;

  constructor(fold: (before: number, value: number) => number) {
    this.fold = fold;
  }

  see(value: number): void {
    this.now = this.seen ? this.fold(this.now, value) : value;
    this.seen = true;
  }

  value(): number {
    return this.now;
  }
}

class Mean implements Gauge {
  private sum = 0;
  private count = 0;

  see(value: number): void {
    this.sum += value;
    this.count++;
  }

  value(): number {
    return this.sum / this.count;
  }
}

/** Of two frames that are equally near the earlier one, as `frameAt` of outcomes has it. */
class Nearest implements Gauge {
  private now = Number.NaN;
  private distance = Number.POSITIVE_INFINITY;
  private readonly time: number;

  constructor(time: number) {
    this.time = time;
  }

  see(value: number, time: number): void {
    const distance = Math.abs(time - this.time);
    if (distance >= this.distance) return;
    this.distance = distance;
    this.now = value;
  }

  value(): number {
    return this.now;
  }
}
