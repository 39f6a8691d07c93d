// Doubles to try elementary functions on.

import { Random } from '../../src/num/random.ts';

const HALF_PI = 1.5707963267948966;

/** Doubles that reach every branch: ordinary, tiny, subnormal, huge, near 1, near multiples of π/2. */
export function samples(count: number, seed: number, range: (x: number) => boolean): number[] {
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

/** Hard cases by hand: closest doubles to multiples of π/2, and where tables and branches change. */
export const hard = [
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
