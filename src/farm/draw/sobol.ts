// Sobol's sequence, any point of it by its number.
//
// Directions: S. Joe and F. Y. Kuo, "Constructing Sobol sequences with better two-dimensional projections", SIAM J. Sci.
// Comput. 30 (2008), their file new-joe-kuo-6.21201, first 16 dimensions. Points come in their order, which is that of the
// Gray code: of i ^ (i >> 1), each bit turns one direction on.

/** A primitive polynomial over GF(2): its degree is the number of directions given, its inner coefficients the bits of a. */
interface Row {
  readonly a: number;
  readonly m: readonly number[];
}

/** From the second dimension on; the first is the binary fractions. */
const TABLE: readonly Row[] = [
  { a: 0, m: [1] },
  { a: 1, m: [1, 3] },
  { a: 1, m: [1, 3, 1] },
  { a: 2, m: [1, 1, 1] },
  { a: 1, m: [1, 1, 3, 3] },
  { a: 4, m: [1, 3, 5, 13] },
  { a: 2, m: [1, 1, 5, 5, 17] },
  { a: 4, m: [1, 1, 5, 5, 5] },
  { a: 7, m: [1, 1, 7, 11, 19] },
  { a: 11, m: [1, 1, 5, 1, 1] },
  { a: 13, m: [1, 1, 1, 3, 11] },
  { a: 14, m: [1, 3, 5, 5, 31] },
  { a: 1, m: [1, 3, 3, 9, 7, 49] },
  { a: 13, m: [1, 1, 1, 15, 21, 21] },
  { a: 16, m: [1, 3, 1, 13, 27, 49] },
];

const BITS = 32;

/** How many dimensions there are. */
export const SOBOL_DIMENSIONS = TABLE.length + 1;

const made = new Map<number, Uint32Array>();

/** @param index  of the point, below 2³² */
export function sobol(index: number, dimension: number): number {
  const directions = made.get(dimension) ?? directionsOf(dimension);
  made.set(dimension, directions);
  let gray = (index ^ (index >>> 1)) >>> 0;
  let bits = 0;
  for (let k = 0; gray !== 0; k++, gray >>>= 1) if (gray & 1) bits ^= directions[k];
  return (bits >>> 0) / 4294967296;
}

function directionsOf(dimension: number): Uint32Array {
  const v = new Uint32Array(BITS);
  if (dimension === 0) return v.map((_, k) => 1 << (BITS - 1 - k));
  const { a, m } = TABLE[dimension - 1];
  const s = m.length;
  for (let k = 0; k < BITS; k++) {
    if (k < s) {
      v[k] = m[k] << (BITS - 1 - k);
      continue;
    }
    v[k] = v[k - s] ^ (v[k - s] >>> s);
    for (let j = 1; j < s; j++) if ((a >>> (s - 1 - j)) & 1) v[k] ^= v[k - j];
  }
  return v;
}
