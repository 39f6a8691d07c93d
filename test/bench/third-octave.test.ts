// Levels in third-octave bands: tones are found in their band, at their level, and nowhere else.

import { expect, test } from 'vitest';
import { compareBands, thirdOctaves } from '../../bench/lib/third-octave.ts';

const RATE = 44100;
const tone = (hz: number, amplitude: number, seconds = 1): Float64Array =>
  Float64Array.from(
    { length: seconds * RATE },
    (_, n) => amplitude * Math.sin((2 * Math.PI * hz * n) / RATE + 0.3),
  );

test.each([25, 100, 1000, 3150, 16000])('a tone of %d Hz is in its band alone', (hz) => {
  const bands = thirdOctaves(tone(hz, Math.SQRT2), RATE, 0, 1);
  const loudest = bands.reduce((a, b) => (b.decibels > a.decibels ? b : a));
  expect(Math.abs(loudest.hz / hz - 1)).toBeLessThan(0.01);
  expect(Math.abs(loudest.decibels)).toBeLessThan(0.2);
  // fading over 5 ms spreads what is slower than that
  const spread = hz < 500 ? -30 : -60;
  for (const band of bands)
    if (Math.abs(Math.log2(band.hz / hz)) > 1) expect(band.decibels).toBeLessThan(spread);
});

test('bands add up to the mean square, of a part as of the whole', () => {
  const [a, b] = [tone(440, 0.5), tone(2300, 0.2)];
  const samples = a.map((sample, n) => sample + b[n]);
  const sum = thirdOctaves(samples, RATE, 0.2, 0.9).reduce((s, band) => s + 10 ** (band.decibels / 10), 0);
  expect(10 * Math.log10(sum / (0.5 * (0.25 + 0.04)))).toBeCloseTo(0, 1);
});

test('only bands that can be heard beside the loudest are compared', () => {
  const mixed = (soft: number): Float64Array => {
    const high = tone(4000, soft);
    return tone(1000, 1).map((s, n) => s + high[n]);
  };
  const [one, other] = [mixed(0.01), mixed(0.02)].map((samples) => thirdOctaves(samples, RATE, 0, 1));
  const near = (hz: number, bands: readonly { hz: number }[]) =>
    bands.find((band) => Math.abs(band.hz / hz - 1) < 0.02);
  const compared = compareBands(one, other, 60);
  expect(near(1000, compared)).toMatchObject({ difference: expect.closeTo(0, 3) });
  expect(near(4000, compared)).toMatchObject({ difference: expect.closeTo(6.02, 1) });
  expect(near(100, compared)).toBeUndefined();
  expect(near(4000, compareBands(one, other, 30))).toBeUndefined();
});
