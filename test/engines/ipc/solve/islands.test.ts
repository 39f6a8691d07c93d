import { describe, expect, test } from 'vitest';
import type { SceneFile } from '../../../../src/scene/index.ts';
import { judge, Trial } from '../harness.ts';

type BodyFile = NonNullable<SceneFile['bodies']>[number];

const cube = (name: string, position: [number, number, number], more: Partial<BodyFile> = {}): BodyFile => ({
  name,
  shape: { kind: 'box', size: [0.2, 0.2, 0.2] },
  position,
  ...more,
});
const ground: BodyFile = {
  name: 'ground',
  shape: { kind: 'box', size: [20, 0.1, 20] },
  motion: 'static',
  position: [0, -0.05, 0],
};

describe('bodies that touch nothing', () => {
  test('go where gravity takes them without one iteration, however near and fast', () => {
    // a cloud that falls at 5 m/s: each comes 5 cm further in a step, and they are 2 cm apart
    const cloud = Array.from({ length: 27 }, (_, i) =>
      cube(`cube ${i}`, [0.22 * (i % 3), 10 + 0.22 * (Math.floor(i / 3) % 3), 0.22 * Math.floor(i / 9)], {
        velocity: [1, -5, 0],
      }),
    );
    const trial = new Trial({ name: 'cloud', bodies: [ground, ...cloud] });
    trial.to(0.5);
    expect(trial.iterations).toBe(0);
    const fallen = 5 * 0.5 + 0.5 * 9.81 * 0.25;
    expect(trial.position('cube 0')[1]).toBeCloseTo(10 - fallen, 9);
    expect(trial.position('cube 26')[0]).toBeCloseTo(0.44 + 0.5, 9);
  });

  test('do not wait for others that do', () => {
    const bodies = [
      ground,
      cube('lies', [0, 0.1001, 0]),
      cube('falls', [0, 5, 0], { angularVelocity: [3, 1, 2] }),
    ];
    const alone = new Trial({ name: 'alone', bodies: [ground, bodies[2]] });
    const beside = new Trial({ name: 'beside', bodies });
    for (const trial of [alone, beside]) trial.to(0.3);
    expect(beside.position('falls')).toEqual(alone.position('falls'));
  });
});

describe('bodies of different islands', () => {
  test.each([0.5, 20])('that a step brings together at %s m/s never intersect', async (speed) => {
    // two pairs that lean on each other run into each other, and a third cube falls between them
    const bodies = [
      ground,
      cube('a', [-0.4, 0.1001, 0], { velocity: [speed, 0, 0] }),
      cube('on a', [-0.4, 0.3002, 0.03], { velocity: [speed, 0, 0] }),
      cube('b', [0.4, 0.1001, 0.05], { velocity: [-speed, 0, 0] }),
      cube('on b', [0.4, 0.3002, 0], { velocity: [-speed, 0, 0] }),
      cube('between', [0.01, 0.6, 0], { velocity: [0, -speed, 0], angularVelocity: [0, 0, 2] }),
    ];
    const { verdict, error } = await judge({ name: 'met', duration: 0.6, bodies }, {});
    expect(error).toBeUndefined();
    expect(verdict.faults).toEqual([]);
  });
});
