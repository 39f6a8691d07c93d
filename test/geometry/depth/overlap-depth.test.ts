import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { overlapDepth } from '../../../src/geometry/depth/index.ts';
import { type Mesh, makeMesh, moveMesh, scaleMesh, translateMesh } from '../../../src/geometry/index.ts';
import { box, cylinder, plane, sphere, torus } from '../../../src/geometry/primitives/index.ts';
import { convexHull } from '../../../src/geometry/surface/index.ts';
import { Random } from '../../../src/num/index.ts';

const cube = (x = 1, y = x, z = x) => box.make({ size: [x, y, z] });
/** About z [rad]. */
const turned = (mesh: Mesh, angle: number) =>
  moveMesh(mesh, [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)], [0, 0, 0]);

describe('the depth of an overlap is the least translation that separates', () => {
  test.each<[string, Mesh, Mesh, number]>([
    ['two boxes, a tenth deep', cube(), translateMesh(cube(), [0.9, 0.2, 0]), 0.1],
    ['coincident boxes', cube(), cube(), 1],
    ['coincident boxes that are not cubes', cube(3, 2, 1), cube(3, 2, 1), 1],
    ['a small box in the middle of a large one', cube(0.2), cube(1), 0.6],
    ['a box on the floor', translateMesh(cube(), [0, 0, 0.5]), plane.make({ width: 10, depth: 10 }), 0],
    ['a box in the floor', translateMesh(cube(), [0, 0, 0.49]), plane.make({ width: 10, depth: 10 }), 0.01],
    ['a box through a large thin slab', cube(), cube(20, 0.01, 20), 0.505],
    [
      'a turned box, its edge first',
      turned(cube(), Math.PI / 4),
      translateMesh(cube(), [1.1, 0, 0]),
      Math.SQRT1_2 + 0.5 - 1.1,
    ],
    ['boxes that stand apart', cube(), translateMesh(cube(), [1.5, 0, 0]), 0],
    ['boxes that touch', cube(), translateMesh(cube(), [1, 0.3, 0]), 0],
    ['in millimetres', scaleMesh(cube(), 1e-3), translateMesh(scaleMesh(cube(), 1e-3), [0.9e-3, 0, 0]), 1e-4],
  ])('%s', (_, a, b, depth) => {
    for (const found of [overlapDepth(a, b), overlapDepth(b, a)]) {
      expect(found.depth).toBeCloseTo(depth, 10);
      expect(found.isExact).toBe(true);
    }
  });

  test('a sphere in a box', () => {
    const ball = translateMesh(sphere.make({ radius: 0.5, subdivisions: 3 }), [0, 0.9, 0]);
    const { depth, isExact } = overlapDepth(ball, cube());
    expect(depth).toBeCloseTo(0.1, 3);
    expect(isExact).toBe(true);
  });

  test('of what is not convex it is a bound, and says so', () => {
    const ring = torus.make({ segments: 24, tubeSegments: 10 });
    const peg = cylinder.make({ radius: 0.01, length: 3, segments: 8 });
    const { depth, isExact } = overlapDepth(ring, peg);
    expect(isExact).toBe(false);
    expect(depth).toBeGreaterThan(0);
    const corner = makeMesh([0, 0, 0, 1, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, -1], [0, 2, 1, 0, 3, 2, 0, 4, 3]);
    expect(overlapDepth(corner, cube()).isExact).toBe(false);
  });

  test('of random convex shapes nothing shorter separates, and it does', () => {
    const random = new Random(11, 0);
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 14 }),
        fc.integer({ min: 4, max: 14 }),
        fc.nat(1000),
        (m, n, seed) => {
          const draw = new Random(seed, 1);
          const cloud = (count: number) =>
            convexHull(Float64Array.from({ length: 3 * count }, () => draw.uniform() - 0.5));
          const [a, b] = [cloud(m), cloud(n)];
          if (!a || !b) return;
          const { depth, isExact } = overlapDepth(a, b);
          expect(isExact).toBe(true);
          // Many directions: none is shorter.
          let least = Infinity;
          for (let k = 0; k < 4000; k++) {
            const [x, y, z] = [random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5];
            const length = Math.sqrt(x * x + y * y + z * z);
            const heights = ({ positions }: Mesh) => {
              const all: number[] = [];
              for (let i = 0; i < positions.length; i += 3)
                all.push((x * positions[i] + y * positions[i + 1] + z * positions[i + 2]) / length);
              return all;
            };
            least = Math.min(least, Math.max(...heights(a)) - Math.min(...heights(b)));
          }
          expect(depth).toBeLessThanOrEqual(Math.max(0, least) + 1e-12);
          expect(depth).toBeGreaterThan(0.8 * Math.max(0, least) - 1e-12);
        },
      ),
      { numRuns: 40, seed: 3 },
    );
  });

  test('pairs of edges that are left out do not matter', () => {
    const draw = new Random(5, 0);
    for (let k = 0; k < 20; k++) {
      const cloud = () => convexHull(Float64Array.from({ length: 36 }, () => draw.uniform() - 0.5)) as Mesh;
      const [a, b] = [cloud(), cloud()];
      expect(overlapDepth(a, b).depth).toBeCloseTo(bruteForce(a, b), 12);
    }
  });
});

/** Over all normals of faces, and all pairs of edges. */
function bruteForce(a: Mesh, b: Mesh): number {
  const edges = ({ positions, faces }: Mesh) => {
    const all: number[][] = [];
    for (let c = 0; c < faces.length; c++) {
      const [p, q] = [faces[c], faces[c % 3 === 2 ? c - 2 : c + 1]];
      all.push([0, 1, 2].map((k) => positions[3 * q + k] - positions[3 * p + k]));
    }
    return all;
  };
  const cross = (u: number[], v: number[]) => [
    u[1] * v[2] - u[2] * v[1],
    u[2] * v[0] - u[0] * v[2],
    u[0] * v[1] - u[1] * v[0],
  ];
  const [one, two] = [edges(a), edges(b)];
  const ways = [one, two].flatMap((list) => list.map((u, i) => cross(u, list[i % 3 === 2 ? i - 2 : i + 1])));
  ways.push(...one.flatMap((u) => two.map((v) => cross(u, v))));
  const heights = ({ positions }: Mesh, n: number[]) =>
    Array.from({ length: positions.length / 3 }, (_, i) =>
      [0, 1, 2].reduce((sum, k) => sum + n[k] * positions[3 * i + k], 0),
    );
  let least = Infinity;
  for (const way of ways) {
    const length = Math.sqrt(way.reduce((sum, x) => sum + x * x, 0));
    if (length < 1e-12) continue;
    const n = way.map((x) => x / length);
    const [p, q] = [heights(a, n), heights(b, n)];
    least = Math.min(least, Math.max(...p) - Math.min(...q), Math.max(...q) - Math.min(...p));
  }
  return Math.max(0, least);
}
