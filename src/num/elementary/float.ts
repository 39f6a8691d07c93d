// Taking doubles apart and putting them together, in ways that are exact.
//
// Powers of two come from a table: writing the two halves of a double and reading it back
// stalls the store buffer, and a load does not. The one bit pattern we read is the upper word.
// Every platform with typed arrays in use is little-endian.
//
// The hottest functions write some of this out and keep views and tables of their own. A call that is not
// inlined boxes its numbers, which costs as much as a polynomial; V8 inlines functions of up to 460 bytes of
// bytecode and about two such in a caller, so they are short, and their rare cases are functions apart.

const doubleView = new Float64Array(1);
/** The same eight bytes: word 1 is the upper one. */
const wordView = new Int32Array(doubleView.buffer);

/** The upper 32 bits of a double: sign, eleven bits of biased exponent, twenty of fraction. */
export function highWord(x: number): number {
  doubleView[0] = x;
  return wordView[1];
}

/** POWERS_OF_TWO[1074 + k] = 2ᵏ for k = -1074 … 1023. */
export const POWERS_OF_TWO = new Float64Array(2098);
for (let k = 0, power = 1; k <= 1023; k++, power *= 2) POWERS_OF_TWO[1074 + k] = power;
for (let k = 0, power = 1; k >= -1074; k--, power *= 0.5) POWERS_OF_TWO[1074 + k] = power;

/** 2ᵏ for an integer k = -1074 … 1023. */
export function powerOfTwo(k: number): number {
  return POWERS_OF_TWO[1074 + k];
}

/** x 2ᵏ for any integer k = -2098 … 2046, rounded once (x of ordinary size). */
export function scaleByPowerOfTwo(x: number, k: number): number {
  if (k >= -1022 && k <= 1023) return x * powerOfTwo(k);
  if (k > 1023) return x * powerOfTwo(1023) * powerOfTwo(k - 1023);
  // The first factor keeps x normal, so that only the second one rounds.
  return k < -1922 ? x * 0 : x * powerOfTwo(-900) * powerOfTwo(k + 900);
}

/** The leading 26 bits of x (Veltkamp's splitting), for |x| < 2⁹⁹⁶: x - head(x) is exact. */
export function head(x: number): number {
  const t = 134217729 * x;
  return t - (t - x);
}

/** a b - product exactly, where product = fl(a b) (Dekker 1971). */
export function productError(a: number, b: number, product: number): number {
  const aHead = head(a);
  const aTail = a - aHead;
  const bHead = head(b);
  const bTail = b - bHead;
  return aHead * bHead - product + aHead * bTail + aTail * bHead + aTail * bTail;
}

/** a + b - sum exactly, where sum = fl(a + b) (Knuth). */
export function sumError(a: number, b: number, sum: number): number {
  const bRounded = sum - a;
  return a - (sum - bRounded) + (b - bRounded);
}
