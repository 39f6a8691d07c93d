// Every force is the derivative of its energy; impulses of one element sum to nothing and turn nothing.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  HINGE_PREVIOUS,
  KIND_HINGE,
  KIND_SPRING,
  KIND_TRIANGLE,
  SPRING_PREVIOUS,
  TRIANGLE_PREVIOUS,
} from '../../../../src/engines/async/loop/layout/layout.ts';
import {
  EDGE_EDGE,
  LAYER_REALS_SIZE,
  LAYER_STEP,
  NOT_LONGER,
  NOT_SHORTER,
  VERTEX_FACE,
} from '../../../../src/engines/async/loop/layout/contact.ts';
import { TICKS_PER_SECOND, World } from './world.ts';

const STEP = 2 ** 29;
const h = STEP / TICKS_PER_SECOND;
const coordinate = fc.integer({ min: -10_000, max: 10_000 }).map((n) => n / 10_000);
const points = (n: number) => fc.array(coordinate, { minLength: 3 * n, maxLength: 3 * n });

const sub = (x: number[], i: number, j: number) => [0, 1, 2].map((k) => x[3 * i + k] - x[3 * j + k]);
const cross = (a: number[], b: number[]) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const norm = (a: number[]) => Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
const height = (x: number[], i: number, j: number, k: number) =>
  norm(cross(sub(x, j, i), sub(x, k, i))) / norm(sub(x, j, i));

type Shape = Pick<ConstructorParameters<typeof World>[0], 'springs' | 'triangles' | 'hinges' | 'rules'>;

/** A world of one element at rest at `x`, which ticks once. */
function one(kind: number, x: number[], shape: Shape): World {
  const count = x.length / 3;
  return new World({
    positions: x,
    masses: new Array(count).fill(1),
    groups: kind > 0 ? [{ kind, step: STEP, elements: [0] }] : [],
    ...shape,
  });
}

/** Velocities after one tick are impulses, as every mass is 1. */
function impulses(world: World): number[] {
  world.call.asyncRun(world.at, STEP + 1, Infinity);
  return [...world.velocities];
}

/** Elastic energy as a function of positions. */
function energyOf(world: World): (x: number[]) => number {
  return (x) => {
    world.positions.set(x);
    return world.energy(0).elastic;
  };
}

function expectGradient(energy: (x: number[]) => number, x: number[], forces: number[], scale: number): void {
  const step = 1e-5;
  for (let i = 0; i < x.length; i++) {
    const up = [...x];
    const down = [...x];
    up[i] += step;
    down[i] -= step;
    const slope = (energy(up) - energy(down)) / (2 * step);
    expect(Math.abs(forces[i] + slope)).toBeLessThan(1e-6 * scale);
  }
}

function expectBalance(x: number[], j: number[]): void {
  const size = Math.max(...j.map(Math.abs), 1e-12);
  for (let k = 0; k < 3; k++) {
    let sum = 0;
    for (let i = k; i < j.length; i += 3) sum += j[i];
    expect(Math.abs(sum)).toBeLessThan(1e-13 * size);
  }
  const turn = [0, 0, 0];
  for (let i = 0; i < j.length; i += 3) {
    const t = cross(x.slice(i, i + 3), j.slice(i, i + 3));
    for (let k = 0; k < 3; k++) turn[k] += t[k];
  }
  expect(norm(turn)).toBeLessThan(1e-12 * size);
}

describe('forces against finite differences of their energies', () => {
  test('spring', () => {
    fc.assert(
      fc.property(points(2), (x) => {
        fc.pre(norm(sub(x, 0, 1)) > 0.1);
        const shape: Shape = { springs: [[0, 1, 0.7, 3, 0]] };
        const energy = energyOf(one(0, x, shape));
        const j = impulses(one(KIND_SPRING, x, shape));
        expectGradient(
          energy,
          x,
          j.map((value) => value / h),
          10,
        );
        expectBalance(x, j);
      }),
      { numRuns: 20 },
    );
  });

  test('membrane', () => {
    fc.assert(
      fc.property(points(3), points(3), (rest, x) => {
        fc.pre(height(rest, 0, 1, 2) > 0.2 && norm(sub(rest, 0, 1)) > 0.2);
        const triangle = [0, 1, 2, 5, 3, 0] as const;
        const reference = one(0, rest, { triangles: [triangle] });
        const energy = energyOf(reference);
        const world = one(KIND_TRIANGLE, x, { triangles: [triangle] });
        world.triangles.set(reference.triangles);
        const scale = Math.max(1, energy(x)) * 1e2;
        const j = impulses(world);
        expectGradient(
          energy,
          x,
          j.map((value) => value / h),
          scale,
        );
        expectBalance(x, j);
      }),
      { numRuns: 20 },
    );
  });

  test('hinge', () => {
    fc.assert(
      fc.property(points(4), (x) => {
        fc.pre(norm(sub(x, 0, 1)) > 0.2 && height(x, 0, 1, 2) > 0.2 && height(x, 0, 1, 3) > 0.2);
        const shape: Shape = { hinges: [[0, 1, 2, 3, 0.3, 2, 0]] };
        const world = one(KIND_HINGE, x, shape);
        const angle = world.hinges[HINGE_PREVIOUS];
        fc.pre(Math.abs(angle) < 3.1);
        const energy = energyOf(one(0, x, shape));
        const j = impulses(world);
        expectGradient(
          energy,
          x,
          j.map((value) => value / h),
          1e3,
        );
        expectBalance(x, j);
      }),
      { numRuns: 40 },
    );
  });

  test.each([
    ['vertex–face', VERTEX_FACE, 4],
    ['edge–edge', EDGE_EDGE, 4],
    ['longest length', NOT_LONGER, 2],
    ['shortest length', NOT_SHORTER, 2],
  ])('penalty: %s', (_, kind, count) => {
    fc.assert(
      fc.property(points(count), (x) => {
        fc.pre(norm(sub(x, 0, 1)) > 0.2);
        if (count === 4) fc.pre(height(x, 1, 2, 3) > 0.2 && height(x, 1, 3, 2) > 0.2);
        const still = layered(kind, x);
        const distance = (at: number[]) => {
          still.positions.set(at);
          return still.call.asyncDistance(still.at, 0, 0, still.outAt);
        };
        // the closest features must be the same all about: distances have creases elsewhere
        const d = distance(x);
        fc.pre(d > 0.1);
        const inside = featureOf(still);
        for (let i = 0; i < x.length; i++) {
          for (const step of [-1e-3, 1e-3]) {
            const moved = [...x];
            moved[i] += step;
            distance(moved);
            fc.pre(featureOf(still) === inside);
          }
        }
        const moving = layered(kind, x);
        const [first, second] = [
          moving.layerReals[LAYER_STEP],
          moving.layerReals[LAYER_REALS_SIZE + LAYER_STEP],
        ];
        expect(first).toBeGreaterThan(second);
        // the second layer ticks first, alone: r(2) = 2 · 2³
        moving.call.asyncRun(moving.at, second + 1, Infinity);
        const j = [...moving.velocities];
        const eta = moving.call.asyncEta(moving.at, 0, 2);
        const energy = (at: number[]) => 8 * (distance(at) - eta) * (distance(at) - eta);
        expectGradient(
          energy,
          x,
          j.map((value) => (value * TICKS_PER_SECOND) / second),
          1e3,
        );
        expectBalance(x, j);
      }),
      { numRuns: 30, maxSkipsPerRun: 500 },
    );
  });
});

/** Two layers so thick that both push, wherever the vertices are. */
function layered(kind: number, x: number[]): World {
  const count = x.length / 3;
  const world = new World({
    positions: x,
    masses: new Array(count).fill(1),
    rules: [[{ eta: 10, r: 2, c: 0.1 }]],
  });
  if (count === 4) {
    world.pair(kind, [0, 1, 2, 3], 0, 1, 2);
    return world;
  }
  const slot = world.limit(kind, [0, 1], 0, kind === NOT_LONGER ? 4 : 0.01, { eta: 10, r: 2, c: 0.1 });
  for (let l = 0; l < 2; l++) world.call.asyncLayerOn(world.at, slot, 0);
  return world;
}

/** Which of the last distance's weights are nothing. */
function featureOf(world: World): string {
  return [...world.out.subarray(3, 7)].map((w) => (w === 0 ? 0 : 1)).join();
}

describe('damping', () => {
  test('takes what changed since the previous tick, and nothing at rest', () => {
    const x = [0, 0, 0, 1, 0, 0, 0, 1, 0.2, 0.3, -1, 0.4];
    const hinge: Shape = { hinges: [[0, 1, 2, 3, 0, 0, 5]] };
    expect(impulses(one(KIND_HINGE, x, hinge)).every((v) => v === 0)).toBe(true);
    const world = one(KIND_HINGE, x, hinge);
    world.hinges[HINGE_PREVIOUS] -= 0.1;
    const undamped = one(KIND_HINGE, x, { hinges: [[0, 1, 2, 3, world.hinges[HINGE_PREVIOUS], 5 / h, 0]] });
    const [a, b] = [impulses(world), impulses(undamped)];
    a.forEach((value, i) => {
      expect(value).toBeCloseTo(b[i], 12);
    });

    const spring = one(KIND_SPRING, x.slice(0, 6), { springs: [[0, 1, 1, 0, 5]] });
    spring.springs[SPRING_PREVIOUS] -= 0.1;
    expect(impulses(spring)[0]).toBeCloseTo(5 * 0.1, 12);

    const tau = 0.25;
    const membrane = one(KIND_TRIANGLE, x.slice(0, 9), { triangles: [[0, 1, 2, 5, 3, tau]] });
    membrane.triangles[TRIANGLE_PREVIOUS] -= 0.1;
    const pulled = impulses(membrane);
    // the same stress as a strain of 0.1 τ / h in that direction
    expect(pulled[3]).toBeCloseTo(-(5 + 6) * tau * 0.1, 10);
  });

  test('a hinge counts on beyond a half turn', () => {
    const folded = (angle: number) => [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -Math.cos(angle), Math.sin(angle)];
    const world = one(0, folded(3), { hinges: [[0, 1, 2, 3, 0, 2, 0]] });
    const before = world.hinges[HINGE_PREVIOUS];
    world.positions.set(folded(3.3));
    const energy = world.energy(0).elastic;
    expect(Math.abs(before)).toBeCloseTo(3, 10);
    expect(energy).toBeCloseTo(3.3 * 3.3, 10);
  });
});
