import { describe, expect, test } from 'vitest';
import { Random } from '../../src/num/index.ts';
import { queryWorld } from '../../src/query/index.ts';
import { box, defineScene, floor, resolveScene, sphere, type Vec3 } from '../../src/scene/index.ts';
import { bruteNearest, placed, rounds, someScene } from './made.ts';

const distanceOf = (p: Vec3, q: Vec3) => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);

describe('nearest', () => {
  test('is what all pairs of faces say, with points as far apart as it says; so is overlapping', () => {
    let met = 0;
    rounds(3, (random) => {
      const scene = someScene(random, 6, 1, 0.8);
      const world = queryWorld(scene);
      for (let a = 0; a < 6; a++)
        for (let b = 0; b < a; b++) {
          const { distance, meets } = bruteNearest(scene, a, b);
          const found = world.nearest(a, b);
          expect(found?.distance).toBeCloseTo(distance, 10);
          expect([found?.a.item, found?.b.item]).toEqual([a, b]);
          if (found) expect(distanceOf(found.a.point, found.b.point)).toBeCloseTo(distance, 10);
          if (meets) expect(distance).toBe(0);
          expect(world.overlaps(a, b)).toBe(meets || isNested(scene, a, b));
          met += meets ? 1 : 0;
        }
    });
    expect(met).toBeGreaterThan(10);
  });

  test('pairs come in order, none is forgotten, and those that overlap are first', () => {
    const random = new Random(1);
    const scene = someScene(random, 9, 0.5, 3);
    const world = queryWorld(scene);
    const all = world.nearestPairs(Infinity);
    expect(all).toHaveLength((9 * 8) / 2);
    const distances: number[] = [];
    for (let b = 0; b < 9; b++)
      for (let a = 0; a < b; a++) distances.push(bruteNearest(scene, a, b).distance);
    distances.sort((p, q) => p - q);
    all.forEach(({ distance }, i) => {
      expect(distance).toBeCloseTo(distances[i], 10);
    });
    expect(world.nearestPairs(7)).toEqual(all.slice(0, 7));
    expect(world.nearestPairs(3, { filter: (a, b) => a + b > 8 })).toEqual(
      all.filter(({ a, b }) => a.item + b.item > 8).slice(0, 3),
    );
  });

  test('balls and boxes are as far apart as their meshes allow', () => {
    const scene = resolveScene(
      defineScene({
        name: 'exact',
        bodies: [
          { ...box({ size: [1, 1, 1] }), name: 'cube', position: [0, 2, 0] },
          { ...sphere({ radius: 0.5, subdivisions: 4 }), name: 'ball', position: [2, 2, 0] },
          { ...box({ size: [3, 3, 3] }), name: 'room', position: [9, 2, 0] },
          { ...sphere({ radius: 0.5, subdivisions: 3 }), name: 'inner', position: [9, 2, 0] },
          floor(),
        ],
      }),
    ).scene;
    const world = queryWorld(scene);
    expect(world.nearest(0, 1)?.distance).toBeGreaterThanOrEqual(1 - 1e-12);
    expect(world.nearest(0, 1)?.distance).toBeLessThan(1.005);
    expect(world.nearest(0, 4)?.distance).toBeCloseTo(1.5, 12);
    expect(world.nearest(0, 4)?.a.element.kind).toBe('face');
    // wholly inside: the surfaces are apart, and yet it overlaps
    expect(world.nearest(2, 3)?.distance).toBeGreaterThan(0.99);
    expect(world.overlaps(2, 3)).toBe(true);
    expect(world.overlaps(3, 2)).toBe(true);
    expect(world.nearestPairs(2).map(({ overlaps }) => overlaps)).toEqual([true, false]);
    expect(
      world.overlapping({ size: [1, 1, 1] }, { position: [9, 2, 0], orientation: [0, 0, 0, 1] }),
    ).toEqual([2, 3]);
    expect(
      world.overlapping({ size: [0.1, 0.1, 0.1] }, { position: [5, 2, 0], orientation: [0, 0, 0, 1] }),
    ).toEqual([]);
    // touching is overlapping
    expect(
      world.overlapping({ size: [1, 1, 1] }, { position: [-1, 2, 0], orientation: [0, 0, 0, 1] }),
    ).toEqual([0]);
    expect(() => world.nearest(1, 1)).toThrow(/itself/);
  });

  test('a point is nearest to what all vertices, and more, say', () => {
    const random = new Random(2);
    const scene = someScene(random, 10, 1, 2);
    const world = queryWorld(scene);
    const vertices = scene.bodies.flatMap((_, body) => placed(scene, body));
    for (let i = 0; i < 100; i++) {
      const point = [0, 1, 2].map(() => random.between(-4, 4)) as unknown as Vec3;
      const found = world.nearestPoint(point);
      if (!found) throw new Error('nothing is near');
      expect(distanceOf(found.point, point)).toBeCloseTo(found.distance, 10);
      for (const vertex of vertices)
        expect(distanceOf(vertex, point)).toBeGreaterThan(found.distance - 1e-12);
      // a ray at it meets the same item there
      const towards = found.point.map((x, k) => x - point[k]);
      expect(world.castRay(point, towards)?.distance).toBeCloseTo(found.distance, 8);
      expect(world.nearestPoint(point, { limit: 0.99 * found.distance })).toBe(undefined);
    }
  });
});

/** All vertices of one are inside the other, which is convex: behind the planes of all its faces. */
function isNested(scene: ReturnType<typeof someScene>, a: number, b: number): boolean {
  const inside = (outer: number, inner: number) => {
    const vertices = placed(scene, outer);
    const { faces } = scene.meshes[scene.bodies[outer].mesh];
    const [p] = placed(scene, inner);
    for (let f = 0; f < faces.length; f += 3) {
      const [u, v, w] = [0, 1, 2].map((k) => vertices[faces[f + k]]);
      const [e, g, h] = [v, w, p].map((q) => [q[0] - u[0], q[1] - u[1], q[2] - u[2]]);
      const volume =
        h[0] * (e[1] * g[2] - e[2] * g[1]) +
        h[1] * (e[2] * g[0] - e[0] * g[2]) +
        h[2] * (e[0] * g[1] - e[1] * g[0]);
      if (volume > 0) return false;
    }
    return true;
  };
  return inside(a, b) || inside(b, a);
}
