// A sparse linear system solved on paper: Gaussian elimination in expressions, so that the solution is straight-line
// code. The order of pivots is fixed beforehand, from the numbers at consistent points: of those entries that are large
// enough there, the one that fills in least (Markowitz).

import type { Dag, Node } from '../dag/dag.ts';

export interface LinearSystem {
  /** Entries of each row by column, zeros left out. */
  readonly rows: readonly ReadonlyMap<number, Node>[];
  readonly right: readonly Node[];
}

export interface Eliminated {
  /** One expression for each unknown. */
  readonly solution: readonly Node[];
  /** Every pivot: where one gets small against its column, the fixed order is not good there. */
  readonly pivots: readonly Node[];
  /** For each pivot, what is left of its column below it when it is used. */
  readonly below: readonly (readonly Node[])[];
  readonly order: readonly (readonly [row: number, column: number])[];
}

/** Of an entry as a pivot: the lowest that will do is taken, Infinity where nothing speaks for it. */
export type Rank = (row: number, column: number) => number;

/** A pivot is at least this part of the largest entry of its column, at every point. */
const THRESHOLD = 0.03;

/**
 * @param samples  for each consistent point the value of an entry: samples[point](row, column)
 * @param longest  operations at most
 * @param rank  for pivots that are good at every pose, which come before others
 * @returns 'long' where it would take more; undefined where no good order of pivots was found: the matrix is singular at some of the points
 */
export function eliminate(
  dag: Dag,
  { rows, right }: LinearSystem,
  samples: readonly ((row: number, column: number) => number)[],
  longest = Infinity,
  rank?: Rank,
): Eliminated | 'long' | undefined {
  const n = rows.length;
  const found = pivotOrder(rows, samples, rank);
  if (found === undefined) return undefined;
  const { order, operations } = found;
  if (operations > longest) return 'long';
  const work = rows.map((row) => new Map(row));
  const b = right.slice();
  const pivots: Node[] = [];
  const below: Node[][] = [];
  const inverses: Node[] = [];
  for (let k = 0; k < n; k++) {
    const [pr, pc] = order[k];
    const pivotRow = work[pr];
    const pivot = pivotRow.get(pc) as Node;
    pivots.push(pivot);
    const inverse = dag.integerPower(pivot, -1);
    inverses.push(inverse);
    const column: Node[] = [];
    below.push(column);
    for (let later = k + 1; later < n; later++) {
      const r = order[later][0];
      const entry = work[r].get(pc);
      if (entry === undefined) continue;
      work[r].delete(pc);
      column.push(entry);
      const factor = times(dag, entry, inverse);
      for (const [c, value] of pivotRow) {
        if (c === pc) continue;
        const before = work[r].get(c);
        const step = times(dag, factor, value);
        const next = before === undefined ? dag.negate(step) : dag.subtract(before, step);
        if (next === dag.zero) work[r].delete(c);
        else work[r].set(c, next);
      }
      if (b[pr] !== dag.zero) b[r] = dag.subtract(b[r], times(dag, factor, b[pr]));
    }
  }
  const solution: Node[] = new Array(n).fill(dag.zero);
  for (let k = n - 1; k >= 0; k--) {
    const [pr, pc] = order[k];
    const terms: Node[] = [b[pr]];
    const signs: number[] = [1];
    for (const [c, value] of work[pr]) {
      if (c === pc) continue;
      terms.push(times(dag, value, solution[c]));
      signs.push(-1);
    }
    solution[pc] = dag.multiply(dag.sum(terms, signs, 0), inverses[k]);
  }
  return { solution, pivots, below, order };
}

/**
 * A product of two that stays one: flat, every use of a factor would be multiplied out again. Numbers and products that
 * are short are multiplied out, because what cancels is found only then.
 */
function times(dag: Dag, a: Node, b: Node): Node {
  if (dag.isConstant(a) || dag.isConstant(b)) return dag.multiply(a, b);
  return dag.nestedProduct([a, b], [1, 1]);
}

/** Rows and columns in the order of elimination, tried in numbers at all points at once. */
function pivotOrder(
  rows: readonly ReadonlyMap<number, Node>[],
  samples: readonly ((row: number, column: number) => number)[],
  rank?: Rank,
): { order: [number, number][]; operations: number } | undefined {
  const n = rows.length;
  const pattern = rows.map((row) => new Set(row.keys()));
  const matrices = samples.map((sample) =>
    rows.map((row, r) => new Map([...row.keys()].map((c) => [c, sample(r, c)]))),
  );
  const rowLeft = new Set(rows.keys());
  const columnLeft = new Set(Array.from({ length: n }, (_, c) => c));
  const order: [number, number][] = [];
  let operations = 0;
  while (order.length < n) {
    const columnCount = new Int32Array(n);
    for (const r of rowLeft) for (const c of pattern[r]) columnCount[c]++;
    const largest = matrices.map((matrix) => {
      const most = new Float64Array(n);
      for (const r of rowLeft)
        for (const [c, value] of matrix[r]) most[c] = Math.max(most[c], Math.abs(value));
      return most;
    });
    let best: [number, number] | undefined;
    let bestCost = Infinity;
    let bestRatio = 0;
    let bestRank = Infinity;
    for (const r of rowLeft) {
      for (const c of pattern[r]) {
        const cost = (pattern[r].size - 1) * (columnCount[c] - 1);
        const ranked = rank?.(r, c) ?? Infinity;
        if (ranked > bestRank || (ranked === bestRank && cost > bestCost)) continue;
        let ratio = Infinity;
        for (let s = 0; s < matrices.length; s++)
          ratio = Math.min(ratio, Math.abs(matrices[s][r].get(c) ?? 0) / largest[s][c]);
        if (!(ratio >= THRESHOLD)) continue;
        if (ranked < bestRank || cost < bestCost || ratio > bestRatio) {
          bestRank = ranked;
          best = [r, c];
          bestCost = cost;
          bestRatio = ratio;
        }
      }
    }
    if (best === undefined) return undefined;
    const [pr, pc] = best;
    order.push(best);
    operations += 2 * pattern[pr].size;
    rowLeft.delete(pr);
    columnLeft.delete(pc);
    for (const r of rowLeft) {
      if (!pattern[r].has(pc)) continue;
      // A factor, and a product and a difference for each entry and the right side.
      operations += 1 + 2 * pattern[pr].size;
      pattern[r].delete(pc);
      for (const c of pattern[pr]) if (c !== pc) pattern[r].add(c);
      for (const matrix of matrices) {
        const factor = (matrix[r].get(pc) ?? 0) / (matrix[pr].get(pc) as number);
        matrix[r].delete(pc);
        for (const [c, value] of matrix[pr])
          if (c !== pc) matrix[r].set(c, (matrix[r].get(c) ?? 0) - factor * value);
      }
    }
  }
  return { order, operations };
}
