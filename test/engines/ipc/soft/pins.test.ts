// Pins that turn what they hold.

import { describe, expect, test } from 'vitest';
import type { DeformableFile, SceneFile } from '../../../../src/scene/index.ts';
import { judge, Trial } from '../harness.ts';

type Place = [number, number, number];

/** A strip between two ends that are held; one of them goes sideways and turns by 90° about the strip. */
const wrung: DeformableFile = {
  name: 'towel',
  kind: 'cloth',
  shape: { kind: 'grid', size: [0.6, 0.2], cells: [6, 2] },
  position: [0, 1, 0],
  thickness: 0.002,
  areaDensity: 0.3,
  stretchStiffness: 200,
  bendStiffness: 1e-4,
  stretchDamping: 0.01,
  pins: [
    { within: { min: [-0.31, 0.9, -0.2], max: [-0.29, 1.1, 0.2] } },
    {
      within: { min: [0.29, 0.9, -0.2], max: [0.31, 1.1, 0.2] },
      path: {
        keys: [{ time: 0 }, { time: 0.4, position: [-0.1, 0, 0], rotation: { axis: 'x', degrees: 90 } }],
      },
    },
  ],
};

const file = (duration: number): SceneFile => ({
  name: 'wrung',
  duration,
  frameRateHz: 50,
  deformables: [wrung],
});

describe('a pin whose path turns', () => {
  test('leads its vertices on arcs about their middle', () => {
    const trial = new Trial(file(0.4));
    const { positions } = trial.scene.meshes[trial.scene.deformables[0].mesh];
    const held = trial.scene.deformables[0].pins[1].vertices;
    expect(held.length).toBe(3);
    for (const time of [0.2, 0.4]) {
      trial.to(time);
      const angle = (Math.PI / 2) * (time / 0.4);
      for (const v of held) {
        const z = positions[3 * v + 2];
        const wanted: Place = [0.3 - 0.25 * time, 1 - z * Math.sin(angle), z * Math.cos(angle)];
        wanted.forEach((x, k) => {
          expect(trial.frame.vertices[3 * v + k]).toBeCloseTo(x, 4);
        });
      }
    }
  });

  test('is judged free of intersections', async () => {
    const { verdict, error } = await judge(file(0.4));
    expect(error).toBeUndefined();
    expect([verdict.intersections, verdict.tunnelled]).toEqual([0, 0]);
  });
});
