// Every pair of primitives that might ever push: for brute detection, the oracle of the others.

import { EDGE_EDGE, VERTEX_FACE, VERTEX_VERTEX } from '../loop/layout/contact.ts';
import type { Model } from '../model/model.ts';

/** Vertex–face, edge–edge and point–point pairs that share no vertex, collide, and can be pushed. */
export function forAllPairs(
  model: Model,
  visit: (kind: number, v: readonly [number, number, number, number], a: number, b: number) => void,
): void {
  const { faces, edges, points, itemOfVertex, inverseMasses, items, rules } = model;
  const offer = (
    kind: number,
    v: readonly [number, number, number, number],
    side: number,
    a: number,
    b: number,
  ): void => {
    if (rules.collide[itemOfVertex[v[0]] * items + itemOfVertex[v[side]]] === 0) return;
    if (v.every((one) => one < 0 || inverseMasses[one] === 0)) return;
    visit(kind, v, a, b);
  };
  const used = new Uint8Array(model.vertices);
  for (const list of [faces, edges, points]) for (const v of list) used[v] = 1;
  for (let v = 0; v < model.vertices; v++) {
    if (used[v] === 0 || model.flatVertices[v] === 1) continue;
    for (let f = 0; f < faces.length / 3; f++) {
      const [p, q, r] = faces.subarray(3 * f, 3 * f + 3);
      if (v !== p && v !== q && v !== r) offer(VERTEX_FACE, [v, p, q, r], 1, v, f);
    }
  }
  for (let i = 0; i < edges.length / 2; i++) {
    for (let j = i + 1; j < edges.length / 2; j++) {
      if (model.flatEdges[i] === 1 || model.flatEdges[j] === 1) continue;
      const [a, b, c, d] = [edges[2 * i], edges[2 * i + 1], edges[2 * j], edges[2 * j + 1]];
      if (a !== c && a !== d && b !== c && b !== d) offer(EDGE_EDGE, [a, b, c, d], 2, i, j);
    }
  }
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++)
      offer(VERTEX_VERTEX, [points[i], points[j], -1, -1], 1, points[i], points[j]);
  }
}
