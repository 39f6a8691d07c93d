// What bodies will touch within a step is seen before they overlap: impacts are not late in the mean, and arriving does not
// make anything sink in.

import { describe, expect, test } from 'vitest';
import { box, floor, type SceneFile, sphere } from '../../../src/scene/index.ts';
import { Trial } from './harness.ts';

/** A ball that hits a resting one head on after so many steps and a part of one, in free space. */
function hit(steps: number, restitution: number, lookAhead: boolean): Trial {
  const gap = (steps * 2) / 240;
  const ball = { ...sphere({ radius: 0.1, subdivisions: 1 }), restitution, friction: 0 };
  return new Trial(
    {
      name: 'hit',
      gravity: 0,
      bodies: [
        { ...ball, name: 'hits', position: [-0.2 - gap, 0, 0], velocity: [2, 0, 0] },
        { ...ball, name: 'rests' },
      ],
    },
    { lookAhead },
  ).toStep(24);
}

const parts = [0.05, 0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95];

/** By how many steps the second ball sets off late in the mean, and at most. */
function lateness(restitution: number, lookAhead: boolean): { mean: number; most: number } {
  const after = 1 + restitution;
  const late = parts.map((part) => {
    const x = hit(6 + part, restitution, lookAhead).frame.poses[7];
    return 24 - (6 + part) - (x / after) * 240;
  });
  return {
    mean: late.reduce((sum, one) => sum + one, 0) / late.length,
    most: Math.max(...late.map(Math.abs)),
  };
}

describe('an impact of two bodies', () => {
  test.each([0, 0.5, 1])('is as often early as late, e = %s', (restitution) => {
    const { mean, most } = lateness(restitution, true);
    expect(Math.abs(mean)).toBeLessThan(0.06);
    expect(most).toBeLessThan(0.51);
    // seen at midpoints alone it is half a step late
    expect(lateness(restitution, false).mean).toBeGreaterThan(0.4);
  });

  test('without bounce it is at its very moment: the second ball is where it would be', () => {
    expect(lateness(0, true).most).toBeLessThan(1e-9);
  });
});

describe('arriving', () => {
  const falls = (lookAhead: boolean, ground = floor({ friction: 0.5 })): Trial => {
    const scene: SceneFile = {
      name: 'falls',
      bodies: [
        ground,
        { ...box({ size: [0.2, 0.2, 0.2] }), name: 'box', position: [0, 1.1, 0], restitution: 0 },
      ],
    };
    const trial = new Trial(scene, { lookAhead });
    for (let k = 1; k <= 60; k++) trial.to(k / 60);
    return trial;
  };

  test('a box that falls a metre lies on the floor, not in it', () => {
    expect(falls(true).frame.poses[8]).toBeCloseTo(0.1, 12);
    expect(falls(true).depth).toBeLessThan(1e-9);
    expect(falls(false).depth).toBeGreaterThan(1e-3);
  });

  test('the same on a static box', () => {
    const slab = {
      ...box({ size: [2, 0.1, 2] }),
      name: 'slab',
      motion: 'static' as const,
      position: [0, -0.05, 0] as [number, number, number],
    };
    expect(falls(true, slab).depth).toBeLessThan(1e-9);
  });

  test('a box that passes by another is not held up by it', () => {
    const scene: SceneFile = {
      name: 'passes',
      gravity: 0,
      bodies: [
        { ...box({ size: [0.2, 0.2, 0.2] }), name: 'stands' },
        { ...box({ size: [0.2, 0.2, 0.2] }), name: 'passes', position: [-1, 0.202, 0], velocity: [5, 0, 0] },
      ],
    };
    const trial = new Trial(scene).toStep(120);
    expect([...trial.frame.poses.subarray(0, 3)]).toEqual([0, 0, 0]);
    expect(trial.frame.poses[7]).toBeCloseTo(1.5, 9);
    expect(trial.frame.poses[8]).toBe(0.202);
  });
});
