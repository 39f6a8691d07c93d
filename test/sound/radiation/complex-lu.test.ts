import { expect, test } from 'vitest';
import { Random } from '../../../src/num/index.ts';
import {
  factorComplex,
  factorInArena,
  luScratch,
  solveFactored,
  strideOf,
} from '../../../src/sound/radiation/complex-lu.ts';
import { expectTwins } from '../../num/twin.ts';

function randomMatrix(n: number, seed: number): { re: Float64Array; im: Float64Array; pivots: Int32Array } {
  const random = new Random(seed);
  const stride = strideOf(n);
  const re = new Float64Array(n * stride);
  const im = new Float64Array(n * stride);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      re[i * stride + j] = random.uniform() - 0.5;
      im[i * stride + j] = random.uniform() - 0.5;
    }
  }
  return { re, im, pivots: new Int32Array(n) };
}

test.each([1, 2, 5, 31, 32, 33, 67, 101, 130])(
  'kernel and TypeScript factor %i unknowns to the same bits',
  (n) => {
    expectTwins(
      randomMatrix(n, n),
      ({ re, im, pivots }) => factorComplex(re, im, n, strideOf(n), pivots),
      ({ re, im, pivots }, arena) =>
        factorInArena(arena, re, im, n, strideOf(n), pivots, arena.f64(luScratch(n))),
    );
  },
);

test('solves to a residual of rounding size', () => {
  for (const n of [3, 40, 97]) {
    const { re, im, pivots } = randomMatrix(n, 100 + n);
    const stride = strideOf(n);
    const xRe = Float64Array.from({ length: n }, (_, i) => i - 3);
    const xIm = Float64Array.from({ length: n }, (_, i) => 1 / (i + 1));
    const bRe = new Float64Array(n);
    const bIm = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const at = i * stride + j;
        bRe[i] += re[at] * xRe[j] - im[at] * xIm[j];
        bIm[i] += re[at] * xIm[j] + im[at] * xRe[j];
      }
    }
    expect(factorComplex(re, im, n, stride, pivots)).toBe(-1);
    solveFactored(re, im, n, stride, pivots, bRe, bIm);
    for (let i = 0; i < n; i++) {
      expect(bRe[i]).toBeCloseTo(xRe[i], 9);
      expect(bIm[i]).toBeCloseTo(xIm[i], 9);
    }
  }
});

test('says which column has no pivot', () => {
  const { re, im, pivots } = randomMatrix(6, 1);
  for (let i = 0; i < 6; i++) re[8 * i + 2] = im[8 * i + 2] = 0;
  expect(factorComplex(re, im, 6, 8, pivots)).toBe(2);
});
