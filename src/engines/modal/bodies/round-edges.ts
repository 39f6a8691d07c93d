// Edges that stand for arcs: the smooth normals at their ends lean apart, so the surface bulges out between them.
//
// A drum that rolls on its vertices alone would fall from one to the next; on its arcs it rolls. A rim belongs to two
// surfaces, and is as round as the rounder of them.

import { dot3 } from '../../../num/index.ts';
import type { Surface } from './surface.ts';
import { writeFaceNormal } from './normals.ts';

/** Height of the arc over the length of the edge: half of the angle between the normals, over four. */
const LEAST = 1e-4;

type Parts = Pick<
  Surface,
  | 'positions'
  | 'faces'
  | 'edges'
  | 'edgeFaces'
  | 'aroundFaces'
  | 'aroundAngles'
  | 'cornerGroups'
  | 'groupStarts'
  | 'groupMembers'
>;

export function findRoundEdges(parts: Parts): Pick<Surface, 'roundEdges' | 'roundSides'> {
  const { positions, edges } = parts;
  const normals = smoothNormals(parts);
  const rounds: number[] = [];
  const sides: number[] = [];
  for (let e = 0; e < edges.length / 2; e++) {
    let best = -1;
    let highest = 0;
    for (let s = 0; s < 2; s++) {
      const [p, q] = groupsAt(parts, e, s);
      const height = arcHeight(positions, 3 * edges[2 * e], 3 * edges[2 * e + 1], normals, 3 * p, 3 * q);
      if (height <= highest) continue;
      highest = height;
      best = s;
    }
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const d = positions[3 * edges[2 * e] + k] - positions[3 * edges[2 * e + 1] + k];
      squared += d * d;
    }
    if (best < 0 || highest < LEAST * Math.sqrt(squared)) continue;
    rounds.push(e);
    sides.push(best);
  }
  return { roundEdges: Uint32Array.from(rounds), roundSides: Uint8Array.from(sides) };
}

/** The smooth normals at the two ends of an edge, on one of its sides. */
export function groupsAt(
  { faces, edges, edgeFaces, cornerGroups }: Pick<Surface, 'faces' | 'edges' | 'edgeFaces' | 'cornerGroups'>,
  edge: number,
  side: number,
): [number, number] {
  const f = 3 * edgeFaces[2 * edge + side];
  let first = f;
  while (faces[first] !== edges[2 * edge]) first++;
  let second = f;
  while (faces[second] !== edges[2 * edge + 1]) second++;
  return [cornerGroups[first], cornerGroups[second]];
}

/** How far an arc is from its chord in the middle [m]. */
export function arcHeight(
  x: Float64Array,
  u: number,
  v: number,
  normals: Float64Array,
  p: number,
  q: number,
): number {
  const cosine = dot3(normals, p, normals, q);
  // half the sum of two unit vectors is as long as the cosine of half the angle between them
  const length = Math.sqrt(Math.max(0, 0.5 * (1 + cosine)));
  return (0.5 * chordHeight(x, u, v, normals, p, q)) / (1 + length);
}

/** The smaller of (u − v)·n_u and (v − u)·n_v, or 0 where their signs differ: then the edge bends at one end only. */
export function chordHeight(
  x: Float64Array,
  u: number,
  v: number,
  normals: Float64Array,
  p: number,
  q: number,
): number {
  let atU = 0;
  let atV = 0;
  for (let k = 0; k < 3; k++) {
    const d = x[u + k] - x[v + k];
    atU += d * normals[p + k];
    atV -= d * normals[q + k];
  }
  if (atU * atV <= 0) return 0;
  return Math.abs(atU) < Math.abs(atV) ? atU : atV;
}

function smoothNormals(parts: Parts): Float64Array {
  const { positions, faces, groupStarts, groupMembers, aroundFaces, aroundAngles } = parts;
  const faceNormals = new Float64Array(faces.length);
  for (let f = 0; f < faces.length / 3; f++) writeFaceNormal(faceNormals, positions, faces, f);
  const normals = new Float64Array(3 * (groupStarts.length - 1));
  for (let g = 0; g + 1 < groupStarts.length; g++) {
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      for (let i = groupStarts[g]; i < groupStarts[g + 1]; i++)
        normals[3 * g + k] +=
          aroundAngles[groupMembers[i]] * faceNormals[3 * aroundFaces[groupMembers[i]] + k];
      squared += normals[3 * g + k] * normals[3 * g + k];
    }
    const scale = squared > 0 ? 1 / Math.sqrt(squared) : 0;
    for (let k = 0; k < 3; k++) normals[3 * g + k] *= scale;
  }
  return normals;
}
