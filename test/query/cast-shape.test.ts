import { describe, expect, test } from 'vitest';
import { makeMesh } from '../../src/geometry/index.ts';
import { sphere as ball } from '../../src/geometry/primitives/index.ts';
import { queryWorld } from '../../src/query/index.ts';
import {
  box,
  defineScene,
  floor,
  type Pose,
  resolveScene,
  sphere,
  type Vec3,
} from '../../src/scene/index.ts';
import { rounds, somePose, someScene } from './made.ts';

const still = [0, 0, 0, 1] as const;
const moved = ({ position, orientation }: Pose, way: Vec3, time: number): Pose => ({
  position: position.map((x, k) => x + time * way[k]) as unknown as Vec3,
  orientation,
});

describe('a shape that is cast', () => {
  test('touches at the time told and nothing before it', () => {
    let touched = 0;
    let free = 0;
    let round = 0;
    rounds(60, (random) => {
      round++;
      const world = queryWorld(someScene(random, 8, 0.6, 2));
      const shape =
        round % 2 === 0 ? ball.make({ radius: 0.3, subdivisions: 1 }) : { size: [0.3, 0.5, 0.2] as Vec3 };
      const start = somePose(random, 3);
      const way = start.position.map((x) => random.between(-1, 1) - 1.5 * x) as unknown as Vec3;
      const hit = world.castShape(shape, start, way);
      const until = hit?.time ?? 1;
      if (world.overlapping(shape, start).length > 0) {
        expect(hit?.time).toBe(0);
        return;
      }
      for (let i = 0; i < 20; i++)
        expect(world.overlapping(shape, moved(start, way, (i / 20) * until * (1 - 1e-9)))).toEqual([]);
      if (hit === undefined) {
        free++;
        return;
      }
      touched++;
      expect(world.overlapping(shape, moved(start, way, hit.time + 1e-7))).toContain(hit.item);
      expect(Math.hypot(...hit.normal)).toBeCloseTo(1, 9);
      expect(world.nearestPoint(hit.point)?.distance).toBeLessThan(1e-9);
      // it comes against the normal
      expect(way[0] * hit.normal[0] + way[1] * hit.normal[1] + way[2] * hit.normal[2]).toBeLessThan(0);
    });
    expect(touched).toBeGreaterThan(10);
    expect(free).toBeGreaterThan(5);
  });

  const { scene } = resolveScene(
    defineScene({
      name: 'floor and balls',
      bodies: [
        floor(),
        { ...sphere({ radius: 1, subdivisions: 4 }), name: 'ball', position: [5, 3, 0] },
        { ...box({ size: [1, 1, 1] }), name: 'cube', position: [-5, 3, 0] },
      ],
    }),
  );
  const world = queryWorld(scene);
  const cube = { size: [1, 1, 1] as Vec3 };

  test('falls on a floor, on a ball, beside a cube, and down to a touch at the very end', () => {
    const drop = world.castShape(cube, { position: [0, 2, 0], orientation: still }, [0, -3, 0]);
    expect(drop?.item).toBe(0);
    expect(drop?.time).toBeCloseTo(0.5, 12);
    expect(drop?.time).toBeLessThanOrEqual(0.5);
    expect(drop?.normal[1]).toBeCloseTo(1, 9);
    expect(drop?.point[1]).toBeCloseTo(0, 9);
    const onto = world.castShape(cube, { position: [5, 9, 0], orientation: still }, [0, -9, 0]);
    expect(onto?.item).toBe(1);
    expect(onto?.time).toBeCloseTo(4.5 / 9, 3);
    expect(onto?.normal[1]).toBeGreaterThan(0.99);
    expect(
      world.castShape(cube, { position: [0, 2, 0], orientation: still }, [0, -1.5, 0])?.time,
    ).toBeCloseTo(1, 9);
    expect(world.castShape(cube, { position: [0, 2, 0], orientation: still }, [0, -1.4999, 0])).toBe(
      undefined,
    );
    const past = { position: [-6.001, 3, -9], orientation: still } as const;
    expect(world.castShape(cube, past, [0, 0, 20])).toBe(undefined);
    // sliding along with faces in one plane touches
    expect(world.castShape(cube, { ...past, position: [-6, 3, -9] }, [0, 0, 20])?.item).toBe(2);
  });

  test('what is touched at the very end of the way is told, wherever that is', () => {
    rounds(300, (random) => {
      const size = random.between(0.01, 3);
      const height = random.between(1.6, 90);
      const hit = world.castShape(
        { size: [size, size, size] },
        { position: [random.between(-3, 3), height, random.between(2, 4)], orientation: still },
        [random.between(-1, 1), 0.5 * size - height, 0],
        { filter: (item) => item === 0 },
      );
      expect(hit?.time).toBeCloseTo(1, 9);
    });
  });

  test('what it is in at the start is touched at once, also from the inside', () => {
    const inside = world.castShape(
      { size: [0.1, 0.1, 0.1] },
      { position: [5, 3, 0], orientation: still },
      [0, 1, 0],
    );
    expect(inside).toMatchObject({ item: 1, time: 0, normal: [-0, -1, -0] });
    const onlyFloor = { filter: (item: number) => item === 0 };
    expect(world.castShape(cube, { position: [5, 3, 0], orientation: still }, [0, 1, 0], onlyFloor)).toBe(
      undefined,
    );
    expect(world.castShape(cube, { position: [5, 3, 0], orientation: still }, [0, 0, 0])?.item).toBe(1);
    expect(world.castShape(cube, { position: [0, 3, 0], orientation: still }, [0, 0, 0])).toBe(undefined);
  });

  test('points, wires and scenes of any size', () => {
    const point = makeMesh([0, 0, 0], [], [], [0]);
    const hit = world.castShape(point, { position: [-5.2, 9, 0.1], orientation: still }, [0, -11, 0]);
    expect(hit?.item).toBe(2);
    expect(hit?.time).toBeCloseTo(0.5, 12);
    const wire = makeMesh([-1, 0, 0, 1, 0, 0], [], [0, 1]);
    const onCube = world.castShape(wire, { position: [-4, 9, 0], orientation: still }, [0, -11, 0]);
    expect(onCube?.time).toBeCloseTo(0.5, 12);
    for (const size of [1e-4, 1e5]) {
      const tiny = queryWorld(
        resolveScene(
          defineScene({ name: 'any', bodies: [{ ...box({ size: [size, size, size] }), name: 'it' }] }),
        ).scene,
      );
      const there = tiny.castShape(
        { size: [size, size, size] },
        { position: [-3 * size, 0.1 * size, 0], orientation: still },
        [4 * size, 0, 0],
      );
      expect(there?.time).toBeCloseTo(0.5, 12);
    }
  });
});
