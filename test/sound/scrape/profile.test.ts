import { expect, test } from 'vitest';
import { magnitudes } from '../../../src/sound/fft.ts';
import { patchRadius, Profile, tipRadius } from '../../../src/sound/scrape/profile.ts';

const RATE = 48000;
const N = 8192;

/** Power density [dB] of what is felt at a speed [m/s], about each of some frequencies [Hz]. */
function densities(speed: number, patch: number, hertz: readonly number[]): number[] {
  const profile = new Profile(7);
  const step = speed / RATE;
  profile.setFelt(patch, step);
  const heights = Float64Array.from({ length: 16 * N }, (_, n) => profile.at(n * step));
  const power = new Float64Array(N / 2);
  for (let at = 0; at + N <= heights.length; at += N / 2)
    magnitudes(heights, at, N).forEach((value, i) => {
      if (i < power.length) power[i] += value * value;
    });
  return hertz.map((f) => {
    const band = power.slice(Math.round((f * N) / RATE / 1.19), Math.round(((f * N) / RATE) * 1.19));
    return 10 * Math.log10(band.reduce((sum, value) => sum + value, 0) / band.length);
  });
}

test('a profile falls by 1 + 2H = 2.6 powers of frequency, 7.8 dB an octave', () => {
  const [low, high] = densities(0.5, 0, [1000, 8000]);
  expect((low - high) / 3).toBeCloseTo(7.83, 0);
});

test('twice the speed is 4.8 dB louder where the profile is self-affine', () => {
  for (const speed of [0.25, 0.5, 1]) {
    const [slow] = densities(speed, 0, [4000]);
    const [fast] = densities(2 * speed, 0, [4000]);
    expect(Math.abs(fast - slow - 4.8)).toBeLessThan(1);
  }
});

test('the contact cuts at q = 1/a, so at v/(2πa): with twice the patch at twice the speed it is where it was', () => {
  const lost = (speed: number, patch: number): number[] => {
    const whole = densities(speed, 0, [500, 2000, 8000]);
    return densities(speed, patch, [500, 2000, 8000]).map((value, i) => whole[i] - value);
  };
  // 1/(1 + π/4 (qa)³) at a quarter of the edge, at the edge and at four times the edge; octaves blur it
  const losses = [0.4, 0.8].map((speed) => lost(speed, speed / (2 * Math.PI * 2000)));
  for (const [below, at, above] of losses) {
    expect(below).toBeLessThan(0.5);
    expect(Math.abs(at - 2.5)).toBeLessThan(1);
    expect(above).toBeGreaterThan(10);
  }
  losses[0].forEach((value, i) => {
    expect(Math.abs(value - losses[1][i])).toBeLessThan(1);
  });
});

test('a place of a way has one height, in whichever order it is asked for', () => {
  const there = new Profile(3);
  const back = new Profile(3);
  for (const profile of [there, back]) profile.setFelt(1e-6, 1e-6);
  const ways = Array.from({ length: 1000 }, (_, n) => n * 3.7e-6);
  const heights = ways.map((way) => there.at(way));
  expect(ways.toReversed().map((way) => back.at(way))).toEqual(heights.toReversed());
  expect(new Set(heights).size).toBeGreaterThan(990);
});

test('force grows as the 0.8th power of roughness', () => {
  const force = (deviation: number): number => deviation * patchRadius(2, tipRadius(deviation), 1e-11);
  expect(20 * Math.log10(force(2e-6) / force(1e-6))).toBeCloseTo(20 * 0.8 * Math.log10(2), 6);
});
