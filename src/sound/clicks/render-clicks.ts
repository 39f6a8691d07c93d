// The clicks of one body: each impact accelerates it for the time of its contact, and the air answers.

import { SPEED_OF_SOUND } from '../transfer.ts';
import { pulsePassed } from '../excite/pulse.ts';
import { SphereClick } from './sphere-click.ts';

export interface Knock {
  /** Of the middle of the contact [s]. */
  readonly time: number;
  /** Of the Hertz contact [s]. */
  readonly duration: number;
  /** On the body, in its coordinates [N s]. */
  readonly impulse: readonly [number, number, number];
}

/** Times a/c that the air goes on sounding: e^−30 is below anything. */
const DECAY = 30;

/**
 * Pressure [Pa] where the listener is, without the delay r/c of its way from the body's centre.
 * @param mass      [kg]
 * @param radius    of a sphere of equal volume [m]
 * @param listener  writes where the listener is at a time [s], in coordinates of the body [m]
 * @param h         of a sample [s]
 */
export function renderClicks(
  knocks: readonly Knock[],
  mass: number,
  radius: number,
  listener: (time: number, out: Float64Array) => void,
  samples: number,
  h: number,
): Float64Array {
  const out = new Float64Array(samples);
  const at = new Float64Array(3);
  const settling = (DECAY * radius) / SPEED_OF_SOUND;
  for (const { time, duration, impulse } of knocks) {
    const size = Math.sqrt(impulse[0] * impulse[0] + impulse[1] * impulse[1] + impulse[2] * impulse[2]);
    if (!(size > 0 && mass > 0)) continue;
    // sound starts at the surface, which is nearer by the radius than the centre that delays are counted from
    const length = duration;
    const start = time - length / 2 - radius / SPEED_OF_SOUND;
    const first = Math.floor(start / h);
    const last = Math.min(samples, Math.ceil((start + length + settling) / h) + 1);
    listener(time, at);
    const distance = Math.sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
    const cosine = (impulse[0] * at[0] + impulse[1] * at[1] + impulse[2] * at[2]) / (size * distance || 1);
    const click = new SphereClick(radius, h);
    let passed = 0;
    for (let n = first; n < last; n++) {
      // what is heard at sample n has been driven until its time
      const now = pulsePassed((n * h - start) / length);
      click.step(((now - passed) * size) / (mass * h));
      passed = now;
      if (n >= 0) out[n] += click.pressure(distance, cosine);
    }
  }
  return out;
}
