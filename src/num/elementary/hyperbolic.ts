// sinh and cosh, from the table of 2^(i/64) that exp has: exponential.ts.
//
// Measured against a 60-digit oracle in elementary.test.ts: all below 0.65 ulp.

import { exp, expOfSum } from './exponential.ts';
import { sumError } from './float.ts';
import { EXP_ROWS } from './tables.ts';

/** ln 2 / 64 and 64 / ln 2 */
const STEP_HIGH = 0.010830424696450791;
const STEP_LOW = -2.0164562921995537e-13;
const INVERSE_STEP = 92.33248261689366;
/** Between ±this, eˣ is normal. */
const ORDINARY = 708;

// Held here and not shared: a constant of its own module is known to the compiler, an imported one is not.
const ROWS = new Float64Array(EXP_ROWS);
/** POWERS[64 + k] = 2ᵏ for |k| ≤ 64 */
const POWERS = new Float64Array(129);
for (let k = 0, power = 5.421010862427522e-20; k < 129; k++, power *= 2) POWERS[k] = power;

// With s = 2ᵏ 2^(i/64), A = (s - 1/s)/2 and B = (s + 1/s)/2:
//   sinh x = A cosh r + B sinh r,   cosh x = B cosh r + A sinh r

/** In: x. Out: sinh x in two parts, then cosh x in two parts. A typed array, so that nothing is boxed. */
const parts = new Float64Array(4);

/** sinh and cosh of 0 ≤ x < 23, from `parts` to `parts`. */
function writeHyperbolicParts(): void {
  const x = parts[0];
  const n = Math.floor(x * INVERSE_STEP + 0.5);
  const high = x - n * STEP_HIGH;
  const low = n * STEP_LOW;
  const r = high - low;
  const i = n | 0;
  const up = (i & 63) << 1;
  const down = (-i & 63) << 1;
  const s = 0.5 * ROWS[up] * POWERS[64 + (i >> 6)];
  const inverse = 0.5 * ROWS[down] * POWERS[64 + (-i >> 6)];
  const z = r * r;
  const even = z * (1 / 2 + z * (1 / 24 + z * (1 / 720)));
  const odd = r * z * (1 / 6 + z * (1 / 120)) + (high - r - low);
  const a = s - inverse;
  const b = s + inverse;
  const aLow = s - a - inverse + (s * ROWS[up + 1] - inverse * ROWS[down + 1]);
  const bLow = s - b + inverse + (s * ROWS[up + 1] + inverse * ROWS[down + 1]);
  // B r as r + (B - 1) r: near zero, where it is most of sinh, only its first term is large.
  const sum = a + r;
  parts[0] = sum;
  parts[1] = sumError(a, r, sum) + ((b - 1 + bLow) * r + (a * even + (b * odd + aLow)));
  parts[2] = b;
  parts[3] = a * r + (b * even + (a * odd + bLow));
}

/** Beyond this e⁻ˣ is lost in the rounding of eˣ. */
const ONE_SIDED = 20;

/** sinh x = (eˣ - e⁻ˣ)/2 */
export function sinh(x: number): number {
  const magnitude = Math.abs(x);
  if (!(magnitude < ONE_SIDED)) return x > 0 ? halfExp(x) : x < 0 ? -halfExp(-x) : x;
  if (magnitude < 1e-8) return x;
  parts[0] = magnitude;
  writeHyperbolicParts();
  const y = parts[0] + parts[1];
  return x < 0 ? -y : y;
}

/** cosh x = (eˣ + e⁻ˣ)/2 */
export function cosh(x: number): number {
  const magnitude = Math.abs(x);
  if (!(magnitude < ONE_SIDED)) return halfExp(magnitude);
  parts[0] = magnitude;
  writeHyperbolicParts();
  return parts[2] + parts[3];
}

/** eˣ/2 where eˣ alone might overflow: e^(x - 64 ln 2) times 2⁶³ */
function halfExp(x: number): number {
  if (!(x < 711)) return Number.isNaN(x) ? x : Infinity;
  if (x < ORDINARY) return 0.5 * exp(x);
  return expOfSum(x - 4096 * STEP_HIGH, -4096 * STEP_LOW) * POWERS[64 + 63];
}
