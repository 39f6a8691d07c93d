// Real spherical harmonics, orthonormal on the unit sphere, and their gradients there.
//
//   Y_lm = N_lm Π_lm(z) c_m(x, y),   Y_l,−m = N_lm Π_lm(z) s_m(x, y),   c_m + i s_m = (x + iy)^m,   Π_lm = d^m P_l/dz^m
//
// Written so there is no pole: neither sinθ nor an angle is ever divided by or formed. As polynomials in x y z their
// gradient is that of the factors (dΠ_lm/dz = Π_l,m+1), of which only the part along the sphere counts.
// Index of Y_lm: l² + l + m.

/** Highest degree that tables are made for. */
export const MOST_DEGREE = 60;

const norms = makeNorms();
/** Π_lm at l (MOST + 2) + m. */
const WIDTH = MOST_DEGREE + 2;
const legendre = new Float64Array(WIDTH * (MOST_DEGREE + 1));
const cosines = new Float64Array(WIDTH);
const sines = new Float64Array(WIDTH);

/** √((2l + 1)/4π (l − m)!/(l + m)!), times √2 for m > 0. */
function makeNorms(): Float64Array {
  const table = new Float64Array((MOST_DEGREE + 2) * (MOST_DEGREE + 1));
  for (let l = 0; l <= MOST_DEGREE; l++) {
    let squared = (2 * l + 1) / (4 * Math.PI);
    for (let m = 0; m <= l; m++) {
      if (m > 0) squared /= (l + m) * (l - m + 1);
      table[l * (MOST_DEGREE + 2) + m] = Math.sqrt(m > 0 ? 2 * squared : squared);
    }
  }
  return table;
}

function prepare(degree: number, x: number, y: number, z: number): void {
  cosines[0] = 1;
  sines[0] = 0;
  for (let m = 1; m <= degree; m++) {
    cosines[m] = x * cosines[m - 1] - y * sines[m - 1];
    sines[m] = x * sines[m - 1] + y * cosines[m - 1];
  }
  let diagonal = 1; // (2m − 1)!!
  for (let m = 0; m <= degree; m++) {
    if (m > 0) diagonal *= 2 * m - 1;
    let before = 0;
    let value = diagonal;
    legendre[m * WIDTH + m] = value;
    // above the diagonal a derivative of more than the degree
    legendre[m * WIDTH + m + 1] = 0;
    for (let l = m + 1; l <= degree; l++) {
      const next = ((2 * l - 1) * z * value - (l + m - 1) * before) / (l - m);
      before = value;
      value = next;
      legendre[l * WIDTH + m] = value;
    }
  }
}

/** Writes (degree + 1)² values at the unit vector x y z. */
export function harmonics(degree: number, x: number, y: number, z: number, out: Float64Array): void {
  prepare(degree, x, y, z);
  for (let l = 0; l <= degree; l++) {
    const middle = l * l + l;
    for (let m = 0; m <= l; m++) {
      const value = norms[l * WIDTH + m] * legendre[l * WIDTH + m];
      out[middle - m] = value * sines[m];
      out[middle + m] = value * cosines[m];
    }
  }
}

/**
 * Values at a unit vector, and derivatives along a vector tangent to the sphere there.
 * @param slopes  derivatives for a unit sphere: divide by the radius
 */
export function harmonicsAndSlopes(
  degree: number,
  place: ArrayLike<number>,
  tangent: ArrayLike<number>,
  out: Float64Array,
  slopes: Float64Array,
): void {
  const a = tangent[0];
  const b = tangent[1];
  const c = tangent[2];
  harmonics(degree, place[0], place[1], place[2], out);
  for (let l = 0; l <= degree; l++) {
    const middle = l * l + l;
    for (let m = 0; m <= l; m++) {
      const norm = norms[l * WIDTH + m];
      const up = norm * legendre[l * WIDTH + m + 1] * c;
      const side = m > 0 ? m * norm * legendre[l * WIDTH + m] : 0;
      const c1 = m > 0 ? cosines[m - 1] : 0;
      const s1 = m > 0 ? sines[m - 1] : 0;
      slopes[middle - m] = up * sines[m] + side * (a * s1 + b * c1);
      slopes[middle + m] = up * cosines[m] + side * (a * c1 - b * s1);
    }
  }
}
