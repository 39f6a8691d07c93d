import { describe, expect, test } from 'vitest';
import { linearFirstContact } from '../../../src/geometry/ccd/contact.ts';
import { closestDirection, separationAlong, widestDirection } from '../../../src/geometry/ccd/direction.ts';
import { HERE, here, NORMAL, TRIAL, workOnPair } from '../../../src/geometry/ccd/pair-memory.ts';
import { surelyCrosses } from '../../../src/geometry/ccd/crossing.ts';
import { exactFirstContact } from '../../../src/geometry/ccd/exact.ts';
import {
  EDGE_EDGE,
  type PairKind,
  POINT_EDGE,
  POINT_POINT,
  POINT_TRIANGLE,
  vertexTotal,
} from '../../../src/geometry/ccd/kind.ts';
import { linearAdvance } from '../../../src/geometry/ccd/linear.ts';
import { Random } from '../../../src/num/index.ts';
import { measuredGap } from './measure.ts';

const KINDS: PairKind[] = [0, 1, 2, 3];

/** Random vertices: mostly general, some flat, collinear, equal or nearly so. */
function randomVertices(random: Random, kind: PairKind, scale: number): Float64Array {
  const x = Float64Array.from({ length: 3 * vertexTotal(kind) }, () => scale * random.between(-1, 1));
  const oddity = random.integer(8);
  if (oddity === 0) for (let v = 2; v < x.length; v += 3) x[v] = v < 3 ? x[v] : 0;
  if (oddity === 1 && x.length === 12) for (let k = 0; k < 3; k++) x[9 + k] = x[3 + k] + 1e-9 * x[6 + k];
  if (oddity === 2 && x.length === 12) for (let k = 0; k < 3; k++) x[9 + k] = x[6 + k] + x[3 + k] - x[k];
  if (oddity === 3 && x.length >= 9) for (let k = 0; k < 3; k++) x[6 + k] = x[3 + k];
  return x;
}

describe('directions', () => {
  test('the widest direction separates by the distance; the closest one nearly always', () => {
    const random = new Random(1);
    workOnPair();
    let worse = 0;
    for (let trial = 0; trial < 4000; trial++) {
      const kind = KINDS[random.integer(4)];
      const x = randomVertices(random, kind, 1);
      const gap = measuredGap(kind, x);
      here.set(x);
      widestDirection(NORMAL, HERE, kind, TRIAL);
      expect(Math.abs(separationAlong(NORMAL, HERE, kind) - gap)).toBeLessThan(1e-7);
      expect(separationAlong(NORMAL, HERE, kind)).toBeLessThanOrEqual(gap + 1e-14);
      closestDirection(NORMAL, HERE, kind);
      if (gap > 1e-6 && !(separationAlong(NORMAL, HERE, kind) > gap - 1e-9)) worse++;
    }
    // One in 32 is a triangle with two equal vertices, where the quick answer is NaN and the careful one is asked.
    expect(worse).toBeLessThan(160);
  });

  test('gaps a billionth of the primitives are certified', () => {
    const random = new Random(2);
    workOnPair();
    for (let trial = 0; trial < 500; trial++) {
      // A point 1e-9 above the inside of a random triangle; an edge 1e-9 above another.
      const x = Float64Array.from({ length: 12 }, () => random.between(-1, 1));
      const [s, t] = [random.between(0.1, 0.4), random.between(0.1, 0.4)];
      const u = [0, 1, 2].map((k) => x[6 + k] - x[3 + k]);
      const v = [0, 1, 2].map((k) => x[9 + k] - x[3 + k]);
      const c = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
      const size = Math.sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]);
      if (size < 0.1) continue;
      for (let k = 0; k < 3; k++) x[k] = x[3 + k] + s * u[k] + t * v[k] + (1e-9 * c[k]) / size;
      here.set(x);
      closestDirection(NORMAL, HERE, POINT_TRIANGLE);
      expect(separationAlong(NORMAL, HERE, POINT_TRIANGLE)).toBeGreaterThan(0.99e-9);
    }
  });
});

describe('advancement', () => {
  for (const kind of KINDS) {
    test(`pairs of kind ${kind}: the gap is kept at every sampled time, and kept tightly`, () => {
      const random = new Random(4, kind);
      for (let trial = 0; trial < 500; trial++) {
        const scale = [1e-6, 1, 1e6][random.integer(3)];
        const x0 = randomVertices(random, kind, scale);
        const x1 = randomVertices(random, kind, scale);
        const keep = [1e-9, 0.1, 0.2][random.integer(3)];
        const gap = (t: number): number =>
          measuredGap(
            kind,
            x0.map((c, i) => c + t * (x1[i] - c)),
          );
        const separation = random.integer(2) * 0.3 * gap(0);
        const target = separation + keep * (gap(0) - separation);
        const time = linearAdvance(kind, x0, x1, [0, 3, 6, 9], separation, keep, Infinity);
        const slack = 1e-10 * scale;
        let least = Infinity;
        for (let i = 0; i <= 200; i++) least = Math.min(least, gap((time * i) / 200));
        expect(least).toBeGreaterThan(target - slack);
        // Below a millionth, edges that swing about nearly touching ends end at the iteration cap: safe, not tight.
        if (time < 1 && gap(0) > 1e-6 * scale) {
          expect(gap(time)).toBeLessThan(separation + 2.1 * keep * (gap(0) - separation) + slack);
        }
      }
    });

    test(`pairs of kind ${kind}: never later than the exact time, and near it`, () => {
      const random = new Random(6, kind);
      let touching = 0;
      for (let trial = 0; trial < 400; trial++) {
        // Small integers touch often, and often degenerately.
        const n = 3 * vertexTotal(kind);
        const wide = random.integer(2) * 40 + 3;
        const x0 = Float64Array.from({ length: n }, () => random.integer(wide));
        const x1 = Float64Array.from({ length: n }, () => random.integer(wide));
        const exact = exactFirstContact(kind, x0, x1, [0, 3, 6, 9]);
        const time = linearAdvance(kind, x0, x1, [0, 3, 6, 9], 0, 1e-6, Infinity);
        expect(time).toBeLessThanOrEqual(Math.min(1, exact));
        const decided = linearFirstContact(kind, x0, x1, [0, 3, 6, 9], 0);
        expect(decided <= 1).toBe(exact <= 1);
        expect(decided).toBeLessThanOrEqual(exact);
        if (exact <= 1) expect(decided).toBeGreaterThanOrEqual(0.99 * exact);
        if (exact <= 1) {
          touching++;
          expect(time).toBeGreaterThanOrEqual(0.99 * exact);
        }
      }
      expect(touching).toBeGreaterThan(5);
    });
  }

  test('a separation is reached at the right time', () => {
    const x0 = Float64Array.of(0, 0, 1, -9, -9, 0, 9, -9, 0, 0, 9, 0);
    const x1 = Float64Array.of(5, 0, -1, -9, -9, 0, 9, -9, 0, 0, 9, 0);
    const time = linearFirstContact(POINT_TRIANGLE, x0, x1, [0, 3, 6, 9], 0.25);
    expect(time).toBeLessThanOrEqual(0.375);
    expect(time).toBeGreaterThan(0.375 * (1 - 1e-8));
    expect(linearFirstContact(POINT_TRIANGLE, x0, x1, [0, 3, 6, 9], 1)).toBe(0);
    // Passing a vertex at distance 1.
    const p0 = Float64Array.of(-2, 1, 0, 0, 0, 0);
    const p1 = Float64Array.of(2, 1, 0, 0, 0, 0);
    expect(linearFirstContact(0, p0, p1, [0, 3], 1 - 1e-6)).toBe(Infinity);
    const graze = linearFirstContact(0, p0, p1, [0, 3], 1 + 1e-6);
    expect(graze).toBeLessThanOrEqual(0.5 - Math.sqrt(2e-6) / 4);
    expect(graze).toBeGreaterThan(0.499);
  });

  test('named kernels take offsets into one array of positions', () => {
    const x0 = new Float64Array(30);
    const x1 = new Float64Array(30);
    x0.set([0, 0, 1], 6);
    x1.set([0, 0, -1], 6);
    for (const x of [x0, x1]) {
      x.set([-9, -9, 0], 12);
      x.set([9, -9, 0], 18);
      x.set([0, 9, 0], 21);
    }
    const expected = 0.5 * (1 - 0.1);
    expect(linearAdvance(POINT_TRIANGLE, x0, x1, [6, 12, 18, 21], 0, 0.1, Infinity)).toBeCloseTo(
      expected,
      12,
    );
    expect(linearAdvance(POINT_EDGE, x0, x1, [6, 18, 21], 0, 0.1, Infinity)).toBe(1);
    expect(linearAdvance(POINT_POINT, x0, x1, [6, 0], 0, 0.1, Infinity)).toBeCloseTo(expected, 12);
    // Edge a from (0, 0, ±1) along x meets the edge from (0, 9, 0) to the origin, which stands in x at 0.
    for (const x of [x0, x1]) x.set([5, 0, x[8]], 9);
    expect(linearAdvance(EDGE_EDGE, x0, x1, [6, 9, 21, 0], 0, 0.1, Infinity)).toBeCloseTo(expected, 12);
  });

  test('what is not a number, infinite or touching does not move', () => {
    const x = Float64Array.of(0, 0, 0, -9, -9, 0, 9, -9, 0, 0, 9, 0);
    expect(linearAdvance(POINT_TRIANGLE, x, x, [0, 3, 6, 9], 0, 0.1, Infinity)).toBe(0);
    const lost = Float64Array.of(0, 0, NaN, -9, -9, 0, 9, -9, 0, 0, 9, 0);
    expect(linearAdvance(POINT_TRIANGLE, lost, x, [0, 3, 6, 9], 0, 0.1, Infinity)).toBe(0);
    const far = Float64Array.of(0, 0, Infinity, -9, -9, 0, 9, -9, 0, 0, 9, 0);
    expect(linearAdvance(POINT_TRIANGLE, far, x, [0, 3, 6, 9], 0, 0.1, Infinity)).toBe(0);
  });

  test('far from the origin the certificate is relative to the pair', () => {
    const shift = 1e6;
    const x0 = Float64Array.of(0, 0, 1e-6, -1, -1, 0, 1, -1, 0, 0, 1, 0).map((c) => c + shift);
    const x1 = x0.map((c) => c + 3);
    expect(linearAdvance(POINT_TRIANGLE, x0, x1, [0, 3, 6, 9], 0, 0.1, Infinity)).toBe(1);
  });
});

test('what surely crosses does, and most plain contacts are seen to', () => {
  const random = new Random(9);
  let seen = 0;
  let contacts = 0;
  for (let trial = 0; trial < 1500; trial++) {
    const kind = random.integer(2) === 0 ? POINT_TRIANGLE : EDGE_EDGE;
    const whole = random.integer(3) === 0;
    const coordinate = (): number => (whole ? random.integer(5) - 2 : random.between(-1, 1));
    const x0 = Float64Array.from({ length: 12 }, coordinate);
    const x1 = Float64Array.from({ length: 12 }, coordinate);
    const vertices = [0, 3, 6, 9];
    const exact = exactFirstContact(kind, x0, x1, vertices);
    // Around the true time and around another one, where nothing need happen.
    for (const t of [exact, random.between(0.01, 0.99)]) {
      for (const delta of [1e-6, 1e-3]) {
        if (!(t > delta && t + delta < 1)) continue;
        const crosses = surelyCrosses(kind, x0, x1, vertices, t, delta);
        if (crosses) expect(exact).toBeLessThanOrEqual(t + delta);
        if (t === exact && delta === 1e-6 && !whole) {
          contacts++;
          if (crosses) seen++;
        }
      }
    }
  }
  expect(contacts).toBeGreaterThan(50);
  expect(seen).toBeGreaterThan(0.9 * contacts);
});
