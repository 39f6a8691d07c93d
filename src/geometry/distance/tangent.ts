// Two unit tangents of a contact, for friction.
//
// Isotropic friction does not care which pair of orthonormal tangents is taken, only that it is the
// same pair each time, so it is made from the direction r alone. Without normalising a vector that
// may vanish: Duff et al. 2017, "Building an Orthonormal Basis, Revisited".

/**
 * Writes two unit vectors t₁ t₂, 6 numbers, with (t₁, t₂, r/|r|) right-handed; r ≠ 0, of any length.
 */
export function writeTangents(out: Float64Array, o: number, r: Float64Array, at: number): void {
  const inverse = 1 / Math.sqrt(r[at] * r[at] + r[at + 1] * r[at + 1] + r[at + 2] * r[at + 2]);
  const nx = r[at] * inverse;
  const ny = r[at + 1] * inverse;
  const nz = r[at + 2] * inverse;
  const sign = nz < 0 ? -1 : 1;
  const a = -1 / (sign + nz);
  const b = nx * ny * a;
  out[o] = 1 + sign * nx * nx * a;
  out[o + 1] = sign * b;
  out[o + 2] = -sign * nx;
  out[o + 3] = b;
  out[o + 4] = sign + ny * ny * a;
  out[o + 5] = -ny;
}
