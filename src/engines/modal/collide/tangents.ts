// Two tangents to a normal that turn with it smoothly.
//
//   t₁ ∥ g × n,   t₂ = n × t₁
//
// Choosing the axis that is farthest from n would swap tangents back and forth where two are equally far, and every
// floor is such a place; what a solver remembers of friction would go with them. A fixed g has only two directions
// where it fails. g is across x, so that floors looking along y or z have their first tangent along x, and leans by the
// golden ratio, as hardly anything does.

const GY = 0.5257311121191336;
const GZ = 0.8506508083520399;

/** Writes n, t₁, t₂, nine numbers. */
export function writeTangents(out: Float64Array, normals: Float64Array, at: number): void {
  const nx = normals[at];
  const ny = normals[at + 1];
  const nz = normals[at + 2];
  let tx = GY * nz - GZ * ny;
  let ty = GZ * nx;
  let tz = -GY * nx;
  const squared = tx * tx + ty * ty + tz * tz;
  if (squared < 1e-12) {
    tx = 1;
    ty = 0;
    tz = 0;
  } else {
    const scale = 1 / Math.sqrt(squared);
    tx *= scale;
    ty *= scale;
    tz *= scale;
  }
  out[0] = nx;
  out[1] = ny;
  out[2] = nz;
  out[3] = tx;
  out[4] = ty;
  out[5] = tz;
  out[6] = ny * tz - nz * ty;
  out[7] = nz * tx - nx * tz;
  out[8] = nx * ty - ny * tx;
}
