// The surface of a body as contacts see it: a closed mesh with smooth normals, sharp edges and sample points.
//
// Corners of a vertex whose faces meet at less than the crease angle share a *smooth normal*, the sum of the faces'
// normals weighted by their angles at the vertex. Weighted by angle it does not depend on how the faces were cut.
// Sample points are the vertices that can touch a face; what touches with an edge alone is found by its sharp edges.

import { dot3, lengthTriple } from '../../../num/index.ts';
import { buildTree, type Tree, writePrimitiveBoxes } from '../../../geometry/tree/index.ts';
import type { Mesh } from '../../../geometry/index.ts';
import { meshTopology } from '../../../geometry/surface/index.ts';
import { cos } from '../../../num/elementary/index.ts';
import { cornerAngles, groupCorners, unitFaceNormals } from './normals.ts';
import { findRoundEdges } from './round-edges.ts';
import type { Triangles } from './refine.ts';

export interface Surface {
  /** Vertices at rest [m], body coordinates. */
  readonly positions: Float64Array;
  readonly faces: Uint32Array;
  /** Two vertices an edge; three edges a face (corner k to k + 1); two faces an edge. */
  readonly edges: Uint32Array;
  readonly faceEdges: Uint32Array;
  readonly edgeFaces: Uint32Array;
  /** Faces around each vertex, and the angle [rad] that each has there. */
  readonly aroundStarts: Uint32Array;
  readonly aroundFaces: Uint32Array;
  readonly aroundAngles: Float64Array;
  /** The smooth normal of each corner, three a face; each is made of some of the faces around its vertex. */
  readonly cornerGroups: Uint32Array;
  readonly groupStarts: Uint32Array;
  /** Indices into `aroundFaces`. */
  readonly groupMembers: Uint32Array;
  /** 1 for edges where the normal jumps. */
  readonly isCrease: Uint8Array;
  /** Vertices that are tested against other bodies. */
  readonly samples: Uint32Array;
  /** Convex creases. */
  readonly sharpEdges: Uint32Array;
  /** Edges that stand for an arc that bulges outward, and which of their two faces (0 or 1) it belongs to. */
  readonly roundEdges: Uint32Array;
  readonly roundSides: Uint8Array;
  readonly faceTree: Tree;
  readonly sampleTree: Tree;
  readonly sharpTree: Tree;
  readonly roundTree: Tree;
}

/** Sine of the angle between two faces below which they are one plane. */
const FLAT = 1e-6;

/**
 * @param spacing  a surface that bends may touch with any of its vertices: those that a rigid one would not need are
 *   samples too, so far apart [m]
 */
export function makeSurface(triangles: Triangles, creaseAngle: number, spacing?: number): Surface {
  const { positions, faces } = triangles;
  const none = new Uint32Array(0);
  const mesh: Mesh = { positions, faces, wires: none, points: none };
  const topology = meshTopology(mesh);
  const { edges, faceEdges, facesOfEdge } = topology;
  const aroundStarts = topology.facesOfVertex.starts;
  const aroundFaces = topology.facesOfVertex.items;
  const normals = unitFaceNormals(positions, faces);
  const aroundAngles = cornerAngles(positions, faces, aroundStarts, aroundFaces);

  const edgeFaces = new Uint32Array(edges.length);
  const isCrease = new Uint8Array(edges.length / 2);
  /** +1 where an edge sticks out, -1 where it is reflex, 0 where it is flat. */
  const bends = new Int8Array(edges.length / 2);
  const smoothest = cos(creaseAngle);
  for (let e = 0; e < bends.length; e++) {
    const first = facesOfEdge.items[facesOfEdge.starts[e]];
    // an edge of one face, or of four, is left to its first two; refuse.ts lets only closed surfaces come here
    const last = facesOfEdge.starts[e + 1] - 1;
    const second = facesOfEdge.items[Math.min(facesOfEdge.starts[e] + 1, last)];
    edgeFaces[2 * e] = first;
    edgeFaces[2 * e + 1] = second;
    bends[e] = bendOf(positions, faces, normals, edges, e, first, second);
    isCrease[e] = dot3(normals, 3 * first, normals, 3 * second) < smoothest ? 1 : 0;
  }
  const groups = groupCorners(faces, faceEdges, edgeFaces, isCrease, aroundStarts, aroundFaces);
  const sharp: number[] = [];
  for (let e = 0; e < bends.length; e++) if (isCrease[e] === 1 && bends[e] > 0) sharp.push(e);
  const isSample = new Uint8Array(positions.length / 3);
  const { edgesOfVertex } = topology;
  for (let v = 0; v < isSample.length; v++) {
    if (aroundStarts[v] === aroundStarts[v + 1]) continue;
    let convex = 0;
    for (let i = edgesOfVertex.starts[v]; i < edgesOfVertex.starts[v + 1]; i++)
      if (bends[edgesOfVertex.items[i]] > 0) convex++;
    // on a flat face or a reflex edge others reach it first, and a straight edge has its ends
    if (convex > 2 || (convex > 0 && !onStraightEdge(positions, edges, edgesOfVertex, bends, v)))
      isSample[v] = 1;
  }
  if (spacing !== undefined) addSpaced(isSample, positions, aroundStarts, spacing);
  const samples: number[] = [];
  for (let v = 0; v < isSample.length; v++) if (isSample[v] === 1) samples.push(v);
  const sampleList = Uint32Array.from(samples);
  const sharpEdges = Uint32Array.from(sharp);
  const round = findRoundEdges({ positions, faces, edges, edgeFaces, aroundFaces, aroundAngles, ...groups });
  return {
    positions,
    faces,
    edges,
    faceEdges,
    edgeFaces,
    aroundStarts,
    aroundFaces,
    aroundAngles,
    ...groups,
    isCrease,
    samples: sampleList,
    sharpEdges,
    ...round,
    faceTree: treeOver(positions, faces, 3),
    sampleTree: treeOver(positions, sampleList, 1),
    sharpTree: treeOver(positions, endsOf(sharpEdges, edges), 2),
    roundTree: treeOver(positions, endsOf(round.roundEdges, edges), 2),
  };
}

function endsOf(list: Uint32Array, edges: Uint32Array): Uint32Array {
  const ends = new Uint32Array(2 * list.length);
  list.forEach((e, i) => {
    ends[2 * i] = edges[2 * e];
    ends[2 * i + 1] = edges[2 * e + 1];
  });
  return ends;
}

function treeOver(positions: Float64Array, indices: ArrayLike<number>, each: number): Tree {
  const boxes = new Float64Array((6 * indices.length) / each);
  writePrimitiveBoxes(boxes, positions, indices, each);
  return buildTree(boxes);
}

function bendOf(
  x: Float64Array,
  faces: Uint32Array,
  normals: Float64Array,
  edges: Uint32Array,
  e: number,
  first: number,
  second: number,
): number {
  const p = 3 * edges[2 * e];
  let opposite = 0;
  for (let c = 0; c < 3; c++) {
    const v = faces[3 * second + c];
    if (v !== edges[2 * e] && v !== edges[2 * e + 1]) opposite = 3 * v;
  }
  let height = 0;
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const d = x[opposite + k] - x[p + k];
    height += d * normals[3 * first + k];
    squared += d * d;
  }
  const small = FLAT * Math.sqrt(squared);
  return height < -small ? 1 : height > small ? -1 : 0;
}

/** Marks further vertices wherever there is none within most of the spacing. */
function addSpaced(isSample: Uint8Array, x: Float64Array, aroundStarts: Uint32Array, spacing: number): void {
  const least = 0.7 * spacing;
  const cells = new Map<string, number[]>();
  const cell = (v: number): number[] => [0, 1, 2].map((k) => Math.floor(x[3 * v + k] / spacing));
  const put = (v: number): void => {
    const key = cell(v).join();
    const list = cells.get(key);
    if (list) list.push(v);
    else cells.set(key, [v]);
  };
  const isFree = (v: number): boolean => {
    const [i, j, k] = cell(v);
    for (let n = 0; n < 27; n++) {
      const key = `${i - 1 + (n % 3)},${j - 1 + (Math.floor(n / 3) % 3)},${k - 1 + Math.floor(n / 9)}`;
      for (const u of cells.get(key) ?? []) {
        const d = [0, 1, 2].map((c) => x[3 * u + c] - x[3 * v + c]);
        if (lengthTriple(d) < least) return false;
      }
    }
    return true;
  };
  for (let v = 0; v < isSample.length; v++) if (isSample[v] === 1) put(v);
  for (let v = 0; v < isSample.length; v++) {
    if (isSample[v] === 1 || aroundStarts[v] === aroundStarts[v + 1] || !isFree(v)) continue;
    isSample[v] = 1;
    put(v);
  }
}

/** Whether all edges that are not flat lie along one line. */
function onStraightEdge(
  x: Float64Array,
  edges: Uint32Array,
  edgesOfVertex: { readonly starts: Uint32Array; readonly items: Uint32Array },
  bends: Int8Array,
  v: number,
): boolean {
  let along: number[] | undefined;
  for (let i = edgesOfVertex.starts[v]; i < edgesOfVertex.starts[v + 1]; i++) {
    const e = edgesOfVertex.items[i];
    if (bends[e] === 0) continue;
    const other = edges[2 * e] === v ? edges[2 * e + 1] : edges[2 * e];
    const d = [0, 1, 2].map((k) => x[3 * other + k] - x[3 * v + k]);
    if (along === undefined) {
      along = d;
      continue;
    }
    const c = [
      along[1] * d[2] - along[2] * d[1],
      along[2] * d[0] - along[0] * d[2],
      along[0] * d[1] - along[1] * d[0],
    ];
    const sizes = lengthTriple(along) * lengthTriple(d);
    if (lengthTriple(c) > FLAT * sizes) return false;
  }
  return true;
}
