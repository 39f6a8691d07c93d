// Linear tetrahedra made quadratic: one node in the middle of every edge, and the boundary found.

import { FACES, EDGES, type TetraMesh } from './tetra-mesh.ts';

/** @param tetrahedra  four corners each, positive volume */
export function quadratic(corners: Float64Array, tetrahedra: Uint32Array): TetraMesh {
  const cornerCount = corners.length / 3;
  const count = tetrahedra.length / 4;
  const elements = new Uint32Array(10 * count);
  // an edge's key is exact in a double for up to 94 million corners
  const middles = new Map<number, number>();
  const between: number[] = [];
  for (let t = 0; t < count; t++) {
    for (let c = 0; c < 4; c++) elements[10 * t + c] = tetrahedra[4 * t + c];
    for (let e = 0; e < 6; e++) {
      const a = tetrahedra[4 * t + EDGES[2 * e]];
      const b = tetrahedra[4 * t + EDGES[2 * e + 1]];
      const key = edgeKey(a, b, cornerCount);
      let node = middles.get(key);
      if (node === undefined) {
        node = cornerCount + middles.size;
        middles.set(key, node);
        between.push(a, b);
      }
      elements[10 * t + 4 + e] = node;
    }
  }
  const positions = new Float64Array(3 * (cornerCount + middles.size));
  positions.set(corners);
  for (let m = 0; m < middles.size; m++) {
    for (let k = 0; k < 3; k++) {
      positions[3 * (cornerCount + m) + k] =
        0.5 * (corners[3 * between[2 * m] + k] + corners[3 * between[2 * m + 1] + k]);
    }
  }
  const faces = boundaryFaces(tetrahedra);
  const surface = new Uint32Array(2 * faces.length);
  for (let f = 0; 3 * f < faces.length; f++) {
    for (let c = 0; c < 3; c++) {
      const a = faces[3 * f + c];
      surface[6 * f + c] = a;
      const middle = middles.get(edgeKey(a, faces[3 * f + ((c + 1) % 3)], cornerCount));
      surface[6 * f + 3 + c] = middle as number;
    }
  }
  return { positions, elements, surface };
}

function edgeKey(a: number, b: number, count: number): number {
  return Math.min(a, b) * count + Math.max(a, b);
}

/** Faces that belong to one tetrahedron only, outward, three corners each. */
export function boundaryFaces(tetrahedra: Uint32Array): number[] {
  const open = new Map<string, readonly [number, number, number]>();
  for (let t = 0; t < tetrahedra.length; t += 4) {
    for (let f = 0; f < 12; f += 3) {
      const a = tetrahedra[t + FACES[f]];
      const b = tetrahedra[t + FACES[f + 1]];
      const c = tetrahedra[t + FACES[f + 2]];
      const low = Math.min(a, b, c);
      const high = Math.max(a, b, c);
      const key = `${low} ${a + b + c - low - high} ${high}`;
      if (!open.delete(key)) open.set(key, [a, b, c]);
    }
  }
  return [...open.values()].flat();
}
