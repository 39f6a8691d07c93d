// Poses and velocities of a few bodies over all frames, read in the background. Long films are read at every 2ⁿth
// frame, so that what is kept and read stays bounded; a run that goes on longer drops every other of what it has.

import type { Film } from '../model/film.ts';
import { ROW } from './quantities.ts';

const MOST_SAMPLES = 4096;
const LEAST_SAMPLES = 256;
/** Read in all for one choice of bodies. */
const MOST_BYTES = 256e6;
const BATCH = 32;

export type SampledFilm = Pick<Film, 'scene' | 'frameCount' | 'time' | 'frame'>;

export class Sampler {
  /** Frames of the film that are here, in order: 0, stride, 2 stride … */
  count = 0;
  stride = 1;
  readonly bodies: readonly number[];
  private readonly film: SampledFilm;
  private readonly onMore: () => void;
  private readonly most: number;
  private rows: Float64Array;
  private isReading = false;
  private closed = false;

  constructor(film: SampledFilm, bodies: readonly number[], onMore: () => void) {
    this.film = film;
    this.bodies = bodies;
    this.onMore = onMore;
    const bytes = 8 * ROW * Math.max(1, film.scene.bodies.length);
    this.most = Math.max(LEAST_SAMPLES, Math.min(MOST_SAMPLES, Math.floor(MOST_BYTES / bytes)));
    this.rows = new Float64Array(this.most * bodies.length * ROW);
  }

  /** [s] */
  time(sample: number): number {
    return this.film.time(sample * this.stride);
  }

  /** Where the numbers of a body lie in `data` at a sample. */
  at(sample: number, body: number): number {
    return (sample * this.bodies.length + this.bodies.indexOf(body)) * ROW;
  }

  get data(): Float64Array {
    return this.rows;
  }

  /** Reads what is not here yet. */
  async readOn(): Promise<void> {
    if (this.isReading || this.closed || this.bodies.length === 0) return;
    this.isReading = true;
    try {
      for (;;) {
        const frames = this.film.frameCount.value;
        while (Math.ceil(frames / this.stride) > this.most) this.thin();
        const wanted = Math.ceil(frames / this.stride);
        const more = Math.min(BATCH, wanted - this.count);
        if (more <= 0) return;
        const first = this.count;
        const read = await Promise.all(
          Array.from({ length: more }, (_, i) => this.film.frame((first + i) * this.stride)),
        );
        if (this.closed) return;
        read.forEach(({ poses, velocities }, i) => {
          this.bodies.forEach((body, b) => {
            const at = ((first + i) * this.bodies.length + b) * ROW;
            for (let k = 0; k < 7; k++) this.rows[at + k] = poses[7 * body + k];
            for (let k = 0; k < 6; k++) this.rows[at + 7 + k] = velocities[6 * body + k];
          });
        });
        this.count += more;
        this.onMore();
      }
    } finally {
      this.isReading = false;
    }
  }

  close(): void {
    this.closed = true;
  }

  private thin(): void {
    const width = this.bodies.length * ROW;
    const kept = Math.ceil(this.count / 2);
    for (let i = 1; i < kept; i++) this.rows.copyWithin(i * width, 2 * i * width, (2 * i + 1) * width);
    this.count = kept;
    this.stride *= 2;
  }
}
