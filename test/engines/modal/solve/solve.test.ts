import { describe, expect, test } from 'vitest';
import { judge, type Judgement } from '../../../../src/engines/modal/solve/judge.ts';
import { SolverMemory } from '../../../../src/engines/modal/solve/memory.ts';
import { DISC } from '../../../../src/engines/modal/solve/polygon.ts';
import { type ContactProblem, solveDefaults } from '../../../../src/engines/modal/solve/problem.ts';
import { solveContacts } from '../../../../src/engines/modal/solve/solve.ts';
import { Builder, families, table } from './problems.ts';

const solve = (problem: ContactProblem, options = {}, memory = new SolverMemory()) =>
  solveContacts(problem, { ...solveDefaults, ...options }, memory);

function energy({ inverseMass }: ContactProblem, velocity: Float64Array): number {
  return velocity.reduce((sum, v, d) => (inverseMass[d] > 0 ? sum + (v * v) / inverseMass[d] : sum), 0) / 2;
}

/** A box of 1 kg on the ground at its four corners, sliding at (x, y) and falling at z. */
function box(mu: number, x: number, y: number, z: number): ContactProblem {
  const builder = new Builder();
  const body = builder.add(1, 1, [0, 0, 0.001], 0, [x, y, z]);
  for (const dx of [-0.5, 0.5]) for (const dy of [-0.5, 0.5]) builder.touch(body, -1, [dx, dy, 0], [0, 0, 1]);
  return builder.build(() => mu);
}

describe.each(families)('$name', ({ make }) => {
  test.each([4, 8, 16])(
    'solves every problem to 1e-8 with %i directions, and energy does not grow',
    (directions) => {
      for (let seed = 100; seed < 102; seed++) {
        const problem = make(seed);
        const found = solve(problem, { directions });
        expect(found.method).not.toBe('failed');
        expect(found.residual).toBeLessThan(1e-8);
        expect(energy(problem, found.velocity)).toBeLessThanOrEqual(
          energy(problem, problem.predicted) * (1 + 1e-9),
        );
      }
    },
  );
});

test('a box slides with μ m g h against its way along a corner, and sticks below it', () => {
  const slides = solve(box(0.5, 1, 0, -0.01));
  expect(slides.velocity[0]).toBeCloseTo(1 - 0.5 * 0.01, 9);
  expect(slides.velocity[2]).toBeCloseTo(0, 9);
  const sticks = solve(box(0.5, 0.004, 0, -0.01));
  expect(Math.abs(sticks.velocity[0])).toBeLessThan(1e-9);
});

test('what parts gets no impulse, and a bias is reached', () => {
  const parts = solve(box(0.5, 1, 0, 0.2));
  expect(parts.method).toBe('free');
  expect(Math.max(...parts.impulses)).toBe(0);
  const problem = box(0.3, 0, 0, -1);
  problem.bias.fill(0.8);
  expect(solve(problem).velocity[2]).toBeCloseTo(0.8, 8);
});

test('prescribed velocities are kept, and carry what they touch along', () => {
  // a belt: one velocity without mass, under a box
  const problem = box(0.9, 0, 0, -0.01);
  const belt = problem.dofs;
  const starts = [0];
  const columns: number[] = [];
  const values: number[] = [];
  for (let row = 0; row < 3 * problem.contacts; row++) {
    for (let e = problem.starts[row]; e < problem.starts[row + 1]; e++) {
      columns.push(problem.columns[e]);
      values.push(problem.values[e]);
    }
    // the belt moves along x: minus its part in each direction, which is that of the box's own x
    columns.push(belt);
    values.push(-problem.values[problem.starts[row]]);
    starts.push(columns.length);
  }
  const moved = {
    ...problem,
    dofs: belt + 1,
    inverseMass: Float64Array.from([...problem.inverseMass, 0]),
    predicted: Float64Array.from([...problem.predicted, 0.005]),
    starts: Int32Array.from(starts),
    columns: Int32Array.from(columns),
    values: Float64Array.from(values),
  };
  const found = solve(moved);
  expect(found.residual).toBeLessThan(1e-8);
  expect(found.velocity[belt]).toBe(0.005);
  expect(found.velocity[0]).toBeCloseTo(0.005, 9);
});

test('with more directions it comes closer to the exact cone', () => {
  const problem = families[4].make(3);
  const off = [4, 8, 16].map((directions) => {
    const found = solve(problem, { directions });
    const verdict: Judgement = { residual: 0, normal: 0, friction: 0 };
    judge(problem, found.impulses, DISC, new Float64Array(problem.dofs), verdict);
    return verdict.residual;
  });
  expect(off[2]).toBeLessThan(off[0]);
  expect(off[2]).toBeGreaterThan(1e-8);
});

test('the judge sees each way of being wrong', () => {
  const problem = box(0.5, 1, 0, -0.01);
  const good = solve(problem).impulses.slice();
  const residual = (change: (r: Float64Array) => void, part: keyof Judgement = 'residual'): number => {
    const r = good.slice();
    change(r);
    const verdict: Judgement = { residual: 0, normal: 0, friction: 0 };
    judge(problem, r, 8, new Float64Array(problem.dofs), verdict);
    return verdict[part];
  };
  expect(residual(() => {})).toBeLessThan(1e-8);
  const acting = good.findIndex((value, k) => k % 3 === 0 && value > 0);
  expect(residual((r) => (r[acting] = 0), 'normal')).toBeGreaterThan(1e-4);
  expect(residual((r) => (r[acting] *= 2))).toBeGreaterThan(1e-4);
  expect(residual((r) => (r[acting] = -r[acting]), 'normal')).toBeGreaterThan(1e-4);
  // friction beyond its bound, too little of it, and sideways
  for (const t of [acting + 1, acting + 2]) {
    expect(residual((r) => (r[t] += 1e-3), 'friction')).toBeGreaterThan(1e-5);
  }
  expect(
    residual((r) => {
      r[acting + 1] = 0;
      r[acting + 2] = 0;
    }, 'friction'),
  ).toBeGreaterThan(1e-4);
  expect(residual((r) => (r[acting] = Number.NaN))).toBe(Infinity);
});

test('units of mass, length and time do not matter to the residual', () => {
  const problem = families[3].make(5);
  const { impulses, residual } = solve(problem);
  const wrong = impulses.map((value, k) => value * (1 + 1e-3 * Math.sin(k)));
  const at = (scaled: ContactProblem, r: Float64Array): number => {
    const verdict: Judgement = { residual: 0, normal: 0, friction: 0 };
    judge(scaled, r, 8, new Float64Array(problem.dofs), verdict);
    return verdict.residual;
  };
  const grams = { ...problem, inverseMass: problem.inverseMass.map((m) => m / 1000) };
  expect(
    at(
      grams,
      wrong.map((r) => 1000 * r),
    ),
  ).toBeCloseTo(at(problem, wrong), 12);
  expect(at(problem, wrong)).toBeGreaterThan(1e-5);
  expect(solve(grams).residual).toBeLessThan(Math.max(1e-8, 10 * residual));
});

describe('warm starts', () => {
  test('the same problem again is kept, with the same bits', () => {
    const problem = table(4);
    const memory = new SolverMemory();
    const first = solve(problem, {}, memory).impulses.slice();
    const again = solve(problem, {}, memory);
    expect(again.method).toBe('kept');
    expect(again.impulses).toEqual(first);
  });

  test('contacts are known by id, wherever they stand', () => {
    const problem = box(0.5, 0, 0, -0.01);
    const memory = new SolverMemory();
    solve(problem, {}, memory);
    const order = [2, 0, 3, 1];
    const shuffled = {
      ...problem,
      starts: Int32Array.from({ length: 13 }, (_, k) => 6 * k),
      columns: Int32Array.from(order.flatMap((i) => [...problem.columns.slice(18 * i, 18 * i + 18)])),
      values: Float64Array.from(order.flatMap((i) => [...problem.values.slice(18 * i, 18 * i + 18)])),
      ids: Float64Array.from(order),
    };
    expect(solve(shuffled, {}, memory).method).toBe('kept');
  });

  test('memory saved and loaded gives the same bits as memory kept', () => {
    const problems = [1, 2, 3].map((seed) => table(seed, 4, 8, 12, 0.1));
    const kept = new SolverMemory();
    let loaded = new SolverMemory();
    for (const problem of problems) {
      const a = solve(problem, {}, kept).impulses.slice();
      const b = solve(problem, {}, loaded).impulses.slice();
      expect(b).toEqual(a);
      const next = new SolverMemory();
      next.load(loaded.save());
      loaded = next;
    }
  });
});

test('friction left out: normals alone, no tangential impulse', () => {
  const found = solve(table(2, 4, 10, 20), { friction: false });
  expect(found.method).toBe('frictionless');
  expect(found.frictionResidual).toBe(0);
  expect(found.impulses.every((value, k) => k % 3 === 0 || value === 0)).toBe(true);
});

test('filtering leaves far fewer contacts than the printed scheme, for the same motion', () => {
  const problem = table(6, 4, 20, 0, 0);
  const filtered = solve(problem);
  const active = filtered.active;
  const velocity = filtered.velocity.slice();
  const printed = solve(problem, { scheme: 'printed' });
  expect(printed.residual).toBeLessThan(1e-8);
  expect(printed.active).toBeGreaterThan(2 * active);
  const off = printed.velocity.reduce((most, v, d) => Math.max(most, Math.abs(v - velocity[d])), 0);
  expect(off).toBeLessThan(1e-6);
});

test('contacts that nothing can move have no say', () => {
  const problem = box(0.5, 0.1, 0, -0.01);
  const still = { ...problem, inverseMass: new Float64Array(problem.dofs) };
  const found = solve(still);
  expect(found.residual).toBe(0);
  expect(Math.max(...found.impulses)).toBe(0);
});

test('where contacts exclude each other, the answer says so', () => {
  const builder = new Builder();
  const body = builder.add(1, 1, [0, 0, 0], 0, [0, 0, 0]);
  builder.touch(body, -1, [0, 0, -0.5], [0, 0, 1]);
  builder.touch(body, -1, [0, 0, 0.5], [0, 0, -1]);
  const problem = builder.build(() => 0.5);
  problem.bias.fill(0.1);
  const found = solve(problem);
  expect(found.method).toBe('impossible');
  expect(found.residual).toBeGreaterThan(1e-3);
});
