// The hull of a part, exactly or as some of its corners have it.

import { areaTriple } from '../../num/index.ts';
import { cos, sin } from '../../num/elementary/index.ts';
import { signedVolume } from '../mass.ts';
import type { Mesh } from '../mesh.ts';
import { convexHull } from '../surface/hull.ts';

export interface Hull {
  readonly mesh: Mesh;
  /** [m³] */
  readonly volume: number;
}

/** Undefined where all corners lie in one plane. */
export function hullOf(positions: Float64Array): Hull | undefined {
  const mesh = convexHull(positions);
  return mesh === undefined ? undefined : { mesh, volume: signedVolume(mesh) };
}

/** The places of some corners, one after the other. */
export function gather(x: Float64Array, corners: readonly number[]): Float64Array {
  const positions = new Float64Array(3 * corners.length);
  corners.forEach((v, i) => {
    for (let k = 0; k < 3; k++) positions[3 * i + k] = x[3 * v + k];
  });
  return positions;
}

/** Those that lie farthest in some directions, in order. */
export function extremes(positions: Float64Array, directions: Float64Array): Float64Array {
  const found = new Set<number>();
  for (let d = 0; d < directions.length; d += 3) {
    const nx = directions[d];
    const ny = directions[d + 1];
    const nz = directions[d + 2];
    let low = Infinity;
    let high = -Infinity;
    let lowest = 0;
    let highest = 0;
    for (let i = 0; i < positions.length; i += 3) {
      const h = nx * positions[i] + ny * positions[i + 1] + nz * positions[i + 2];
      if (h < low) {
        low = h;
        lowest = i;
      }
      if (h > high) {
        high = h;
        highest = i;
      }
    }
    found.add(lowest).add(highest);
  }
  const kept = [...found].sort((a, b) => a - b);
  return Float64Array.from(kept.flatMap((i) => [positions[i], positions[i + 1], positions[i + 2]]));
}

/** Half a sphere of directions, evenly spread: the other half are their opposites (a spiral). */
export function spreadDirections(count: number): Float64Array {
  const directions = new Float64Array(3 * count);
  const turn = Math.PI * (3 - Math.sqrt(5));
  for (let i = 0; i < count; i++) {
    const z = 1 - (i + 0.5) / count;
    const r = Math.sqrt(1 - z * z);
    directions[3 * i] = r * cos(turn * i);
    directions[3 * i + 1] = r * sin(turn * i);
    directions[3 * i + 2] = z;
  }
  return directions;
}

/** Corners of a hull that all others lie within a distance of [m]: what is flat but for rounding has no corners between. */
export function fewCorners(positions: Float64Array, within: number): Hull | undefined {
  let kept = extremes(positions, starting);
  for (;;) {
    const hull = hullOf(kept);
    if (hull === undefined) return hullOf(positions);
    const added = standingOut(hull.mesh, positions, within);
    if (added.length === 0) return hull;
    const longer = new Float64Array(kept.length + added.length);
    longer.set(kept);
    longer.set(added, kept.length);
    kept = longer;
  }
}

const starting = spreadDirections(7);

/** Of every face the point that stands out of it most, where that is more than a distance. */
function standingOut({ positions: x, faces }: Mesh, positions: Float64Array, within: number): number[] {
  const found = new Set<number>();
  for (let f = 0; f < faces.length; f += 3) {
    const a = 3 * faces[f];
    const [nx, ny, nz] = areaTriple(x, a, 3 * faces[f + 1], 3 * faces[f + 2]);
    const limit = within * Math.sqrt(nx * nx + ny * ny + nz * nz);
    let most = limit;
    let best = -1;
    for (let i = 0; i < positions.length; i += 3) {
      const h =
        nx * (positions[i] - x[a]) + ny * (positions[i + 1] - x[a + 1]) + nz * (positions[i + 2] - x[a + 2]);
      if (h > most) {
        most = h;
        best = i;
      }
    }
    if (best >= 0) found.add(best);
  }
  return [...found].sort((p, q) => p - q).flatMap((i) => [...positions.subarray(i, i + 3)]);
}
