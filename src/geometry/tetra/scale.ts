// A mesh scaled to the volume that its surface encloses: curved boundaries are met to a few parts in ten thousand, and
// mass should be met exactly.

import { cbrt } from '../../num/elementary/index.ts';
import { curvedVolume } from './curve.ts';
import type { TetraMesh } from './tetra-mesh.ts';

/** About its centre, in place, so that the curved elements have the volume given; returns by how much. */
export function scaleTo(mesh: TetraMesh, volume: number): number {
  const { positions: x, elements } = mesh;
  let total = 0;
  for (let t = 0; t < elements.length; t += 10) total += curvedVolume(mesh, t);
  if (total === volume) return 1;
  const scale = cbrt(volume / total);
  for (let k = 0; k < 3; k++) {
    let mean = 0;
    for (let i = k; i < x.length; i += 3) mean += x[i];
    mean /= x.length / 3;
    for (let i = k; i < x.length; i += 3) x[i] = mean + scale * (x[i] - mean);
  }
  return scale;
}
