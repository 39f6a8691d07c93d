// A closed surface of revolution about z from a profile of (radius, height) pairs.
//
// The profile runs from the lower end on the axis to the upper end on the axis. Only its two ends
// may touch the axis (radius 0): each becomes one vertex, every other pair a ring.

import { cos, sin } from '../../num/elementary/index.ts';
import { type Mesh, makeMesh } from '../mesh.ts';

/** @param profile  radius and height [m] by turns, first and last radius 0 */
export function lathe(profile: readonly number[], segments: number): Mesh {
  const rings = profile.length / 2 - 2;
  const positions: number[] = [0, 0, profile[1]];
  for (let r = 1; r <= rings; r++) {
    for (let s = 0; s < segments; s++) {
      const angle = (2 * Math.PI * s) / segments;
      positions.push(profile[2 * r] * cos(angle), profile[2 * r] * sin(angle), profile[2 * r + 1]);
    }
  }
  positions.push(0, 0, profile[profile.length - 1]);

  const top = 1 + rings * segments;
  const at = (ring: number, s: number) => 1 + ring * segments + (s % segments);
  const faces: number[] = [];
  for (let s = 0; s < segments; s++) faces.push(0, at(0, s + 1), at(0, s));
  for (let r = 0; r + 1 < rings; r++) {
    for (let s = 0; s < segments; s++) {
      faces.push(at(r, s), at(r, s + 1), at(r + 1, s + 1), at(r, s), at(r + 1, s + 1), at(r + 1, s));
    }
  }
  for (let s = 0; s < segments; s++) faces.push(top, at(rings - 1, s), at(rings - 1, s + 1));
  return makeMesh(positions, faces);
}
