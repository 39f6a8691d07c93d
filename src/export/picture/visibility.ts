// What the camera sees: for every sample the nearest triangle. Triangles are cut at the near plane first, since
// floors reach behind the camera.

import { dotTriple } from '../../num/index.ts';
import type { Camera } from './camera.ts';
import { fillTriangle, type Raster } from './fill-triangle.ts';

export interface Visibility {
  readonly width: number;
  readonly height: number;
  /** The face at each sample plus one; 0 where there is none. */
  readonly faces: Uint32Array;
  /** One over the distance along the view [1/m]. */
  readonly inverseDepths: Float32Array;
}

const CUT = new Float64Array(12);

export function findVisible(
  camera: Camera,
  positions: Float64Array,
  faces: Uint32Array,
  width: number,
  height: number,
): Visibility {
  const out: Visibility = {
    width,
    height,
    faces: new Uint32Array(width * height),
    inverseDepths: new Float32Array(width * height),
  };
  // One over depth is linear on the screen.
  const raster: Raster = { width, height, values: out.inverseDepths, faces: out.faces };
  const { right, up, forward, tangent } = camera;
  const scale = height / (2 * tangent);
  const near = 0.01 * camera.radius;
  const [ex, ey, ez] = [
    dotTriple(camera.eye, right),
    dotTriple(camera.eye, up),
    dotTriple(camera.eye, forward),
  ];
  const view = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i];
    const y = positions[i + 1];
    const z = positions[i + 2];
    view[i] = x * right[0] + y * right[1] + z * right[2] - ex;
    view[i + 1] = x * up[0] + y * up[1] + z * up[2] - ey;
    view[i + 2] = x * forward[0] + y * forward[1] + z * forward[2] - ez;
  }
  for (let f = 0; f < faces.length; f += 3) {
    const corners = cutNear(view, 3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2], near);
    for (let i = 0; i < corners; i++) {
      const w = 1 / CUT[3 * i + 2];
      CUT[3 * i] = width / 2 + scale * CUT[3 * i] * w;
      CUT[3 * i + 1] = height / 2 - scale * CUT[3 * i + 1] * w;
      CUT[3 * i + 2] = w;
    }
    for (let i = 2; i < corners; i++) fillTriangle(raster, CUT, 0, 3 * (i - 1), 3 * i, f / 3 + 1);
  }
  return out;
}

/** Writes the corners in front of the near plane to CUT; returns how many, 0 to 4. */
function cutNear(x: Float64Array, a: number, b: number, c: number, near: number): number {
  let count = 0;
  let before = c;
  for (const corner of [a, b, c]) {
    const d0 = x[before + 2] - near;
    const d1 = x[corner + 2] - near;
    if (d0 > 0 !== d1 > 0) {
      const s = d0 / (d0 - d1);
      for (let k = 0; k < 3; k++) CUT[3 * count + k] = x[before + k] + s * (x[corner + k] - x[before + k]);
      CUT[3 * count + 2] = near;
      count++;
    }
    if (d1 > 0) {
      for (let k = 0; k < 3; k++) CUT[3 * count + k] = x[corner + k];
      count++;
    }
    before = corner;
  }
  return count;
}
