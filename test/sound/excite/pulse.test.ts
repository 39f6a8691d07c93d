import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pulsePassed, writePulse } from '../../../src/sound/excite/pulse.ts';

/** How strongly a blow of a speed excites an octave of tones from ωτ of the blow of 1 m/s on [dB]. */
function level(speed: number, omegaTau: number): number {
  const length = speed ** -0.2;
  const n = 4000;
  let power = 0;
  for (let o = 0; o < 64; o++) {
    const omega = omegaTau * 2 ** (o / 64) * length;
    let [re, im] = [0, 0];
    for (let i = 0; i < n; i++) {
      const force = pulsePassed((i + 1) / n) - pulsePassed(i / n);
      re += force * Math.cos((omega * (i + 0.5)) / n);
      im += force * Math.sin((omega * (i + 0.5)) / n);
    }
    power += (speed * speed * (re * re + im * im)) / 64;
  }
  return 10 * Math.log10(power);
}

describe('a pulse', () => {
  test('of twice the speed is 6 dB louder below the cutoff and 9 dB above', () => {
    for (const speed of [0.25, 1, 4]) {
      expect(level(2 * speed, 0.1) - level(speed, 0.1)).toBeCloseTo(6.02, 1);
      const above = level(2 * speed, 120) - level(speed, 120);
      expect(above).toBeGreaterThan(8.5);
      expect(above).toBeLessThan(9.2);
    }
  });

  test('is the force of two elastic bodies: what has passed obeys Hertz', () => {
    // δ¨ = −1.25 δ^1.5 by small steps, beside the series
    const middle = 1.4716375921623523;
    const h = middle / 20000;
    let [x, v] = [0, 1];
    for (let i = 0; i < 20000; i++) {
      v -= 0.5 * h * 1.25 * x ** 1.5;
      x += h * v;
      v -= 0.5 * h * 1.25 * x ** 1.5;
      if (i % 1000 === 999) expect(pulsePassed((0.5 * (i + 1)) / 20000)).toBeCloseTo((1 - v) / 2, 7);
    }
  });

  test('has exactly its impulse wherever it lies between samples, however short', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 0.01, noNaN: true }),
        fc.double({ min: 1e-6, max: 2e-3, noNaN: true }),
        (start, length) => {
          const h = 1 / 44100;
          const changes = new Float64Array(1024);
          writePulse(changes, 0, 1024, 0, h, start, length);
          let force = 0;
          let impulse = 0;
          for (const change of changes) {
            force += change;
            impulse += force * h;
          }
          expect(impulse).toBeCloseTo(1, 11);
          expect(Math.abs(force)).toBeLessThan(1e-8);
        },
      ),
    );
  });
});
