// Glue to bodies that move by themselves: what is glued and the body pull each other.

import { describe, expect, test } from 'vitest';
import type { Input } from '../../../../src/record/index.ts';
import { copyState } from '../../../../src/sim/index.ts';
import { ipc } from '../../../../src/engines/ipc/engine.ts';
import {
  type BodyFile,
  type DeformableFile,
  resolveScene,
  type SceneFile,
} from '../../../../src/scene/index.ts';
import { judge, optionsOf, Trial } from '../harness.ts';

const file = (
  bodies: BodyFile[],
  deformables: DeformableFile[],
  more: Partial<SceneFile> = {},
): SceneFile => ({ name: 'glue', duration: 0.4, frameRateHz: 50, bodies, deformables, ...more });

/** A wire of so many segments from one place to another. */
const wire = (
  from: number[],
  to: number[],
  count: number,
  more: Partial<DeformableFile>,
): DeformableFile => ({
  name: 'wire',
  kind: 'rod',
  shape: {
    kind: 'inline',
    vertices: Array.from({ length: count + 1 }, (_, v) =>
      from.map((x, k) => x + (v / count) * (to[k] - x)),
    ) as [number, number, number][],
    edges: Array.from({ length: count }, (_, v): [number, number] => [v, v + 1]),
  },
  thickness: 0.002,
  density: 10,
  stretchStiffness: 1e4,
  bendStiffness: 0,
  twistStiffness: 0,
  ...more,
});

const flap = (more: Partial<DeformableFile> = {}): DeformableFile => ({
  name: 'flap',
  kind: 'cloth',
  shape: { kind: 'grid', size: [0.2, 0.1], cells: [4, 2] },
  position: [0.15, 0, 0],
  thickness: 0.002,
  areaDensity: 0.3,
  stretchStiffness: 200,
  bendStiffness: 1e-4,
  stretchDamping: 0.02,
  pins: [{ within: { min: [0.04, -1, -1], max: [0.06, 1, 1] }, body: 'box' }],
  ...more,
});

const box = (more: Partial<BodyFile> = {}): BodyFile => ({
  name: 'box',
  shape: { kind: 'box', size: [0.1, 0.1, 0.1] },
  mass: 0.2,
  ...more,
});

/** Of all that moves by itself [kg m/s]. */
function momentumOf({ scene, simulation }: Trial): number[] {
  const { velocity } = simulation.state;
  const masses = [
    ...scene.bodies.map(({ mass }) => mass),
    ...scene.deformables.flatMap((d) => [...d.masses]),
  ];
  const sum = [0, 0, 0];
  masses.forEach((m, i) => {
    for (let k = 0; k < 3; k++) sum[k] += m * velocity[3 * i + k];
  });
  return sum;
}

const away = (a: readonly number[], b: readonly number[]): number => Math.hypot(...a.map((x, k) => x - b[k]));

const faultsOf = (scene: SceneFile): string[] => {
  const resolved = resolveScene(scene).scene;
  return ipc.refuse(resolved, optionsOf(resolved)).map(({ what }) => what);
};

describe('a ball at the end of a wire', () => {
  const [length, angle] = [0.5, 0.1];
  const end = [length * Math.sin(angle), -length * Math.cos(angle), 0];
  const pendulum = file(
    [
      {
        name: 'ball',
        shape: { kind: 'sphere', radius: 0.05 },
        mass: 1,
        position: end as [number, number, number],
      },
    ],
    [wire([0, 0, 0], end, 5, { pins: [{ vertices: [0] }, { vertices: [5], body: 'ball' }] })],
    { duration: 1, frameRateHz: 100 },
  );

  test('swings as a pendulum', async () => {
    const trial = new Trial(pendulum);
    const crossings: number[] = [];
    let before = end[0];
    for (let t = 0.01; t < 2.2; t += 0.01) {
      const [x] = trial.to(t).position('ball');
      if (x < 0 !== before < 0) crossings.push(t - (0.01 * x) / (x - before));
      before = x;
    }
    const period = crossings[2] - crossings[0];
    const wanted = 2 * Math.PI * Math.sqrt(length / 9.81) * (1 + (angle * angle) / 16);
    expect(Math.abs(period / wanted - 1)).toBeLessThan(0.01);
    const { verdict, error } = await judge(pendulum);
    expect(error).toBeUndefined();
    expect([verdict.intersections, verdict.tunnelled]).toEqual([0, 0]);
  });
});

describe('a flap on a box that nothing holds', () => {
  const spinning = file([box({ velocity: [0.3, 0.5, -0.2], angularVelocity: [0, 2, 6] })], [flap()], {
    gravity: [0, 0, 0],
  });

  test('takes and gives momentum, none is lost', async () => {
    const trial = new Trial(spinning);
    const before = momentumOf(trial);
    trial.to(0.4);
    expect(away(momentumOf(trial), before)).toBeLessThan(1e-6);
    // the flap has taken from the box what it needs to go round with it
    expect(away(trial.velocity('box'), [0.3, 0.5, -0.2])).toBeGreaterThan(1e-3);
    const { verdict, error } = await judge(spinning);
    expect(error).toBeUndefined();
    expect([verdict.intersections, verdict.tunnelled]).toEqual([0, 0]);
  });

  test('is where it is on the box, and goes on with the same bits', () => {
    const trial = new Trial(spinning).to(0.2);
    const saved = copyState(trial.simulation.state);
    const other = new Trial(spinning);
    other.simulation.restore(saved);
    const [end, again] = [trial.to(0.4).simulation.state, other.to(0.4).simulation.state];
    expect(again.position).toEqual(end.position);
    expect(again.velocity).toEqual(end.velocity);
    const { vertices } = trial.frame;
    const at = trial.position('box');
    const { pins } = trial.scene.deformables[0];
    for (const v of pins[0].vertices) {
      const place = [...vertices.subarray(3 * v, 3 * v + 3)];
      const start = [
        ...trial.scene.meshes[trial.scene.deformables[0].mesh].positions.subarray(3 * v, 3 * v + 3),
      ];
      expect(away(place, at)).toBeCloseTo(Math.hypot(...start), 12);
    }
  });
});

test('a ribbon between two bodies holds them together', async () => {
  const scene = file(
    [
      box({ position: [-0.15, 0, 0], velocity: [-1, 0.1, 0] }),
      box({ name: 'other', position: [0.15, 0, 0], mass: 0.5, velocity: [0.2, 0, 0] }),
    ],
    [
      flap({
        name: 'ribbon',
        shape: { kind: 'grid', size: [0.2, 0.04], cells: [8, 2] },
        position: [0, 0, 0],
        stretchStiffness: 2000,
        pins: [
          { within: { min: [-0.11, -1, -1], max: [-0.09, 1, 1] }, body: 'box' },
          { within: { min: [0.09, -1, -1], max: [0.11, 1, 1] }, body: 'other' },
        ],
      }),
    ],
    { gravity: [0, 0, 0] },
  );
  const trial = new Trial(scene);
  const before = momentumOf(trial);
  trial.to(0.4);
  expect(away(momentumOf(trial), before)).toBeLessThan(1e-6);
  expect(away(trial.position('box'), trial.position('other'))).toBeLessThan(0.35);
  const { verdict, error } = await judge(scene);
  expect(error).toBeUndefined();
  expect([verdict.intersections, verdict.tunnelled]).toEqual([0, 0]);
});

test('two glued vertices are a clamp, which carries a moment', async () => {
  const stiffness = 0.05;
  const scene = file(
    [box({ shape: { kind: 'box', size: [0.03, 0.03, 0.03] }, mass: 0.01, position: [0.2, 0, 0] })],
    [
      wire([0, 0, 0], [0.2, 0, 0], 20, {
        bendStiffness: stiffness,
        pins: [{ vertices: [0, 1] }, { vertices: [19, 20], body: 'box' }],
      }),
    ],
    { duration: 1 },
  );
  const trial = new Trial(scene).to(1);
  // it bends between the clamps; the weight hangs a centimetre further out
  const [span, more, load] = [0.18, 0.01, 0.01 * 9.81];
  const slope = (load * span * (span / 2 + more)) / stiffness;
  const drop = (load * span * span * (span / 3 + more / 2)) / stiffness + more * slope;
  const { orientation } = trial.simulation.state;
  expect(Math.abs((2 * Math.asin(-orientation[2])) / slope - 1)).toBeLessThan(0.005);
  expect(Math.abs(-trial.position('box')[1] / drop - 1)).toBeLessThan(0.005);
  const { verdict, error } = await judge(scene);
  expect(error).toBeUndefined();
  expect([verdict.intersections, verdict.tunnelled]).toEqual([0, 0]);
});

const ground: BodyFile = {
  name: 'ground',
  shape: { kind: 'box', size: [2, 0.1, 2] },
  position: [0, -0.2, 0],
  motion: 'static',
};

test.each([
  ['a flap that never stretches by a tenth', flap({ strainLimit: 1.1 })],
  [
    'a jelly',
    flap({
      kind: 'solid',
      shape: { kind: 'box', size: [0.1, 0.1, 0.1] },
      position: [0.1, 0, 0],
      youngsModulus: 2e4,
      elements: 'linear',
      resolution: 2,
    }),
  ],
] as const)(
  'a box tumbles to the ground with %s on it, and nothing goes through anything',
  async (_, one) => {
    const { areaDensity, stretchStiffness, bendStiffness, ...solid } = one;
    const { verdict, error } = await judge(
      file(
        [ground, box({ velocity: [0.5, -1, 0.3], angularVelocity: [3, 8, 12] })],
        [one.kind === 'solid' ? solid : one],
      ),
    );
    expect(error).toBeUndefined();
    expect([verdict.intersections, verdict.tunnelled]).toEqual([0, 0]);
  },
);

describe('glue that cannot hold is refused', () => {
  const other = box({ name: 'other', position: [1, 0, 0] });
  const first = { vertices: [0, 5], body: 'box' };

  test('to two bodies', () => {
    expect(
      faultsOf(file([box(), other], [flap({ pins: [first, { vertices: [5], body: 'other' }] })])),
    ).toEqual(['holds vertex 5, which body "box" holds too, by body "other"']);
  });

  test('to a body, and by a pin', () => {
    expect(faultsOf(file([box()], [flap({ pins: [first, { vertices: [5] }] })]))).toEqual([
      'holds vertex 5, which body "box" holds too, by a pin of its own',
    ]);
  });

  test('of grains', () => {
    const grains: DeformableFile = {
      name: 'grains',
      kind: 'particles',
      shape: { kind: 'inline', vertices: [[0.1, 0, 0]] },
      thickness: 0.01,
      pins: [{ vertices: [0], body: 'box' }],
    };
    expect(faultsOf(file([box()], [grains]))).toEqual(['glues grains to a body that moves by itself']);
  });

  test('and its body is not put elsewhere', () => {
    const trial = new Trial(file([box()], [flap()]));
    const pose: Input = { time: 0, kind: 'pose', target: 0, values: [1, 0, 0, 0, 0, 0, 1] };
    expect(() => trial.simulation.apply(pose)).toThrow(/vertex 0 of deformable 0 "flap" is glued/);
  });
});
