// Three-vectors inside flat arrays: every operand is an array and the index of its x.
//
// Each function reads all of its inputs before it writes, so `out` may overlap them.
// In the innermost loops scalar locals are as fast; choose by readability.

/** a · b */
export function dot3(a: Float64Array, ai: number, b: Float64Array, bi: number): number {
  return a[ai] * b[bi] + a[ai + 1] * b[bi + 1] + a[ai + 2] * b[bi + 2];
}

/** out = a × b */
export function cross3(
  out: Float64Array,
  o: number,
  a: Float64Array,
  ai: number,
  b: Float64Array,
  bi: number,
): void {
  const ax = a[ai];
  const ay = a[ai + 1];
  const az = a[ai + 2];
  const bx = b[bi];
  const by = b[bi + 1];
  const bz = b[bi + 2];
  out[o] = ay * bz - az * by;
  out[o + 1] = az * bx - ax * bz;
  out[o + 2] = ax * by - ay * bx;
}

/** out = (b − a) × (d − c), of points of x; with c = a twice the area of the triangle a b d along its normal. */
export function crossEdges(
  out: Float64Array,
  o: number,
  x: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
): void {
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = x[d] - x[c];
  const vy = x[d + 1] - x[c + 1];
  const vz = x[d + 2] - x[c + 2];
  out[o] = uy * vz - uz * vy;
  out[o + 1] = uz * vx - ux * vz;
  out[o + 2] = ux * vy - uy * vx;
}

/** |a|; components of magnitude 1e-150 … 1e150, as all lengths of a simulation are. */
export function norm3(a: Float64Array, ai: number): number {
  const x = a[ai];
  const y = a[ai + 1];
  const z = a[ai + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** out = a / |a|, and returns |a|; a zero vector stays zero. */
export function normalize3(out: Float64Array, o: number, a: Float64Array, ai: number): number {
  const length = norm3(a, ai);
  const scale = length > 0 ? 1 / length : 0;
  const x = a[ai] * scale;
  const y = a[ai + 1] * scale;
  const z = a[ai + 2] * scale;
  out[o] = x;
  out[o + 1] = y;
  out[o + 2] = z;
  return length;
}
