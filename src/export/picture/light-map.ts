// How far a parallel light reaches: for each texel of a plane square to the light, the height towards the light
// of the nearest surface. What lies lower is in shadow.

import { fillTriangle, type Raster } from './fill-triangle.ts';
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
  const raster: Raster = { width: size, height: size, values: map.heights };
  for (let f = 0; f < faces.length; f += 3) {
    if (!isFloor[items[f / 3]])
      fillTriangle(raster, projected, 3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2], 0);
  }
  return map;
}
