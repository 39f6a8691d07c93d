// A ruler that is lifted over the edge of a table and let go: nothing above what the engine bends it by is made up.

import { expect, test } from 'vitest';
import { rulerOverEdge } from '../../examples/modal/parts/ruler.ts';
import { magnitudes } from '../../src/sound/fft.ts';
import { radiate } from '../../src/sound/index.ts';
import { SoundScene } from '../../src/sound/sound-scene.ts';
import { recorded } from './recorded.ts';

const RATE = 44100;
const N = 1024;

/** Power [dB] of the octave about a frequency [Hz] between two times [s]. */
function octave(samples: Float64Array, hertz: number, from: number, until: number): number {
  let power = 0;
  let count = 0;
  for (let at = Math.round(from * RATE); at + N <= until * RATE; at += N / 2, count++) {
    const spectrum = magnitudes(samples, at, N);
    const [low, high] = [hertz / Math.SQRT2, hertz * Math.SQRT2].map((f) => Math.round((f * N) / RATE));
    for (let i = low; i < Math.min(high, spectrum.length); i++) power += spectrum[i] * spectrum[i];
  }
  return 10 * Math.log10(power / count);
}

test('a ruler does not hiss, neither before it is let go nor after', async () => {
  const scene = rulerOverEdge('ruler', 0.16, { overhang: [0.15, 0.15], from: 0.2, until: 0.7 });
  const sound = await SoundScene.open(await recorded(scene, 'modal'), { count: 100, upToHz: 18000 });
  const { channels } = sound.render({
    rateHz: RATE,
    listener: [0.2, 0.4, 0.6],
    tail: 0,
    redistribute: true,
    scraping: false,
    transferOf: (modes) => radiate(modes, { mostPanels: 250, fewestPanels: 250 }),
  });
  for (const [from, until] of [
    [0.04, 0.088],
    [0.11, 0.16],
  ]) {
    const middle = octave(channels[0], 1000, from, until);
    // 8 and 16 kHz were 40 dB louder than 1 kHz
    expect(octave(channels[0], 8000, from, until)).toBeLessThan(middle + 6);
    expect(octave(channels[0], 16000, from, until)).toBeLessThan(middle + 6);
    // 4 kHz was 30 dB louder, 13 dB and 16 dB louder than 2 kHz
    expect(octave(channels[0], 4000, from, until)).toBeLessThan(middle + 12);
    expect(octave(channels[0], 4000, from, until)).toBeLessThan(octave(channels[0], 2000, from, until) + 3);
  }
});
