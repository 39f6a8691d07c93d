import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseFriction } from '../../../src/problems/friction-cone/file.ts';
import { islandsOf } from '../../../src/problems/friction-cone/islands.ts';
import type { FrictionProblem } from '../../../src/problems/friction-cone/problem.ts';
import { frictionResidual } from '../../../src/problems/friction-cone/residual.ts';
import { solveFriction } from '../../../src/problems/friction-cone/solve.ts';
import { families } from './families.ts';

/** The residual once more from its definition, with nothing of ours but the numbers. */
function judge({ contacts, blocks, q, mu }: FrictionProblem, r: Float64Array): number {
  const n = 3 * contacts;
  const w = Array.from({ length: n }, () => new Float64Array(n));
  for (const [i, j, b] of blocks)
    for (let k = 0; k < 9; k++) w[3 * i + Math.floor(k / 3)][3 * j + (k % 3)] += b[k];
  const root = Math.sqrt(w.reduce((sum, row, i) => sum + row[i], 0) / n);
  const u = w.map((row, i) => row.reduce((sum, entry, j) => sum + entry * r[j], q[i]) / root);
  let square = 0;
  for (let i = 0; i < contacts; i++) {
    const [rn, rx, ry] = [r[3 * i] * root, r[3 * i + 1] * root, r[3 * i + 2] * root];
    const [un, ux, uy] = u.slice(3 * i, 3 * i + 3);
    const y = [rn - un - mu[i] * Math.hypot(ux, uy), rx - ux, ry - uy];
    const t = Math.hypot(y[1], y[2]);
    let p = y;
    if (t > mu[i] * y[0]) {
      const edge = Math.max(0, (y[0] + mu[i] * t) / (1 + mu[i] ** 2));
      p = [edge, (mu[i] * edge * y[1]) / t, (mu[i] * edge * y[2]) / t];
    }
    square += (rn - p[0]) ** 2 + (rx - p[1]) ** 2 + (ry - p[2]) ** 2;
  }
  return Math.sqrt(square) / (Math.hypot(...Array.from(q)) / root);
}

const folder = new URL('../../../../shared/data/friction/', import.meta.url);
const given = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];

describe.skipIf(given.length === 0)('public problems', () => {
  test.each(given)('%s', (name) => {
    const problem = parseFriction(readFileSync(new URL(name, folder), 'utf8'));
    const found = solveFriction(problem);
    expect(found.status).toBe('solved');
    expect(judge(problem, found.r)).toBeLessThan(1e-8);
    expect(judge(problem, found.r)).toBeCloseTo(found.residual, 12);
  });
});

describe('problems of our own', () => {
  test.each(families.map((family) => [family.name, family] as const))('%s', (_, { make }) => {
    for (let seed = 0; seed < 6; seed++) {
      const problem = make(seed);
      const found = solveFriction(problem);
      expect(judge(problem, found.r)).toBeLessThan(1e-8);
      expect(found.status).toBe('solved');
    }
  });

  test('from a pyramid of eight edges', () => {
    const problem = families[0].make(3);
    const found = solveFriction(problem, { directions: 8 });
    expect(found).toMatchObject({ status: 'solved', method: 'pyramid, newton' });
    expect(judge(problem, found.r)).toBeLessThan(1e-8);
  });

  test('from the answer itself nothing is done', () => {
    const problem = families[3].make(1);
    const { r } = solveFriction(problem, { tolerance: 1e-10 });
    expect(solveFriction(problem, { start: r })).toMatchObject({ iterations: 0, sweeps: 0, method: 'none' });
  });

  test('the same problem twice gives the same bits', () => {
    const problem = families[1].make(5);
    expect(solveFriction(problem).r).toEqual(solveFriction(problem).r);
  });
});

describe('what cannot be solved', () => {
  const unit = [1, 0, 0, 0, 1, 0, 0, 0, 1];

  test('is reported with its residual', () => {
    // two contacts press one mass from opposite sides, and both close
    const opposed = unit.map((entry) => -entry);
    const found = solveFriction({
      contacts: 2,
      blocks: [
        [0, 0, unit],
        [1, 1, unit],
        [0, 1, opposed],
        [1, 0, opposed],
      ],
      q: [-1, 0, 0, -1, 0, 0],
      mu: [0.5, 0.5],
    });
    expect(found.status).toBe('failed');
    expect(found.residual).toBeGreaterThan(1e-3);
    expect(Array.from(found.r).every(Number.isFinite)).toBe(true);
  });

  test('a contact without mass is reported', () => {
    const found = solveFriction({ contacts: 1, blocks: [], q: [-1, 0, 0], mu: [0.5] });
    expect(found.status).toBe('failed');
  });

  test('NaN is reported', () => {
    expect(
      solveFriction({ contacts: 1, blocks: [[0, 0, unit]], q: [Number.NaN, 0, 0], mu: [0.5] }).status,
    ).toBe('failed');
    const broken = frictionResidual(
      { contacts: 1, blocks: [[0, 0, unit]], q: [1, 0, 0], mu: [1] },
      new Float64Array(3).fill(NaN),
      new Float64Array(3),
    );
    expect(broken).toBe(Infinity);
  });

  test('nothing moves: nothing to do', () => {
    expect(solveFriction({ contacts: 1, blocks: [[0, 0, unit]], q: [0, 0, 0], mu: [0.5] })).toMatchObject({
      status: 'solved',
      residual: 0,
    });
  });
});

test('islands are contacts that share a body', () => {
  const one = new Float64Array(9).fill(1);
  const blocks = [
    [0, 3, one],
    [3, 0, one],
    [1, 2, new Float64Array(9)],
    [4, 2, one],
  ] as const;
  expect(islandsOf({ contacts: 5, blocks, q: [], mu: [] })).toEqual([[0, 3], [1], [2, 4]]);
});

test.each([
  ['[', /not JSON/],
  ['{"dimension":2}', /dimension is 2/],
  ['{"dimension":3}', /contacts is missing/],
  ['{"dimension":3,"contacts":1,"q":[0,0,0],"mu":[1]}', /blocks is missing/],
  ['{"dimension":3,"contacts":1,"blocks":[],"q":[0,0],"mu":[1]}', /q has 2 numbers; it needs 3/],
  ['{"dimension":3,"contacts":1,"blocks":[],"q":[0,0,"a"],"mu":[1]}', /q\[2\] is "a"/],
  ['{"dimension":3,"contacts":1,"blocks":[],"q":[0,0,0],"mu":[-1]}', /mu\[0\] is -1/],
  ['{"dimension":3,"contacts":1,"blocks":[[0,1,[]]],"q":[0,0,0],"mu":[1]}', /contact 1; contacts are 0 to 0/],
  [
    '{"dimension":3,"contacts":1,"blocks":[[0,0,[1]]],"q":[0,0,0],"mu":[1]}',
    /blocks\[0\]\[2\] has 1 numbers/,
  ],
])('the file %s is refused with a reason', (text, reason) => {
  expect(() => parseFriction(text)).toThrow(reason);
});
