// Bodies that come to rest: where, and whether they stay.

import { describe, expect, test } from 'vitest';
import { box, floor, type SceneFile } from '../../../src/scene/builder.ts';
import { norm, subtract, Trial } from './harness.ts';

/** A cube of this edge, a little turned, dropped from a tenth of its size. */
const dropped = (size: number, gravity = 9.81): SceneFile => ({
  name: 'dropped',
  gravity,
  bodies: [
    floor({ size: [20 * size, 20 * size] }),
    { ...box({ size: [size, size, size] }), name: 'cube', position: [0, 0.6 * size, 0], friction: 0.5 },
  ],
});

describe('a cube at rest', () => {
  test.each([1e-3, 1, 1e3])('of %f m floats about half its activation distance above the floor', (size) => {
    const trial = new Trial(dropped(size));
    // Nothing but the integrator damps what the barrier throws back, and that the slower the larger the body is.
    const seconds = size > 1 ? 60 : 1;
    trial.to(seconds - 0.1).to(seconds);
    const dHat = 1e-3 * Math.sqrt(3) * size;
    const gap = trial.position('cube')[1] - 0.5 * size;
    expect(gap).toBeGreaterThan(0.3 * dHat);
    expect(gap).toBeLessThan(0.95 * dHat);
    expect(norm(trial.velocity('cube'))).toBeLessThan(1e-3 * size);
  });

  test('is the same at every size where gravity is scaled with it', () => {
    const scaled = [1e-3, 1, 1e3].map((size) => {
      const file = dropped(size, 9.81 * size);
      const bodies = file.bodies?.map((body) =>
        body.name === 'cube'
          ? {
              ...body,
              position: [0, 0.8 * size, 0] as [number, number, number],
              rotation: { axis: [1, 0.3, 0.2] as [number, number, number], degrees: 20 },
            }
          : body,
      );
      const trial = new Trial({ ...file, bodies });
      trial.to(0.5);
      return [...trial.position('cube').map((x) => x / size), ...trial.orientation('cube')];
    });
    expect(norm(subtract(scaled[0], scaled[1]))).toBeLessThan(1e-3);
    expect(norm(subtract(scaled[2], scaled[1]))).toBeLessThan(1e-3);
  });

  test('carries its weight: the normal impulses of a step sum to m g h', () => {
    const trial = new Trial(dropped(1), {}, true);
    trial.to(1).to(1.01);
    const own = trial.contacts.filter(({ body }) => body === 1);
    expect(own.length).toBeGreaterThanOrEqual(3);
    const sum = own.reduce((total, contact) => total + contact.normalImpulse * contact.ny, 0);
    expect(sum / (1000 * 9.81 * 0.01)).toBeCloseTo(1, 2);
    // the other side feels the opposite
    const others = trial.contacts.filter(({ body }) => body === 0);
    expect(others.length).toBe(own.length);
    expect(others.reduce((total, { normalImpulse, ny }) => total + normalImpulse * ny, 0)).toBeCloseTo(
      -sum,
      9,
    );
  });
});

describe('stacks', () => {
  const stack = (sizes: readonly number[], densities: readonly number[], height = 0.3): SceneFile => ({
    name: 'stack',
    bodies: [
      floor(),
      ...sizes.map((size, i) => ({
        ...box({ size: [size, height, size], density: densities[i] }),
        name: `box ${i}`,
        position: [0.003 * i, (i + 0.5) * (height + 0.0003), 0] as [number, number, number],
        friction: 0.5,
      })),
    ],
  });

  test('five boxes stand for three seconds', () => {
    const trial = new Trial(stack(Array(5).fill(0.4), Array(5).fill(1000)));
    trial.to(0);
    const before = trial.position('box 4');
    trial.to(3);
    expect(norm(subtract(trial.position('box 4'), before))).toBeLessThan(2e-3);
    for (let i = 0; i < 5; i++) expect(norm(trial.velocity(`box ${i}`))).toBeLessThan(1e-4);
    expect(trial.smallestGap).toBeGreaterThan(1e-6);
  });

  test.each([
    ['heavy on light', 1, 1000],
    ['light on heavy', 1000, 1],
  ])('%s, a thousand to one', (_, low, high) => {
    const trial = new Trial(stack([0.4, 0.4], [low, high]));
    trial.to(0);
    const before = trial.position('box 1');
    trial.to(1);
    expect(norm(subtract(trial.position('box 1'), before))).toBeLessThan(2e-3);
    expect(norm(trial.velocity('box 1'))).toBeLessThan(1e-3);
    expect(trial.smallestGap).toBeGreaterThan(0);
  });
});
