// How thick a body is: rays from faces inward to the opposite wall.

import { areaTriple, lengthTriple } from '../../num/index.ts';
import type { Mesh } from '../mesh.ts';
import type { SurfaceProbe } from './probe.ts';

/** Rays are cast from at most this many faces. */
const MOST_RAYS = 1000;
/** This part of the surface may be thinner: tips and chamfers do not count. */
const IGNORED = 0.03;

export interface Thickness {
  /** That all but a small part of the surface has [m]. */
  readonly thickness: number;
  /** A place as thin as that [m]. */
  readonly place: readonly [number, number, number];
}

export function thicknessOf(mesh: Mesh, probe: SurfaceProbe, longest: number): Thickness {
  const { positions: x, faces } = mesh;
  const count = faces.length / 3;
  const stride = Math.max(1, Math.ceil(count / MOST_RAYS));
  const found: [number, number, number][] = [];
  let total = 0;
  const p = new Float64Array(3);
  const d = new Float64Array(3);
  for (let f = 0; f < count; f += stride) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * faces[3 * f + k]);
    for (let k = 0; k < 3; k++) {
      // off the centroid, so that rays along axes of symmetry do not graze edges
      p[k] = 0.36 * x[a + k] + 0.33 * x[b + k] + 0.31 * x[c + k];
      d[k] = -probe.normals[3 * f + k];
    }
    const area = lengthTriple(areaTriple(x, a, b, c));
    if (area === 0) continue;
    const t = probe.cast(p, d, 1e-6 * longest, Infinity, f);
    if (!Number.isFinite(t)) continue;
    // only where the other wall faces this one: otherwise the ray runs into a corner
    let cosine = 0;
    for (let k = 0; k < 3; k++) cosine -= probe.normals[3 * probe.face + k] * probe.normals[3 * f + k];
    if (cosine < 0.7) continue;
    found.push([t, area, f]);
    total += area;
  }
  found.sort((one, other) => one[0] - other[0]);
  let sum = 0;
  for (const [thickness, area, f] of found) {
    sum += area;
    if (sum <= IGNORED * total) continue;
    const a = 3 * faces[3 * f];
    return { thickness, place: [x[a], x[a + 1], x[a + 2]] };
  }
  return { thickness: longest, place: [x[0], x[1], x[2]] };
}
