// The live resonators of the sound bench against the synthesis of recordings.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeLocator, materialRates, type Modes, shapeAt } from '../../../../src/modes/index.ts';
import { findMaterial, type Material } from '../../../../src/scene/index.ts';
import { simpleSources, strikeSound } from '../../../../src/sound/index.ts';
import { Ringer } from '../../../../studio/src/work/sound/ringer.ts';

const RATE = 48000;

/** Of a tetrahedron, made up. */
const modes: Modes = {
  count: 3,
  omegas: Float64Array.of(2600, 15000, 42000),
  residuals: new Float64Array(3),
  positions: Float64Array.of(0, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1),
  faces: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
  shapes: Float64Array.from({ length: 36 }, (_, i) => 3 * Math.sin(1 + 2.3 * i)),
  clamped: false,
  tetrahedra: 1,
  unknowns: 12,
};

describe('a ringer', () => {
  test('sounds as a strike of the command line does', () => {
    const steel = findMaterial('steel') as Material;
    const transfer = simpleSources(modes);
    const point = [0.03, 0.02, 0] as const;
    const strike = { point, direction: [0, -1, 0] as const, impulse: 0.01, duration: 2e-4 };
    const wanted = strikeSound(modes, steel, transfer, strike, [0, 1, 0.3], RATE, 0.2);

    const rates = materialRates(modes, steel);
    const ringer = new Ringer(modes.omegas, rates, 1 / RATE);
    const re = new Float64Array(modes.count);
    const im = new Float64Array(modes.count);
    const t = new Float64Array(2);
    for (let m = 0; m < modes.count; m++) {
      transfer.amplitude(m, 0, 1, 0.3, t);
      re[m] = t[0];
      im[m] = t[1];
    }
    ringer.hear(re, im);
    const shapes = new Float64Array(3 * modes.count);
    shapeAt(modes, makeLocator(modes), ...point, shapes);
    const forces = Float64Array.from({ length: modes.count }, (_, m) => -shapes[3 * m + 1] * 0.01);
    // The other blow comes after a millisecond: 48 samples.
    const made = new Float64Array(wanted.length);
    let at = 0;
    const ring = (samples: number) => {
      ringer.addTo(made.subarray(at, at + samples));
      at += samples;
    };
    ring(48);
    ringer.strike(forces, strike.duration);
    while (at + 128 <= made.length) ring(128);
    const peak = wanted.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    let off = 0;
    for (let n = 0; n < at; n++) off = Math.max(off, Math.abs(made[n] - wanted[n]));
    expect(peak).toBeGreaterThan(0);
    // What is softer than a billionth of a pascal falls asleep.
    expect(off).toBeLessThan(1e-9 * peak + 4e-9);
  });

  test('gives the same however its blocks are cut, and twice the blow is twice as loud', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 256 }), { minLength: 3, maxLength: 12 }),
        fc.double({ min: 1e-5, max: 0.01, noNaN: true }),
        (cuts, length) => {
          const sung = (scale: number, blocks: readonly number[]) => {
            const ringer = new Ringer(Float64Array.of(2500, 9000), Float64Array.of(8, 20), 1 / RATE);
            ringer.hear(Float64Array.of(1, 0.5), Float64Array.of(0.2, -1));
            ringer.strike(Float64Array.of(scale, -scale), length);
            const out = new Float64Array(blocks.reduce((a, b) => a + b, 0));
            let at = 0;
            for (const block of blocks) {
              ringer.addTo(out.subarray(at, at + block));
              at += block;
            }
            return out;
          };
          const whole = cuts.reduce((a, b) => a + b, 0);
          const even = [...new Array<number>(Math.floor(whole / 128)).fill(128), whole % 128].filter(
            (block) => block > 0,
          );
          const one = sung(1, cuts);
          const peak = one.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-12);
          const off = (other: Float64Array, scale: number) =>
            other.reduce((most, x, n) => Math.max(most, Math.abs(x - scale * one[n])), 0);
          expect(off(sung(1, even), 1)).toBeLessThan(1e-9 * peak);
          expect(off(sung(2, cuts), 2)).toBeLessThan(1e-9 * peak);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('dies to silence, and hushes at once', () => {
    const ringer = new Ringer(Float64Array.of(3000), Float64Array.of(400), 1 / RATE);
    ringer.hear(Float64Array.of(1e-3), Float64Array.of(0));
    ringer.strike(Float64Array.of(1), 1e-3);
    const block = new Float64Array(128);
    expect(ringer.addTo(block)).toBe(true);
    for (let i = 0; i < 400; i++) ringer.addTo(new Float64Array(128));
    const rest = new Float64Array(128);
    expect(ringer.addTo(rest)).toBe(false);
    expect(rest.every((x) => x === 0)).toBe(true);
    ringer.strike(Float64Array.of(1), 1e-3);
    ringer.addTo(new Float64Array(128));
    ringer.hush();
    expect(ringer.addTo(new Float64Array(128))).toBe(false);
  });
});
