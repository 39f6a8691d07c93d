// Fills a triangle into a raster that keeps, for each sample, the greatest value of what covers it.

export interface Raster {
  readonly width: number;
  readonly height: number;
  /** What is greatest wins: heights towards a light, one over the distance from an eye. */
  readonly values: Float32Array;
  /** Who won. */
  readonly faces?: Uint32Array;
}

/** @param p  x, y and value of each corner; values are linear in x and y, which are in samples */
export function fillTriangle(
  raster: Raster,
  p: Float64Array,
  a: number,
  b: number,
  c: number,
  face: number,
): void {
  const { width, height, values, faces } = raster;
  const ax = p[a];
  const ay = p[a + 1];
  const e1x = p[b] - ax;
  const e1y = p[b + 1] - ay;
  const e2x = p[c] - ax;
  const e2y = p[c + 1] - ay;
  const area = e1x * e2y - e1y * e2x;
  if (!(Math.abs(area) > 1e-12)) return;
  const h = p[a + 2];
  const h1 = p[b + 2] - h;
  const h2 = p[c + 2] - h;
  const x0 = Math.max(0, Math.ceil(Math.min(ax, p[b], p[c]) - 0.5));
  const x1 = Math.min(width - 1, Math.floor(Math.max(ax, p[b], p[c]) - 0.5));
  const y0 = Math.max(0, Math.ceil(Math.min(ay, p[b + 1], p[c + 1]) - 0.5));
  const y1 = Math.min(height - 1, Math.floor(Math.max(ay, p[b + 1], p[c + 1]) - 0.5));
  const sx = e2y / area;
  const sy = -e2x / area;
  const tx = -e1y / area;
  const ty = e1x / area;
  for (let y = y0; y <= y1; y++) {
    const dy = y + 0.5 - ay;
    for (let x = x0; x <= x1; x++) {
      const dx = x + 0.5 - ax;
      const s = dx * sx + dy * sy;
      const t = dx * tx + dy * ty;
      if (s < 0 || t < 0 || s + t > 1) continue;
      const value = h + s * h1 + t * h2;
      const at = y * width + x;
      if (value <= values[at]) continue;
      values[at] = value;
      if (faces) faces[at] = face;
    }
  }
}
