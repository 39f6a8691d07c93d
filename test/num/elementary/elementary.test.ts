import { describe, expect, test } from 'vitest';
import * as face from '../../../src/num/elementary/index.ts';
import { Random } from '../../../src/num/random.ts';
import * as oracle from '../oracle.ts';
import { type Big, big, ulps } from '../oracle.ts';
import { hard, samples } from '../samples.ts';

/** A copy of the functions, since names are chosen at run time here. */
const { ARC_ROWS, EXP_ROWS, LOG_ROWS, ...elementary } = face;

const any = () => true;
const positive = (x: number) => x > 0;
const unary: [keyof typeof elementary, (x: Big) => Big, (x: number) => boolean, number][] = [
  ['sin', oracle.sinBig, any, 0.8],
  ['cos', oracle.cosBig, any, 0.8],
  ['tan', oracle.tanBig, any, 0.7],
  ['asin', oracle.asinBig, (x) => Math.abs(x) <= 1, 0.9],
  ['acos', oracle.acosBig, (x) => Math.abs(x) <= 1, 0.9],
  ['atan', oracle.atanBig, any, 0.65],
  ['exp', oracle.expBig, (x) => x > -745.2 && x < 709.79, 0.8],
  ['log', oracle.logBig, positive, 0.55],
  ['log10', oracle.log10Big, positive, 0.55],
  ['sinh', oracle.sinhBig, (x) => Math.abs(x) < 710.47, 0.6],
  ['cosh', oracle.coshBig, (x) => Math.abs(x) < 710.47, 0.6],
  ['cbrt', oracle.cbrtBig, any, 0.85],
];

describe('elementary functions are within one unit in the last place', () => {
  for (const [name, exact, range, bound] of unary) {
    test(name, () => {
      const f = elementary[name] as (x: number) => number;
      let worst = 0;
      let at = 0;
      const points = [...hard, ...hard.map((x) => -x)].filter(range);
      for (const x of [...points, ...samples(10_000, 7, range)]) {
        const error = ulps(f(x), exact(big(x)));
        if (!(error <= worst)) {
          worst = error;
          at = x;
        }
      }
      if (process.env.SHOW_ULPS) console.log(`${name}: ${worst.toFixed(4)} ulp at ${at}`);
      expect(worst, `at ${at}`).toBeLessThan(bound);
    });
  }

  test('atan2', () => {
    const ys = samples(4000, 11, any);
    const xs = samples(4000, 12, any);
    let worst = 0;
    let at: number[] = [];
    const judge = (y: number, x: number) => {
      if (!Number.isFinite(y)) return;
      const error = ulps(elementary.atan2(y, x), oracle.atan2Big(big(y), big(x)));
      if (!(error <= worst)) [worst, at] = [error, [y, x]];
    };
    for (let i = 0; i < ys.length; i++) {
      // arbitrary pairs, then pairs of like size, where the quotient is not extreme
      judge(ys[i], xs[i]);
      judge(xs[i] * ((i % 97) - 48.5) * 0.02, xs[i]);
    }
    if (process.env.SHOW_ULPS) console.log(`atan2: ${worst} at ${at}`);
    expect(worst, `at ${at}`).toBeLessThan(0.6);
  });

  test('pow', () => {
    const random = new Random(5);
    let worst = 0;
    let at: number[] = [];
    const judge = (x: number, y: number) => {
      const exact = oracle.powBig(big(Math.abs(x)), big(y));
      if (exact.e > 1100 || exact.e < -1700) return;
      const error = ulps(Math.abs(elementary.pow(x, y)), exact);
      if (!(error <= worst)) [worst, at] = [error, [x, y]];
    };
    for (const x of samples(3000, 13, positive)) {
      // exponents that use the whole range of results, and small ones
      const span = 744 / Math.abs(Math.log(x) || 1);
      judge(x, random.between(-span, span) * (random.uniform() < 0.5 ? 1 : 0.95));
      judge(x, random.between(-3, 3));
      judge(-x, random.integer(41) - 20);
    }
    // close to the ends of the range, where an error of the logarithm is magnified most
    for (let i = 0; i < 1000; i++) {
      const x = random.between(0.5, 3);
      const log = Math.log(x);
      judge(x, (random.uniform() < 0.5 ? 709.7 : -744) / log);
    }
    for (const [x, y] of [
      [1 + 2 ** -52, 2 ** 61],
      [1 - 2 ** -53, 2 ** 62],
      [10, 22],
      [10, -5],
      [5, 22],
      [0.1, 308],
    ])
      judge(x, y);
    if (process.env.SHOW_ULPS) console.log(`pow: ${worst} at ${at}`);
    expect(worst, `at ${at}`).toBeLessThan(0.65);
  });
});

/** Integers, infinities, NaN and the sign of zero to the bit; the rest may differ by the platform's error. */
function expectSpecial(value: number, platform: number, label: string): void {
  if (Number.isFinite(platform) && !Number.isInteger(platform)) {
    expect(Math.abs(value - platform), label).toBeLessThanOrEqual(2.3e-16 * Math.abs(platform) + 5e-324);
  } else expect(value, label).toBe(platform);
}

describe('special values are those of Math', () => {
  const specials = [0, -0, 1, -1, Infinity, -Infinity, NaN, 2, -2, 0.5, -0.5, 3, -3, 5e-324, -5e-324];
  for (const [name] of unary) {
    test(name, () => {
      for (const x of [0, -0, Infinity, -Infinity, NaN, 5e-324, -5e-324]) {
        expect((elementary[name] as (x: number) => number)(x), `${name}(${x})`).toBe(
          (Math[name] as (x: number) => number)(x),
        );
      }
    });
  }
  test('outside the domain', () => {
    for (const x of [1.0000000000000002, -1.5, Infinity]) {
      expect(elementary.asin(x)).toBeNaN();
      expect(elementary.acos(x)).toBeNaN();
    }
    for (const x of [-1e-320, -1, -Infinity]) expect(elementary.log(x)).toBeNaN();
    expect(elementary.exp(709.7827128933841)).toBe(Infinity);
    expect(elementary.exp(-746)).toBe(0);
    expect(elementary.cosh(710.475860073944)).toBe(Infinity);
    expect(elementary.sinh(-1000)).toBe(-Infinity);
  });
  test('pow and atan2', () => {
    for (const x of specials) {
      for (const y of specials) {
        expectSpecial(elementary.pow(x, y), Math.pow(x, y), `pow(${x}, ${y})`);
        expectSpecial(elementary.atan2(x, y), Math.atan2(x, y), `atan2(${x}, ${y})`);
      }
    }
  });
  test('powers of two and ten are exact', () => {
    for (let k = -1074; k <= 1023; k++) {
      expect(elementary.pow(2, k)).toBe(2 ** k);
    }
    for (let k = 0; k <= 22; k++) {
      expect(elementary.log10(Number(`1e${k}`))).toBe(k);
      expect(elementary.pow(10, k)).toBe(Number(`1e${k}`));
    }
    for (let n = 1; n <= 1000; n++) expect(elementary.cbrt(n * n * n)).toBe(n);
  });
});

test('odd and even functions are so to the bit', () => {
  for (const x of samples(2000, 31, (v) => Math.abs(v) < 700)) {
    for (const name of ['sin', 'tan', 'atan', 'sinh', 'cbrt'] as const) {
      expect(elementary[name](-x)).toBe(-elementary[name](x));
    }
    for (const name of ['cos', 'cosh'] as const) expect(elementary[name](-x)).toBe(elementary[name](x));
  }
});
