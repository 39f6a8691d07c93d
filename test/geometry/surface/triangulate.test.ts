import fc from 'fast-check';
import { incircle } from 'robust-predicates';
import { expect, test } from 'vitest';
import { ringArea2, triangulateRings } from '../../../src/geometry/surface/triangulate.ts';

const indices = (n: number, from = 0) => Array.from({ length: n }, (_, i) => from + i);

/** Area, direction of each triangle, and the number of triangles must all come out right. */
function expectFilled(points: number[], rings: number[][]): void {
  const { triangles, simple } = triangulateRings(points, rings);
  expect(simple).toBe(true);
  const corners = rings.reduce((sum, ring) => sum + ring.length, 0);
  expect(triangles.length / 3).toBe(corners + 2 * (rings.length - 1) - 2);
  const wanted = rings.reduce((sum, ring) => sum + ringArea2(points, ring), 0);
  expectDelaunay(points, triangles);
  let area = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const part = ringArea2(points, triangles.slice(t, t + 3));
    expect(part).toBeGreaterThan(0);
    area += part;
  }
  expect(Math.abs(area - wanted)).toBeLessThan(1e-9 * wanted);
}

/** No corner opposite an inner edge lies inside the circle of the triangle across it. */
function expectDelaunay(points: number[], triangles: number[]): void {
  const opposite = new Map<string, number>();
  for (let i = 0; i < triangles.length; i++) {
    const base = i - (i % 3);
    opposite.set(`${triangles[i]} ${triangles[base + ((i + 1) % 3)]}`, triangles[base + ((i + 2) % 3)]);
  }
  const at = (v: number) => [points[2 * v], points[2 * v + 1]] as const;
  for (const [edge, c] of opposite) {
    const [a, b] = edge.split(' ').map(Number);
    const d = opposite.get(`${b} ${a}`);
    if (d !== undefined) expect(incircle(...at(a), ...at(b), ...at(c), ...at(d))).toBeLessThanOrEqual(0);
  }
}

test('star-shaped rings, spiky and concave', () => {
  const radii = fc.array(fc.double({ min: 0.05, max: 1, noNaN: true }), { minLength: 3, maxLength: 60 });
  fc.assert(
    fc.property(radii, (r) => {
      const n = Math.max(5, r.length);
      const points = indices(n).flatMap((i) => {
        const angle = (2 * Math.PI * i) / n;
        const size = r[i % r.length];
        return [size * Math.cos(angle), size * Math.sin(angle)];
      });
      expectFilled(points, [indices(n)]);
    }),
  );
});

test('several holes', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 24 }), { minLength: 1, maxLength: 12 }), (cells) => {
      // A square of 5 × 5 cells; a clockwise triangle or square hole in some of them.
      const points = [0, 0, 5, 0, 5, 5, 0, 5];
      const rings = [indices(4)];
      for (const cell of new Set(cells)) {
        const [x, y] = [(cell % 5) + 0.5, Math.floor(cell / 5) + 0.5];
        const sides = 3 + (cell % 4);
        rings.push(indices(sides, points.length / 2));
        for (let s = 0; s < sides; s++) {
          const angle = (-2 * Math.PI * s) / sides + cell;
          points.push(x + 0.4 * Math.cos(angle), y + 0.4 * Math.sin(angle));
        }
      }
      expectFilled(points, rings);
    }),
  );
});

test('corners on straight lines and combs of many teeth', () => {
  expectFilled([0, 0, 1, 0, 2, 0, 3, 0, 3, 1, 3, 2, 1.5, 2, 0, 2], [indices(8)]);
  const comb: number[] = [];
  for (let i = 0; i < 40; i++) comb.push(i, 0, i + 0.5, 5);
  comb.push(40, 0, 40, -1, 0, -1);
  const reversed: number[] = [];
  for (let i = comb.length - 2; i >= 0; i -= 2) reversed.push(comb[i], comb[i + 1]);
  expectFilled(reversed, [indices(reversed.length / 2)]);
});

test('a ring that crosses itself is reported and still ends', () => {
  const { triangles, simple } = triangulateRings([0, 0, 1, 1, 1, 0, 0, 1], [indices(4)]);
  expect(simple).toBe(false);
  expect(triangles).toHaveLength(6);
});

test('a large ring that crosses itself everywhere ends soon', () => {
  const n = 4096;
  const points = indices(n).flatMap((i) => [i * Math.cos(2.4 * i), i * Math.sin(2.4 * i)]);
  const { triangles, simple } = triangulateRings(points, [indices(n)]);
  expect(simple).toBe(false);
  expect(triangles).toHaveLength(3 * (n - 2));
});

test('a long spiral strip, whose ears sit at its ends, is filled', () => {
  const points: number[] = [];
  const n = 600;
  for (const width of [1, 1.4]) {
    for (let k = 0; k < n; k++) {
      const i = width === 1 ? n - 1 - k : k;
      const angle = i * 0.2;
      points.push((width + 0.1 * angle) * Math.cos(angle), (width + 0.1 * angle) * Math.sin(angle));
    }
  }
  const ring = indices(2 * n);
  expectFilled(points, [ringArea2(points, ring) > 0 ? ring : ring.toReversed()]);
});
