import fc from 'fast-check';
import { expect, test } from 'vitest';
import { area2, Polyline, thicknessOfRegion } from '../../../../src/geometry/tetra/swept/outline.ts';
import { Region } from '../../../../src/geometry/tetra/swept/region.ts';

/** A star with any number of teeth about a round hole. */
const outlines = fc
  .record({
    teeth: fc.integer({ min: 3, max: 12 }),
    depth: fc.double({ min: 0, max: 0.4, noNaN: true }),
    hole: fc.double({ min: 0.1, max: 0.4, noNaN: true }),
    size: fc.double({ min: 0.1, max: 0.5, noNaN: true }),
  })
  .map(({ teeth, depth, hole, size }) => ({
    loops: [ring(2 * teeth, (i) => (i % 2 === 0 ? 1 : 1 - depth)), ring(40, () => hole).reverse()].map(
      (points) => Float64Array.from(points.flat()),
    ),
    size,
  }));

function ring(count: number, radius: (i: number) => number): number[][] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    return [radius(i) * Math.cos(angle), radius(i) * Math.sin(angle)];
  });
}

test('regions are covered once, by small triangles without needles, with their outline on the polyline', () => {
  fc.assert(
    fc.property(outlines, ({ loops, size }) => {
      const region = new Region(
        loops.map((loop) => new Polyline(loop)),
        size,
      );
      expect(region.simple).toBe(true);
      const { points, triangles } = region;
      let area = 0;
      let smallest = Math.PI;
      const edges = new Set<string>();
      for (let t = 0; t < triangles.length; t += 3) {
        const corners = [0, 1, 2].map((k) => triangles[t + k]);
        const twice = area2(corners.flatMap((v) => [points[2 * v], points[2 * v + 1]]));
        expect(twice).toBeGreaterThan(0);
        area += twice / 2;
        for (let k = 0; k < 3; k++) {
          const [a, b, c] = [0, 1, 2].map((j) => corners[(k + j) % 3]);
          const u = [points[2 * b] - points[2 * a], points[2 * b + 1] - points[2 * a + 1]];
          const v = [points[2 * c] - points[2 * a], points[2 * c + 1] - points[2 * a + 1]];
          expect(Math.hypot(...u)).toBeLessThan(1.4 * size);
          smallest = Math.min(smallest, Math.atan2(twice, u[0] * v[0] + u[1] * v[1]));
          expect(edges.has(`${a} ${b}`)).toBe(false);
          edges.add(`${a} ${b}`);
        }
      }
      // the outline is given up only between points that lie on it
      const true2 = loops.reduce((sum, loop) => sum + area2(loop) / 2, 0);
      expect(Math.abs(area / true2 - 1)).toBeLessThan(0.05);
      expect(smallest).toBeGreaterThan(0.2);
      const middle = new Float64Array(2);
      for (const edge of edges) {
        const [a, b] = edge.split(' ').map(Number);
        expect(region.middle(middle, a, b)).toBe(!edges.has(`${b} ${a}`));
      }
    }),
    { numRuns: 40 },
  );
});

test('an outline that crosses itself is said to', () => {
  const bow = new Polyline([0, 0, 1, 1, 1, 0, 0, 1]);
  expect(new Region([bow], 0.5).simple).toBe(false);
});

test('thickness of a frame is that of its sides', () => {
  const square = (s: number) => [-s, -s, s, -s, s, s, -s, s];
  const hole = [-0.9, -0.9, -0.9, 0.9, 0.9, 0.9, 0.9, -0.9];
  expect(thicknessOfRegion([square(1), hole])).toBeCloseTo(0.1, 12);
  expect(thicknessOfRegion([square(1)])).toBeCloseTo(2, 12);
});
