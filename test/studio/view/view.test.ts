// What the view computes: what lies under the pointer, gaps, forces, lengths and angles, and where things are.

import fc from 'fast-check';
import { Color, Ray, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import type { ContactRows } from '../../../src/record/index.ts';
import { box, defineScene, floor, resolveScene, type Scene, type Vec3 } from '../../../src/scene/index.ts';
import { contactForces, referenceForce } from '../../../studio/src/view/contacts/contact-force.ts';
import { findGaps, gapRange, HEAT, heatColor, heatOf } from '../../../studio/src/view/contacts/gaps.ts';
import {
  addMark,
  angleAt,
  clearMarks,
  measurement,
  sayMeasurement,
} from '../../../studio/src/view/pointer/measure.ts';
import { nearestVertex, pick, toScene } from '../../../studio/src/view/pointer/pick.ts';
import { say, sayAngle, sayNumber } from '../../../studio/src/view/say.ts';
import { ballAround, ballOfInterest, startFrame, typicalSize } from '../../../studio/src/view/start-frame.ts';

const cube = box({ size: [0.2, 0.2, 0.2], density: 500 });

function sceneOf(positions: readonly Vec3[], withFloor = false): Scene {
  return resolveScene(
    defineScene({
      name: 'cubes',
      bodies: [
        ...positions.map((position, i) => ({
          ...cube,
          name: `cube ${i}`,
          position: [...position] as [number, number, number],
        })),
        ...(withFloor ? [floor({ size: [8, 8] })] : []),
      ],
    }),
  ).scene;
}

describe('picking', () => {
  const scene = sceneOf(
    [
      [0, 1, 0],
      [0, 1, -1],
      [2, 1, 0],
    ],
    true,
  );
  const frame = startFrame(scene);

  test('meets the first body, its face, and the point in its coordinates', () => {
    const hit = pick(scene, frame, new Ray(new Vector3(0.03, 1.04, 5), new Vector3(0, 0, -1)));
    expect(hit?.item).toBe(0);
    expect(hit?.distance).toBeCloseTo(4.9, 6);
    expect(hit?.point.toArray().map((x) => Number(x.toFixed(6)))).toEqual([0.03, 1.04, 0.1]);
    expect(hit?.local.z).toBeCloseTo(0.1, 6);
    const { faces, positions } = scene.meshes[scene.bodies[0].mesh];
    const corners = [...faces.subarray(3 * (hit?.face ?? 0), 3 * (hit?.face ?? 0) + 3)];
    for (const corner of corners) expect(positions[3 * corner + 2]).toBeCloseTo(0.1, 9);
  });

  test('meets what lies behind from behind, and the floor beside', () => {
    expect(pick(scene, frame, new Ray(new Vector3(0, 1, -5), new Vector3(0, 0, 1)))?.item).toBe(1);
    expect(pick(scene, frame, new Ray(new Vector3(2, 5, 0), new Vector3(0, -1, 0)))?.item).toBe(2);
    expect(pick(scene, frame, new Ray(new Vector3(1, 5, 0), new Vector3(0, -1, 0)))?.item).toBe(3);
    expect(pick(scene, frame, new Ray(new Vector3(1, 5, 0), new Vector3(0, 1, 0)))).toBeUndefined();
  });

  test('finds moved and turned bodies as rays find still ones', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 7, maxLength: 7 }),
        fc.double({ min: -0.09, max: 0.09, noNaN: true }),
        fc.double({ min: -0.09, max: 0.09, noNaN: true }),
        (numbers, u, v) => {
          const size = Math.hypot(...numbers.slice(3));
          fc.pre(size > 0.1);
          const one = sceneOf([[0, 1, 0]]);
          const moved = startFrame(one);
          moved.poses.set([
            ...numbers.slice(0, 3).map((x) => 3 * x),
            ...numbers.slice(3).map((x) => x / size),
          ]);
          const from = toScene(one, moved, 0, new Vector3(u, v, 2), new Vector3());
          const target = toScene(one, moved, 0, new Vector3(u, v, 0), new Vector3());
          const hit = pick(one, moved, new Ray(from, target.sub(from).normalize()));
          expect(hit?.distance).toBeCloseTo(1.9, 5);
          expect(hit?.local.distanceTo(new Vector3(u, v, 0.1))).toBeLessThan(1e-5);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('passes through what is absent', () => {
    const ray = new Ray(new Vector3(0.03, 1.04, 5), new Vector3(0, 0, -1));
    expect(pick(scene, { ...frame, absent: Uint32Array.of(0) }, ray)?.item).toBe(1);
  });

  test('knows the corner nearest to a hit', () => {
    const hit = pick(scene, frame, new Ray(new Vector3(0.08, 1.07, 5), new Vector3(0, 0, -1)));
    const corner = hit && nearestVertex(scene, frame, hit);
    expect(corner?.toArray().map((x) => Number(x.toFixed(9)))).toEqual([0.1, 0.1, 0.1]);
  });

  test('meets wires and points within reach only', () => {
    const thin = resolveScene(
      defineScene({
        name: 'thin',
        bodies: [
          {
            name: 'wire',
            motion: 'static',
            shape: {
              kind: 'inline',
              vertices: [
                [-1, 0, 0],
                [1, 0, 0],
              ],
              edges: [[0, 1]],
            },
          } as never,
        ],
      }),
    ).scene;
    const ray = new Ray(new Vector3(0.3, 0.02, 4), new Vector3(0, 0, -1));
    const still = startFrame(thin);
    expect(pick(thin, still, ray, () => 0.01)).toBeUndefined();
    expect(pick(thin, still, ray, () => 0.03)?.item).toBe(0);
  });
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

describe('gaps', () => {
  const run = (scene: Scene, rows?: ContactRows, range = 0.5) => {
    const gaps = new Float64Array(scene.bodies.length);
    for (const _ of findGaps(scene, startFrame(scene), range, rows, gaps));
    return gaps;
  };

  test('are the distances of the nearest bodies', () => {
    const gaps = run(
      sceneOf([
        [0, 1, 0],
        [0.23, 1, 0],
        [0.23, 1.75, 0],
      ]),
    );
    expect(gaps[0]).toBeCloseTo(0.03, 6);
    expect(gaps[1]).toBeCloseTo(0.03, 6);
    // 0.55 is not within the range.
    expect(gaps[2]).toBe(Infinity);
    expect(run(sceneOf([[0, 0.15, 0]], true))[0]).toBeCloseTo(0.05, 6);
  });

  test('agree with brute force over vertices for rows of cubes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.21, max: 0.6, noNaN: true }), { minLength: 1, maxLength: 6 }),
        (steps) => {
          const places = [0, ...steps].map((_, i) => [sum(steps.slice(0, i)), 1, 0] as const);
          const gaps = run(sceneOf(places), undefined, 1);
          places.forEach(([at], i) => {
            const nearest = Math.min(
              ...places.filter((_, j) => j !== i).map(([other]) => Math.abs(other - at) - 0.2),
            );
            expect(gaps[i]).toBeCloseTo(nearest, 5);
          });
        },
      ),
      { numRuns: 30 },
    );
  });

  test('are those of recorded contacts where there are any', () => {
    const scene = sceneOf([
      [0, 1, 0],
      [0.2001, 1, 0],
    ]);
    const rows = contactRows([
      { pair: 0, body: 0, other: 1, point: [0.1, 0.05, 0] },
      { pair: 0, body: 1, other: 0, point: [-0.1, 0.05, 0] },
    ]);
    expect(run(scene, rows)[0]).toBeCloseTo(1e-4, 12);
  });

  test('leave out what may not touch', () => {
    const scene = sceneOf([
      [0, 1, 0],
      [0.23, 1, 0],
    ]);
    const apart = { ...scene, pairs: [{ a: 0, b: 1, collide: false }] };
    expect(run(apart)[0]).toBe(Infinity);
  });

  test('become colours from hot to cold', () => {
    const range = gapRange(sceneOf([[0, 1, 0]]));
    expect(range.cold).toBeCloseTo(0.01, 12);
    expect(heatOf(0, range)).toBe(0);
    expect(heatOf(Infinity, range)).toBe(1);
    expect(heatOf(Math.sqrt(range.hot * range.cold), range)).toBeCloseTo(0.5, 9);
    expect(heatColor(0, new Color()).getHexString()).toBe(HEAT[0].slice(1));
    expect(heatColor(1, new Color()).getHexString()).toBe(HEAT[HEAT.length - 1].slice(1));
  });
});

interface Side {
  readonly pair: number;
  readonly body: number;
  readonly other: number;
  readonly point?: readonly number[];
  readonly normal?: readonly number[];
  readonly impulse?: number;
  readonly rub?: readonly number[];
  readonly start?: number;
  readonly duration?: number;
}

function contactRows(sides: readonly Side[]): ContactRows {
  const flat = (of: (side: Side) => readonly number[]) => Float64Array.from(sides.flatMap(of));
  return {
    count: sides.length,
    pair: Uint32Array.from(sides, ({ pair }) => pair),
    body: Uint32Array.from(sides, ({ body }) => body),
    other: Uint32Array.from(sides, ({ other }) => other),
    feature: new Uint32Array(sides.length),
    point: flat(({ point = [0, 0, 0] }) => point),
    normal: flat(({ normal = [0, 1, 0] }) => normal),
    normalImpulse: flat(({ impulse = 0 }) => [impulse]),
    tangentialImpulse: flat(({ rub = [0, 0, 0] }) => rub),
    gap: new Float64Array(sides.length),
    slip: new Float64Array(3 * sides.length),
    start: flat(({ start = 0 }) => [start]),
    duration: flat(({ duration = 0.01 }) => [duration]),
    friction: new Float64Array(sides.length),
  };
}

describe('contact forces', () => {
  const isFixed = (body: number) => body === 9;

  test('are impulses over the last step, on the side that can move', () => {
    const rows = contactRows([
      { pair: 0, body: 9, other: 1, normal: [0, -1, 0], impulse: 5, start: 0 },
      { pair: 0, body: 1, other: 9, impulse: 5, start: 0 },
      { pair: 0, body: 9, other: 1, normal: [0, -1, 0], impulse: 0.2, start: 0.01 },
      { pair: 0, body: 1, other: 9, impulse: 0.2, rub: [0.15, 0, 0], start: 0.01 },
    ]);
    const forces = contactForces(rows, 1 / 60, isFixed);
    expect(forces).toHaveLength(1);
    expect(forces[0]).toMatchObject({ row: 3, body: 1, other: 9 });
    expect(forces[0].x).toBeCloseTo(15, 9);
    expect(forces[0].y).toBeCloseTo(20, 9);
    expect(forces[0].size).toBeCloseTo(25, 9);
  });

  test('of impacts at an instant are the mean over the frame', () => {
    const rows = contactRows([
      { pair: 3, body: 1, other: 2, impulse: 2, duration: 0 },
      { pair: 3, body: 2, other: 1, normal: [0, -1, 0], impulse: 2, duration: 0 },
    ]);
    expect(contactForces(rows, 0.02, isFixed)[0].y).toBeCloseTo(100, 9);
  });

  test('are drawn against the weight of the heaviest, or the largest without weight', () => {
    const bodies = [
      { motion: 'static', mass: 1000 },
      { motion: 'dynamic', mass: 2 },
    ];
    expect(referenceForce(bodies, [0, -10, 0], [])).toBe(20);
    expect(referenceForce(bodies, [0, 0, 0], [{ size: 3 } as never, { size: 7 } as never])).toBe(7);
  });
});

describe('measuring', () => {
  test('says lengths and angles', () => {
    const [a, b, c] = [new Vector3(0.2, 0, 0), new Vector3(0, 0, 0), new Vector3(0, 0.3, 0)];
    expect(sayMeasurement('ruler', [a])).toBeUndefined();
    expect(sayMeasurement('ruler', [a, b])).toBe('200 mm');
    expect(sayMeasurement('protractor', [a, b])).toBeUndefined();
    expect(sayMeasurement('protractor', [a, b, c])).toBe('90°');
    expect(angleAt(a, b, new Vector3(1, 1e-9, 0))).toBeCloseTo(1e-9, 15);
  });

  test('begins anew when it is full, or of another kind', () => {
    const mark = { item: 0, local: new Vector3() };
    clearMarks();
    for (let i = 1; i <= 2; i++) addMark('ruler', mark);
    expect(measurement.value.marks).toHaveLength(2);
    addMark('ruler', mark);
    expect(measurement.value.marks).toHaveLength(1);
    addMark('protractor', mark);
    expect(measurement.value).toMatchObject({ kind: 'protractor', marks: [mark] });
  });
});

describe('numbers for people', () => {
  test.each([
    [0.0125, 'm', '12.5 mm'],
    [1500, 'N', '1.5 kN'],
    [-3.2e-5, 'm', '−32 µm'],
    [0.9999999, 'm', '1 m'],
    [0, 'J', '0 J'],
    [0.0048, 'kg', '4.8 g'],
    [12, 'kg', '12 kg'],
    [1e-7, 'kg m/s', '1e−7 kg m/s'],
    [42, '', '42'],
    [Number.NaN, 'm', '– m'],
    [Infinity, 'm', '∞ m'],
  ])('%s %s', (value, unit, text) => {
    expect(say(value, unit)).toBe(text);
  });

  test('have few digits', () => {
    expect(sayNumber(31.4159265)).toBe('31.42');
    expect(sayAngle(Math.PI / 3)).toBe('60°');
  });
});

describe('where things are', () => {
  test('a ball holds everything but floors', () => {
    const scene = sceneOf(
      [
        [0, 1, 0],
        [4, 1, 0],
      ],
      true,
    );
    const { x, y, z, radius } = ballOfInterest(scene, startFrame(scene));
    expect([x, y, z]).toEqual([2, 1, 0]);
    expect(radius).toBeGreaterThan(2.1);
    expect(radius).toBeLessThan(2.25);
    expect(ballAround(scene, startFrame(scene), [1]).x).toBe(4);
    expect(typicalSize(scene)).toBeCloseTo(0.2, 12);
  });

  test('ground and far walls do not count, a post beside what moves does', () => {
    const still = (name: string, size: number, x: number) => ({
      ...box({ size: [size, size, size], density: 1 }),
      name,
      motion: 'static' as const,
      position: [x, -2, 0] as [number, number, number],
    });
    const { scene } = resolveScene(
      defineScene({
        name: 'ground',
        bodies: [
          { ...cube, name: 'moves' },
          still('ground', 3, 0),
          still('post', 0.1, 0),
          still('wall', 0.1, 50),
        ],
      }),
    );
    const frame = startFrame(scene);
    frame.poses[7 * 2 + 1] = 0.3;
    const { x, radius } = ballOfInterest(scene, frame);
    expect(Math.abs(x)).toBeLessThan(0.1);
    expect(radius).toBeGreaterThan(0.2);
    expect(radius).toBeLessThan(0.5);
  });

  test('a scene with nothing but a floor, or nothing, has a ball too', () => {
    const bare = sceneOf([], true);
    expect(ballOfInterest(bare, startFrame(bare)).radius).toBeGreaterThan(4);
    const nothing = { ...bare, bodies: [] };
    expect(ballOfInterest(nothing, startFrame(nothing)).radius).toBe(1);
  });
});
