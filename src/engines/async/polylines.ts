// What a recording keeps of the motion between frames: per vertex a polyline within `error` of its true one.
//
// The loop notes every turn. Of these, vertex by vertex and in order of time, only those are told that a polyline
// needs which is nowhere farther than the error from the true one at the same time. From the last corner told,
// P at t_P, each turn x at t allows the velocities v with |P + v (t − t_P) − x| ≤ error along each axis scaled by
// 1/√3: a box about (x − P)/(t − t_P). While the next turn itself lies in the intersection of all boxes since P it may
// be the next corner, and all before it are within the error of the line to it; once one does not, the turn before
// it becomes a corner. One look a turn, nothing to undo.
//
// Both polylines are straight between the union of their corners, so that corners bound the distance everywhere.

import type { StepSink } from '../../record/index.ts';
import { secondsAt } from './clock.ts';

/** Corner (t, x y z), last turn (t, x y z), low and high velocity xyz, whether there is a turn. */
const SIZE = 15;
const LAST = 4;
const LOW = 8;
const HIGH = 11;
const HAS = 14;

export class Polylines {
  private readonly first: number;
  private readonly count: number;
  private readonly half: number;
  private readonly all: boolean;
  private readonly rows: Float64Array;
  /** [m] */
  readonly error: number;

  /**
   * @param first  the first vertex that is recorded
   * @param error  [m]; 0: every turn is told
   */
  constructor(first: number, count: number, error: number) {
    this.first = first;
    this.count = count;
    this.error = error;
    this.all = !(error > 0);
    this.half = error / Math.sqrt(3);
    this.rows = new Float64Array(SIZE * count);
  }

  /** A frame: polylines begin here. @param x  places of the recorded vertices at this time [ticks] */
  begin(tick: number, x: Float64Array): void {
    for (let i = 0; i < this.count; i++) this.restart(SIZE * i, tick, x[3 * i], x[3 * i + 1], x[3 * i + 2]);
  }

  /** A vertex turned here. */
  turn(vertex: number, tick: number, x: number, y: number, z: number, sink: StepSink): void {
    const i = vertex - this.first;
    if (i < 0 || i >= this.count) return;
    if (this.all) {
      sink.turn(i, secondsAt(tick), x, y, z);
      return;
    }
    const { rows } = this;
    const at = SIZE * i;
    if (tick === rows[at]) return;
    if (!this.reaches(at, tick, x, y, z)) this.corner(i, sink);
    this.narrow(at, tick, x, y, z);
  }

  /** A frame: polylines end here. */
  finish(tick: number, x: Float64Array, sink: StepSink): void {
    for (let i = 0; !this.all && i < this.count; i++) {
      const at = SIZE * i;
      if (this.rows[at + HAS] === 0 || this.rows[at + LAST] === tick) continue;
      if (!this.reaches(at, tick, x[3 * i], x[3 * i + 1], x[3 * i + 2])) this.corner(i, sink);
    }
  }

  private restart(at: number, tick: number, x: number, y: number, z: number): void {
    const { rows } = this;
    rows[at] = tick;
    rows[at + 1] = x;
    rows[at + 2] = y;
    rows[at + 3] = z;
    for (let k = 0; k < 3; k++) {
      rows[at + LOW + k] = Number.NEGATIVE_INFINITY;
      rows[at + HIGH + k] = Number.POSITIVE_INFINITY;
    }
    rows[at + HAS] = 0;
  }

  /** Whether the line from the corner to this point is within the error of all turns since. */
  private reaches(at: number, tick: number, x: number, y: number, z: number): boolean {
    const { rows } = this;
    const rate = 1 / (tick - rows[at]);
    const vx = (x - rows[at + 1]) * rate;
    const vy = (y - rows[at + 2]) * rate;
    const vz = (z - rows[at + 3]) * rate;
    return (
      vx >= rows[at + LOW] &&
      vx <= rows[at + HIGH] &&
      vy >= rows[at + LOW + 1] &&
      vy <= rows[at + HIGH + 1] &&
      vz >= rows[at + LOW + 2] &&
      vz <= rows[at + HIGH + 2]
    );
  }

  /** The last turn becomes a corner. */
  private corner(i: number, sink: StepSink): void {
    const { rows } = this;
    const last = SIZE * i + LAST;
    const [tick, x, y, z] = [rows[last], rows[last + 1], rows[last + 2], rows[last + 3]];
    sink.turn(i, secondsAt(tick), x, y, z);
    this.restart(SIZE * i, tick, x, y, z);
  }

  private narrow(at: number, tick: number, x: number, y: number, z: number): void {
    const { rows, half } = this;
    const rate = 1 / (tick - rows[at]);
    const width = half * rate;
    rows[at + LAST] = tick;
    rows[at + HAS] = 1;
    for (let k = 0; k < 3; k++) {
      const place = k === 0 ? x : k === 1 ? y : z;
      rows[at + LAST + 1 + k] = place;
      const v = (place - rows[at + 1 + k]) * rate;
      if (v - width > rows[at + LOW + k]) rows[at + LOW + k] = v - width;
      if (v + width < rows[at + HIGH + k]) rows[at + HIGH + k] = v + width;
    }
  }
}
