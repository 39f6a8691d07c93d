// What slides and rolls excite of the modes of one body, block by block of samples.
//
// A strand (bank.ts) for each knot of a slide: how its place and direction reach the modes. Between two knots one fades into the
// other. Vectors are made when they are first needed and given back behind.

import type { Strand } from '../synth/bank.ts';
import { BLOCK } from '../synth/resonators.ts';
import { ScrapeForce } from './scrape-force.ts';
import type { Slide, SlideKnot } from './slides.ts';

/** Where strands come from and go to. */
export interface ScrapedModes {
  /** Of a sample [s]. */
  readonly h: number;
  /** A strand for a force along a direction at a point, in body coordinates. */
  strandOf(point: SlideKnot['points'][number], direction: SlideKnot['points'][number]): Strand;
  release(strand: Strand): void;
  /** Takes the changes of a force from sample to sample: BLOCK of them and the largest. */
  push(strand: Strand, changes: Float64Array, largest: number): void;
}

interface Active {
  readonly force: ScrapeForce;
  readonly side: 0 | 1;
  readonly strands: Map<number, Strand>;
  /** The force one sample before the block. */
  last: number;
}

/** Changes below this [N] are none. */
const NOTHING = 1e-13;

/** The slides of one body. */
export class Scraping {
  private readonly modes: ScrapedModes;
  private readonly slides: readonly Slide[];
  private readonly body: number;
  private readonly active: Active[] = [];
  private next = 0;
  private readonly forces = new Float64Array(BLOCK);
  /** Of each knot in a block: its part of the force from one sample before the block on. */
  private readonly parts: Float64Array[] = [];
  private readonly changes = new Float64Array(BLOCK);

  /** @param slides  those that this body takes part in, by start */
  constructor(modes: ScrapedModes, slides: readonly Slide[], body: number) {
    this.modes = modes;
    this.slides = slides;
    this.body = body;
  }

  /** Gives the strands of the block that begins at sample `first`. */
  prepare(first: number): void {
    const { slides, active, modes } = this;
    const until = (first + BLOCK) * modes.h;
    while (this.next < slides.length && slides[this.next].knots[0].time < until) {
      const slide = slides[this.next++];
      const side = slide.bodies[0] === this.body ? 0 : 1;
      active.push({ force: new ScrapeForce(slide, modes.h), side, strands: new Map(), last: 0 });
    }
    let kept = 0;
    for (const one of active) {
      if (one.force.end < (first - 1) * modes.h)
        for (const strand of one.strands.values()) modes.release(strand);
      else {
        active[kept++] = one;
        this.addBlock(one, first);
      }
    }
    active.length = kept;
  }

  private addBlock(one: Active, first: number): void {
    const { forces, modes } = this;
    const { knots } = one.force.slide;
    const from = one.force.stretchAt((first - 0.5) * modes.h);
    for (const [k, strand] of one.strands) {
      if (k >= from) continue;
      modes.release(strand);
      one.strands.delete(k);
    }
    one.force.write(first, forces);
    let k = from;
    let most = 0;
    this.partOf(0).fill(0);
    this.partOf(1).fill(0);
    for (let n = 0; n <= BLOCK; n++) {
      const time = (first + n - 0.5) * modes.h;
      while (k < knots.length - 2 && knots[k + 1].time <= time) k++;
      for (; most < k - from; most++) this.partOf(most + 2).fill(0);
      const span = knots[k + 1].time - knots[k].time;
      const u = Math.min(1, Math.max(0, (time - knots[k].time) / span));
      const force = n === 0 ? one.last : forces[n - 1];
      this.partOf(k - from)[n] += (1 - u) * force;
      this.partOf(k - from + 1)[n] += u * force;
    }
    one.last = forces[BLOCK - 1];
    for (let i = 0; i <= most + 1; i++) this.give(one, from + i, this.parts[i]);
  }

  private partOf(i: number): Float64Array {
    if (i === this.parts.length) this.parts.push(new Float64Array(BLOCK + 1));
    return this.parts[i];
  }

  private give(one: Active, k: number, part: Float64Array): void {
    const { changes, modes } = this;
    let largest = 0;
    for (let n = 0; n < BLOCK; n++) {
      changes[n] = part[n + 1] - part[n];
      largest = Math.max(largest, Math.abs(changes[n]));
    }
    if (!(largest > NOTHING)) return;
    let strand = one.strands.get(k);
    if (!strand) {
      const { points, directions } = one.force.slide.knots[k];
      strand = modes.strandOf(points[one.side], directions[one.side]);
      one.strands.set(k, strand);
    }
    modes.push(strand, changes, largest);
  }
}
