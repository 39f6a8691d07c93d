// What a factorisation P A Pᵀ = L D Lᵀ will look like, from the pattern alone: done once, reused for all values.
//
// Columns of L with (nearly) the same rows below the diagonal are kept together as a *supernode*, a dense panel:
// its rows are the supernode's own columns and then the rows below, its columns those of the supernode,
// row-major. All work is then dense work. Everything here is counted in blocks; the panels hold numbers.
//
//   order, elimination tree (Liu), postorder → counts of the columns of L → supernodes, relaxed by merging small
//   ones at the price of some stored zeros, split again at MAX_WIDTH numbers → rows of each → place of each block
//   of A in the panels.
//
// Davis 2006, "Direct Methods for Sparse Linear Systems"; Ashcraft and Grimes 1989 on relaxed supernodes.

import { supernodes } from './ldl-supernodes.ts';
import { columnCounts, eliminationTree, inverse, postordered } from './ldl-tree.ts';
import { type Graph, graphOf, type Ordering, orderingOf } from './ordering.ts';
import { orderOf, type SymmetricPattern } from './sparse.ts';

/** Operations a block above which dissecting (some 10 µs a block) pays within two or three factorisations. */
const DISSECT_ABOVE = 1e5;

export interface Symbolic {
  readonly pattern: SymmetricPattern;
  /** order[k] is the block that is eliminated k-th, position its inverse. */
  readonly order: Int32Array;
  readonly position: Int32Array;
  /** Block columns of supernode s: firsts[s] … firsts[s + 1] - 1. */
  readonly firsts: Int32Array;
  readonly supernodeOf: Int32Array;
  /** Block rows of supernode s, ascending, its own columns first: rows[rowStarts[s]] … */
  readonly rowStarts: Int32Array;
  readonly rows: Int32Array;
  /** Panel of supernode s: numbers panelStarts[s] … panelStarts[s + 1] - 1 of the factor. */
  readonly panelStarts: Float64Array;
  /** Where block e of A starts in the factor, and the panel's width there, negative for a transposed block. */
  readonly targets: Int32Array;
  readonly strides: Int32Array;
  /** Most columns, and most rows, that a panel has. */
  readonly widest: number;
  readonly tallest: number;
  readonly fill: Fill;
}

/** What a factorisation will take, known before any of it is allocated. */
export interface Fill {
  /** Nonzeros of L, the diagonal included. */
  readonly nonzeros: number;
  /** Numbers stored: nonzeros, and the zeros that dense panels hold besides. */
  readonly stored: number;
  /** Additions and multiplications of one factorisation. */
  readonly operations: number;
  /** Bytes of arena of one factorisation, scratch included. */
  readonly bytes: number;
}

/** Thrown where a factor would be larger than panels can be addressed. */
export class FactorTooLarge extends Error {
  readonly fill: Fill;

  constructor(fill: Fill) {
    super(
      `the factor of this matrix would take ${Math.ceil(fill.bytes / 1048576)} MiB; ` +
        'solve it by conjugate gradients, or make the problem smaller',
    );
    this.name = 'FactorTooLarge';
    this.fill = fill;
  }
}

export interface AnalyseOptions {
  /** Default: whichever promises less work. 'degree' is quickest to find, for patterns that change often. */
  readonly ordering?: Ordering;
}

/** Predicts the size of the factor without building its structure. */
export function predictedFill(pattern: SymmetricPattern, options: AnalyseOptions = {}): Fill {
  return layOut(pattern, options).fill;
}

export function analyse(pattern: SymmetricPattern, options: AnalyseOptions = {}): Symbolic {
  const layout = layOut(pattern, options);
  if (layout.panelStarts[layout.panelStarts.length - 1] >= 0x7fffffff || layout.fill.bytes > 0xffff0000) {
    throw new FactorTooLarge(layout.fill);
  }
  const rows = fillRows(layout);
  return { ...layout, rows, ...placeBlocks(layout, rows) };
}

/** All of a Symbolic that can be known without the rows of the supernodes. */
type Layout = Omit<Symbolic, 'rows' | 'targets' | 'strides'> & {
  readonly graph: Graph;
  readonly supernodeParent: Int32Array;
};

function layOut(pattern: SymmetricPattern, options: AnalyseOptions): Layout {
  const graph = graphOf(pattern);
  const elimination = options.ordering
    ? eliminate(pattern, graph, options.ordering)
    : eliminateWell(pattern, graph);
  const { order, position, parent, counts } = elimination;

  const b = pattern.blockSize;
  const firsts = supernodes(parent, counts, b);
  const count = firsts.length - 1;
  const supernodeOf = new Int32Array(pattern.count);
  for (let s = 0; s < count; s++) supernodeOf.fill(s, firsts[s], firsts[s + 1]);
  const supernodeParent = new Int32Array(count);
  const rowStarts = new Int32Array(count + 1);
  const panelStarts = new Float64Array(count + 1);
  let rowCount = 0;
  let widest = 0;
  let tallest = 0;
  for (let s = 0; s < count; s++) {
    const last = firsts[s + 1] - 1;
    const width = firsts[s + 1] - firsts[s];
    supernodeParent[s] = parent[last] < 0 ? -1 : supernodeOf[parent[last]];
    // the rows below all of the supernode's columns are those below its last
    const height = width + counts[last] - 1;
    rowCount += height;
    rowStarts[s + 1] = rowCount;
    panelStarts[s + 1] = panelStarts[s] + height * b * width * b;
    widest = Math.max(widest, width * b);
    tallest = Math.max(tallest, height * b);
  }
  const fill = fillOf(pattern, elimination, panelStarts[count], rowCount, count, widest);
  return {
    pattern,
    graph,
    order,
    position,
    firsts,
    supernodeOf,
    supernodeParent,
    rowStarts,
    panelStarts,
    widest,
    tallest,
    fill,
  };
}

/** An order of elimination, along its tree, and what it leads to. */
interface Elimination {
  readonly order: Int32Array;
  readonly position: Int32Array;
  readonly parent: Int32Array;
  /** Nonzero blocks of each block column of L. */
  readonly counts: Int32Array;
  readonly nonzeros: number;
  readonly operations: number;
}

function eliminate(pattern: SymmetricPattern, graph: Graph, ordering: Ordering): Elimination {
  const order = postordered(graph, orderingOf(graph, ordering));
  const position = inverse(order);
  const parent = eliminationTree(graph, order, position);
  const counts = columnCounts(graph, order, position, parent);
  const b = pattern.blockSize;
  let nonzeros = 0;
  let operations = 0;
  for (let j = 0; j < counts.length; j++) {
    for (let c = 0; c < b; c++) {
      const column = counts[j] * b - c;
      nonzeros += column;
      operations += column * column;
    }
  }
  return { order, position, parent, counts, nonzeros, operations };
}

/** Minimum degree; where much arithmetic is left, nested dissection too, and whichever leaves less. */
function eliminateWell(pattern: SymmetricPattern, graph: Graph): Elimination {
  const byDegree = eliminate(pattern, graph, 'degree');
  if (byDegree.operations < DISSECT_ABOVE * pattern.count) return byDegree;
  const byDissection = eliminate(pattern, graph, 'dissection');
  return byDissection.operations < byDegree.operations ? byDissection : byDegree;
}

/** By rows ascending, so that every list comes out sorted. */
function fillRows({
  graph,
  order,
  position,
  firsts,
  supernodeOf,
  supernodeParent,
  rowStarts,
}: Layout): Int32Array {
  const count = firsts.length - 1;
  const rows = new Int32Array(rowStarts[count]);
  const next = rowStarts.slice(0, count);
  const mark = new Int32Array(count).fill(-1);
  for (let i = 0; i < order.length; i++) {
    const own = supernodeOf[i];
    mark[own] = i;
    rows[next[own]++] = i;
    const vertex = order[i];
    for (let e = graph.starts[vertex]; e < graph.starts[vertex + 1]; e++) {
      const j = position[graph.neighbours[e]];
      if (j >= i) continue;
      for (let s = supernodeOf[j]; mark[s] !== i; s = supernodeParent[s]) {
        mark[s] = i;
        rows[next[s]++] = i;
      }
    }
  }
  return rows;
}

function placeBlocks(layout: Layout, rows: Int32Array): Pick<Symbolic, 'targets' | 'strides'> {
  const { pattern, position, firsts, supernodeOf, rowStarts, panelStarts } = layout;
  const b = pattern.blockSize;
  const targets = new Int32Array(pattern.rows.length);
  const strides = new Int32Array(pattern.rows.length);
  for (let j = 0; j < pattern.count; j++) {
    for (let e = pattern.starts[j]; e < pattern.starts[j + 1]; e++) {
      const p = position[pattern.rows[e]];
      const q = position[j];
      const row = Math.max(p, q);
      const column = Math.min(p, q);
      const s = supernodeOf[column];
      const width = (firsts[s + 1] - firsts[s]) * b;
      const localRow = indexIn(rows, rowStarts[s], rowStarts[s + 1], row);
      targets[e] = panelStarts[s] + localRow * b * width + (column - firsts[s]) * b;
      strides[e] = p >= q ? width : -width;
    }
  }
  return { targets, strides };
}

function indexIn(sorted: Int32Array, start: number, end: number, value: number): number {
  let from = start;
  let to = end - 1;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle] < value) from = middle + 1;
    else to = middle;
  }
  return from - start;
}

function fillOf(
  pattern: SymmetricPattern,
  { nonzeros, operations }: Elimination,
  stored: number,
  rowCount: number,
  supernodeCount: number,
  widest: number,
): Fill {
  const b = pattern.blockSize;
  const n = orderOf(pattern);
  const integers =
    2 * pattern.rows.length + rowCount + 6 * supernodeCount + 4 * pattern.count + 2 * n + 4 * widest;
  const numbers = stored + pattern.rows.length * b * b + 5 * n + (widest + 4) * widest;
  // each of some twenty arrays may be staggered by a page
  return { nonzeros, stored, operations, bytes: 8 * numbers + 4 * integers + 20 * 4096 };
}
