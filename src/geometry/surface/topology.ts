// Who touches whom in a mesh: unique edges, the faces at each edge and vertex, the rim.
//
// Edges are numbered by first appearance, walking faces and then wires, so that equal meshes give
// equal numbers. Lists of unequal length (faces of an edge, …) are stored flat: the list of item i
// is items[starts[i]] … items[starts[i + 1] - 1].

import { type Mesh, vertexCount } from '../mesh.ts';

interface Lists {
  readonly starts: Uint32Array;
  readonly items: Uint32Array;
}

export interface Topology {
  /** Two vertices an edge, the smaller first: the edges of faces, then the wires. */
  readonly edges: Uint32Array;
  /** Edges 0 … faceEdgeCount - 1 bound faces, the rest are wires. */
  readonly faceEdgeCount: number;
  /** Three edges a face: edge k of a face joins its corners k and k + 1. */
  readonly faceEdges: Uint32Array;
  readonly facesOfEdge: Lists;
  readonly facesOfVertex: Lists;
  readonly edgesOfVertex: Lists;
}

export function meshTopology(mesh: Mesh): Topology {
  const { faces, wires } = mesh;
  const table = new EdgeTable(faces.length + wires.length / 2);
  const faceEdges = new Uint32Array(faces.length);
  for (let f = 0; f < faces.length; f += 3) {
    faceEdges[f] = table.find(faces[f], faces[f + 1]);
    faceEdges[f + 1] = table.find(faces[f + 1], faces[f + 2]);
    faceEdges[f + 2] = table.find(faces[f + 2], faces[f]);
  }
  const faceEdgeCount = table.count;
  for (let w = 0; w < wires.length; w += 2) table.find(wires[w], wires[w + 1]);

  const edges = table.edges.slice(0, 2 * table.count);
  const vertices = vertexCount(mesh);
  return {
    edges,
    faceEdgeCount,
    faceEdges,
    facesOfEdge: invert(faceEdges, 3, table.count),
    facesOfVertex: invert(faces, 3, vertices),
    edgesOfVertex: invert(edges, 2, vertices),
  };
}

/** Edges that bound exactly one face: the rim of an open sheet, none of a closed surface. */
export function boundaryEdges(topology: Topology): Uint32Array {
  const { starts } = topology.facesOfEdge;
  const found: number[] = [];
  for (let e = 0; e < topology.faceEdgeCount; e++) {
    if (starts[e + 1] - starts[e] === 1) found.push(e);
  }
  return Uint32Array.from(found);
}

/** Turns "the `width` members of each group" into "the groups of each member". */
function invert(members: Uint32Array, width: number, memberCount: number): Lists {
  const starts = new Uint32Array(memberCount + 1);
  for (let i = 0; i < members.length; i++) starts[members[i] + 1]++;
  for (let m = 0; m < memberCount; m++) starts[m + 1] += starts[m];
  const next = starts.slice(0, memberCount);
  const items = new Uint32Array(members.length);
  for (let i = 0; i < members.length; i++) items[next[members[i]]++] = Math.floor(i / width);
  return { starts, items };
}

/** Numbers undirected edges by first appearance: an open-addressing hash table over flat arrays. */
class EdgeTable {
  count = 0;
  readonly edges: Uint32Array;
  private readonly slots: Int32Array;
  private readonly mask: number;

  constructor(mostEdges: number) {
    let size = 16;
    while (size < 2 * mostEdges) size *= 2;
    this.edges = new Uint32Array(2 * mostEdges);
    this.slots = new Int32Array(size).fill(-1);
    this.mask = size - 1;
  }

  find(p: number, q: number): number {
    const a = Math.min(p, q);
    const b = Math.max(p, q);
    let slot = Math.imul(Math.imul(a, 0x9e3779b1) ^ b, 0x85ebca6b);
    slot = (slot ^ (slot >>> 15)) & this.mask;
    for (;;) {
      const e = this.slots[slot];
      if (e < 0) break;
      if (this.edges[2 * e] === a && this.edges[2 * e + 1] === b) return e;
      slot = (slot + 1) & this.mask;
    }
    this.slots[slot] = this.count;
    this.edges[2 * this.count] = a;
    this.edges[2 * this.count + 1] = b;
    return this.count++;
  }
}
