// The pitch of something that chatters: what repeats, however rich it is in overtones.

import type { Rendering } from '../../../src/sound/sound-scene.ts';
import { stemOf } from '../../sound/parts/heard.ts';

/**
 * The frequency [Hz] at which a body's sound from `from` to `until` [s] repeats best, from 8 to 500 Hz: the largest
 * peak of the autocorrelation of its envelope, so that the ringing of single modes does not count.
 */
export function twangHz(rendering: Rendering, name: string, from: number, until: number): number {
  const rate = 4000; // of the envelope [Hz]
  const stem = stemOf(rendering, name);
  const stride = rendering.rateHz / rate;
  const count = Math.floor((until - from) * rate);
  const envelope = new Float64Array(count);
  for (let n = 0; n < count; n++) {
    const begin = Math.floor(from * rendering.rateHz + n * stride);
    const end = Math.floor(from * rendering.rateHz + (n + 1) * stride);
    let energy = 0;
    for (let i = begin; i < end; i++) energy += stem[i] * stem[i];
    envelope[n] = Math.sqrt(energy / Math.max(1, end - begin));
  }
  const mean = envelope.reduce((sum, value) => sum + value, 0) / count;
  for (let n = 0; n < count; n++) envelope[n] -= mean;
  const shortest = rate / 500;
  const longest = Math.min(Math.floor(rate / 8), count >> 1);
  let best = shortest;
  let most = -Infinity;
  let fell = false;
  let before = Infinity;
  for (let lag = shortest; lag <= longest; lag++) {
    let sum = 0;
    for (let n = 0; n + lag < count; n++) sum += envelope[n] * envelope[n + lag];
    sum /= count - lag;
    // not the shoulder of lag 0
    if (sum > before) fell = true;
    before = sum;
    if (fell && sum > most) {
      most = sum;
      best = lag;
    }
  }
  return rate / best;
}
