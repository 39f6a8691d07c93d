// Connected parts of a mesh: shells of faces that share edges, and separate pieces.

import { rootOf, singles, unite } from '../../num/index.ts';
import type { Mesh } from '../mesh.ts';
import { vertexCount } from '../mesh.ts';
import type { Topology } from './topology.ts';

export interface Labels {
  /** The number of the part that each face (or vertex) belongs to. */
  readonly of: Uint32Array;
  readonly count: number;
}

/** Faces joined over shared edges; two solids that meet in a vertex only are two shells. */
export function faceShells(topology: Topology): Labels {
  const faces = topology.faceEdges.length / 3;
  const parents = singles(faces);
  const { starts, items } = topology.facesOfEdge;
  for (let e = 0; e < topology.faceEdgeCount; e++) {
    for (let i = starts[e] + 1; i < starts[e + 1]; i++) unite(parents, items[starts[e]], items[i]);
  }
  return numbered(parents);
}

/** Vertices joined by faces and wires; a point, or an unused vertex, is a piece of its own. */
function vertexPieces(mesh: Mesh): Labels {
  const parents = singles(vertexCount(mesh));
  const { faces, wires } = mesh;
  for (let f = 0; f < faces.length; f += 3) {
    unite(parents, faces[f], faces[f + 1]);
    unite(parents, faces[f], faces[f + 2]);
  }
  for (let w = 0; w < wires.length; w += 2) unite(parents, wires[w], wires[w + 1]);
  return numbered(parents);
}

/** One mesh for each connected piece, in the order of their first vertices; unused vertices are dropped. */
export function splitPieces(mesh: Mesh): Mesh[] {
  const pieces = vertexPieces(mesh);
  const elements = Array.from({ length: pieces.count }, () => ({
    faces: [] as number[],
    wires: [] as number[],
    points: [] as number[],
  }));
  for (const [key, width] of ELEMENTS) {
    const list = mesh[key];
    for (let i = 0; i < list.length; i += width) {
      const target = elements[pieces.of[list[i]]][key];
      for (let k = 0; k < width; k++) target.push(list[i + k]);
    }
  }
  return elements
    .filter((part) => part.faces.length + part.wires.length + part.points.length > 0)
    .map((part) => compactMesh(mesh.positions, part));
}

/** Keeps the given elements and only the vertices they use, in their old order. */
export function compactMesh(
  positions: ArrayLike<number>,
  elements: { readonly [K in 'faces' | 'wires' | 'points']: ArrayLike<number> },
): Mesh {
  const lists = ELEMENTS.map(([key]) => elements[key]);
  const order = usedInOrder(lists);
  const kept = new Float64Array(3 * order.length);
  for (let v = 0; v < order.length; v++) {
    for (let k = 0; k < 3; k++) kept[3 * v + k] = positions[3 * order[v] + k];
  }
  const [faces, wires, points] = renamed(lists, order);
  return { positions: kept, faces, wires, points };
}

/** The distinct members of all lists, ascending. */
function usedInOrder(lists: readonly ArrayLike<number>[]): Uint32Array {
  const all = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) for (let i = 0; i < list.length; i++) all[at++] = list[i];
  all.sort();
  let count = 0;
  for (let i = 0; i < all.length; i++) if (i === 0 || all[i] !== all[i - 1]) all[count++] = all[i];
  return all.slice(0, count);
}

/** Every member by its place in `order`. */
function renamed(lists: readonly ArrayLike<number>[], order: Uint32Array): Uint32Array[] {
  const first = order.length > 0 ? order[0] : 0;
  const range = order.length > 0 ? order[order.length - 1] - first + 1 : 0;
  // A table over the range is quickest; a group scattered over a huge file takes a map instead.
  const table = range <= 16 * order.length ? new Uint32Array(range) : new Map<number, number>();
  for (let v = 0; v < order.length; v++) {
    if (table instanceof Map) table.set(order[v], v);
    else table[order[v] - first] = v;
  }
  return lists.map((list) => {
    const out = new Uint32Array(list.length);
    for (let i = 0; i < list.length; i++)
      out[i] = table instanceof Map ? table.get(list[i])! : table[list[i] - first];
    return out;
  });
}

const ELEMENTS = [
  ['faces', 3],
  ['wires', 2],
  ['points', 1],
] as const;

function numbered(parents: Uint32Array): Labels {
  const of = new Uint32Array(parents.length);
  let count = 0;
  for (let i = 0; i < parents.length; i++) {
    const root = rootOf(parents, i);
    of[i] = root === i ? count++ : of[root];
  }
  return { of, count };
}
