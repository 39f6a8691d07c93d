// npm run bench sparse: the time of ordering, analysis, factorisation and solves.
//
// Grids are the seven-point Laplacian, bodies random piles of 6 × 6 blocks, solids the 3 × 3 blocks of a mesh of
// tetrahedra. The peers are the readable TypeScript twin of the same arithmetic, the other ordering, and the npm
// package cholesky-solve (LDLᵀ in JavaScript, given our ordering) where it is installed.

import { createArena } from '../src/num/kernels/arena.ts';
import { LdlFactor } from '../src/num/sparse/ldl.ts';
import { analyse, predictedFill } from '../src/num/sparse/ldl-symbolic.ts';
import { graphOf, orderingOf } from '../src/num/sparse/ordering.ts';
import { orderOf, patternFromPairs } from '../src/num/sparse/sparse.ts';
import { bodies, laplacian3, type Matrix, valuesFor } from '../test/num/sparse/cases.ts';
import { keep, nanoseconds, row, shown } from './lib/measure.ts';

export const benchmarks = [benchmarkFactorisation, benchmarkOrderings, benchmarkBesidePeer];

const time = (run: () => void): number =>
  nanoseconds(
    () => {
      run();
      return 1;
    },
    { rounds: 4 },
  );

function benchmarkFactorisation(): void {
  console.log('sparse solver, a matrix');
  const cases: [string, Matrix][] = [
    ['10 bodies', bodies(10, 18, 6, 1)],
    ['100 bodies', bodies(100, 200, 6, 1)],
    ['3,300 bodies', bodies(3300, 6600, 6, 1)],
    ['grid 10³', laplacian3(10)],
    ['grid 27³', laplacian3(27)],
    ['solid 15³', solid(15)],
  ];
  for (const [name, matrix] of cases) {
    const { pattern, values } = matrix;
    const symbolic = analyse(pattern);
    const { operations, bytes } = symbolic.fill;
    const factors = (['kernel', 'readable'] as const).map((twin) => {
      const ldl = new LdlFactor(symbolic, createArena(), twin);
      ldl.values.set(values);
      return ldl;
    });
    const times = factors.map((ldl) => time(() => ldl.factor()));
    const rate = (operations / times[0]).toFixed(1);
    const title = `${name} (${orderOf(pattern)} unknowns)`;
    row(
      `${title}, analyse`,
      time(() => analyse(pattern)),
      `${(bytes / 1048576).toFixed(1)} MiB`,
    );
    row(`${title}, factor`, times[0], `${rate} GFLOP/s; TypeScript ${shown(times[1])}`);
    const x = new Float64Array(orderOf(pattern)).fill(1);
    const solves = factors.map((ldl) => time(() => ldl.solve(x)));
    row(`${title}, solve`, solves[0], `TypeScript ${shown(solves[1])}`);
  }
}

function benchmarkOrderings(): void {
  for (const [name, { pattern }] of [
    ['grid 27³', laplacian3(27)],
    ['solid 30³', solid(30)],
  ] as [string, Matrix][]) {
    const graph = graphOf(pattern);
    for (const ordering of ['degree', 'dissection'] as const) {
      const { operations, nonzeros } = predictedFill(pattern, { ordering });
      row(
        `${name}, order by ${ordering}`,
        time(() => orderingOf(graph, ordering)),
        `${(operations / 1e9).toPrecision(3)} GFLOP, ${(nonzeros / 1e6).toPrecision(3)} M nonzeros`,
      );
    }
  }
}

interface CholeskySolve {
  prepare(
    upper: [row: number, column: number, value: number][],
    n: number,
    order: readonly number[],
  ): (b: number[]) => number[];
}

/** Analysis, factorisation and one solve, together: the peer does not part them. Small, since it is slow. */
async function benchmarkBesidePeer(): Promise<void> {
  const side = 14;
  const { pattern, values } = laplacian3(side);
  const n = orderOf(pattern);
  const b = new Float64Array(n).fill(1);
  const title = `grid ${side}³, analyse, factor and solve`;
  const wall = time(() => {
    const ldl = new LdlFactor(analyse(pattern), createArena());
    ldl.values.set(values);
    ldl.factor();
    const x = b.slice();
    ldl.solve(x);
    keep(x[0]);
  });

  const name = 'cholesky-solve';
  const peer: { default: CholeskySolve } | undefined = await import(name).catch(() => undefined);
  if (!peer) {
    row(title, wall, `beside ${name}: skipped, not installed (npm install --no-save ${name})`);
    return;
  }
  const upper: [number, number, number][] = [];
  for (let j = 0; j < n; j++) {
    for (let e = pattern.starts[j]; e < pattern.starts[j + 1]; e++)
      upper.push([j, pattern.rows[e], values[e]]);
  }
  const order = [...orderingOf(graphOf(pattern), 'dissection')];
  const theirs = nanoseconds(
    () => {
      keep(peer.default.prepare(upper, n, order)([...b])[0]);
      return 1;
    },
    { rounds: 2, roundMs: 0 },
  );
  row(title, wall, `${name}: ${shown(theirs)}`);
}

/** A cube of tetrahedra, N vertices along an edge, each with three unknowns. */
function solid(N: number): Matrix {
  const steps = [1, N, N * N, 1 + N, 1 + N * N, N + N * N, 1 + N + N * N];
  const rows: number[] = [];
  const columns: number[] = [];
  for (let i = 0; i < N * N * N; i++) {
    const x = i % N;
    const y = Math.floor(i / N) % N;
    const z = Math.floor(i / (N * N));
    for (const step of steps) {
      const inside =
        (step % N === 0 || x + 1 < N) &&
        (Math.floor(step / N) % N === 0 || y + 1 < N) &&
        (step < N * N || z + 1 < N);
      if (!inside) continue;
      rows.push(i + step);
      columns.push(i);
    }
  }
  const { pattern } = patternFromPairs(N * N * N, 3, rows, columns);
  const values = valuesFor(pattern).fill(-0.1);
  for (let j = 0; j < pattern.count; j++) {
    for (let c = 0; c < 3; c++) values[9 * pattern.starts[j] + 4 * c] = 6;
  }
  return { pattern, values };
}
