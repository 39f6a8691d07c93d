// Nearest points: of a segment to a point, and of two segments. Results in module variables, nothing is allocated.

/** The last result of closestOnSegment. */
export const nearest = { x: 0, y: 0, z: 0, squared: 0 };

/** The place t in 0 … 1 of the point of segment x[p], x[q] nearest to c; the point and its squared distance in `nearest`. */
export function closestOnSegment(
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
  nearest.x = t === 1 ? x[q] : x[p] + t * ux;
  nearest.y = t === 1 ? x[q + 1] : x[p + 1] + t * uy;
  nearest.z = t === 1 ? x[q + 2] : x[p + 2] + t * uz;
  const dx = cx - nearest.x;
  const dy = cy - nearest.y;
  const dz = cz - nearest.z;
  nearest.squared = dx * dx + dy * dy + dz * dz;
  return t;
}

/** The last result of closestOfSegments: places s and t, points p and q on each, their squared distance. */
export const between = { s: 0, t: 0, px: 0, py: 0, pz: 0, qx: 0, qy: 0, qz: 0, squared: 0 };

/**
 * The nearest points of segments x[a] x[b] and y[c] y[d]. Of parallel ones that overlap, the middle of the overlap: the
 * same one whichever of the two comes first and whichever way they run.
 */
export function closestOfSegments(
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
  between.s = s;
  between.t = t;
  between.px = x[a] + s * ux;
  between.py = x[a + 1] + s * uy;
  between.pz = x[a + 2] + s * uz;
  between.qx = y[c] + t * vx;
  between.qy = y[c + 1] + t * vy;
  between.qz = y[c + 2] + t * vz;
  const dx = between.px - between.qx;
  const dy = between.py - between.qy;
  const dz = between.pz - between.qz;
  between.squared = dx * dx + dy * dy + dz * dz;
}

/** sin² of the angle below which segments count as parallel. */
const PARALLEL = 1e-14;

function clamp(t: number): number {
  return t < 0 ? 0 : Math.min(t, 1);
}
