// Normals of faces and corners of a surface.

import { crossEdges, normalize3 } from '../../../num/index.ts';
import { acos } from '../../../num/elementary/index.ts';

/** Writes the unit normal of face f to `normals`, zero where it has no area; returns twice its area. */
export function writeFaceNormal(
  normals: Float64Array,
  x: Float64Array,
  faces: Uint32Array,
  face: number,
): number {
  const f = 3 * face;
  const a = 3 * faces[f];
  const b = 3 * faces[f + 1];
  const c = 3 * faces[f + 2];
  crossEdges(normals, f, x, a, b, a, c);
  return normalize3(normals, f, normals, f);
}

export function unitFaceNormals(x: Float64Array, faces: Uint32Array): Float64Array {
  const normals = new Float64Array(faces.length);
  for (let f = 0; f < faces.length / 3; f++) writeFaceNormal(normals, x, faces, f);
  return normals;
}

/** The angle [rad] of each face around each vertex, in the order of the lists. */
export function cornerAngles(
  x: Float64Array,
  faces: Uint32Array,
  starts: Uint32Array,
  around: Uint32Array,
): Float64Array {
  const angles = new Float64Array(around.length);
  for (let v = 0; v + 1 < starts.length; v++) {
    for (let i = starts[v]; i < starts[v + 1]; i++) {
      const f = 3 * around[i];
      const c = faces[f] === v ? 0 : faces[f + 1] === v ? 1 : 2;
      const p = 3 * faces[f + ((c + 1) % 3)];
      const q = 3 * faces[f + ((c + 2) % 3)];
      let uu = 0;
      let ww = 0;
      let uw = 0;
      for (let k = 0; k < 3; k++) {
        const u = x[p + k] - x[3 * v + k];
        const w = x[q + k] - x[3 * v + k];
        uu += u * u;
        ww += w * w;
        uw += u * w;
      }
      const size = Math.sqrt(uu * ww);
      angles[i] = size > 0 ? acos(Math.max(-1, Math.min(1, uw / size))) : 0;
    }
  }
  return angles;
}

export interface CornerGroups {
  readonly cornerGroups: Uint32Array;
  readonly groupStarts: Uint32Array;
  readonly groupMembers: Uint32Array;
}

/** Corners of one vertex are together where a walk from face to face about it crosses no crease. */
export function groupCorners(
  faces: Uint32Array,
  faceEdges: Uint32Array,
  edgeFaces: Uint32Array,
  isCrease: Uint8Array,
  starts: Uint32Array,
  around: Uint32Array,
): CornerGroups {
  const cornerGroups = new Uint32Array(faces.length);
  const groupStarts = [0];
  const groupMembers: number[] = [];
  for (let v = 0; v + 1 < starts.length; v++) {
    const waiting = new Set<number>();
    for (let i = starts[v]; i < starts[v + 1]; i++) waiting.add(i);
    while (waiting.size > 0) {
      const [seed] = waiting;
      waiting.delete(seed);
      const group = [seed];
      for (let g = 0; g < group.length; g++) {
        const face = around[group[g]];
        for (let c = 0; c < 3; c++) {
          const edge = faceEdges[3 * face + c];
          const touches = faces[3 * face + c] === v || faces[3 * face + ((c + 1) % 3)] === v;
          if (!touches || isCrease[edge] === 1) continue;
          const other = edgeFaces[2 * edge] === face ? edgeFaces[2 * edge + 1] : edgeFaces[2 * edge];
          for (const i of waiting) {
            if (around[i] !== other) continue;
            waiting.delete(i);
            group.push(i);
          }
        }
      }
      group.sort((p, q) => p - q);
      for (const i of group) {
        const f = 3 * around[i];
        const c = faces[f] === v ? 0 : faces[f + 1] === v ? 1 : 2;
        cornerGroups[f + c] = groupStarts.length - 1;
      }
      groupMembers.push(...group);
      groupStarts.push(groupMembers.length);
    }
  }
  return {
    cornerGroups,
    groupStarts: Uint32Array.from(groupStarts),
    groupMembers: Uint32Array.from(groupMembers),
  };
}
