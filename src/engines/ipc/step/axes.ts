// Vectors between the axes of a body and those of the world, by rotation matrices.

/** R v: a vector of body axes in world axes, for R at r[m…m+8], v at v[i…] and the result at out[o…]. */
export function turnToWorld(
  out: Float64Array,
  o: number,
  r: Float64Array,
  m: number,
  v: Float64Array,
  i: number,
): void {
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  out[o] = r[m] * x + r[m + 1] * y + r[m + 2] * z;
  out[o + 1] = r[m + 3] * x + r[m + 4] * y + r[m + 5] * z;
  out[o + 2] = r[m + 6] * x + r[m + 7] * y + r[m + 8] * z;
}

/** Rᵀ (x, y, z): a vector of world axes in body axes. */
export function turnToBody(
  out: Float64Array,
  r: Float64Array,
  m: number,
  x: number,
  y: number,
  z: number,
): void {
  for (let k = 0; k < 3; k++) out[k] = r[m + k] * x + r[m + 3 + k] * y + r[m + 6 + k] * z;
}
