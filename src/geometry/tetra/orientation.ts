// The signed volume of a tetrahedron, and turning those of negative volume over.

/** Six times the volume [m³] of four points of an interleaved array, positive where b, c, d turn left seen from a. */
export function sixVolume(x: ArrayLike<number>, a: number, b: number, c: number, d: number): number {
  const [i, j, k, l] = [3 * a, 3 * b, 3 * c, 3 * d];
  const ux = x[j] - x[i];
  const uy = x[j + 1] - x[i + 1];
  const uz = x[j + 2] - x[i + 2];
  const vx = x[k] - x[i];
  const vy = x[k + 1] - x[i + 1];
  const vz = x[k + 2] - x[i + 2];
  const wx = x[l] - x[i];
  const wy = x[l + 1] - x[i + 1];
  const wz = x[l + 2] - x[i + 2];
  return ux * (vy * wz - vz * wy) - uy * (vx * wz - vz * wx) + uz * (vx * wy - vy * wx);
}

/** The six edges of the tetrahedron of four points at offsets of x: ab, ac, ad, bc, bd, cd, xyz each. */
export function writeEdges(
  out: Float64Array,
  x: Float64Array,
  a: number,
  b: number,
  c: number,
  d: number,
): void {
  for (let k = 0; k < 3; k++) {
    const u = x[b + k] - x[a + k];
    const v = x[c + k] - x[a + k];
    const w = x[d + k] - x[a + k];
    out[k] = u;
    out[3 + k] = v;
    out[6 + k] = w;
    out[9 + k] = v - u;
    out[12 + k] = w - u;
    out[15 + k] = w - v;
  }
}

/** Appends the tetrahedron so that its volume is positive. */
export function pushPositive(
  four: number[],
  x: ArrayLike<number>,
  a: number,
  b: number,
  c: number,
  d: number,
): void {
  if (sixVolume(x, a, b, c, d) > 0) four.push(a, b, c, d);
  else four.push(a, b, d, c);
}

/** Corners 2 and 3 exchanged where the volume is negative, and with them the mid nodes 02 and 03, 12 and 13. */
export function turnPositive(x: ArrayLike<number>, elements: Uint32Array, width: 4 | 10): void {
  for (let t = 0; t < elements.length; t += width) {
    if (sixVolume(x, elements[t], elements[t + 1], elements[t + 2], elements[t + 3]) >= 0) continue;
    swap(elements, t + 2, t + 3);
    if (width === 4) continue;
    swap(elements, t + 5, t + 6);
    swap(elements, t + 7, t + 8);
  }
}

function swap(list: Uint32Array, i: number, j: number): void {
  const old = list[i];
  list[i] = list[j];
  list[j] = old;
}
