// Three numbers as a list of their own, for what is done seldom enough to make lists; in flat arrays: vec3.ts.

type Triple = ArrayLike<number>;

/** a · b */
export function dotTriple(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** a × b */
export function crossTriple(a: Triple, b: Triple): [number, number, number] {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** (b − a) × (c − a): twice the area of the triangle at x[a…], x[b…] and x[c…], along its normal. */
export function areaTriple(x: Triple, a: number, b: number, c: number): [number, number, number] {
  const u = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
  const v = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
  return crossTriple(u, v);
}

/** |a| */
export function lengthTriple(a: Triple): number {
  return Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}
