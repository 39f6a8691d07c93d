// The sharp edges and corners of a surface, and the smooth patches between them.
//
// An edge is sharp where its two faces turn by more than 32°. Faces joined over other edges are one patch. A corner
// is a vertex where not exactly two sharp edges meet, or where two do and turn by more than 45°.

import type { Mesh } from '../../mesh.ts';
import type { Topology } from '../../surface/topology.ts';

/** Cosine of the turn beyond which an edge is sharp. */
const SHARP = 0.848;
/** Cosine of the turn beyond which a vertex on a sharp curve is a corner. */
const CORNER = Math.SQRT1_2;

export interface Features {
  /** The patch of each face. */
  readonly patchOf: Int32Array;
  /** Two vertices a sharp edge. */
  readonly segments: Uint32Array;
  /** The two patches of each sharp edge, the smaller first. */
  readonly sides: Int32Array;
  readonly corners: Uint32Array;
  /** Patches around each corner. */
  readonly cornerPatches: readonly ReadonlySet<number>[];
  /** Sharp edges by pairKey of their patches. */
  readonly between: ReadonlyMap<number, readonly number[]>;
}

export function pairKey(a: number, b: number): number {
  return a < b ? a * 0x4000000 + b : b * 0x4000000 + a;
}

export function findFeatures(mesh: Mesh, topology: Topology, normals: Float64Array): Features {
  const { starts, items } = topology.facesOfEdge;
  const sharp = new Uint8Array(topology.faceEdgeCount);
  for (let e = 0; e < sharp.length; e++) {
    const a = 3 * items[starts[e]];
    const b = 3 * items[starts[e] + 1];
    const cosine =
      normals[a] * normals[b] + normals[a + 1] * normals[b + 1] + normals[a + 2] * normals[b + 2];
    if (cosine < SHARP) sharp[e] = 1;
  }
  const patchOf = labelPatches(mesh, topology, sharp);
  const segments: number[] = [];
  const sides: number[] = [];
  const between = new Map<number, number[]>();
  const sharpAt = new Map<number, number[]>();
  for (let e = 0; e < sharp.length; e++) {
    if (sharp[e] === 0) continue;
    const a = patchOf[items[starts[e]]];
    const b = patchOf[items[starts[e] + 1]];
    const segment = segments.length / 2;
    const [v, w] = [topology.edges[2 * e], topology.edges[2 * e + 1]];
    segments.push(v, w);
    sides.push(Math.min(a, b), Math.max(a, b));
    append(between, pairKey(a, b), segment);
    append(sharpAt, v, w);
    append(sharpAt, w, v);
  }
  const corners: number[] = [];
  const cornerPatches: Set<number>[] = [];
  for (const [v, ends] of sharpAt) {
    if (ends.length === 2 && !turns(mesh.positions, 3 * v, 3 * ends[0], 3 * ends[1])) continue;
    corners.push(v);
    const around = new Set<number>();
    const { starts: from, items: list } = topology.facesOfVertex;
    for (let i = from[v]; i < from[v + 1]; i++) around.add(patchOf[list[i]]);
    cornerPatches.push(around);
  }
  return {
    patchOf,
    segments: Uint32Array.from(segments),
    sides: Int32Array.from(sides),
    corners: Uint32Array.from(corners),
    cornerPatches,
    between,
  };
}

function append(map: Map<number, number[]>, key: number, value: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function labelPatches(mesh: Mesh, topology: Topology, sharp: Uint8Array): Int32Array {
  const patchOf = new Int32Array(mesh.faces.length / 3).fill(-1);
  const { starts, items } = topology.facesOfEdge;
  let patches = 0;
  const waiting: number[] = [];
  for (let first = 0; first < patchOf.length; first++) {
    if (patchOf[first] >= 0) continue;
    patchOf[first] = patches;
    waiting.push(first);
    while (waiting.length > 0) {
      const face = waiting.pop()!;
      for (let k = 0; k < 3; k++) {
        const edge = topology.faceEdges[3 * face + k];
        if (sharp[edge] === 1) continue;
        for (let i = starts[edge]; i < starts[edge + 1]; i++) {
          if (patchOf[items[i]] >= 0) continue;
          patchOf[items[i]] = patches;
          waiting.push(items[i]);
        }
      }
    }
    patches++;
  }
  return patchOf;
}

function turns(x: Float64Array, v: number, a: number, b: number): boolean {
  let aa = 0;
  let bb = 0;
  let ab = 0;
  for (let k = 0; k < 3; k++) {
    const p = x[v + k] - x[a + k];
    const q = x[b + k] - x[v + k];
    aa += p * p;
    bb += q * q;
    ab += p * q;
  }
  return ab < CORNER * Math.sqrt(aa * bb);
}
