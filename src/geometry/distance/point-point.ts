// Squared distance of two points, s = |a - b|² [m²].

/** Offsets a, b into x, here and below; x is xyz interleaved [m]. */
export function pointPointDistanceSquared(x: Float64Array, a: number, b: number): number {
  const dx = x[a] - x[b];
  const dy = x[a + 1] - x[b + 1];
  const dz = x[a + 2] - x[b + 2];
  return dx * dx + dy * dy + dz * dz;
}

/** Writes a closest record (closest.ts) with weights 1, -1. */
export function pointPointClosest(out: Float64Array, o: number, x: Float64Array, a: number, b: number): void {
  const dx = x[a] - x[b];
  const dy = x[a + 1] - x[b + 1];
  const dz = x[a + 2] - x[b + 2];
  out[o] = 1;
  out[o + 1] = -1;
  out[o + 2] = 0;
  out[o + 3] = 0;
  out[o + 4] = dx;
  out[o + 5] = dy;
  out[o + 6] = dz;
  out[o + 7] = dx * dx + dy * dy + dz * dz;
}
