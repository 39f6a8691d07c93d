import fc from 'fast-check';
import { expect, test } from 'vitest';
import { solveQp } from './goldfarb-idnani.ts';
import { interiorNearestPoint } from '../../../src/num/qp/interior-point.ts';
import { NearestPoint, type SparseRows } from '../../../src/num/qp/nearest-point.ts';
import { Random } from '../../../src/num/random.ts';

/** Rows with about half of their entries, some of them copies or sums of others; feasible: slack at `inside`. */
function polyhedron(seed: number, n: number, m: number) {
  const random = new Random(seed);
  const dense = Array.from({ length: m }, () => new Float64Array(n));
  for (let k = 0; k < m; k++) {
    if (k > 2 && random.uniform() < 0.3) {
      const a = dense[random.integer(k)];
      const b = dense[random.integer(k)];
      for (let i = 0; i < n; i++) dense[k][i] = a[i] + (random.uniform() < 0 ? 0 : b[i]);
    } else for (let i = 0; i < n; i++) if (random.uniform() < 0.6) dense[k][i] = random.normal();
  }
  const inside = Float64Array.from({ length: n }, () => random.normal());
  const b = Float64Array.from(
    dense,
    (row) => row.reduce((sum, v, i) => sum + v * inside[i], 0) - Math.max(0, random.normal()),
  );
  const p = Float64Array.from({ length: n }, () => 5 * random.normal());
  const columns: number[] = [];
  const values: number[] = [];
  const starts = [0];
  for (const row of dense) {
    row.forEach((value, i) => {
      if (value === 0) return;
      columns.push(i);
      values.push(value);
    });
    starts.push(columns.length);
  }
  const at = Int32Array.from(starts);
  const rows: SparseRows = {
    rows: m,
    columnAt: at,
    columns: Int32Array.from(columns),
    valueAt: at,
    stride: 1,
    values: Float64Array.from(values),
  };
  const identity = new Float64Array(n * n);
  for (let i = 0; i < n; i++) identity[i * n + i] = 1;
  const c = Float64Array.from(dense.flatMap((row) => [...row]));
  const program = { n, g: identity, a: p.map((x) => -x), c, b, constraints: m, equalities: 0 };
  return { rows, p, b, program };
}

const cases = fc.record({
  seed: fc.integer({ min: 0, max: 1e6 }),
  n: fc.integer({ min: 1, max: 12 }),
  m: fc.integer({ min: 0, max: 30 }),
});

test('three methods find the same point', () => {
  fc.assert(
    fc.property(cases, ({ seed, n, m }) => {
      const { rows, p, b, program } = polyhedron(seed, n, m);
      const oracle = solveQp(program);
      const nearest = new NearestPoint();
      nearest.load(n, rows);
      expect(nearest.solve(p, b)).toBe('solved');
      const interior = interiorNearestPoint(n, rows, p, b);
      const size = 1 + Math.max(...p.map(Math.abs));
      for (let i = 0; i < n; i++) {
        expect(Math.abs(nearest.x[i] - oracle.x[i])).toBeLessThan(1e-8 * size);
        expect(Math.abs(interior.x[i] - oracle.x[i])).toBeLessThan(1e-5 * size);
      }
    }),
    { numRuns: 200 },
  );
});

test('multipliers are not negative, active rows hold exactly, and x − p is their sum', () => {
  fc.assert(
    fc.property(cases, ({ seed, n, m }) => {
      const { rows, p, b, program } = polyhedron(seed, n, m);
      const nearest = new NearestPoint();
      nearest.load(n, rows);
      nearest.solve(p, b);
      const sum = p.slice();
      for (let k = 0; k < nearest.count; k++) {
        expect(nearest.multipliers[k]).toBeGreaterThanOrEqual(0);
        for (let i = 0; i < n; i++) sum[i] += nearest.multipliers[k] * program.c[nearest.active[k] * n + i];
      }
      const size =
        1 + Math.max(...p.map(Math.abs)) + Math.max(0, ...nearest.multipliers.slice(0, nearest.count));
      for (let i = 0; i < n; i++) expect(Math.abs(sum[i] - nearest.x[i])).toBeLessThan(1e-9 * size);
    }),
    { numRuns: 200 },
  );
});

test('solving again with another point gives what solving anew gives, and wrong warm rows do no harm', () => {
  fc.assert(
    fc.property(cases, fc.integer({ min: 0, max: 1e6 }), ({ seed, n, m }, other) => {
      const { rows, p, b } = polyhedron(seed, n, m);
      const random = new Random(other);
      const warm = new NearestPoint();
      warm.load(n, rows);
      for (let k = 0; k < m; k++) if (random.uniform() < 0.3) warm.activate(k);
      warm.solve(p, b);
      const elsewhere = p.map((x) => x + random.normal());
      warm.solve(elsewhere, b);
      const cold = new NearestPoint();
      cold.load(n, rows);
      cold.solve(elsewhere, b);
      const size = 1 + Math.max(...elsewhere.map(Math.abs));
      for (let i = 0; i < n; i++) expect(Math.abs(warm.x[i] - cold.x[i])).toBeLessThan(1e-8 * size);
    }),
    { numRuns: 200 },
  );
});

test('rows that exclude each other are told', () => {
  const rows: SparseRows = {
    rows: 2,
    columnAt: Int32Array.from([0, 1, 2]),
    columns: Int32Array.from([0, 0]),
    valueAt: Int32Array.from([0, 1]),
    stride: 1,
    values: Float64Array.from([1, -1]),
  };
  const nearest = new NearestPoint();
  nearest.load(2, rows);
  expect(nearest.solve(new Float64Array(2), Float64Array.from([1, 1]))).toBe('infeasible');
});
