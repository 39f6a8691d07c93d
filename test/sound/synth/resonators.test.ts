import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { kernelsFor } from '../../../src/num/kernels/index.ts';
import { Random } from '../../../src/num/index.ts';
import { Bank, listAddresses } from '../../../src/sound/synth/bank.ts';
import { writePropagator } from '../../../src/sound/synth/propagator.ts';
import { BLOCK, GROUP, ringForced, ringFreely } from '../../../src/sound/synth/resonators.ts';
import { expectTwins } from '../../num/twin.ts';

function randomBank(seed: number, groups: number, sets: number) {
  const random = new Random(seed);
  const padded = GROUP * groups;
  const many = (count: number, low: number, high: number): Float64Array =>
    new Float64Array(count).map(() => random.between(low, high));
  const p = new Float64Array(4);
  const arrays = {
    x: many(padded, -1, 1),
    v: many(padded, -1, 1),
    p11: new Float64Array(padded),
    p12: new Float64Array(padded),
    p21: new Float64Array(padded),
    p22: new Float64Array(padded),
    extra: many(padded, 0, 0.3),
    heardX: many(sets * padded, -1, 1),
    heardV: many(sets * padded, -1, 1),
    awake: Int32Array.from({ length: groups }, (_, g) => groups - 1 - g),
    sums: many(2 * sets * BLOCK, -1, 1),
    starts: Uint32Array.of(0, padded, 2 * padded),
    vectors: many(3 * padded, -1, 1),
    profiles: many(3 * BLOCK, -1, 1),
  };
  for (let m = 0; m < padded; m++) {
    writePropagator(p, random.between(100, 1e5), random.between(0, 2e4), 1 / 44100);
    [arrays.p11[m], arrays.p12[m], arrays.p21[m], arrays.p22[m]] = p;
  }
  return { arrays, padded };
}

describe('the twins of the resonators', () => {
  for (const sets of [1, 2]) {
    test(`ring freely with the same bits, ${sets} heard`, () => {
      const { arrays, padded } = randomBank(sets, 3, sets);
      expectTwins(
        arrays,
        (a) => ringFreely(a, 3, padded, sets),
        (a, arena) => {
          const list = listAddresses(arena, a, a.starts, a.profiles);
          kernelsFor(arena).ringFreely(arena.offsetOf(list), 3, padded, sets);
        },
      );
    });

    test(`ring forced with the same bits, ${sets} heard`, () => {
      const { arrays, padded } = randomBank(10 + sets, 3, sets);
      expectTwins(
        arrays,
        (a) => ringForced(a, 3, padded, sets, 3, a.starts, a.vectors, a.profiles),
        (a, arena) => {
          const starts = arena.u32(a.starts.length);
          starts.set(a.starts.map((start) => start + arena.offsetOf(a.vectors) / 8));
          const list = listAddresses(arena, a, starts, a.profiles);
          kernelsFor(arena).ringForced(arena.offsetOf(list), 3, padded, sets, 3);
        },
      );
    });
  }

  test('free and forced agree where the force does not change', () => {
    const { arrays, padded } = randomBank(5, 2, 1);
    const copy = Object.fromEntries(Object.entries(arrays).map(([k, a]) => [k, a.slice()])) as typeof arrays;
    arrays.sums.fill(0);
    copy.sums.fill(0);
    ringFreely(arrays, 2, padded, 1);
    ringForced(copy, 2, padded, 1, 0, copy.starts, copy.vectors, copy.profiles);
    for (let n = 0; n < 2 * BLOCK; n++) expect(arrays.sums[n]).toBeCloseTo(copy.sums[n], 10);
    for (let m = 0; m < padded; m++) expect(arrays.v[m]).toBeCloseTo(copy.v[m], 11);
  });
});

const oscillator = fc.record({
  omega: fc.double({ min: 10, max: 1.3e5, noNaN: true }),
  rate: fc.double({ min: 0, max: 1e6, noNaN: true }),
});

describe('propagators', () => {
  test('never lengthen a state', () => {
    fc.assert(
      fc.property(oscillator, fc.double({ min: 0, max: 6.3, noNaN: true }), ({ omega, rate }, angle) => {
        const p = new Float64Array(4);
        writePropagator(p, omega, rate, 1 / 44100);
        const [x, v] = [Math.cos(angle), Math.sin(angle)];
        const nextX = p[0] * x + p[1] * v;
        const nextV = p[2] * x + p[3] * v;
        expect(Math.sqrt(nextX * nextX + nextV * nextV)).toBeLessThanOrEqual(1 + 1e-14);
      }),
    );
  });

  test('two half samples are a whole one', () => {
    fc.assert(
      fc.property(oscillator, ({ omega, rate }) => {
        const whole = new Float64Array(4);
        const half = new Float64Array(4);
        writePropagator(whole, omega, rate, 2e-5);
        writePropagator(half, omega, rate, 1e-5);
        expect(half[0] * half[0] + half[1] * half[2]).toBeCloseTo(whole[0], 11);
        expect(half[0] * half[1] + half[1] * half[3]).toBeCloseTo(whole[1], 11);
        expect(half[2] * half[1] + half[3] * half[3]).toBeCloseTo(whole[3], 11);
      }),
    );
  });
});

test('energy never grows without input, whatever the damping does', () => {
  fc.assert(
    fc.property(
      fc.array(oscillator, { minLength: 1, maxLength: 20 }),
      fc.array(fc.double({ min: 0, max: 1e7, noNaN: true }), { minLength: 5, maxLength: 30 }),
      fc.integer(),
      (oscillators, dampings, seed) => {
        const random = new Random(Math.abs(seed));
        const bank = new Bank(
          Float64Array.from(oscillators, ({ omega }) => omega),
          Float64Array.from(oscillators, ({ rate }) => rate),
          1 / 44100,
          0,
        );
        for (let m = 0; m < bank.count; m++) bank.setHeard(0, m, 1, 0.5);
        bank.weigh(1);
        const strand = bank.newStrand();
        bank.setStrand(
          strand,
          new Float64Array(bank.count).map(() => random.between(-1, 1)),
        );
        bank.profiles[0] = 1;
        const out = new Float64Array(BLOCK);
        bank.advance([strand], Float64Array.of(1), 1, out);
        let before = bank.energy();
        for (const damping of dampings) {
          for (let m = 0; m < bank.count; m++) bank.arrays.extra[m] = damping * random.between(0, 1) * 1e-5;
          bank.advance([], new Float64Array(0), 1, out);
          const now = bank.energy();
          expect(now).toBeLessThanOrEqual(before * (1 + 1e-10));
          expect(out.every(Number.isFinite)).toBe(true);
          before = now;
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('modes sleep when they are over, and wake', () => {
  const bank = new Bank(Float64Array.of(6000), Float64Array.of(400), 1 / 44100);
  bank.setHeard(0, 0, 1, 0);
  bank.weigh(1);
  const strand = bank.newStrand();
  bank.setStrand(strand, Float64Array.of(1));
  const out = new Float64Array(BLOCK);
  const strike = (): void => {
    bank.profiles.fill(0, 0, BLOCK);
    bank.profiles[3] = 1;
    bank.advance([strand], Float64Array.of(1), 1, out);
  };
  strike();
  expect(bank.awakeGroups).toBe(1);
  for (let b = 0; b < 400; b++) bank.advance([], new Float64Array(0), 1, out);
  expect(bank.awakeGroups).toBe(0);
  expect(out.every((sample) => sample === 0)).toBe(true);
  strike();
  expect(bank.awakeGroups).toBe(1);
  expect(out.some((sample) => sample !== 0)).toBe(true);
});
