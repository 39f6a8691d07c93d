import { describe, expect, test } from 'vitest';
import { makeMesh } from '../../src/geometry/index.ts';
import { sphere as ball, torus } from '../../src/geometry/primitives/index.ts';
import { Random } from '../../src/num/index.ts';
import { Aim } from '../../src/query/aim.ts';
import { queryWorld } from '../../src/query/index.ts';
import {
  box,
  cloth,
  defineScene,
  floor,
  inline,
  resolveScene,
  sphere,
  type Vec3,
} from '../../src/scene/index.ts';
import { bruteRay, rounds, someScene, trianglesOf } from './made.ts';

const vector = (random: Random, size = 1): Vec3 => [
  random.between(-size, size),
  random.between(-size, size),
  random.between(-size, size),
];

describe('rays', () => {
  test.each([1, 1e-5, 1e4])('meet what all triangles say, first and all along (size %s)', (size) => {
    rounds(6, (random) => {
      const scene = someScene(random, 12, size, 2 * size);
      const world = queryWorld(scene);
      const each = scene.bodies.map((_, body) => trianglesOf(scene, body));
      let met = 0;
      for (let i = 0; i < 200; i++) {
        const origin = vector(random, 3 * size);
        const direction = vector(random, size).map((x, k) => x - origin[k]) as unknown as Vec3;
        const expected = each.flatMap((triangles, item) =>
          bruteRay(triangles, origin, direction).map((distance) => ({ item, distance })),
        );
        expected.sort((a, b) => a.distance - b.distance);
        const hits = world.castThrough(origin, direction);
        expect(hits.map(({ item }) => item)).toEqual(expected.map(({ item }) => item));
        hits.forEach(({ distance }, k) => {
          expect(distance / size).toBeCloseTo(expected[k].distance / size, 9);
        });
        expect(world.castRay(origin, direction)).toEqual(hits[0]);
        met += Math.min(1, hits.length);
      }
      expect(met).toBeGreaterThan(20);
    });
  });

  test('cross a closed surface as often inwards as outwards, through its vertices and edges too', () => {
    const random = new Random(7);
    for (const mesh of [
      ball.make({ radius: 1, subdivisions: 2 }),
      torus.make({ radius: 1, tubeRadius: 0.3 }),
    ]) {
      const { positions, faces } = mesh;
      const aim = new Aim();
      const windings = new Set<number>();
      for (let i = 0; i < 600; i++) {
        // through a vertex, a point of an edge, or along an axis: nothing is left to chance
        const f = 3 * random.integer(faces.length / 3);
        const [p, q] = [3 * faces[f], 3 * faces[f + 1]];
        const part = [0, 0.5, random.uniform()][i % 3];
        const target = [0, 1, 2].map((k) => positions[p + k] + part * (positions[q + k] - positions[p + k]));
        const origin = i % 4 === 0 ? [0, 0, 0] : vector(random, 2);
        const away = target.map((x, k) => x - origin[k]);
        const length = Math.hypot(...away);
        aim.set(
          Float64Array.from(origin),
          Float64Array.from(away, (x) => x / length),
        );
        let winding = 0;
        for (let g = 0; g < faces.length; g += 3)
          if (aim.meet(positions, 3 * faces[g], 3 * faces[g + 1], 3 * faces[g + 2]) >= 0) winding += aim.side;
        // the ball's own middle is inside it, the torus's is not; elsewhere the distance tells
        const [x, y, z] = origin;
        const isBall = mesh.positions.length === ball.make({ radius: 1, subdivisions: 2 }).positions.length;
        if (isBall && Math.hypot(x, y, z) < 0.9) expect(Math.abs(winding)).toBe(1);
        if (isBall && Math.hypot(x, y, z) > 1) expect(winding).toBe(0);
        windings.add(winding);
      }
      expect([...windings].every((winding) => Math.abs(winding) <= 1)).toBe(true);
    }
  });

  test('are told from an edge by what rounding takes away', () => {
    // p × q is -2⁻¹⁰⁴, though both of its products are -1 - 2⁻⁵¹ when they are rounded
    const e = Number.EPSILON;
    const aim = new Aim();
    aim.set(new Float64Array(3), Float64Array.of(0, 0, 1));
    const meet = (x: number, y: number) =>
      aim.meet(Float64Array.of(1 + e, 1, 2, -1 - 2 * e, -1 - e, 2, x, y, 2), 0, 3, 6);
    expect(meet(-1, 1)).toBe(2);
    expect(meet(1, -1)).toBe(-1);
  });

  test('go through a box along its edges and diagonals, in once and out once', () => {
    const { scene } = resolveScene(
      defineScene({ name: 'cube', bodies: [{ ...box({ size: [1, 1, 1] }), name: 'cube' }] }),
    );
    const world = queryWorld(scene);
    for (const direction of [
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 1],
      [-1, 1, 1],
      [0, 1, -1],
    ] as Vec3[]) {
      const from = direction.map((x) => -2 * x) as unknown as Vec3;
      expect(world.castThrough(from, direction)).toHaveLength(2);
      expect(world.castThrough([0, 0, 0], direction)).toHaveLength(1);
    }
    // along a face, or along an edge: beside it or through it, but never in without out
    for (const from of [
      [-2, 0.5, 0.2],
      [-2, 0.5, 0.5],
      [-2, -0.5, 0.5],
      [-2, -0.5, -0.5],
    ] as Vec3[])
      expect([0, 2]).toContain(world.castThrough(from, [1, 0, 0]).length);
  });

  test('tell point, normal and place of a moved and turned body, and pass over faces without area', () => {
    const flat = inline(makeMesh([-1, -1, 0, 1, -1, 0, 0, 1, 0, 0, 0, 0, 0.5, 0.5, 0], [0, 1, 2, 3, 3, 4]));
    const { scene } = resolveScene(
      defineScene({
        name: 'one',
        bodies: [{ shape: flat, name: 'flat', motion: 'static' }],
      }),
    );
    const world = queryWorld(scene);
    const half = Math.SQRT1_2;
    // a quarter turn about y: what was +z is +x
    world.at({ poses: Float64Array.of(5, 0, 0, 0, half, 0, half), vertices: new Float64Array(0) });
    const hit = world.castRay([9, 0, 0], [-2, 0, 0]);
    expect(hit?.distance).toBeCloseTo(4, 12);
    expect(hit?.point.map((x) => Math.abs(Math.round(x * 1e9)) / 1e9)).toEqual([5, 0, 0]);
    expect(hit?.normal[0]).toBeCloseTo(1, 12);
    expect(hit?.face).toBe(0);
    // from behind as well
    expect(world.castRay([1, 0, 0], [1, 0, 0])?.normal[0]).toBeCloseTo(1, 12);
  });

  test('limits, filters, absent bodies and cloth', () => {
    const crate = box({ size: [1, 1, 1] });
    const { scene } = resolveScene(
      defineScene({
        name: 'row',
        bodies: [
          { ...crate, name: 'first', position: [0, 0, 0] },
          { ...crate, name: 'second', position: [3, 0, 0] },
          { ...crate, name: 'hidden', position: [-3, 0, 0], enabled: false },
        ],
        deformables: [{ ...cloth({ size: [1, 1], cells: [2, 2] }), name: 'sheet' }],
      }),
    );
    const world = queryWorld(scene);
    const sheet = scene.meshes[scene.deformables[0].mesh].positions;
    const vertices = Float64Array.from(sheet, (x, i) => x + (i % 3 === 1 ? 7 : 0));
    const poses = Float64Array.from(
      scene.bodies.flatMap(({ pose }) => [...pose.position, ...pose.orientation]),
    );
    const ask = (options = {}) => world.castRay([-9, 0.1, 0.2], [1, 0, 0], options)?.item;
    // where it starts, what is not enabled is not there
    expect(ask()).toBe(0);
    world.at({ poses, vertices });
    expect(ask()).toBe(2);
    expect(ask({ limit: 5 })).toBe(undefined);
    expect(ask({ limit: 5.5 })).toBe(2);
    expect(ask({ filter: (item: number) => item !== 2 })).toBe(0);
    world.at({ poses, vertices, absent: Uint32Array.of(0, 2) });
    expect(ask()).toBe(1);
    expect(world.overlaps(0, 1)).toBe(false);
    expect(world.nearest(0, 1)).toBe(undefined);
    const down = world.castRay([0.1, 99, 0.05], [0, -1, 0]);
    expect(down?.item).toBe(3);
    expect(down?.point[1]).toBeCloseTo(7, 12);
    // the cloth moves on, and its tree with it
    world.at({ poses, vertices: vertices.map((x, i) => x + (i % 3 === 0 ? 50 : 0)) });
    expect(world.castRay([0.1, 99, 0.05], [0, -1, 0])?.item).toBe(0);
    expect(world.castRay([50.1, 99, 0.05], [0, -1, 0])?.item).toBe(3);
  });

  test('an empty scene answers nothing, and nonsense is refused by name', () => {
    const { scene } = resolveScene(defineScene({ name: 'empty', bodies: [] }));
    const world = queryWorld(scene);
    expect(world.castRay([0, 0, 0], [1, 0, 0])).toBe(undefined);
    expect(world.castThrough([0, 0, 0], [1, 0, 0])).toEqual([]);
    expect(world.nearestPoint([0, 0, 0])).toBe(undefined);
    expect(world.nearestPairs(9)).toEqual([]);
    expect(() => world.castRay([0, 0, 0], [0, 0, 0])).toThrow(
      /direction: the direction has no length \(0 0 0\)/,
    );
    expect(() => world.castRay([0, Number.NaN, 0], [1, 0, 0])).toThrow(
      /origin: .*\(0 NaN 0\); give x, y and z/,
    );
    expect(() => world.castRay([0, 0, 0], [1, 0, 0], { limit: -1 })).toThrow(/limit/);
    expect(() => world.nearest(0, 1)).toThrow(/there is no such item/);
    expect(() => world.at({ poses: new Float64Array(7), vertices: new Float64Array(0) })).toThrow(
      /another scene/,
    );
    const one = queryWorld(
      resolveScene(
        defineScene({ name: 'one', bodies: [floor(), { ...sphere({ radius: 1 }), name: 'ball' }] }),
      ).scene,
    );
    const nowhere = new Float64Array(14);
    nowhere[7] = Number.NaN;
    expect(() => one.at({ poses: nowhere, vertices: new Float64Array(0) })).toThrow(/"ball"/);
    expect(() =>
      one.castShape(makeMesh([]), { position: [0, 0, 0], orientation: [0, 0, 0, 1] }, [1, 0, 0]),
    ).toThrow(/shape/);
  });
});
