import { describe, expect, test } from 'vitest';
import { earDirections, hear, type Listener } from '../../../src/sound/ears/listener.ts';
import {
  HEAD_CORNERS,
  HEAD_RADIUS,
  headDetour,
  headWeights,
  shadowed,
} from '../../../src/sound/ears/spherical-head.ts';
import { travelled } from '../../../src/sound/ears/way.ts';
import { besselJ, besselY } from '../../../src/sound/radiation/spherical-bessel.ts';
import { SPEED_OF_SOUND as c } from '../../../src/sound/transfer.ts';

/** |p/p₀| on a rigid sphere in a plane wave (Rayleigh): p/p₀ = i/μ² Σ iᵐ (2m + 1) P_m(−cos θ) / h_m'(μ). */
function rayleigh(mu: number, theta: number): number {
  const degree = Math.ceil(mu) + 20;
  const [j, y] = [new Float64Array(degree + 2), new Float64Array(degree + 2)];
  besselJ(degree + 1, mu, j);
  besselY(degree + 1, mu, y);
  let [re, im] = [0, 0];
  let [p0, p1] = [0, 1];
  const x = -Math.cos(theta);
  for (let m = 0; m <= degree; m++) {
    const slope = (f: Float64Array) => (m / mu) * f[m] - f[m + 1];
    const [hr, hi] = [slope(j), slope(y)];
    const size = ((2 * m + 1) * p1) / (hr * hr + hi * hi);
    const [qr, qi] = [size * hr, -size * hi];
    const [tr, ti] = [
      [qr, qi],
      [-qi, qr],
      [-qr, -qi],
      [qi, -qr],
    ][m % 4];
    re += tr;
    im += ti;
    [p0, p1] = [p1, ((2 * m + 1) * x * p1 - m * p0) / (m + 1)];
  }
  return Math.hypot(re, im) / (mu * mu);
}

/** Gain of the filter at a frequency, measured. */
function gain(frequency: number, theta: number): number {
  const rate = 192000;
  const omega = (2 * Math.PI * frequency) / rate;
  const n = 6000;
  const input = Float64Array.from({ length: n }, (_, i) => Math.cos(omega * i));
  const out = shadowed(input, rate, new Float64Array(n + 2).fill(theta), 1);
  const from = n / 2;
  const period = Math.max(1, Math.round((Math.floor((omega * from) / (2 * Math.PI)) * 2 * Math.PI) / omega));
  let [re, im] = [0, 0];
  for (let i = 0; i < period; i++) {
    re += (2 / period) * out[from + i] * Math.cos(omega * (from + i));
    im += (2 / period) * out[from + i] * Math.sin(omega * (from + i));
  }
  return Math.hypot(re, im);
}

const frequencies = [125, 250, 500, 1000, 1400, 2000, 2800, 4000, 5600, 8000, 11000];

/** |H| by the formula. */
function formula(frequency: number, theta: number): number {
  const weights = new Float64Array(2);
  headWeights(theta, weights);
  let [re, im] = [1 - weights[0] - weights[1], 0];
  HEAD_CORNERS.forEach((corner, k) => {
    const x = (2 * Math.PI * frequency * HEAD_RADIUS) / (c * corner);
    re += weights[k] / (1 + x * x);
    im -= (weights[k] * x) / (1 + x * x);
  });
  return Math.hypot(re, im);
}

describe('the spherical head', () => {
  test('agrees with the formula of the filter, and with the series of the sphere as far as docs/radiation.md says', () => {
    for (let degrees = 0; degrees < 180; degrees += 15) {
      const theta = (degrees * Math.PI) / 180;
      let squares = 0;
      for (const frequency of frequencies) {
        const found = gain(frequency, theta);
        expect(found / formula(frequency, theta)).toBeCloseTo(1, 1);
        const error = 20 * Math.log10(found / rayleigh((2 * Math.PI * frequency * HEAD_RADIUS) / c, theta));
        if (degrees <= 110) expect(Math.abs(error)).toBeLessThan(1);
        // further behind, waves around both sides cancel in narrow bands
        if (degrees <= 150) expect(Math.abs(error)).toBeLessThan(3);
        if (frequency <= 1000) expect(Math.abs(error)).toBeLessThan(1.5);
        squares += error * error;
      }
      expect(Math.sqrt(squares / frequencies.length)).toBeLessThan(2.5);
    }
  });

  test('the series itself: low tones pass unchanged, high ones double in front', () => {
    expect(rayleigh(0.01, 1)).toBeCloseTo(1, 2);
    expect(rayleigh(30, 0)).toBeCloseTo(2, 1);
  });

  test('delays: Woodworth, smooth at the side, 0.655 ms between the ears', () => {
    const itd = (headDetour(Math.PI) - headDetour(0)) / c;
    expect(itd).toBeCloseTo(((1 + Math.PI / 2) * HEAD_RADIUS) / c, 12);
    expect(itd * 1000).toBeCloseTo(0.655, 3);
    expect(headDetour(Math.PI / 2 - 1e-6)).toBeCloseTo(headDetour(Math.PI / 2 + 1e-6), 6);
  });
});

describe('the way', () => {
  const rate = 48000;

  test('of whole samples copies exactly, of fractions to a ten-thousandth', () => {
    const tone = Float64Array.from({ length: 2000 }, (_, n) => Math.sin(0.7 * n));
    const whole = travelled(tone, rate, new Float64Array(60).fill((100 * c) / rate), 64);
    for (let n = 0; n < 2000; n++) expect(whole[n]).toBe(n < 100 ? 0 : tone[n - 100]);
    for (const delay of [37.25, 37.5, 80.123]) {
      const out = travelled(tone, rate, new Float64Array(60).fill((delay * c) / rate), 64);
      for (let n = 200; n < 1900; n++)
        expect(Math.abs(out[n] - Math.sin(0.7 * (n - delay)))).toBeLessThan(1e-4);
    }
  });

  test.each([20, -15])('of a source that comes nearer at %d m/s bends its pitch by 1/(1 − v/c)', (speed) => {
    const frequency = 1000;
    // emitted at t', heard at t: the way at the time of hearing changes by −v/(1 − v/c) a second
    const rateOfWay = -speed / (1 - speed / c);
    const length = 24000;
    const tone = Float64Array.from({ length }, (_, n) => Math.sin((2 * Math.PI * frequency * n) / rate));
    const ways = Float64Array.from({ length: 400 }, (_, i) => 40 + (rateOfWay * 64 * i) / rate);
    const out = travelled(tone, rate, ways, 64);
    let crossings = 0;
    let [first, last] = [0, 0];
    for (let n = 10000; n < 22000; n++) {
      if (!(out[n - 1] < 0 && out[n] >= 0)) continue;
      const at = n - out[n] / (out[n] - out[n - 1]);
      if (crossings++ === 0) first = at;
      last = at;
    }
    const heard = ((crossings - 1) * rate) / (last - first);
    expect(heard / frequency).toBeCloseTo(1 / (1 - speed / c), 5);
  });
});

describe('two ears', () => {
  const who: Listener = { position: [1, 2, 3], facing: [1, 0, 0], up: [0, 0, 1] };

  test('are left and right of the nose', () => {
    const [left, right] = earDirections(who);
    expect(left[1]).toBeCloseTo(1, 12);
    expect(right[1]).toBeCloseTo(-1, 12);
  });

  test('hear a click from the left first and brighter at the left, from the front alike', () => {
    const rate = 48000;
    const dry = new Float64Array(2000);
    dry[100] = 1;
    const from = (x: number, y: number, z: number) =>
      hear(
        dry,
        rate,
        (_, out) => out.set([x, y, z]),
        () => who,
      );
    const centre = (s: Float64Array) =>
      s.reduce((sum, p, n) => sum + n * p * p, 0) / s.reduce((sum, p) => sum + p * p, 0);
    const side = from(1, 5, 3);
    expect((centre(side.right) - centre(side.left)) / rate).toBeGreaterThan(0.6e-3);
    expect(Math.max(...side.left)).toBeGreaterThan(4 * Math.max(...side.right));
    const front = from(4, 2, 3);
    expect(centre(front.left)).toBeCloseTo(centre(front.right), 9);
    expect(centre(front.left)).toBeCloseTo(100 + (3 / c) * rate, 0);
  });
});
