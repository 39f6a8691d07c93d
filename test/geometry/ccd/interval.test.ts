import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  above,
  addInterval,
  below,
  cosInterval,
  divideInterval,
  multiplyInterval,
  scaleInterval,
  sincInterval,
  sinInterval,
  sqrtInterval,
  squareInterval,
  subtractInterval,
} from './interval.ts';

Decimal.set({ precision: 60, maxE: 9e15, minE: -9e15 });

/** A dyadic rational n / 2^1074·…: every double exactly, as an integer over one denominator. */
const SCALE = 1074n;

function exactly(x: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const exponent = (bits >> 52n) & 0x7ffn;
  const fraction = bits & ((1n << 52n) - 1n);
  const magnitude = exponent === 0n ? fraction : (fraction | (1n << 52n)) << (exponent - 1n);
  return bits >> 63n === 1n ? -magnitude : magnitude;
}

/** Whether lo ≤ n / (d 2^1074) ≤ hi, with d > 0. */
function holds(lo: number, hi: number, n: bigint, d = 1n): boolean {
  const low = lo === -Infinity || exactly(lo) * d <= n;
  const high = hi === Infinity || n <= exactly(hi) * d;
  return low && high;
}

const NASTY = [
  0,
  -0,
  1,
  -1,
  0.1,
  5e-324,
  -5e-324,
  2.2250738585072014e-308,
  1e-200,
  1e200,
  Number.MAX_VALUE,
  -Number.MAX_VALUE,
  1 + 2 ** -52,
  1 - 2 ** -53,
  3,
  1e16,
  Math.PI,
];
const numbers = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ noNaN: true, min: -10, max: 10 }),
  fc.constantFrom(...NASTY),
);
/** An interval and a point of it. */
const members = fc.tuple(numbers, numbers, numbers).map((three) => {
  const [lo, point, hi] = three.toSorted((x, y) => x - y);
  return { interval: Float64Array.of(lo, hi), point };
});
const RUNS = { numRuns: 3000 };

test('below and above pass the neighbouring double by at most one', () => {
  fc.assert(
    fc.property(numbers, (x) => {
      expect(below(x)).toBeLessThan(x);
      expect(above(x)).toBeGreaterThan(x);
      if (Math.abs(x) < 1e300 && Math.abs(x) > 1e-290) {
        expect(above(x) - x).toBeLessThanOrEqual(2 ** -51 * Math.abs(x));
      }
    }),
    RUNS,
  );
  expect(below(Infinity)).toBe(Number.MAX_VALUE);
  expect(below(-Infinity)).toBe(-Infinity);
  expect(below(NaN)).toBe(-Infinity);
  expect(above(NaN)).toBe(Infinity);
});

describe('the true value stays inside', () => {
  const out = new Float64Array(2);

  test('of sums, differences and products', () => {
    fc.assert(
      fc.property(members, members, (a, b) => {
        const x = exactly(a.point);
        const y = exactly(b.point);
        addInterval(out, 0, a.interval, 0, b.interval, 0);
        expect(holds(out[0], out[1], x + y)).toBe(true);
        subtractInterval(out, 0, a.interval, 0, b.interval, 0);
        expect(holds(out[0], out[1], x - y)).toBe(true);
        multiplyInterval(out, 0, a.interval, 0, b.interval, 0);
        expect(holds(out[0], out[1], x * y, 1n << SCALE)).toBe(true);
        scaleInterval(out, 0, a.interval, 0, b.point);
        expect(holds(out[0], out[1], x * y, 1n << SCALE)).toBe(true);
      }),
      RUNS,
    );
  });

  test('of quotients, also by intervals that hold zero', () => {
    fc.assert(
      fc.property(members, members, (a, b) => {
        if (b.point === 0) return;
        divideInterval(out, 0, a.interval, 0, b.interval, 0);
        const y = exactly(b.point);
        const n = exactly(a.point) << SCALE;
        expect(holds(out[0], out[1], y < 0n ? -n : n, y < 0n ? -y : y)).toBe(true);
      }),
      RUNS,
    );
  });

  test('of squares and square roots', () => {
    fc.assert(
      fc.property(members, (a) => {
        const x = exactly(a.point);
        squareInterval(out, 0, a.interval, 0);
        expect(out[0]).toBeGreaterThanOrEqual(0);
        expect(holds(out[0], out[1], x * x, 1n << SCALE)).toBe(true);
        if (a.point < 0) return;
        sqrtInterval(out, 0, a.interval, 0);
        expect(exactly(out[0]) ** 2n <= x << SCALE && x << SCALE <= exactly(out[1]) ** 2n).toBe(true);
      }),
      RUNS,
    );
  });

  const wave = fc.oneof(
    fc.double({ noNaN: true, min: -20, max: 20 }),
    fc.double({ noNaN: true, min: -1e-3, max: 1e-3 }),
    fc.constantFrom(
      0,
      5e-324,
      1e-160,
      Math.PI,
      -Math.PI / 2,
      3 * Math.PI,
      4.493409457909064,
      4.493409457909065,
      7.725251836937707,
    ),
    fc.double({ noNaN: true, min: -1e7, max: 1e7 }),
  );
  const decimal = (x: number): Decimal => new Decimal(exactly(x).toString()).div(new Decimal(2).pow(1074));

  test('of sine, cosine and sinc', () => {
    fc.assert(
      fc.property(
        wave,
        fc.double({ noNaN: true, min: 0, max: 8 }),
        fc.double({ noNaN: true, min: 0, max: 1 }),
        (lo, width, part) => {
          const hi = lo + width;
          const point = Math.max(lo, Math.min(hi, lo + part * width));
          const a = Float64Array.of(lo, hi);
          const x = decimal(point);
          const sine = x.sin();
          const cosine = x.cos();
          sinInterval(out, 0, a, 0);
          expect(sine.gte(decimal(out[0])) && sine.lte(decimal(out[1]))).toBe(true);
          cosInterval(out, 0, a, 0);
          expect(cosine.gte(decimal(out[0])) && cosine.lte(decimal(out[1]))).toBe(true);
          sincInterval(out, 0, a, 0);
          const sinc = point === 0 ? new Decimal(1) : sine.div(x);
          expect(sinc.gte(decimal(out[0])) && sinc.lte(decimal(out[1]))).toBe(true);
        },
      ),
      { numRuns: 1500 },
    );
  });
});

describe('no wider than it need be', () => {
  const out = new Float64Array(2);

  test('exact sums stay exact', () => {
    addInterval(out, 0, Float64Array.of(0.5, 1), 0, Float64Array.of(0.25, 3), 0);
    expect([...out]).toEqual([0.75, 4]);
    subtractInterval(out, 0, Float64Array.of(1, 1), 0, Float64Array.of(1, 1), 0);
    expect([...out]).toEqual([0, 0]);
  });

  test('a point stays within a few ulps through every operation', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: 0.1, max: 4 }),
        fc.double({ noNaN: true, min: 0.1, max: 4 }),
        (x, y) => {
          const a = Float64Array.of(x, x);
          const b = Float64Array.of(y, y);
          for (const operation of [addInterval, subtractInterval, multiplyInterval, divideInterval]) {
            operation(out, 0, a, 0, b, 0);
            expect(out[1] - out[0]).toBeLessThanOrEqual(2 ** -50 * Math.max(x, y, Math.abs(out[1])));
          }
          for (const operation of [sinInterval, cosInterval, sincInterval, sqrtInterval, squareInterval]) {
            operation(out, 0, a, 0);
            expect(out[1] - out[0]).toBeLessThanOrEqual(2 ** -49 * Math.max(1, Math.abs(out[1])));
          }
        },
      ),
    );
  });

  test('waves reach their peaks only where they do', () => {
    sinInterval(out, 0, Float64Array.of(0, 1), 0);
    expect(out[1]).toBeLessThan(0.8415);
    sinInterval(out, 0, Float64Array.of(1, 2), 0);
    expect(out[1]).toBe(1);
    expect(out[0]).toBeGreaterThan(0.84);
    cosInterval(out, 0, Float64Array.of(3, 3.3), 0);
    expect(out[0]).toBe(-1);
    expect(out[1]).toBeLessThan(-0.98);
    sincInterval(out, 0, Float64Array.of(-1e-3, 2e-3), 0);
    expect(out[1]).toBe(1);
    expect(out[0]).toBeGreaterThan(1 - 1e-6);
  });
});
