// Robots of URDF files move as their joints let them.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newRobotScene } from '../../src/scene/new/index.ts';
import { loadScene } from '../../src/scene/read/index.node.ts';
import { resolveScene } from '../../src/scene/index.ts';
import { simulate } from '../../src/world/simulate.ts';
import { ARM, CART } from '../scene/urdf/robots.ts';

/** The turn about y of each body in a frame [rad]. */
const turns = (poses: Float64Array) =>
  Array.from({ length: poses.length / 7 }, (_, i) => 2 * Math.atan2(poses[7 * i + 4], poses[7 * i + 6]));

test.each(['ipc', 'lcp'] as const)(
  '%s: an arm swings, and its elbow stays within its limits',
  async (engine) => {
    const folder = mkdtempSync(join(tmpdir(), 'carom-urdf-'));
    try {
      writeFileSync(join(folder, 'arm.urdf'), ARM);
      const { scene, notes } = loadScene(join(folder, 'arm.urdf'));
      expect(notes).toContainEqual(
        'not in the scene: file: line 3: robot "arm": <transmission>; scenes have no word for it',
      );
      const recording = await simulate(scene, { engine, duration: 0.6 });
      const { poses } = await recording.frame(recording.frameCount - 1);
      const [upper, lower] = turns(poses);
      // The weight of the bent arm swings the upper one; the elbow would hang straight if its limit of 0.5 did not hold it.
      expect(Math.abs(upper)).toBeGreaterThan(0.1);
      expect(lower - upper).toBeGreaterThan(0.5 - 2e-3);
      expect(lower - upper).toBeLessThan(0.6);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test('a cart rolls on the floor that is laid for it', async () => {
  const choices = { name: 'cart', chosen: () => undefined };
  const made = newRobotScene(
    { path: 'cart.urdf', bytes: new TextEncoder().encode(CART) },
    choices,
    () => undefined,
  );
  expect(made.hasFloor).toBe(true);
  const bodies = made.file.bodies?.map((body) => ({
    ...body,
    ...(body.name === 'floor' ? {} : { velocity: [0.5, 0, 0] as [number, number, number] }),
  }));
  const { scene } = resolveScene({ ...made.file, bodies });
  const recording = await simulate(scene, { engine: 'lcp', duration: 0.5 });
  const { poses, velocities } = await recording.frame(recording.frameCount - 1);
  const [x, , z] = poses.subarray(7);
  expect(x).toBeGreaterThan(0.15);
  expect(z).toBeGreaterThan(-0.01);
  // Rolling: the wheel's spin about y, times its radius, is what it moves.
  const wheel = velocities.subarray(12, 18);
  expect(wheel[4] * 0.06).toBeCloseTo(wheel[0], 1);
});
