// Do the faces of a mesh have an inside? They do where every edge is walked as often one way as the other.

import type { Mesh } from '../../scene/index.ts';

export function isClosed(mesh: Mesh): boolean {
  const { faces } = mesh;
  const vertices = mesh.positions.length / 3;
  // each edge as one number: its vertices in order, and in the last bit which way it is walked
  const walks = new Float64Array(faces.length);
  for (let i = 0; i < faces.length; i++) {
    const a = faces[i];
    const b = faces[i % 3 === 2 ? i - 2 : i + 1];
    walks[i] = 2 * (Math.min(a, b) * vertices + Math.max(a, b)) + (a < b ? 1 : 0);
  }
  walks.sort();
  let balance = 0;
  for (let i = 0; i < walks.length; i++) {
    const edge = Math.floor(walks[i] / 2);
    balance += walks[i] - 2 * edge === 1 ? 1 : -1;
    const last = i + 1 === walks.length || Math.floor(walks[i + 1] / 2) !== edge;
    if (last && balance !== 0) return false;
  }
  return faces.length > 0;
}
