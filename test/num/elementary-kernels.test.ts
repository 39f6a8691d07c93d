import { expect, test } from 'vitest';
import { atan2 } from '../../src/num/elementary/arc.ts';
import { cos, sin } from '../../src/num/elementary/trigonometric.ts';
import { exp } from '../../src/num/elementary/exponential.ts';
import { log } from '../../src/num/elementary/logarithm.ts';
import { kernelsFor } from '../../src/num/kernels/kernels.ts';
import { hard, samples } from './samples.ts';
import { expectTwins } from './twin.ts';

const special = [0, -0, Infinity, -Infinity, NaN, 5e-324, -5e-324, 1, -1];
const numbers = Float64Array.from([
  ...special,
  ...hard,
  ...hard.map((x) => -x),
  ...samples(100_000, 41, () => true),
]);
const like = () => new Float64Array(numbers.length);

test('sin and cos have the bits of their twins', () => {
  expectTwins(
    { x: numbers, sines: like(), cosines: like() },
    ({ x, sines, cosines }) => {
      for (let i = 0; i < x.length; i++) {
        sines[i] = sin(x[i]);
        cosines[i] = cos(x[i]);
      }
    },
    ({ x, sines, cosines }, arena) =>
      kernelsFor(arena).writeSines(
        x.length,
        arena.offsetOf(x),
        arena.offsetOf(sines),
        arena.offsetOf(cosines),
      ),
  );
});

test.each([
  ['log', log, 'writeLogarithms'],
  ['exp', exp, 'writeExponentials'],
] as const)('%s has the bits of its twin', (_, f, kernel) => {
  expectTwins(
    { x: numbers, out: like() },
    ({ x, out }) => {
      for (let i = 0; i < x.length; i++) out[i] = f(x[i]);
    },
    ({ x, out }, arena) => kernelsFor(arena)[kernel](x.length, arena.offsetOf(x), arena.offsetOf(out)),
  );
});

test('atan2 has the bits of its twin', () => {
  // arbitrary pairs, pairs of like size, and every pair of special values
  const others = samples(numbers.length, 42, () => true);
  const pairs: number[] = [];
  numbers.forEach((y, i) => {
    pairs.push(y, others[i], others[i] * ((i % 97) - 48.5) * 0.02, others[i]);
  });
  for (const y of special) for (const x of special) pairs.push(y, x);
  const y = Float64Array.from({ length: pairs.length / 2 }, (_, i) => pairs[2 * i]);
  const x = y.map((_, i) => pairs[2 * i + 1]);
  expect(y.length).toBeGreaterThan(200_000);
  expectTwins(
    { y, x, out: new Float64Array(y.length) },
    ({ y, x, out }) => {
      for (let i = 0; i < x.length; i++) out[i] = atan2(y[i], x[i]);
    },
    ({ y, x, out }, arena) =>
      kernelsFor(arena).writeAngles(x.length, arena.offsetOf(y), arena.offsetOf(x), arena.offsetOf(out)),
  );
});
