// What slides and rolls make of a body whose modes are above hearing: it is shaken as a whole, and the air answers.

import { ScrapeForce } from '../scrape/scrape-force.ts';
import type { Slide } from '../scrape/slides.ts';
import { BLOCK } from '../synth/resonators.ts';
import { SPEED_OF_SOUND } from '../transfer.ts';
import { SphereClick } from './sphere-click.ts';

/** Times a/c that the air goes on sounding. */
const DECAY = 30;

/**
 * Adds pressure [Pa] where the listener is, without the delay r/c of its way from the body's centre.
 * @param out       samples
 * @param body      index of the body among those of the slides
 * @param mass      [kg]
 * @param radius    of a sphere of equal volume [m]
 * @param listener  writes where the listener is at a time [s], in coordinates of the body [m]
 * @param h         of a sample [s]
 */
export function addSlides(
  out: Float64Array,
  slides: readonly Slide[],
  body: number,
  mass: number,
  radius: number,
  listener: (time: number, out: Float64Array) => void,
  h: number,
): void {
  const at = new Float64Array(3);
  const forces = new Float64Array(BLOCK);
  for (const slide of slides) {
    const side = slide.bodies[0] === body ? 0 : 1;
    const force = new ScrapeForce(slide, h);
    const click = new SphereClick(radius, h);
    // sound starts at the surface, which is nearer by the radius than the centre that delays are counted from
    const early = Math.round(radius / SPEED_OF_SOUND / h);
    const settled = force.end + (DECAY * radius) / SPEED_OF_SOUND;
    for (let first = Math.floor(force.begin / h); first * h < settled; first += BLOCK) {
      const time = first * h;
      force.write(first, forces);
      listener(time, at);
      const distance = Math.sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
      const direction = slide.knots[force.stretchAt(time)].directions[side];
      const along = direction[0] * at[0] + direction[1] * at[1] + direction[2] * at[2];
      for (let n = 0; n < BLOCK; n++) {
        click.step(forces[n] / mass);
        const sample = first + n - early;
        if (sample >= 0 && sample < out.length)
          out[sample] += click.pressure(distance, along / (distance || 1));
      }
    }
  }
}
