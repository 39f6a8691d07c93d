// A small set of vertices whose removal splits a graph into two parts of about the same weight.
//
// Multilevel: match neighbours and contract them until few vertices are left, split that graph from several
// starts, then undo the contractions one by one, each time improving the separator by moving single vertices:
// moving v from the separator to one side pulls its neighbours on the other side in. Moves are made best first,
// also uphill, and the best state on the way is kept (Fiduccia and Mattheyses 1982, for vertices as in Ashcraft
// and Liu 1997). No random numbers: the result depends on the graph alone.
//
// Karypis and Kumar 1998, "A fast and high quality multilevel scheme for partitioning irregular graphs".

import { refineSeparator } from './ordering-refine.ts';
import { SEPARATOR, type WeightedGraph } from './ordering-sides.ts';

const COARSEST = 60;
const STARTS = 6;

/** 0, 1 or SEPARATOR for each vertex; nothing where no split leaves two parts. */
export function separate(graph: WeightedGraph): Uint8Array | undefined {
  const levels: { graph: WeightedGraph; coarseOf: Int32Array }[] = [];
  let coarsest = graph;
  while (coarsest.weights.length > COARSEST) {
    const { graph: next, coarseOf } = contract(coarsest);
    // stars and the like hardly contract: stop where it no longer pays
    if (next.weights.length > 0.9 * coarsest.weights.length) break;
    levels.push({ graph: coarsest, coarseOf });
    coarsest = next;
  }
  let sides = bestFirstSplit(coarsest);
  for (let level = levels.length - 1; level >= 0; level--) {
    const { graph: fine, coarseOf } = levels[level];
    const projected = new Uint8Array(coarseOf.length);
    for (let v = 0; v < coarseOf.length; v++) projected[v] = sides[coarseOf[v]];
    sides = projected;
    refineSeparator(fine, sides);
  }
  return sides.includes(0) && sides.includes(1) ? sides : undefined;
}

/** Contracts a matching that prefers multiple edges, then light neighbours; vertices of few neighbours choose first. */
function contract(graph: WeightedGraph): { graph: WeightedGraph; coarseOf: Int32Array } {
  const { starts, neighbours, weights, multiplicities } = graph;
  const n = weights.length;
  const mate = new Int32Array(n).fill(-1);
  for (const v of byDegree(graph)) {
    if (mate[v] >= 0) continue;
    let best = v;
    let bestMultiplicity = 0;
    for (let e = starts[v]; e < starts[v + 1]; e++) {
      const u = neighbours[e];
      if (mate[u] >= 0) continue;
      const heavier = multiplicities[e] - bestMultiplicity;
      if (heavier > 0 || (heavier === 0 && weights[u] < weights[best])) {
        best = u;
        bestMultiplicity = multiplicities[e];
      }
    }
    mate[v] = best;
    mate[best] = v;
  }
  const coarseOf = new Int32Array(n).fill(-1);
  let count = 0;
  for (let v = 0; v < n; v++) {
    if (coarseOf[v] >= 0) continue;
    coarseOf[v] = count;
    coarseOf[mate[v]] = count++;
  }
  return { graph: contracted(graph, mate, coarseOf, count), coarseOf };
}

function contracted(
  fine: WeightedGraph,
  mate: Int32Array,
  coarseOf: Int32Array,
  count: number,
): WeightedGraph {
  const starts = new Int32Array(count + 1);
  const neighbours = new Int32Array(fine.neighbours.length);
  const multiplicities = new Int32Array(fine.neighbours.length);
  const weights = new Int32Array(count);
  const place = new Int32Array(count).fill(-1);
  let edges = 0;
  let coarse = 0;
  for (let v = 0; v < mate.length; v++) {
    if (coarseOf[v] !== coarse) continue; // the second of a pair: done with the first
    const begin = edges;
    const pair = mate[v] === v ? 1 : 2;
    for (let k = 0, member = v; k < pair; k++, member = mate[v]) {
      weights[coarse] += fine.weights[member];
      for (let e = fine.starts[member]; e < fine.starts[member + 1]; e++) {
        const to = coarseOf[fine.neighbours[e]];
        if (to === coarse) continue;
        if (place[to] < begin) {
          place[to] = edges;
          neighbours[edges] = to;
          multiplicities[edges++] = 0;
        }
        multiplicities[place[to]] += fine.multiplicities[e];
      }
    }
    starts[++coarse] = edges;
  }
  return {
    starts,
    neighbours: neighbours.slice(0, edges),
    multiplicities: multiplicities.slice(0, edges),
    weights,
  };
}

/** Grows one side breadth first from several vertices, refines each split, and keeps the lightest separator. */
function bestFirstSplit(graph: WeightedGraph): Uint8Array {
  const n = graph.weights.length;
  let best: Uint8Array = new Uint8Array(n).fill(SEPARATOR);
  let bestCost = Number.POSITIVE_INFINITY;
  for (let start = 0; start < STARTS; start++) {
    const sides = grow(graph, farthest(graph, Math.floor((start * n) / STARTS)));
    const cost = refineSeparator(graph, sides);
    if (cost < bestCost) {
      bestCost = cost;
      best = sides;
    }
  }
  return best;
}

/** Side 0 breadth first from `start` until it has half the weight; what it touches is the separator. */
function grow(graph: WeightedGraph, start: number): Uint8Array {
  const { starts, neighbours, weights } = graph;
  const n = weights.length;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const sides = new Uint8Array(n).fill(1);
  let grown = 0;
  for (const v of breadthFirst(graph, start)) {
    if (2 * grown >= total) break;
    sides[v] = 0;
    grown += weights[v];
  }
  for (let v = 0; v < n; v++) {
    if (sides[v] !== 1) continue;
    for (let e = starts[v]; e < starts[v + 1]; e++) {
      if (sides[neighbours[e]] === 0) {
        sides[v] = SEPARATOR;
        break;
      }
    }
  }
  return sides;
}

/** A vertex at the end of the graph, as seen from `start`. */
function farthest(graph: WeightedGraph, start: number): number {
  const order = breadthFirst(graph, start);
  return order.length === 0 ? start : order[order.length - 1];
}

/** All vertices by distance from `start`; other components follow, by index. */
function breadthFirst({ starts, neighbours, weights }: WeightedGraph, start: number): Int32Array {
  const n = weights.length;
  const order = new Int32Array(n);
  const reached = new Uint8Array(n);
  let end = 0;
  let at = 0;
  for (let root = -1; root < n; root++) {
    const from = root < 0 ? start : root;
    if (from >= n || reached[from]) continue;
    reached[from] = 1;
    order[end++] = from;
    for (; at < end; at++) {
      for (let e = starts[order[at]]; e < starts[order[at] + 1]; e++) {
        const u = neighbours[e];
        if (reached[u]) continue;
        reached[u] = 1;
        order[end++] = u;
      }
    }
  }
  return order;
}

/** Vertices by number of neighbours, then by index. */
function byDegree({ starts }: WeightedGraph): Int32Array {
  const n = starts.length - 1;
  const next = new Int32Array(n + 1);
  for (let v = 0; v < n; v++) next[Math.min(n, starts[v + 1] - starts[v] + 1)]++;
  for (let d = 1; d <= n; d++) next[d] += next[d - 1];
  const sorted = new Int32Array(n);
  for (let v = 0; v < n; v++) sorted[next[Math.min(n, starts[v + 1] - starts[v] + 1) - 1]++] = v;
  return sorted;
}
