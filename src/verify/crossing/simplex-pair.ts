// Two simplices as lists of world vertices; where they share vertices, the parts that do not.
//
// Two simplices of one mesh that share vertices always touch there. They meet elsewhere exactly
// where some face of one meets some face of the other that has no vertex in common with it, and
// the largest such faces are got by giving each shared vertex to one of the two:
// 2 to the power of the shared vertices pairs (a triangle and the edge opposite the shared
// vertex; the tip of one triangle and the other across the shared edge; …).

import type { World } from '../world.ts';

/** Writes the vertices of both into `pair`, a's first; returns how many are a's. */
export function loadSimplices(
  world: World,
  a: number,
  simplexA: number,
  b: number,
  simplexB: number,
  pair: Int32Array,
): number {
  const sizeA = world.forms[a].simplices.sizes[simplexA];
  const sizeB = world.forms[b].simplices.sizes[simplexB];
  for (let i = 0; i < sizeA; i++)
    pair[i] = world.firstVertex[a] + world.forms[a].simplices.vertices[3 * simplexA + i];
  for (let i = 0; i < sizeB; i++) {
    pair[sizeA + i] = world.firstVertex[b] + world.forms[b].simplices.vertices[3 * simplexB + i];
  }
  return sizeA;
}

/** How many vertices two simplices of one item have in common. */
export function sharedVertices(world: World, item: number, p: number, q: number): number {
  const { vertices, sizes } = world.forms[item].simplices;
  let shared = 0;
  for (let i = 0; i < sizes[p]; i++) {
    for (let j = 0; j < sizes[q]; j++) if (vertices[3 * p + i] === vertices[3 * q + j]) shared++;
  }
  return shared;
}

/**
 * The `choice`-th of the pairs of parts of two simplices of one item that share vertices.
 * Writes vertices into `pair`; returns 16 × (number of a's) + (number of b's), or 0 where one is empty.
 */
export function loadUnsharedParts(
  world: World,
  item: number,
  p: number,
  q: number,
  choice: number,
  pair: Int32Array,
): number {
  const { vertices, sizes } = world.forms[item].simplices;
  const first = world.firstVertex[item];
  let shared = 0;
  let sizeA = 0;
  // bit k of the choice says that the k-th shared vertex stays with p
  for (let i = 0; i < sizes[p]; i++) {
    const vertex = vertices[3 * p + i];
    if (!has(vertices, q, sizes[q], vertex) || choice & (1 << shared++)) pair[sizeA++] = first + vertex;
  }
  let sizeB = 0;
  for (let j = 0; j < sizes[q]; j++) {
    const vertex = vertices[3 * q + j];
    if (!isAmong(pair, sizeA, first + vertex)) pair[sizeA + sizeB++] = first + vertex;
  }
  return sizeA > 0 && sizeB > 0 ? 16 * sizeA + sizeB : 0;
}

function isAmong(vertices: Int32Array, count: number, vertex: number): boolean {
  for (let i = 0; i < count; i++) if (vertices[i] === vertex) return true;
  return false;
}

function has(vertices: Int32Array, simplex: number, size: number, vertex: number): boolean {
  for (let j = 0; j < size; j++) if (vertices[3 * simplex + j] === vertex) return true;
  return false;
}
