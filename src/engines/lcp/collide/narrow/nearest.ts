// Nearest points: of a segment to a point, and of two segments. Callers keep what they are written into: nothing is allocated.

/** A point, and its squared distance from the one that was asked for. */
export class NearPoint {
  x = 0;
  y = 0;
  z = 0;
  squared = 0;
}

/** Places s and t in 0 … 1 on two segments, the points p and q there, their squared distance. */
export class NearPair {
  s = 0;
  t = 0;
  px = 0;
  py = 0;
  pz = 0;
  qx = 0;
  qy = 0;
  qz = 0;
  squared = 0;
}

/** The place t in 0 … 1 of the point of segment x[p], x[q] nearest to c. */
export function closestOnSegment(
  out: NearPoint,
  x: Float64Array,
  p: number,
  q: number,
  cx: number,
  cy: number,
  cz: number,
): number {
  const ux = x[q] - x[p];
  const uy = x[q + 1] - x[p + 1];
  const uz = x[q + 2] - x[p + 2];
  const wx = cx - x[p];
  const wy = cy - x[p + 1];
  const wz = cz - x[p + 2];
  const length = ux * ux + uy * uy + uz * uz;
  const along = ux * wx + uy * wy + uz * wz;
  const t = along <= 0 ? 0 : along >= length ? 1 : along / length;
  out.x = t === 1 ? x[q] : x[p] + t * ux;
  out.y = t === 1 ? x[q + 1] : x[p + 1] + t * uy;
  out.z = t === 1 ? x[q + 2] : x[p + 2] + t * uz;
  const dx = cx - out.x;
  const dy = cy - out.y;
  const dz = cz - out.z;
  out.squared = dx * dx + dy * dy + dz * dz;
  return t;
}

/**
 * The nearest points of segments x[a] x[b] and y[c] y[d]. Of parallel ones that overlap, the middle of the overlap: the
 * same one whichever of the two comes first and whichever way they run.
 */
export function closestOfSegments(
  out: NearPair,
  x: Float64Array,
  a: number,
  b: number,
  y: Float64Array,
  c: number,
  d: number,
): void {
  const ux = x[b] - x[a];
  const uy = x[b + 1] - x[a + 1];
  const uz = x[b + 2] - x[a + 2];
  const vx = y[d] - y[c];
  const vy = y[d + 1] - y[c + 1];
  const vz = y[d + 2] - y[c + 2];
  const wx = x[a] - y[c];
  const wy = x[a + 1] - y[c + 1];
  const wz = x[a + 2] - y[c + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uv = ux * vx + uy * vy + uz * vz;
  const uw = ux * wx + uy * wy + uz * wz;
  const vw = vx * wx + vy * wy + vz * wz;
  const determinant = uu * vv - uv * uv;
  let s: number;
  if (determinant > PARALLEL * uu * vv) s = clamp((uv * vw - vv * uw) / determinant);
  else if (uu > 0) {
    const one = clamp(-uw / uu);
    const two = clamp((uv - uw) / uu);
    s = 0.5 * (one + two);
  } else s = 0;
  let t = vv > 0 ? (uv * s + vw) / vv : 0;
  if (t < 0 || t > 1) {
    t = clamp(t);
    s = uu > 0 ? clamp((uv * t - uw) / uu) : 0;
  }
  out.s = s;
  out.t = t;
  out.px = x[a] + s * ux;
  out.py = x[a + 1] + s * uy;
  out.pz = x[a + 2] + s * uz;
  out.qx = y[c] + t * vx;
  out.qy = y[c + 1] + t * vy;
  out.qz = y[c + 2] + t * vz;
  const dx = out.px - out.qx;
  const dy = out.py - out.qy;
  const dz = out.pz - out.qz;
  out.squared = dx * dx + dy * dy + dz * dz;
}

/** sin² of the angle below which segments count as parallel. */
const PARALLEL = 1e-14;

function clamp(t: number): number {
  return t < 0 ? 0 : Math.min(t, 1);
}
