// The force of one slide, sample by sample, in the order of time.

import { tan } from '../../num/elementary/index.ts';
import { Profile } from './profile.ts';
import type { Slide, SlideKnot } from './slides.ts';

/** Follows a slide from its beginning on. */
export class ScrapeForce {
  readonly slide: Slide;
  /** Of a sample [s]. */
  private readonly h: number;
  private readonly profile: Profile;
  /** The knot that begins the stretch that was heard last. */
  private at = 0;
  /** What the contact's resonance remembers. */
  private band = 0;
  private low = 0;

  constructor(slide: Slide, h: number) {
    this.slide = slide;
    this.h = h;
    this.profile = new Profile(slide.seed);
  }

  get begin(): number {
    return this.slide.knots[0].time;
  }

  get end(): number {
    const { knots } = this.slide;
    return knots[knots.length - 1].time;
  }

  /** The stretch, by the knot that begins it, that a time [s] is in; times are asked for in order. */
  stretchAt(time: number): number {
    const { knots } = this.slide;
    while (this.at < knots.length - 2 && knots[this.at + 1].time <= time) this.at++;
    return this.at;
  }

  /** Writes the force along the normal [N] of samples from `first` on; 0 before the slide and behind it. */
  write(first: number, out: Float64Array): void {
    const { h, profile } = this;
    const { knots } = this.slide;
    const middle = this.stretchAt(Math.max(this.begin, (first + 0.5) * h));
    const here = knots[middle];
    const speed = speedOf(here, knots[middle + 1]);
    profile.setFelt(here.patch, speed * h);
    const g = tan(Math.min(1.5, 0.5 * here.resonance * h));
    const scale = 1 / (1 + g + g * g);
    for (let n = 0; n < out.length; n++) {
      const time = (first + n + 0.5) * h;
      if (time <= this.begin || time >= this.end) {
        out[n] = 0;
        continue;
      }
      const k = this.stretchAt(time);
      const [a, b] = [knots[k], knots[k + 1]];
      const u = (time - a.time) / (b.time - a.time);
      const pressed = profile.at(a.way + u * (b.way - a.way)) * (a.force + u * (b.force - a.force));
      // what is slower than the resonance lifts bodies instead of pressing them
      const high = (pressed - (1 + g) * this.band - this.low) * scale;
      const band = g * high + this.band;
      const low = g * band + this.low;
      this.band = g * high + band;
      this.low = g * band + low;
      out[n] = high;
    }
  }
}

function speedOf(a: SlideKnot, b: SlideKnot): number {
  return b.time > a.time ? (b.way - a.way) / (b.time - a.time) : 0;
}
