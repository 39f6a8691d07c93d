// How far a parallel light reaches: for each texel of a plane square to the light, the height towards the light
// of the nearest surface. What lies lower is in shadow.

import type { Triangles } from './triangles.ts';
import { across } from './triangles.ts';

export interface LightMap {
  /** Unit, towards the light. */
  readonly direction: readonly number[];
  readonly u: readonly number[];
  readonly v: readonly number[];
  readonly size: number;
  /** Texels a metre. */
  readonly scale: number;
  /** Where texel (0, 0) is along u and v [m]. */
  readonly u0: number;
  readonly v0: number;
  /** Along the direction [m]. */
  readonly heights: Float32Array;
}

/** @param middle, radius  the ball that the map covers [m] */
export function renderLightMap(
  triangles: Triangles,
  direction: readonly number[],
  middle: readonly number[],
  radius: number,
  size: number,
): LightMap {
  const [u, v] = across(direction);
  const along = (axis: readonly number[]) => middle[0] * axis[0] + middle[1] * axis[1] + middle[2] * axis[2];
  const scale = size / (2 * radius);
  const map: LightMap = {
    direction,
    u,
    v,
    size,
    scale,
    u0: along(u) - radius,
    v0: along(v) - radius,
    heights: new Float32Array(size * size).fill(Number.NEGATIVE_INFINITY),
  };
  const { positions: x, faces, items, isFloor } = triangles;
  const projected = new Float64Array(x.length);
  for (let i = 0; i < x.length; i += 3) {
    projected[i] = (x[i] * u[0] + x[i + 1] * u[1] + x[i + 2] * u[2] - map.u0) * scale;
    projected[i + 1] = (x[i] * v[0] + x[i + 1] * v[1] + x[i + 2] * v[2] - map.v0) * scale;
    projected[i + 2] = x[i] * direction[0] + x[i + 1] * direction[1] + x[i + 2] * direction[2];
  }
  for (let f = 0; f < faces.length; f += 3) {
    if (!isFloor[items[f / 3]]) fillHeights(map, projected, 3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2]);
  }
  return map;
}

function fillHeights({ size, heights }: LightMap, p: Float64Array, a: number, b: number, c: number): void {
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
  const x1 = Math.min(size - 1, Math.floor(Math.max(ax, p[b], p[c]) - 0.5));
  const y0 = Math.max(0, Math.ceil(Math.min(ay, p[b + 1], p[c + 1]) - 0.5));
  const y1 = Math.min(size - 1, Math.floor(Math.max(ay, p[b + 1], p[c + 1]) - 0.5));
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
      const height = h + s * h1 + t * h2;
      const at = y * size + x;
      if (height > heights[at]) heights[at] = height;
    }
  }
}
