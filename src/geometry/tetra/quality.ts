// How well shaped the tetrahedra of a mesh are.

import { acos } from '../../num/elementary/index.ts';
import { curvedVolume } from './curve.ts';
import type { TetraMesh, TetraQuality } from './tetra-mesh.ts';

/** Longest edge over smallest height of a regular tetrahedron: √1.5. */
const REGULAR = 1.224744871391589;

/** @param volume  of the input [m³] */
export function qualityOf(mesh: TetraMesh, volume: number, method: TetraQuality['method']): TetraQuality {
  const { positions: x, elements } = mesh;
  let worstAspect = 0;
  let smallestDihedral = Math.PI;
  let total = 0;
  const normals = new Float64Array(12);
  for (let t = 0; t < elements.length; t += 10) {
    const corners = [0, 1, 2, 3].map((c) => 3 * elements[t + c]);
    let longest = 0;
    for (let a = 0; a < 4; a++)
      for (let b = 0; b < a; b++) {
        let squared = 0;
        for (let k = 0; k < 3; k++) {
          const d = x[corners[a] + k] - x[corners[b] + k];
          squared += d * d;
        }
        longest = Math.max(longest, Math.sqrt(squared));
      }
    // inward normals of the faces, as long as twice their area
    let volumeSix = 0;
    let largestArea = 0;
    for (let f = 0; f < 4; f++) {
      const [p, q, r] = [1, 2, 3].map((k) => corners[(f + k) % 4]);
      const u = [0, 1, 2].map((k) => x[q + k] - x[p + k]);
      const v = [0, 1, 2].map((k) => x[r + k] - x[p + k]);
      const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      let side = 0;
      for (let k = 0; k < 3; k++) side += n[k] * (x[corners[f] + k] - x[p + k]);
      const area = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
      volumeSix = Math.abs(side);
      largestArea = Math.max(largestArea, area);
      for (let k = 0; k < 3; k++) normals[3 * f + k] = (side > 0 ? n[k] : -n[k]) / area;
    }
    for (let a = 0; a < 12; a += 3)
      for (let b = 0; b < a; b += 3) {
        const cosine =
          normals[a] * normals[b] + normals[a + 1] * normals[b + 1] + normals[a + 2] * normals[b + 2];
        smallestDihedral = Math.min(smallestDihedral, acos(Math.max(-1, Math.min(1, -cosine))));
      }
    worstAspect = Math.max(worstAspect, (longest * largestArea) / volumeSix / REGULAR);
    total += curvedVolume(mesh, t);
  }
  return {
    elements: elements.length / 10,
    nodes: x.length / 3,
    worstAspect,
    smallestDihedral,
    volumeError: Math.abs(total / volume - 1),
    method,
  };
}
