import { describe, expect, test } from 'vitest';
import * as functions from '../../src/num/elementary.ts';
import { Random } from '../../src/num/random.ts';
import * as oracle from './oracle.ts';
import { type Big, big, ulps } from './oracle.ts';

/** A copy, since names are chosen at run time here. */
const elementary = { ...functions };
const HALF_PI = 1.5707963267948966;

/** Doubles that reach every branch: ordinary, tiny, subnormal, huge, near 1, near multiples of π/2. */
function samples(count: number, seed: number, range: (x: number) => boolean): number[] {
  const random = new Random(seed);
  const found: number[] = [];
  while (found.length < count) {
    const sign = random.uniform() < 0.5 ? -1 : 1;
    const u = random.uniform();
    let x: number;
    switch (random.integer(10)) {
      case 0:
        x = u;
        break;
      case 1:
        x = 1 + sign * u * 2 ** -random.integer(53);
        break;
      case 2:
        x = u * 40;
        break;
      case 3:
        x = u * 750;
        break;
      case 4:
        x = (1 + u) * 2 ** (random.integer(2046) - 1022); // any exponent
        break;
      case 5:
        x = random.integer(2 ** 32) * 2 ** -1074; // subnormal
        break;
      case 6:
        x = random.integer(2 ** 21) * HALF_PI * (1 + sign * (random.integer(5) - 2) * 2 ** -52);
        break;
      case 7:
        x = (random.integer(64) / 32) * (1 + sign * u * 2 ** -random.integer(53)); // around table entries
        break;
      case 8:
        x = (random.integer(200) / 2) * Math.LN2 * (1 + sign * 2 ** -random.integer(53));
        break;
      default:
        x = (1 + u) * 2 ** (random.integer(60) - 40);
    }
    x *= random.uniform() < 0.5 ? -1 : 1;
    if (Number.isFinite(x) && x !== 0 && range(x)) found.push(x);
  }
  return found;
}

const any = () => true;
const positive = (x: number) => x > 0;
const unary: [keyof typeof elementary, (x: Big) => Big, (x: number) => boolean, number][] = [
  ['sin', oracle.sinBig, any, 0.9],
  ['cos', oracle.cosBig, any, 0.9],
  ['tan', oracle.tanBig, any, 0.9],
  ['asin', oracle.asinBig, (x) => Math.abs(x) <= 1, 0.9],
  ['acos', oracle.acosBig, (x) => Math.abs(x) <= 1, 0.9],
  ['atan', oracle.atanBig, any, 0.6],
  ['exp', oracle.expBig, (x) => x > -745.2 && x < 709.79, 0.8],
  ['expm1', oracle.expm1Big, (x) => x < 709.79 && x > -800, 0.9],
  ['log', oracle.logBig, positive, 0.6],
  ['log1p', oracle.log1pBig, (x) => x > -1, 0.9],
  ['log2', oracle.log2Big, positive, 0.6],
  ['log10', oracle.log10Big, positive, 0.6],
  ['sinh', oracle.sinhBig, (x) => Math.abs(x) < 710.47, 0.9],
  ['cosh', oracle.coshBig, (x) => Math.abs(x) < 710.47, 0.9],
  ['tanh', oracle.tanhBig, (x) => Math.abs(x) < 600, 0.9],
  ['cbrt', oracle.cbrtBig, any, 0.85],
];

/** Hard cases by hand: closest doubles to multiples of π/2, and where tables and branches change. */
const hard = [
  6381956970095103 * 2 ** 797,
  5.319372648326541e255,
  1647099,
  1647099.3291652855,
  1.5707963267948966,
  11,
  22,
  355,
  1.7976931348623157e308,
  5e-324,
  2.2250738585072014e-308,
  Math.SQRT1_2,
  Math.SQRT2,
  0.5,
  0.9999999999999999,
  1.0000000000000002,
  0.7853981633974483,
  0.031249999999999997,
  37.40602866150324,
  0.34657359027997264,
  0.34657359027997275,
  709.782712893384,
  -745.1332191019411,
  -708.4,
  710.4758600739439,
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
    expect(worst, `at ${at}`).toBeLessThan(0.8);
  });

  test('hypot', () => {
    const [xs, ys, zs] = [21, 22, 23].map((seed) => samples(3000, seed, any));
    for (let i = 0; i < xs.length; i++) {
      const y = xs[i] * (((i % 31) - 15) / 8);
      const z = zs[i] * 1e-3;
      for (const sides of [
        [xs[i], ys[i]],
        [xs[i], y],
        [xs[i], y, z],
      ] as [number, number, number?][]) {
        if (!sides.every((side) => Math.abs(side!) < 1e307)) continue;
        const exact = oracle.hypotBig(...sides.map((side) => big(side!)));
        expect(ulps(elementary.hypot(...sides), exact), `hypot(${sides})`).toBeLessThan(0.52);
      }
    }
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
    expect(elementary.log1p(-1)).toBe(-Infinity);
    expect(elementary.log1p(-1.1)).toBeNaN();
    expect(elementary.exp(709.7827128933841)).toBe(Infinity);
    expect(elementary.exp(-746)).toBe(0);
    expect(elementary.cosh(710.475860073944)).toBe(Infinity);
    expect(elementary.sinh(-1000)).toBe(-Infinity);
    expect(elementary.hypot(NaN, -Infinity)).toBe(Infinity);
    expect(elementary.hypot(NaN, 1)).toBeNaN();
    expect(elementary.hypot(-0, 0)).toBe(0);
    expect(elementary.hypot(1.7e308, 1.7e308)).toBe(Infinity);
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
      expect(elementary.log2(2 ** k)).toBe(k);
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
    for (const name of ['sin', 'tan', 'atan', 'sinh', 'tanh', 'cbrt'] as const) {
      expect(elementary[name](-x)).toBe(-elementary[name](x));
    }
    for (const name of ['cos', 'cosh'] as const) expect(elementary[name](-x)).toBe(elementary[name](x));
  }
});
