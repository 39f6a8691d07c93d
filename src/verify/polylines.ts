// The recorded turns of deformables' vertices between two frames: each vertex moves straight from turn to turn.

import type { Turns } from '../record/index.ts';

export class Polylines {
  /** Corners of vertex v: from starts[v] up to starts[v + 1], in order of time; the frames' ends included. */
  private readonly starts: Uint32Array;
  private readonly times: Float64Array;
  private readonly points: Float64Array;
  /** The most corners any vertex has strictly between the frames. */
  private readonly busiest: number;

  constructor(time0: number, x0: Float64Array, time1: number, x1: Float64Array, turns: Turns) {
    const vertices = x0.length / 3;
    const inside = (i: number) => turns.times[i] > time0 && turns.times[i] < time1;
    const counts = new Uint32Array(vertices).fill(2);
    for (let i = 0; i < turns.times.length; i++) if (inside(i)) counts[turns.vertices[i]]++;
    this.starts = new Uint32Array(vertices + 1);
    let busiest = 0;
    for (let v = 0; v < vertices; v++) {
      this.starts[v + 1] = this.starts[v] + counts[v];
      busiest = Math.max(busiest, counts[v] - 2);
    }
    this.busiest = busiest;
    this.times = new Float64Array(this.starts[vertices]);
    this.points = new Float64Array(3 * this.starts[vertices]);

    const filled = this.starts.slice(0, vertices);
    for (let v = 0; v < vertices; v++) this.put(filled[v]++, time0, x0, 3 * v);
    for (let i = 0; i < turns.times.length; i++) {
      if (!inside(i)) continue;
      // turns come in order of time; one that does not is moved to its place
      const v = turns.vertices[i];
      let at = filled[v]++;
      for (; this.times[at - 1] > turns.times[i]; at--)
        this.put(at, this.times[at - 1], this.points, 3 * (at - 1));
      this.put(at, turns.times[i], turns.positions, 3 * i);
    }
    for (let v = 0; v < vertices; v++) this.put(filled[v]++, time1, x1, 3 * v);
  }

  private put(at: number, time: number, from: Float64Array, i: number): void {
    this.times[at] = time;
    for (let k = 0; k < 3; k++) this.points[3 * at + k] = from[i + k];
  }

  /** Where vertex v is at `time`. */
  place(v: number, time: number, out: Float64Array, o: number): void {
    const { times, points } = this;
    const at = this.cornerBefore(v, time);
    const span = times[at + 1] - times[at];
    const s = span > 0 ? (time - times[at]) / span : 1;
    for (let k = 0; k < 3; k++) {
      const a = points[3 * at + k];
      const b = points[3 * at + 3 + k];
      // both ends come out exactly
      out[o + k] = s >= 1 ? b : a + s * (b - a);
    }
  }

  /** How far vertex v gets from the straight line it would take from time0 to time1 [m]. */
  deviation(v: number, time0: number, time1: number): number {
    const { times, points } = this;
    const end = this.starts[v + 1] - 1;
    let at = this.cornerBefore(v, time0) + 1;
    if (at >= end || times[at] >= time1) return 0;
    this.place(v, time0, chord, 0);
    this.place(v, time1, chord, 3);
    let farthest = 0;
    for (; at < end && times[at] < time1; at++) {
      const s = (times[at] - time0) / (time1 - time0);
      const dx = points[3 * at] - chord[0] - s * (chord[3] - chord[0]);
      const dy = points[3 * at + 1] - chord[1] - s * (chord[4] - chord[1]);
      const dz = points[3 * at + 2] - chord[2] - s * (chord[5] - chord[2]);
      farthest = Math.max(farthest, dx * dx + dy * dy + dz * dz);
    }
    return Math.sqrt(farthest);
  }

  /**
   * Into how many equal parts the time is to be cut, so that vertices get no farther than `target` [m] off their chords in the (square)
   * mean. Every cut is a look at all of them, and a few that get farther are looked at more closely by themselves.
   */
  cuts(time0: number, time1: number, target: number): number {
    // shorter than the corners are apart, cuts gain nothing
    for (let cuts = 1; cuts < this.busiest; cuts *= 2) {
      if (this.staysWithin(time0, time1, cuts, target)) return cuts;
    }
    return Math.max(1, this.busiest);
  }

  private staysWithin(time0: number, time1: number, cuts: number, target: number): boolean {
    const step = (time1 - time0) / cuts;
    const vertices = this.starts.length - 1;
    const most = vertices * cuts * target * target;
    let sum = 0;
    for (let v = 0; v < vertices; v++) {
      for (let cut = 0; cut < cuts; cut++) {
        const off = this.deviation(v, time0 + cut * step, time0 + (cut + 1) * step);
        sum += off * off;
      }
      if (sum > most) return false;
    }
    return true;
  }

  /** The last corner at or before `time`, but not the very last one of all. */
  private cornerBefore(v: number, time: number): number {
    let low = this.starts[v];
    let high = this.starts[v + 1] - 2;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= time) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

const chord = new Float64Array(6);
