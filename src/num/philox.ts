// Philox 4×32-10: a bijection of a 128-bit counter under a 64-bit key that passes for random.
//
// Ten rounds; each multiplies two of the four words by odd constants into 64 bits, swaps the
// halves about and mixes the key in; the key is bumped between rounds.
//
// Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3".
// Known answers and a big-integer twin are in philox.test.ts.

const MULTIPLIER_0 = 0xd2511f53;
const MULTIPLIER_1 = 0xcd9e8d57;
/** The golden ratio and √3 - 1 as 32-bit fractions. */
const KEY_STEP_0 = 0x9e3779b9;
const KEY_STEP_1 = 0xbb67ae85;

/** The upper 32 bits of the product of two unsigned 32-bit integers. */
function multiplyHigh(a: number, b: number): number {
  const aLow = a & 0xffff;
  const aHigh = a >>> 16;
  const bLow = b & 0xffff;
  const bHigh = b >>> 16;
  // (2¹⁶ - 1)² + 2¹⁶ - 1 is below 2³², so no partial sum overflows.
  const low = Math.imul(aLow, bLow) >>> 16;
  const middle = (Math.imul(aHigh, bLow) >>> 0) + low;
  const cross = (Math.imul(aLow, bHigh) >>> 0) + (middle & 0xffff);
  return (Math.imul(aHigh, bHigh) + (middle >>> 16) + (cross >>> 16)) | 0;
}

/** Writes four random 32-bit words to out[0…3] for the counter (c0, c1, c2, c3) and key (k0, k1). */
export function philox(
  out: Uint32Array,
  c0: number,
  c1: number,
  c2: number,
  c3: number,
  k0: number,
  k1: number,
): void {
  let x0 = c0 | 0;
  let x1 = c1 | 0;
  let x2 = c2 | 0;
  let x3 = c3 | 0;
  let key0 = k0 | 0;
  let key1 = k1 | 0;
  for (let round = 0; round < 10; round++) {
    const high0 = multiplyHigh(MULTIPLIER_0, x0);
    const low0 = Math.imul(MULTIPLIER_0, x0);
    const high1 = multiplyHigh(MULTIPLIER_1, x2);
    const low1 = Math.imul(MULTIPLIER_1, x2);
    x0 = high1 ^ x1 ^ key0;
    x1 = low1;
    x2 = high0 ^ x3 ^ key1;
    x3 = low0;
    key0 = (key0 + KEY_STEP_0) | 0;
    key1 = (key1 + KEY_STEP_1) | 0;
  }
  out[0] = x0;
  out[1] = x1;
  out[2] = x2;
  out[3] = x3;
}
