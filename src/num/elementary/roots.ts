// Cube roots, without a loop.
//
// Measured against a 60-digit oracle in elementary.test.ts: below 0.8 ulp.

import { type f64, highWord, powerOfTwo } from '../kernels/machine.ts';

const SMALLEST_NORMAL = 2.2250738585072014e-308;

/** m^(-1/3) to a two-hundredth, for 32 ranges of each of 1 ≤ m < 2, 2 ≤ m < 4 and 4 ≤ m < 8. */
// biome-ignore format: a table
const INVERSE_ROOTS = new Float64Array([
  0.994873046875, 0.98486328125, 0.975341796875, 0.966064453125, 0.95703125, 0.948486328125, 0.940185546875, 0.93212890625,
  0.924560546875, 0.9169921875, 0.90966796875, 0.90283203125, 0.89599609375, 0.889404296875, 0.8828125, 0.876708984375,
  0.87060546875, 0.86474609375, 0.85888671875, 0.853271484375, 0.847900390625, 0.842529296875, 0.83740234375, 0.832275390625,
  0.827392578125, 0.822509765625, 0.81787109375, 0.813232421875, 0.808837890625, 0.80419921875, 0.800048828125, 0.7958984375,
  0.78955078125, 0.78173828125, 0.77392578125, 0.7666015625, 0.759521484375, 0.7529296875, 0.746337890625, 0.739990234375,
  0.733642578125, 0.727783203125, 0.72216796875, 0.716552734375, 0.711181640625, 0.705810546875, 0.70068359375, 0.69580078125,
  0.69091796875, 0.686279296875, 0.681640625, 0.67724609375, 0.6728515625, 0.668701171875, 0.66455078125, 0.66064453125,
  0.65673828125, 0.65283203125, 0.649169921875, 0.6455078125, 0.641845703125, 0.638427734375, 0.635009765625, 0.631591796875,
  0.626708984375, 0.620361328125, 0.6142578125, 0.608642578125, 0.60302734375, 0.597412109375, 0.59228515625, 0.587158203125,
  0.582275390625, 0.57763671875, 0.572998046875, 0.568603515625, 0.564453125, 0.560302734375, 0.55615234375, 0.55224609375,
  0.54833984375, 0.544677734375, 0.541015625, 0.53759765625, 0.5341796875, 0.53076171875, 0.527587890625, 0.5244140625,
  0.521240234375, 0.51806640625, 0.51513671875, 0.51220703125, 0.509521484375, 0.506591796875, 0.50390625, 0.501220703125,
]);

/**
 * ³√x. With |x| = 2^(3k) m, 1 ≤ m < 8: a table gives u ≈ m^(-1/3), a series in e = 1 - m u³ makes it good to
 * 27 bits without a division. m u² is then ³√m; rounded to 24 bits, so that t² is exact, it takes one last
 * step t + d/3 - d²/9t, where d = m/t² - t.
 */
export function cbrt(x: f64): f64 {
  const magnitude = Math.abs(x);
  if (!(magnitude >= SMALLEST_NORMAL && magnitude < Infinity)) return cbrtOfSpecial(x);
  const word = highWord(magnitude);
  const exponent = word >> 20;
  const third = (exponent * 21846) >> 16; // ⌊exponent / 3⌋
  const m = magnitude * powerOfTwo(1023 - 3 * third);
  const first = INVERSE_ROOTS[((exponent - 3 * third) << 5) | ((word >> 15) & 31)];
  const e = 1 - m * first * (first * first);
  const u = first + first * e * (1 / 3 + e * (2 / 9 + e * (14 / 81)));
  const t: f64 = Math.fround(m * u * u);
  const d = m / (t * t) - t;
  const y = (t + d * (1 / 3 - d * u * (1 / 9))) * powerOfTwo(third - 341);
  return x < 0 ? -y : y;
}

/** Zero, infinities and NaN are their own roots; subnormal numbers are scaled by 2⁵⁴ and back by 2⁻¹⁸. */
function cbrtOfSpecial(x: f64): f64 {
  return x - x === 0 && x !== 0 ? cbrt(x * 18014398509481984) * 3.814697265625e-6 : x;
}
