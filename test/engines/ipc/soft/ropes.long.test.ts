// Ropes that hold bodies: over a pulley, and round a box.

import { describe, expect, test } from 'vitest';
import {
  cableOver,
  type CableShape,
  type Pulleys,
  pulley,
  weight,
} from '../../../../examples/ipc/parts/cable.ts';
import { loadKernels } from '../../../../src/num/kernels/index.ts';
import { type DeformableFile, floor, type SceneFile } from '../../../../src/scene/index.ts';
import { judge, Trial } from '../harness.ts';
import { type Point, wire } from './wires.ts';

await loadKernels();

const soft: Omit<DeformableFile, 'shape' | 'thickness'> = {
  name: 'rope',
  kind: 'rod',
  rest: 'straight',
  density: 1100,
  friction: 0.4,
  stretchStiffness: 2e4,
  bendStiffness: 2e-4,
  twistStiffness: 2e-4,
  stretchDamping: 0.01,
  bendDamping: 0.02,
};

describe('a rope over a free pulley', () => {
  const pulleys: Pulleys = { along: [0], height: 0, radius: 0.04 };
  const cable: CableShape = { thickness: 0.006, segment: 0.016, drop: [0.1, 0.13] };
  const wheel = pulley('wheel', [0, 0, 0], pulleys.radius);
  const scene: SceneFile = {
    name: 'pulley',
    duration: 0.2,
    frameRateHz: 50,
    bodies: [
      wheel.body,
      weight('heavy', 2, '#888888', pulleys, cable, 0),
      weight('light', 1, '#888888', pulleys, cable, 1),
    ],
    joints: [wheel.joint],
    deformables: [{ ...soft, ...cableOver(pulleys, cable) }],
  };

  test('moves as what is heavier wants, as fast as it should', () => {
    const trial = new Trial(scene);
    // of both in the mean, as they swing on the rope
    const speed = (): number => (trial.velocity('light')[1] - trial.velocity('heavy')[1]) / 2;
    trial.to(0.12);
    const before = speed();
    trial.to(0.2);
    const gained = speed() - before;
    const ropeMass = trial.scene.deformables[0].masses.reduce((sum, m) => sum + m, 0);
    // what the wheel weighs where the rope runs, at 0.0435 m
    const wheelMass = trial.scene.bodies[0].inertia[2] / (0.0435 * 0.0435);
    expect(Math.abs((gained / 0.08 / 9.81) * (3 + ropeMass + wheelMass) - 1)).toBeLessThan(0.05);
    expect(trial.spin('wheel')[2]).toBeGreaterThan(10);
  });

  test('touches nothing', async () => {
    const { verdict, error } = await judge(scene);
    expect(error).toBeUndefined();
    expect([verdict.intersections, verdict.tunnelled]).toEqual([0, 0]);
  });
});

describe('a loop of rope round a box', () => {
  test('lifts it, and touches nothing', async () => {
    const [half, out, top, segment] = [0.05, 0.056, 0.2, 0.014];
    const corners: Point[] = [
      [0, top, 0],
      [-out, out, 0],
      [-out, -out, 0],
      [out, -out, 0],
      [out, out, 0],
    ];
    const points = corners.flatMap((from, i): Point[] => {
      const to = corners[(i + 1) % corners.length];
      const count = Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / segment);
      return Array.from(
        { length: count },
        (_, k): Point => [
          from[0] + ((to[0] - from[0]) * k) / count,
          from[1] + ((to[1] - from[1]) * k) / count,
          0,
        ],
      );
    });
    const scene: SceneFile = {
      name: 'sling',
      duration: 0.6,
      frameRateHz: 50,
      bodies: [
        // two boards, the rope runs between them
        ...[-1, 1].map((side) => ({
          ...floor({ friction: 0.4 }),
          name: `board ${side}`,
          shape: { kind: 'box' as const, size: [0.3, 0.02, 0.06] as Point },
          position: [0, -half - 0.0105, side * 0.045] as Point,
        })),
        {
          name: 'box',
          shape: { kind: 'box' as const, size: [2 * half, 2 * half, 2 * half] as Point },
          mass: 0.5,
          friction: 0.4,
        },
      ],
      deformables: [
        {
          ...soft,
          shape: wire(points, true),
          thickness: 0.006,
          pins: [{ vertices: [0], path: { keys: [{ time: 0 }, { time: 1, position: [0, 0.1, 0] }] } }],
        },
      ],
    };
    const trial = new Trial(scene).to(0.6);
    expect(trial.position('box')[1]).toBeGreaterThan(0.02);
    expect(trial.smallestGap).toBeGreaterThan(0);
    const { verdict, error } = await judge(scene);
    expect(error).toBeUndefined();
    expect([verdict.intersections, verdict.tunnelled]).toEqual([0, 0]);
  });
});
