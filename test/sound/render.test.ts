import { describe, expect, test } from 'vitest';
import { dampedOmega, rayleighRates } from '../../src/modes/index.ts';
import { Random } from '../../src/num/index.ts';
import { type BodyStep, ENTRY_SIZE } from '../../src/sound/excite/body-steps.ts';
import { IMPULSE, POINT } from '../../src/sound/excite/meetings.ts';
import type { BodyPulse } from '../../src/sound/excite/excitation.ts';
import { redistribute } from '../../src/sound/excite/redistribute.ts';
import { magnitudes } from '../../src/sound/fft.ts';
import { fakeModes } from './fake-modes.ts';
import { play, RATE, step } from './play.ts';

const strike = (scale: number, length = 2e-4): BodyPulse => ({
  start: 0.01003,
  length,
  point: [0.05, 0.02, 0.01],
  impulse: [0.3 * scale, -0.2 * scale, 0.5 * scale],
});

describe('a single strike', () => {
  const modes = fakeModes([431, 1270, 2633, 5209, 9020], 3);
  const alpha = 6;
  const beta = 2e-8;

  test('rings with the damped frequencies and decay times of its modes', () => {
    const sound = play(modes, { pulses: [strike(1)], alpha, beta, seconds: 2 });
    const rates = rayleighRates(modes.omegas, { dampingAlpha: alpha, dampingBeta: beta });
    for (let m = 0; m < modes.count; m++) {
      const hertz = dampedOmega(modes.omegas[m], rates[m]) / (2 * Math.PI);
      // frequency: the interpolated peak of a spectrum; decay: two of them a while apart
      const n = 16384;
      const peakAt = (start: number): { hertz: number; height: number } => {
        const spectrum = magnitudes(sound, start, n);
        const near = Math.round((hertz * n) / RATE);
        let k = near;
        for (let i = near - 3; i <= near + 3; i++) if (spectrum[i] > spectrum[k]) k = i;
        const [a, b, c] = [k - 1, k, k + 1].map((i) => Math.log(spectrum[i]));
        const shift = (0.5 * (a - c)) / (a - 2 * b + c);
        return { hertz: ((k + shift) * RATE) / n, height: Math.exp(b - 0.25 * (a - c) * shift) };
      };
      const first = peakAt(1000);
      const later = peakAt(1000 + 8192);
      expect(Math.abs(first.hertz / hertz - 1)).toBeLessThan(1e-3);
      const rate = (2 * Math.log(first.height / later.height) * RATE) / 8192;
      expect(Math.abs(rate / rates[m] - 1)).toBeLessThan(0.01);
    }
  });

  test('is the exact response to its impulse', () => {
    const low = fakeModes([431], 3);
    const sound = play(low, { pulses: [strike(1, 4.5e-5)], alpha, seconds: 0.05 });
    // q̈ after an impulse J at t₀ is −J ω²/ω_d e^(−c(t−t₀)/2) sin … with its phase
    const c = alpha;
    const omega = low.omegas[0];
    const damped = dampedOmega(omega, c);
    const shape = low.shapes.subarray(3 * 7, 3 * 7 + 3);
    const J = 0.3 * shape[0] - 0.2 * shape[1] + 0.5 * shape[2];
    const start = 0.01003 + 2.25e-5;
    for (let n = 600; n < 2000; n += 37) {
      const t = (n + 0.5) / RATE - start;
      const [s, k] = [Math.sin(damped * t), Math.cos(damped * t)];
      const a = J * Math.exp((-c * t) / 2) * (((c * c) / 4 / damped - damped) * s - c * k);
      expect(Math.abs(sound[n] - 1e-3 * a)).toBeLessThan(2e-3 * 1e-3 * Math.abs(J) * damped);
    }
  });

  test('half the impulse is half the sound', () => {
    const whole = play(modes, { pulses: [strike(1)], seconds: 0.3 });
    const half = play(modes, { pulses: [strike(0.5)], seconds: 0.3 });
    let peak = 0;
    let off = 0;
    whole.forEach((sample, n) => {
      peak = Math.max(peak, Math.abs(sample));
      off = Math.max(off, Math.abs(sample - 2 * half[n]));
    });
    expect(peak).toBeGreaterThan(0);
    expect(off).toBeLessThan(1e-9 * peak);
  });
});

const none = new Int32Array(0);
const corners = [
  [-0.05, -0.02],
  [0.05, -0.02],
  [-0.05, 0.02],
  [0.05, 0.02],
] as const;

describe('contact that lasts', () => {
  const modes = fakeModes([431, 1270, 2633, 5209], 5);

  test('is silence at rest', () => {
    const lane = Array.from({ length: 100 }, (_, k) =>
      step(
        k * 0.01,
        0.01,
        corners.map(([x, y]) => [x, y, 2]),
      ),
    );
    const sound = play(modes, { lanes: [lane], gamma: 0.1, seconds: 1.2, until: 1 });
    expect(Math.max(...sound.map(Math.abs))).toBeLessThan(1e-9);
  });

  test('damps what it touches, the more the harder it presses', () => {
    const ringing = (newton: number): number => {
      const lane = Array.from({ length: 100 }, (_, k) =>
        step(
          k * 0.01,
          0.01,
          corners.map(([x, y]) => [x, y, newton]),
        ),
      );
      const sound = play(modes, { lanes: [lane], pulses: [strike(1e-3)], gamma: 2, seconds: 1 });
      return sound.slice(RATE / 4).reduce((sum, sample) => sum + sample * sample, 0);
    };
    const [free, soft, hard] = [0, 1, 4].map(ringing);
    expect(soft).toBeLessThan(0.5 * free);
    expect(hard).toBeLessThan(0.1 * soft);
  });

  test('does not hum at the rate of the steps where forces change smoothly', () => {
    const lane = Array.from({ length: 200 }, (_, k) =>
      step(
        k * 0.005,
        0.005,
        corners.map(([x, y]) => [x, y, 2 + Math.sin(0.05 * k)]),
      ),
    );
    // a mode at the step rate is where a hum would be loudest
    const sound = play(fakeModes([200], 5), { lanes: [lane], seconds: 1, alpha: 20 });
    const trains = play(fakeModes([200], 5), {
      pulses: lane.flatMap((one) =>
        corners.map(([x, y], i) => ({
          start: one.start,
          length: 1e-3,
          point: [x, y, -0.01] as const,
          impulse: [0, 0, one.entries[ENTRY_SIZE * i + IMPULSE + 2]] as const,
        })),
      ),
      seconds: 1,
      alpha: 20,
    });
    const loud = (samples: Float64Array): number =>
      Math.max(...samples.slice(RATE / 4, RATE / 2).map(Math.abs));
    expect(loud(sound)).toBeLessThan(1e-3 * loud(trains));
  });
});

describe('redistribution', () => {
  const random = new Random(4);
  // the same load, carried by other corners in every step, as an active set does
  const flicker = Array.from({ length: 100 }, (_, k) =>
    step(
      k * 0.01,
      0.01,
      random.between(0, 1) < 0.5
        ? [
            [-0.05, -0.02, 2],
            [0.05, 0.02, 2],
          ]
        : [
            [0.05, -0.02, 2],
            [-0.05, 0.02, 2],
          ],
    ),
  );

  function wrench({ entries }: BodyStep): number[] {
    const sum = [0, 0, 0, 0, 0, 0];
    for (let e = 0; e < entries.length; e += ENTRY_SIZE) {
      const p = entries.subarray(e + POINT, e + POINT + 3);
      const j = entries.subarray(e + IMPULSE, e + IMPULSE + 3);
      for (let k = 0; k < 3; k++) {
        sum[k] += j[k];
        sum[3 + k] += p[(k + 1) % 3] * j[(k + 2) % 3] - p[(k + 2) % 3] * j[(k + 1) % 3];
      }
    }
    return sum;
  }

  test('keeps force and moment, and pushes only', () => {
    const spread = redistribute(flicker, none);
    let moved = 0;
    spread.forEach((one, k) => {
      wrench(one).forEach((value, i) => {
        expect(value).toBeCloseTo(wrench(flicker[k])[i], 12);
      });
      for (let e = 0; e < one.entries.length; e += ENTRY_SIZE)
        expect(one.entries[e + IMPULSE + 2]).toBeGreaterThan(-1e-12);
      if (one.entries.length > flicker[k].entries.length) moved++;
    });
    expect(moved).toBeGreaterThan(90);
  });

  test('lowers the noise between the lines by 10 dB and more', () => {
    const modes = fakeModes([431, 1270, 2633], 5);
    const noise = (lane: readonly BodyStep[]): number => {
      const sound = play(modes, { lanes: [lane], seconds: 1 });
      const spectrum = magnitudes(sound, 8000, 32768);
      // 500 to 1100 Hz: no mode there
      let sum = 0;
      for (let k = Math.round((500 * 32768) / RATE); k < (1100 * 32768) / RATE; k++)
        sum += spectrum[k] * spectrum[k];
      return 10 * Math.log10(sum);
    };
    const before = noise(flicker);
    const after = noise(redistribute(flicker, none));
    expect(before - after).toBeGreaterThan(10);
  });
});
