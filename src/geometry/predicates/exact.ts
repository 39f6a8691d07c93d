// Determinants of doubles without any rounding, for the inputs that floating-point expansions cannot take.
//
// Every finite double is m · 2^e with integers m and e. Brought to the smallest exponent among
// them, coordinates become whole numbers, and the sign of a determinant of whole numbers is exact.
// Thousands of times slower than expansions: orientation.ts comes here only where products of
// three coordinates would overflow or lose bits below the smallest subnormal number.

const bits = new DataView(new ArrayBuffer(8));

/** Whole numbers in proportion to `values`: values[i] · 2^k for one k that is common to all. */
export function wholeNumbers(values: readonly number[]): bigint[] {
  const mantissas: bigint[] = [];
  const exponents: number[] = [];
  let smallest = Number.POSITIVE_INFINITY;
  for (const value of values) {
    if (!Number.isFinite(value)) throw new RangeError(`${value} is not a coordinate; give finite numbers`);
    bits.setFloat64(0, value);
    const word = bits.getBigUint64(0);
    const biased = Number((word >> 52n) & 0x7ffn);
    const fraction = word & 0xfffffffffffffn;
    // subnormal numbers have the exponent of the smallest normal ones, and no hidden bit
    const magnitude = biased === 0 ? fraction : fraction | 0x10000000000000n;
    const exponent = biased === 0 ? 1 : biased;
    mantissas.push(value < 0 ? -magnitude : magnitude);
    exponents.push(exponent);
    if (magnitude !== 0n) smallest = Math.min(smallest, exponent);
  }
  return mantissas.map((m, i) => (m === 0n ? 0n : m << BigInt(exponents[i] - smallest)));
}

/** Sign of ((b − a) × (c − a)) · (d − a), the twelve coordinates of a b c d in order. */
export function exactOrient3(coordinates: readonly number[]): number {
  const [ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz] = wholeNumbers(coordinates);
  const [ux, uy, uz] = [bx - ax, by - ay, bz - az];
  const [vx, vy, vz] = [cx - ax, cy - ay, cz - az];
  const [wx, wy, wz] = [dx - ax, dy - ay, dz - az];
  return signOf((uy * vz - uz * vy) * wx + (uz * vx - ux * vz) * wy + (ux * vy - uy * vx) * wz);
}

/** Sign of (b − a) × (c − a) in the plane, the six coordinates of a b c in order. */
export function exactOrient2(coordinates: readonly number[]): number {
  const [ax, ay, bx, by, cx, cy] = wholeNumbers(coordinates);
  return signOf((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
}

function signOf(value: bigint): number {
  return value > 0n ? 1 : value < 0n ? -1 : 0;
}
