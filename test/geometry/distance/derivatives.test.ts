import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  edgeEdgeDistanceSquared,
  edgeEdgeGradient,
  edgeEdgeHessian,
} from '../../../src/geometry/distance/edge-edge.ts';
import {
  pointEdgeDistanceSquared,
  pointEdgeGradient,
  pointEdgeHessian,
} from '../../../src/geometry/distance/point-edge.ts';
import {
  pointPointDistanceSquared,
  pointPointGradient,
  pointPointHessian,
} from '../../../src/geometry/distance/point-point.ts';
import {
  pointTriangleDistanceSquared,
  pointTriangleGradient,
  pointTriangleHessian,
} from '../../../src/geometry/distance/point-triangle.ts';
import { differences, expectDerivative, expectSymmetric } from './difference.ts';
import { generalFourPoints, sizeOf } from './shapes.ts';

interface Pair {
  readonly coordinates: number;
  readonly value: (x: Float64Array) => number;
  /** Returns the feature code. */
  readonly gradient: (out: Float64Array, x: Float64Array) => number;
  readonly hessian: (out: Float64Array, x: Float64Array) => number;
}

const pairs: Record<string, Pair> = {
  'point–point': {
    coordinates: 6,
    value: (x) => pointPointDistanceSquared(x, 0, 3),
    gradient: (out, x) => {
      pointPointGradient(out, 0, x, 0, 3);
      return 0;
    },
    hessian: (out) => {
      pointPointHessian(out, 0);
      return 0;
    },
  },
  'point–edge': {
    coordinates: 9,
    value: (x) => pointEdgeDistanceSquared(x, 0, 3, 6),
    gradient: (out, x) => pointEdgeGradient(out, 0, x, 0, 3, 6),
    hessian: (out, x) => pointEdgeHessian(out, 0, x, 0, 3, 6),
  },
  'point–triangle': {
    coordinates: 12,
    value: (x) => pointTriangleDistanceSquared(x, 0, 3, 6, 9),
    gradient: (out, x) => pointTriangleGradient(out, 0, x, 0, 3, 6, 9),
    hessian: (out, x) => pointTriangleHessian(out, 0, x, 0, 3, 6, 9),
  },
  'edge–edge': {
    coordinates: 12,
    value: (x) => edgeEdgeDistanceSquared(x, 0, 3, 6, 9),
    gradient: (out, x) => edgeEdgeGradient(out, 0, x, 0, 3, 6, 9),
    hessian: (out, x) => edgeEdgeHessian(out, 0, x, 0, 3, 6, 9),
  },
};

/**
 * Compares gradient and Hessian with differences of step h; returns the feature code, or -1 where
 * a step of h changes the feature, across which the Hessian may jump.
 */
function compare(pair: Pair, points: Float64Array, h: number): number {
  const x = points.slice(0, pair.coordinates);
  const n = pair.coordinates;
  const gradient = new Float64Array(n);
  const hessian = new Float64Array(n * n);
  const feature = pair.gradient(gradient, x);
  expect(pair.hessian(hessian, x)).toBe(feature);
  expectSymmetric(hessian);

  let constant = true;
  const out = new Float64Array(n);
  const rows = differences(
    (y) => {
      if (pair.gradient(out, y) !== feature) constant = false;
      return out;
    },
    x,
    h,
  );
  if (!constant) return -1;
  const size = sizeOf(x);
  const rounding = (1e-14 * size) / h;
  const slopes = differences((y) => Float64Array.of(pair.value(y)), x, h);
  expectDerivative(gradient, slopes, 1e-8, rounding * Math.max(Math.sqrt(pair.value(x)), h));
  expectDerivative(hessian, rows, 1e-7, 10 * rounding);
  return feature;
}

for (const [name, pair] of Object.entries(pairs)) {
  test(`derivatives of ${name} in every region and at every scale`, () => {
    const seen = new Set<number>();
    fc.assert(
      fc.property(generalFourPoints, (x) => {
        const shortest = Math.min(shortestFeature(x), name === 'edge–edge' ? crossing(x) : Infinity);
        fc.pre(shortest > 1e-3 * sizeOf(x));
        seen.add(compare(pair, x, 1e-3 * shortest));
      }),
      { numRuns: 1500 },
    );
    seen.delete(-1);
    expect(seen.size).toBe({ 'point–point': 1, 'point–edge': 3, 'point–triangle': 7, 'edge–edge': 9 }[name]);
  });
}

/** How far the longer of two edges leaves the direction of the other: nearly parallel ones turn by little. */
function crossing(x: Float64Array): number {
  const e = [0, 1, 2].map((k) => x[3 + k] - x[k]);
  const f = [0, 1, 2].map((k) => x[9 + k] - x[6 + k]);
  const cross = [0, 1, 2].map((k) => e[(k + 1) % 3] * f[(k + 2) % 3] - e[(k + 2) % 3] * f[(k + 1) % 3]);
  return Math.hypot(...cross) / Math.max(Math.hypot(...e), Math.hypot(...f));
}

/** The smallest distance, height or cross of the four points: differences must step well below it. */
function shortestFeature(x: Float64Array): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 4; j++) {
      if (j === i) continue;
      if (j > i) shortest = Math.min(shortest, Math.sqrt(pointPointDistanceSquared(x, 3 * i, 3 * j)));
      for (let k = j + 1; k < 4; k++) {
        if (k !== i)
          shortest = Math.min(shortest, Math.sqrt(pointEdgeDistanceSquared(x, 3 * i, 3 * j, 3 * k)));
      }
    }
  }
  return shortest;
}

describe('nearly degenerate', () => {
  const unit = fc.double({ min: 0.1, max: 0.9, noNaN: true });
  const thinness = fc.constantFrom(1, 1e-1, 1e-2, 1e-3);
  const scales = fc.constantFrom(1e-3, 1, 1e3);

  test('a point above the inside of a sliver', () => {
    fc.assert(
      fc.property(unit, unit, unit, thinness, thinness, scales, (u, v, w, thin, gap, scale) => {
        const [a, b, c] = [
          [0.1, -0.2, 0.3],
          [1, 0.4, -0.3],
          [0, 0, 0],
        ];
        for (let k = 0; k < 3; k++) c[k] = a[k] + u * (b[k] - a[k]) + thin * [0.2, 0.6, 0.7][k];
        const n = [0, 1, 2].map((k) => {
          const [i, j] = [(k + 1) % 3, (k + 2) % 3];
          return (b[i] - a[i]) * (c[j] - a[j]) - (b[j] - a[j]) * (c[i] - a[i]);
        });
        const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        const beta = v * (1 - w);
        const p = a.map((_, k) => (1 - beta - w) * a[k] + beta * b[k] + w * c[k] + (gap * n[k]) / length);
        const x = Float64Array.from([...p, ...a, ...b, ...c], (value) => value * scale);
        compare(pairs['point–triangle'], x, 1e-3 * Math.min(thin, 0.05) * scale);
      }),
      { numRuns: 600 },
    );
  });

  test('crossing edges at a small angle', () => {
    fc.assert(
      fc.property(unit, unit, thinness, thinness, scales, (s, t, angle, gap, scale) => {
        const direction = [0.6, -0.5, 0.6];
        const aside = [0.5, 0.7, 0.1];
        const up = [0.2, -0.1, -0.8];
        const x = new Float64Array(12);
        for (let k = 0; k < 3; k++) {
          const other = direction[k] + angle * aside[k];
          x[k] = -s * direction[k];
          x[3 + k] = (1 - s) * direction[k];
          x[6 + k] = gap * up[k] - t * other;
          x[9 + k] = gap * up[k] + (1 - t) * other;
        }
        compare(
          pairs['edge–edge'],
          x.map((value) => value * scale),
          1e-3 * angle * 0.1 * scale,
        );
      }),
      { numRuns: 600 },
    );
  });

  test('gradients stay finite and do not move anything as a whole, whatever the shape', () => {
    const out = new Float64Array(12);
    fc.assert(
      fc.property(generalFourPoints, (x) => {
        for (const name of ['point–triangle', 'edge–edge']) {
          pairs[name].gradient(out, x);
          for (let k = 0; k < 3; k++) {
            const sum = out[k] + out[3 + k] + out[6 + k] + out[9 + k];
            expect(Math.abs(sum)).toBeLessThanOrEqual(1e-14 * sizeOf(x));
          }
        }
      }),
    );
  });
});
