import fc from 'fast-check';
import { expect, test } from 'vitest';
import { solveQp } from '../../num/qp/goldfarb-idnani.ts';
import { Random } from '../../../src/num/index.ts';
import { NearestImpulses, WRENCH_SIZE } from '../../../src/sound/excite/nearest-impulses.ts';
import { orthonormalRows } from '../../../src/sound/excite/orthonormal-rows.ts';
import { nearestByPlainDual } from './plain-dual.ts';

const nearest = new NearestImpulses();

/** Contacts anywhere, pushed within their cones, and what they are to be near to. */
function someContacts(seed: number, count: number, mu: number) {
  const random = new Random(seed);
  const fill = (length: number, low: number, high: number): Float64Array =>
    Float64Array.from({ length }, () => random.between(low, high));
  const now = fill(3 * count, -1, 1);
  const friction = new Float64Array(count).fill(mu);
  for (let c = 0; c < count; c++) {
    // some carry nothing, as an active set leaves them
    const push = random.between(0, 1) < 0.3 ? 0 : random.between(0, 1);
    now[3 * c] = push;
    for (let k = 1; k < 3; k++) now[3 * c + k] *= 0.7 * mu * push;
  }
  return {
    wrenches: fill(WRENCH_SIZE * count, -1, 1),
    now,
    friction,
    wanted: fill(3 * count, -0.2, 1),
  };
}

const cases = fc.tuple(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 2, max: 40 }));

test('keeps force and moment, and stays in the cones', () => {
  fc.assert(
    fc.property(cases, fc.constantFrom(0, 0.2, 1), ([seed, count], mu) => {
      const { wrenches, now, friction, wanted } = someContacts(seed, count, mu);
      const spread = wanted.slice();
      expect(nearest.move(count, wrenches, spread, now, friction)).toBeLessThan(1e-6);
      for (let r = 0; r < 6; r++) {
        let [force, drag] = [0, 0];
        for (let c = 0; c < count; c++) {
          force += wrenches[WRENCH_SIZE * c + r] * (spread[3 * c] - now[3 * c]);
          for (let k = 0; k < 2; k++)
            drag += wrenches[WRENCH_SIZE * c + 6 + 6 * k + r] * (spread[3 * c + 1 + k] - now[3 * c + 1 + k]);
        }
        expect(Math.abs(force)).toBeLessThan(1e-9 * count);
        expect(Math.abs(drag)).toBeLessThan(1e-9 * count);
      }
      for (let c = 0; c < count; c++) {
        const rub = Math.sqrt(spread[3 * c + 1] * spread[3 * c + 1] + spread[3 * c + 2] * spread[3 * c + 2]);
        expect(rub).toBeLessThan(mu * spread[3 * c] + 1e-5);
      }
      // what the engine gave is one of those it may choose from, so that the answer is no further away
      const far = (from: Float64Array): number =>
        from.reduce((sum, value, i) => sum + (value - wanted[i]) * (value - wanted[i]), 0);
      expect(far(spread)).toBeLessThan(far(now) * (1 + 1e-6) + 1e-9);
    }),
    { numRuns: 60 },
  );
});

test('is what a quadratic program says where there is no friction', () => {
  fc.assert(
    fc.property(cases, ([seed, few]) => {
      const count = 6 + (few % 10);
      const { wrenches, now, friction, wanted } = someContacts(seed, count, 0);
      const spread = wanted.slice();
      nearest.move(count, wrenches, spread, now, friction);
      const n = count;
      const g = new Float64Array(n * n);
      const a = new Float64Array(n);
      const c = new Float64Array((6 + n) * n);
      const b = new Float64Array(6 + n);
      for (let i = 0; i < n; i++) {
        g[i * n + i] = 1;
        a[i] = -wanted[3 * i];
        c[(6 + i) * n + i] = 1;
        for (let r = 0; r < 6; r++) {
          c[r * n + i] = wrenches[WRENCH_SIZE * i + r];
          b[r] += wrenches[WRENCH_SIZE * i + r] * now[3 * i];
        }
      }
      const { status, x } = solveQp({ n, g, a, c, b, constraints: 6 + n, equalities: 6 });
      fc.pre(status === 'solved');
      for (let i = 0; i < n; i++) expect(Math.abs(spread[3 * i] - x[i])).toBeLessThan(1e-6);
    }),
    { numRuns: 40 },
  );
});

test('is what the plain dual says, with friction', () => {
  let compared = 0;
  fc.assert(
    fc.property(cases, fc.constantFrom(0.2, 0.5, 1), ([seed, few], mu) => {
      const count = 4 + (few % 12);
      const { wrenches, now, friction, wanted } = someContacts(seed, count, mu);
      const { v, off } = nearestByPlainDual(count, wrenches, wanted, now, friction);
      const spread = wanted.slice();
      nearest.move(count, wrenches, spread, now, friction);
      if (off > 1e-12) return;
      compared++;
      for (let i = 0; i < 3 * count; i++) expect(Math.abs(spread[i] - v[i])).toBeLessThan(1e-9);
    }),
    { numRuns: 60, seed: 5 },
  );
  expect(compared).toBeGreaterThan(40);
});

test('leaves what the engine gave where nothing else moves the body so', () => {
  const { wrenches, now, friction, wanted } = someContacts(3, 2, 0.5);
  expect(nearest.move(2, wrenches, wanted, now, friction)).toBe(0);
  expect(wanted).toEqual(now);
});

test('shares evenly among contacts at one place', () => {
  const { wrenches, friction } = someContacts(3, 1, 0.5);
  const twice = new Float64Array([...wrenches, ...wrenches]);
  const now = Float64Array.of(1, 0.1, 0.2, 0, 0, 0);
  const spread = new Float64Array(6);
  expect(nearest.move(2, twice, spread, now, Float64Array.of(friction[0], friction[0]))).toBeLessThan(1e-12);
  for (let i = 0; i < 6; i++) expect(spread[i]).toBeCloseTo([0.5, 0.05, 0.1][i % 3], 12);
});

test('rows are orthonormal, of the span they had, and as many as there are directions', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 4, max: 30 }), (seed, count) => {
      const random = new Random(seed);
      const rows = new Float64Array(WRENCH_SIZE * count);
      // forces up and moments of contacts in a plane: three directions, one of them short
      for (let c = 0; c < count; c++) {
        const at = WRENCH_SIZE * c;
        rows[at + 2] = 1;
        rows[at + 3] = random.between(-1, 1);
        rows[at + 4] = -1e-4 * random.between(-1, 1) + 1;
      }
      const were = rows.slice();
      expect(orthonormalRows(rows, count, 0, 1)).toBe(3);
      const product = (a: Float64Array, r: number, b: Float64Array, s: number): number => {
        let sum = 0;
        for (let at = 0; at < a.length; at += WRENCH_SIZE) sum += a[at + r] * b[at + s];
        return sum;
      };
      for (let r = 0; r < 6; r++)
        for (let s = 0; s < 6; s++)
          expect(Math.abs(product(rows, r, rows, s) - (r === s && r < 3 ? 1 : 0))).toBeLessThan(1e-14);
      for (let r = 2; r < 5; r++) {
        let left = product(were, r, were, r);
        for (let s = 0; s < 3; s++) left -= product(were, r, rows, s) * product(were, r, rows, s);
        expect(Math.abs(left)).toBeLessThan(1e-12 * count);
      }
    }),
    { numRuns: 50 },
  );
});
