import { describe, expect, test } from 'vitest';
import { linearFirstContact } from '../../../src/geometry/ccd/contact.ts';
import { exactFirstContact } from '../../../src/geometry/ccd/exact.ts';
import {
  EDGE_EDGE,
  type PairKind,
  POINT_EDGE,
  POINT_POINT,
  POINT_TRIANGLE,
  vertexTotal,
} from '../../../src/geometry/ccd/kind.ts';
import { Random } from '../../../src/num/index.ts';
import { measuredGap } from './measure.ts';

/** When a pair whose vertices stand one behind the other first touches. */
const contactOf =
  (kind: PairKind) =>
  (x0: Float64Array, x1: Float64Array): number =>
    linearFirstContact(kind, x0, x1, [0, 3, 6, 9], 0);
const pointPointFirstContact = contactOf(POINT_POINT);
const pointEdgeFirstContact = contactOf(POINT_EDGE);
const pointTriangleFirstContact = contactOf(POINT_TRIANGLE);
const edgeEdgeFirstContact = contactOf(EDGE_EDGE);

/** x0 and x1 from rows of vertices. */
const rows = (...vertices: number[][]): Float64Array => Float64Array.from(vertices.flat());

describe('degenerate motions', () => {
  const triangle = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
  ];

  test('a point hits face, edge and vertex, and misses by one ulp', () => {
    const hit = (x: number, y: number): number =>
      pointTriangleFirstContact(rows([x, y, 1], ...triangle), rows([x, y, -1], ...triangle));
    expect(hit(0.25, 0.25)).toBeCloseTo(0.5, 8);
    expect(hit(0.5, 0.5)).toBe(0.5);
    expect(hit(0, 0)).toBe(0.5);
    expect(hit(-5e-324, 0)).toBe(Infinity);
    expect(hit(0.5, 0.5 + 2 ** -53)).toBe(Infinity);
    expect(hit(1, 0)).toBe(0.5);
  });

  test('a point ends exactly on the face, starts on it, or lies on it throughout', () => {
    const move = (from: number, to: number): number =>
      pointTriangleFirstContact(rows([0.2, 0.2, from], ...triangle), rows([0.2, 0.2, to], ...triangle));
    expect(move(1, 0)).toBe(1);
    expect(move(0, 1)).toBe(0);
    expect(move(0, 0)).toBe(0);
    expect(move(1, 5e-324)).toBe(Infinity);
  });

  test('in the plane of a triangle', () => {
    const slide = (x0: number, x1: number, y: number): number =>
      pointTriangleFirstContact(rows([x0, y, 0], ...triangle), rows([x1, y, 0], ...triangle));
    expect(slide(-1, 1, 0.5)).toBe(0.5);
    expect(slide(-1, 1, 1)).toBe(0.5);
    expect(slide(-1, 1, 1 + 2 ** -52)).toBe(Infinity);
    expect(slide(-1, 1, 0)).toBe(0.5);
  });

  test('triangles that are segments or points', () => {
    const needle = [
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, 0],
    ];
    const dot = [
      [1, 1, 1],
      [1, 1, 1],
      [1, 1, 1],
    ];
    expect(pointTriangleFirstContact(rows([1.5, 1, 0], ...needle), rows([1.5, -3, 0], ...needle))).toBe(0.25);
    expect(pointTriangleFirstContact(rows([2.5, 1, 0], ...needle), rows([2.5, -3, 0], ...needle))).toBe(
      Infinity,
    );
    expect(pointTriangleFirstContact(rows([0, 0, 0], ...dot), rows([4, 4, 4], ...dot))).toBe(0.25);
    expect(pointTriangleFirstContact(rows([0, 0, 0], ...dot), rows([4, 4, 4.001], ...dot))).toBe(Infinity);
  });

  test('a triangle that turns inside out through flatness', () => {
    // It shrinks to the segment x = z = 0 at t = ½, just as it passes the point.
    const x0 = rows([0, 0.5, 0], [-1, 0, 1], [1, 0, 1], [0, 1, 1]);
    const x1 = rows([0, 0.5, 0], [1, 0, -1], [-1, 0, -1], [0, 1, -1]);
    expect(pointTriangleFirstContact(x0, x1)).toBe(0.5);
  });

  test('parallel, collinear and zero-length edges', () => {
    const base = [
      [0, 0, 0],
      [1, 0, 0],
    ];
    const meet = (a0: number[], a1: number[], b0: number[], b1: number[]): number =>
      edgeEdgeFirstContact(rows(a0, a1, ...base), rows(b0, b1, ...base));
    expect(meet([0.5, 1, 0], [2, 1, 0], [0.5, -1, 0], [2, -1, 0])).toBe(0.5);
    expect(meet([1, 1, 0], [2, 1, 0], [1, -1, 0], [2, -1, 0])).toBe(0.5);
    expect(meet([1 + 2 ** -52, 1, 0], [2, 1, 0], [1 + 2 ** -52, -1, 0], [2, -1, 0])).toBe(Infinity);
    expect(meet([2, 0, 0], [3, 0, 0], [0, 0, 0], [1, 0, 0])).toBe(0.5);
    expect(meet([0.5, 1, 0], [0.5, 1, 0], [0.5, -1, 0], [0.5, -1, 0])).toBe(0.5);
    expect(meet([0.5, 0, 0], [0.7, 0, 0], [0.5, 0, 0], [0.7, 0, 0])).toBe(0);
    expect(meet([0.5, 1, 5e-324], [2, 1, 0.1], [0.5, -1, 5e-324], [2, -1, 0.1])).toBe(Infinity);
  });

  test('points and edges', () => {
    expect(pointPointFirstContact(rows([0, 0, 0], [3, 3, 3]), rows([4, 4, 4], [3, 3, 3]))).toBe(0.75);
    expect(pointPointFirstContact(rows([0, 0, 0], [3, 3, 3]), rows([4, 4, 4], [3, 3, 3 + 2 ** -51]))).toBe(
      Infinity,
    );
    expect(
      pointEdgeFirstContact(rows([0, 1, 0], [-1, 0, 0], [1, 0, 0]), rows([0, -3, 0], [-1, 0, 0], [1, 0, 0])),
    ).toBe(0.25);
    expect(
      pointEdgeFirstContact(rows([5, 0, 0], [-1, 0, 0], [1, 0, 0]), rows([-3, 0, 0], [-1, 0, 0], [1, 0, 0])),
    ).toBe(0.5);
  });

  test('a grazing touch is a double root', () => {
    // Volume (2t − 1)²: the point falls through z = 0 while the triangle folds over its edge on the x axis.
    const graze = (x: number): number =>
      pointTriangleFirstContact(
        rows([x, 0, -1], [0, 0, 0], [1, 0, 0], [0, -1, 0]),
        rows([x, 0, 1], [0, 0, 0], [1, 0, 0], [0, 1, 0]),
      );
    expect(graze(0.3)).toBe(0.5);
    expect(graze(1)).toBe(0.5);
    expect(graze(1 + 2 ** -52)).toBe(Infinity);
  });

  test('coordinates of all sizes', () => {
    for (const scale of [5e-324, 1e-300, 1e-108, 1e-75, 1, 1e100, 1e300]) {
      const x0 = rows([0, 0, 2], [-2, -2, 0], [2, -2, 0], [0, 4, 0]).map((c) => c * scale);
      const x1 = rows([0, 0, -2], [-2, -2, 0], [2, -2, 0], [0, 4, 0]).map((c) => c * scale);
      expect(pointTriangleFirstContact(x0, x1)).toBeCloseTo(0.5, 8);
    }
  });
});

describe('on a small integer lattice, where degeneracy is the rule', () => {
  for (const kind of [0, 1, 2, 3] as PairKind[]) {
    test(`pairs of kind ${kind} agree with sampling and with the order of their vertices`, () => {
      const random = new Random(3, kind);
      let touching = 0;
      for (let trial = 0; trial < (kind >= 2 ? 600 : 300); trial++) {
        const n = 3 * vertexTotal(kind);
        const x0 = Float64Array.from({ length: n }, () => random.integer(3) - 1);
        const x1 = Float64Array.from({ length: n }, () => random.integer(3) - 1);
        const gap = (t: number): number =>
          measuredGap(
            kind,
            x0.map((c, i) => c + t * (x1[i] - c)),
          );
        const time = exactFirstContact(kind, x0, x1, [0, 3, 6, 9]);
        if (time <= 1) {
          touching++;
          expect(gap(time)).toBeLessThan(1e-7);
        }
        const end = Math.min(1, time);
        let least = Infinity;
        for (let i = 0; i < 120; i++) least = Math.min(least, gap(((end * i) / 120) * (1 - 1e-9)));
        if (time > 0) expect(least).toBeGreaterThan(1e-10);
        if (kind === POINT_TRIANGLE) expect(exactFirstContact(kind, x0, x1, [0, 9, 6, 3])).toBe(time);
        if (kind === EDGE_EDGE) expect(exactFirstContact(kind, x0, x1, [9, 6, 0, 3])).toBe(time);
      }
      expect(touching).toBeGreaterThan(10);
    });
  }
});
