// Rods against what is known of them: the heavy elastica, the capstan, Michell's ring.

import { describe, expect, test } from 'vitest';
import { loadKernels } from '../../../../src/num/kernels/index.ts';
import type { DeformableFile, SceneFile } from '../../../../src/scene/index.ts';
import { Trial } from '../harness.ts';
import { distance, type Point, vertexOf, wire } from './wires.ts';

await loadKernels();

const file = (rod: DeformableFile, duration: number, more: Partial<SceneFile> = {}): SceneFile => ({
  name: 'rod',
  duration,
  deformables: [rod],
  ...more,
});

describe('a heavy rod that is clamped at one end', () => {
  // Γ = w L³ / EI, and where its end is, (x, drop)/L
  const known: [number, number, number][] = [
    [2, 0.9669, 0.2385],
    [20, 0.4452, 0.8299],
    [50, 0.245, 0.9079],
    [200, 0.1074, 0.9568],
  ];
  test.each(known)('hangs as the elastica does, Γ = %d', (weight, x, drop) => {
    const cells = 40;
    const stiffness = 9.81 / weight;
    const trial = new Trial(
      file(
        {
          name: 'rod',
          kind: 'rod',
          shape: wire(Array.from({ length: cells + 2 }, (_, i): Point => [(i - 1) / cells, 0, 0])),
          thickness: 0.01,
          mass: 1 + 1 / cells,
          stretchStiffness: 1e5,
          bendStiffness: stiffness,
          twistStiffness: stiffness / 2,
          bendDamping: 1,
          pins: [{ vertices: [0, 1] }],
        },
        10,
      ),
      { timeStep: 0.2 },
    ).to(10);
    const [endX, endY] = vertexOf(trial, cells + 1);
    expect(Math.abs(endX / x - 1)).toBeLessThan(0.01);
    expect(Math.abs(-endY / drop - 1)).toBeLessThan(0.01);
  });
});

describe('a rope that is drawn round a post', () => {
  test.each([
    [1, 2.566, 0.3],
    [3, 16.9, 0.4],
  ])('is held by friction as by a capstan, %d half turns', (halfTurns, ratio, duration) => {
    const [radius, thickness, perTurn, tail, stiffness] = [0.1, 0.004, 48, 6, 2000];
    const step = (2 * Math.PI) / perTurn;
    // the middles of its segments just miss the post
    const around = (radius + thickness / 2 + 6e-4) / Math.cos(step / 2);
    const length = 2 * around * Math.sin(step / 2);
    const last = (halfTurns * perTurn) / 2;
    const points: Point[] = [];
    for (let i = -tail; i <= last + tail; i++) {
      const angle = Math.PI - step * Math.min(last, Math.max(0, i));
      const down = i < 0 ? i : i > last ? last - i : 0;
      const z = (1.5 * thickness * step * Math.min(last, Math.max(0, i))) / (2 * Math.PI);
      points.push([around * Math.cos(angle), around * Math.sin(angle) + down * length, z]);
    }
    const trial = new Trial(
      file(
        {
          name: 'rope',
          kind: 'rod',
          shape: wire(points),
          rest: 'straight',
          thickness,
          mass: 0.02,
          friction: 0.3,
          stretchStiffness: stiffness,
          bendStiffness: 0,
          twistStiffness: 0,
          stretchDamping: 0.01,
          pins: [
            { vertices: [0], force: [0, -1, 0] },
            {
              vertices: [points.length - 1],
              path: { keys: [{ time: 0 }, { time: 10, position: [0, -0.5, 0] }] },
            },
          ],
        },
        duration,
        {
          gravity: [0, 0, 0],
          bodies: [
            {
              name: 'post',
              motion: 'static',
              shape: { kind: 'cylinder', radius, length: 0.2, axis: 'z' },
              friction: 0.3,
            },
          ],
        },
      ),
    );
    const pull = (v: number): number =>
      stiffness *
      (distance(vertexOf(trial, v), vertexOf(trial, v + 1)) / distance(points[v], points[v + 1]) - 1);
    // corners of the rope that come and go let it waver: over the time of two of them
    const from = Math.round(100 * duration) - 26;
    let sum = 0;
    for (let step = 1; step <= 100 * duration; step++) {
      trial.to(step / 100);
      if (step > from) sum += pull(points.length - 2) / pull(0);
    }
    expect(Math.abs(sum / 26 / ratio - 1)).toBeLessThan(0.03);
    expect(trial.smallestGap).toBeGreaterThan(0);
  });
});

describe('a straight rod that is bent to a ring and twisted', () => {
  /** How far it leaves its plane, of how far it was out of it at the start. */
  const leaves = (twist: number): number => {
    const [count, radius, stiffness, out] = [40, 0.1, 1e-3, 1e-5];
    const points = Array.from({ length: count }, (_, i): Point => {
      const angle = (2 * Math.PI * i) / count;
      return [radius * Math.cos(angle), radius * Math.sin(angle), out * Math.cos(2 * angle)];
    });
    const trial = new Trial(
      file(
        {
          name: 'ring',
          kind: 'rod',
          shape: wire(points, true),
          rest: 'straight',
          twist,
          thickness: 0.002,
          mass: 0.02,
          stretchStiffness: 200,
          bendStiffness: stiffness,
          twistStiffness: stiffness / 1.3,
        },
        3,
        { gravity: [0, 0, 0] },
      ),
      { timeStep: 0.02 },
    ).to(3);
    const heights = points.map((_, v) => vertexOf(trial, v)[2]);
    return (Math.max(...heights) - Math.min(...heights)) / (2 * out);
  };
  /** 2π√3 EI/GJ at ν = 0.3, Michell 1889. */
  const critical = 14.148;

  test('stays flat below the twist at which it buckles', () => {
    expect(leaves(0.97 * critical)).toBeLessThan(0.1);
  });

  test('leaves its plane above it', () => {
    expect(leaves(1.03 * critical)).toBeGreaterThan(100);
  });
});
