// Forces on bodies that are going on or yet to come: blows, and the roughness of what slides.
//
// A blow is the pulse of Hertz, of which each sample gets what passes by in it. What slides is pushed by noise: the height of a rough
// surface, flat below a corner and falling above it, cut where it is finer than the contact is wide.

import { exp } from '../../num/elementary/index.ts';
import { pulsePassed } from '../excite/pulse.ts';
import { QUANTUM } from './ring.ts';
import { MOST_FORCES, MOST_MODES } from './ringers.ts';

/** Forces of all bodies at once. */
const MOST = 512;
/** Steps of the table of the pulse. */
const STEPS = 1024;
const passed = Float64Array.from({ length: STEPS + 2 }, (_, i) => pulsePassed(i / STEPS));

/** A pool of forces, by body. */
export class Forces {
  /** u of each, MOST_MODES apart. */
  readonly vectors = new Float32Array(MOST * MOST_MODES);
  private readonly rateHz: number;
  /** In samples; fractions count. */
  private readonly starts = new Float64Array(MOST);
  private readonly lengths = new Float64Array(MOST);
  /** Of sliding: what stays of each low pass in a sample, and its state; 0 for a blow. */
  private readonly corners = new Float64Array(MOST);
  private readonly cuts = new Float64Array(MOST);
  private readonly states = new Float64Array(2 * MOST);
  private readonly free = Int32Array.from({ length: MOST }, (_, i) => i);
  private freeCount = MOST;
  /** Of each body, and how many. */
  private readonly of: Int32Array;
  private readonly counts: Int32Array;
  private seed = 0x9e3779b9 | 0;

  constructor(bodies: number, rateHz: number) {
    this.rateHz = rateHz;
    this.of = new Int32Array(MOST_FORCES * bodies);
    this.counts = new Int32Array(bodies);
  }

  /** Room for a force, or -1 where there is none. @param start, length  in samples. @param corner, cut [Hz], 0 for a blow */
  add(body: number, start: number, length: number, corner: number, cut: number): number {
    if (this.freeCount === 0 || this.counts[body] === MOST_FORCES) return -1;
    const at = this.free[--this.freeCount];
    this.starts[at] = start;
    this.lengths[at] = Math.max(1, length);
    this.corners[at] = corner > 0 ? exp((-2 * Math.PI * corner) / this.rateHz) : 0;
    this.cuts[at] = corner > 0 ? exp((-2 * Math.PI * cut) / this.rateHz) : 0;
    this.states.fill(0, 2 * at, 2 * at + 2);
    this.of[MOST_FORCES * body + this.counts[body]++] = at;
    return at;
  }

  /** Whether any is there or yet to come. */
  has(body: number): boolean {
    return this.counts[body] > 0;
  }

  /** Writes the forces of a quantum that begins at `frame`; those that end in it are gone then. @returns how many */
  write(body: number, frame: number, vectors: Float32Array, profiles: Float32Array, width: number): number {
    let written = 0;
    for (let i = this.counts[body] - 1; i >= 0; i--) {
      const at = this.of[MOST_FORCES * body + i];
      if (this.starts[at] >= frame + QUANTUM) continue;
      const from = MOST_MODES * at;
      for (let m = 0; m < width; m++) vectors[MOST_MODES * written + m] = this.vectors[from + m];
      if (this.corners[at] > 0) this.slide(at, frame, profiles, QUANTUM * written);
      else this.blow(at, frame, profiles, QUANTUM * written);
      written++;
      if (this.starts[at] + this.lengths[at] < frame + QUANTUM) this.remove(body, i);
    }
    return written;
  }

  /** All forces on a body. */
  clear(body: number): void {
    while (this.counts[body] > 0) this.remove(body, this.counts[body] - 1);
  }

  private remove(body: number, i: number): void {
    const list = MOST_FORCES * body;
    this.free[this.freeCount++] = this.of[list + i];
    this.of[list + i] = this.of[list + --this.counts[body]];
  }

  private blow(at: number, frame: number, out: Float32Array, to: number): void {
    const length = this.lengths[at];
    const since = frame - this.starts[at];
    let before = passedAt(since / length);
    for (let n = 0; n < QUANTUM; n++) {
      const now = passedAt((since + n + 1) / length);
      out[to + n] = now - before;
      before = now;
    }
  }

  private slide(at: number, frame: number, out: Float32Array, to: number): void {
    const { states } = this;
    const since = frame - this.starts[at];
    const length = this.lengths[at];
    const corner = this.corners[at];
    const cut = this.cuts[at];
    // white noise keeps its power in the first low pass
    const level = Math.sqrt(3 * (1 - corner * corner));
    for (let n = 0; n < QUANTUM; n++) {
      const u = (since + n) / length;
      const s = 2 * at;
      states[s] = corner * states[s] + level * this.noise();
      states[s + 1] = cut * states[s + 1] + (1 - cut) * states[s];
      // comes and goes, so that one follows another without a seam
      out[to + n] = u <= 0 || u >= 1 ? 0 : (1 - Math.abs(2 * u - 1)) * states[s + 1];
    }
  }

  /** -1 … 1 */
  private noise(): number {
    this.seed ^= this.seed << 13;
    this.seed ^= this.seed >>> 17;
    this.seed ^= this.seed << 5;
    return this.seed / 2147483648;
  }
}

function passedAt(u: number): number {
  if (u <= 0) return 0;
  if (u >= 1) return 1;
  const place = u * STEPS;
  const i = Math.floor(place);
  return passed[i] + (place - i) * (passed[i + 1] - passed[i]);
}
