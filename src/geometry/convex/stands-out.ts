// How far a hull stands out of the surface that it is to stand for.

import type { Mesh } from '../mesh.ts';
import type { SurfaceProbe } from '../tetra/probe.ts';

/** Looked at this many places along an edge at most. */
const MOST = 40;

/**
 * The deepest place between the hull and the surface below it, of places on the hull this far apart at most, as far as
 * their number allows [m].
 */
export function standsOut({ positions: x, faces }: Mesh, probe: SurfaceProbe, spacing: number): number {
  let deepest = 0;
  for (let f = 0; f < faces.length; f += 3) {
    // Along the two shorter edges, so that slivers have few places.
    const ends = [3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2]];
    const opposite = [0, 1, 2].map((k) => apart(x, ends[(k + 1) % 3], ends[(k + 2) % 3]));
    const top = opposite.indexOf(Math.max(...opposite));
    const [a, b, c] = [ends[top], ends[(top + 1) % 3], ends[(top + 2) % 3]];
    const n = places(opposite[(top + 2) % 3], spacing);
    const m = places(opposite[(top + 1) % 3], spacing);
    for (let i = 0; i <= n; i++)
      for (let j = 0; i * m + j * n <= n * m; j++) {
        // Corners of the hull are corners of the part, and lie on or below the surface.
        if (i === n || j === m || i + j === 0) continue;
        const s = i / n;
        const t = j / m;
        const r = 1 - s - t;
        const outside = -probe.nearest(
          r * x[a] + s * x[b] + t * x[c],
          r * x[a + 1] + s * x[b + 1] + t * x[c + 1],
          r * x[a + 2] + s * x[b + 2] + t * x[c + 2],
        );
        if (outside > deepest) deepest = outside;
      }
  }
  return deepest;
}

function places(length: number, spacing: number): number {
  return Math.max(2, Math.min(MOST, Math.ceil(length / spacing)));
}

function apart(x: Float64Array, a: number, b: number): number {
  let squared = 0;
  for (let k = 0; k < 3; k++) squared += (x[a + k] - x[b + k]) * (x[a + k] - x[b + k]);
  return Math.sqrt(squared);
}
