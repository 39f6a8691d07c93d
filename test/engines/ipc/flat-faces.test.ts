// Flat faces, however they are cut into triangles, push along their normal and nothing else.

import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/num/index.ts';
import { box, type BodyFile, turn } from '../../../src/scene/index.ts';
import type { ShapeFile } from '../../../src/scene/index.ts';
import { norm, Trial } from './harness.ts';
import { sheet } from './sheet.ts';

type Triple = [number, number, number];

/** A closed box whose sides are cut into n × n cells each. */
function cutBox(size: Triple, n: number): ShapeFile {
  const vertices: Triple[] = [];
  const faces: Triple[] = [];
  const known = new Map<string, number>();
  const vertex = (at: Triple): number => {
    const key = at.join();
    const index =
      known.get(key) ?? vertices.push([0, 1, 2].map((k) => (at[k] / n - 0.5) * size[k]) as Triple) - 1;
    known.set(key, index);
    return index;
  };
  for (let axis = 0; axis < 3; axis++) {
    for (const end of [0, n]) {
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          const corner = (u: number, v: number): number => {
            const at: [number, number, number] = [end, end, end];
            at[(axis + 1) % 3] = i + u;
            at[(axis + 2) % 3] = j + v;
            return vertex(at);
          };
          const [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
          if (end > 0) faces.push([a, b, c], [a, c, d]);
          else faces.push([a, c, b], [a, d, c]);
        }
      }
    }
  }
  return { kind: 'inline', vertices, faces };
}

/** How far a body that is sent off at `speed` in the plane is from where it should be: speeds in parts of it, places [m]. */
function stray(
  floor: BodyFile,
  body: BodyFile,
  { speed, heading, seconds }: { speed: number; heading: number; seconds: number },
): { velocity: number; path: number; trial: Trial } {
  const along = [Math.cos(heading), 0, Math.sin(heading)];
  const way = speed * seconds;
  const start = body.position ?? [0, 0, 0];
  const trial = new Trial({
    name: 'sliding',
    bodies: [
      { ...floor, motion: 'static', friction: 0 },
      {
        ...body,
        name: 'it',
        friction: 0,
        position: [start[0] - 0.5 * way * along[0], start[1], start[2] - 0.5 * way * along[2]],
        velocity: [speed * along[0], 0, speed * along[2]],
      },
    ],
  }).to(0);
  const before = trial.position('it');
  let velocity = 0;
  let path = 0;
  for (let k = 1; k <= 10; k++) {
    const t = (k * seconds) / 10;
    trial.to(t);
    const off = (of: readonly number[], expected: number): number =>
      norm(of.map((x, axis) => (axis === 1 ? 0 : x - expected * along[axis])));
    velocity = Math.max(velocity, off(trial.velocity('it'), speed) / speed);
    path = Math.max(
      path,
      off(
        trial.position('it').map((x, axis) => x - before[axis]),
        speed * t,
      ),
    );
  }
  return { velocity, path, trial };
}

const brick: BodyFile = { shape: { kind: 'box', size: [0.2, 0.1, 0.15] }, position: [0.001, 0.0502, 0] };

describe.each([0.02, 0.5, 10])('a frictionless box at %f m/s keeps speed and way', (speed) => {
  const seconds = 1;
  const size = 0.6 + 1.3 * speed * seconds;
  const floors: Record<string, BodyFile> = {
    'a plane': { shape: { kind: 'plane', width: size, depth: size } },
    'two triangles': { shape: sheet(size, 1) },
    '64 × 64 cells': { shape: sheet(size, 64) },
    'random triangles': { shape: sheet(size, 24, 0.3) },
    'the top of a box': { shape: { kind: 'box', size: [size, 1, size] }, position: [0, -0.5, 0] },
    'the top of a cut box': { shape: cutBox([size, 1, size], 12), position: [0, -0.5, 0] },
  };

  test.each(Object.keys(floors))('over %s', (name) => {
    for (const heading of [0.7, 2.5]) {
      const { velocity, path } = stray(floors[name], brick, { speed, heading, seconds });
      expect(velocity).toBeLessThan(1e-6);
      expect(path).toBeLessThan(1e-6);
    }
  });

  test('though its own sides are cut into triangles', () => {
    const cut = { ...brick, shape: cutBox([0.2, 0.1, 0.15], 5) };
    for (const floor of ['a plane', 'random triangles']) {
      const { velocity, path } = stray(floors[floor], cut, { speed, heading: 0.7, seconds });
      expect(velocity).toBeLessThan(1e-6);
      expect(path).toBeLessThan(1e-6);
    }
  });

  test('though it tips a little', () => {
    for (const axis of ['x', 'z'] as const) {
      const tipped = { ...brick, rotation: turn(axis, 1e-3) };
      const { velocity, path, trial } = stray(floors['random triangles'], tipped, {
        speed,
        heading: 0.7,
        seconds,
      });
      expect(velocity).toBeLessThan(1e-6);
      expect(path).toBeLessThan(1e-6);
      // it was tipped, and came down
      expect(trial.position('it')[1]).toBeLessThan(0.0502);
    }
  });
});

test('a floor as flat as a file of seven digits tells it is flat', () => {
  const floor = sheet(1.2, 24, 0.3) as { kind: 'inline'; vertices: Triple[]; faces: Triple[] };
  const random = new Random(4, 1);
  const rounded = floor.vertices.map(([x, , z]): Triple => [x, 6e-8 * random.between(-1, 1), z]);
  for (const speed of [0.05, 0.5]) {
    const way = { speed, heading: 0.7, seconds: 1 };
    const { velocity } = stray({ shape: { ...floor, vertices: rounded } }, brick, way);
    // its slopes are some 1e-6
    expect(velocity * speed).toBeLessThan(1e-5);
  }
});

test('a cube goes through a tunnel of four walls as fast as it came', () => {
  const wall = (position: Triple, rotation: BodyFile['rotation']): BodyFile => ({
    shape: { kind: 'plane', width: 10, depth: 10 },
    scale: [0.11, 1, 1],
    motion: 'static',
    friction: 0,
    position,
    rotation,
  });
  const quarter = Math.PI / 2;
  const trial = new Trial(
    {
      name: 'tunnel',
      gravity: [0, 0, 0],
      bodies: [
        wall([-0.5001, 0, 0], turn('z', quarter)),
        wall([0.5001, 0, 0], turn('z', -quarter)),
        wall([0, -0.5001, 0], turn('z', 0)),
        wall([0, 0.5001, 0], turn('z', 2 * quarter)),
        {
          ...box({ size: [1, 1, 1] }),
          name: 'cube',
          friction: 0,
          position: [0, 0, -4.4],
          velocity: [0, 0, 10],
          fixed: [false, false, false, true, true, true],
        },
      ],
    },
    { activationDistance: 1e-2 },
  );
  trial.to(0.88);
  expect(Math.abs(trial.velocity('cube')[2] / 10 - 1)).toBeLessThan(1e-6);
  expect(Math.abs(trial.position('cube')[2] - 4.4)).toBeLessThan(1e-6);
  expect(trial.smallestGap).toBeGreaterThan(0);
});
