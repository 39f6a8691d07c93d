// Impacts found by lcp, whose bodies overlap the deeper the faster they come: what they are heard as.

import { describe, expect, test } from 'vitest';
import type { Body } from '../../../src/scene/index.ts';
import { bodyPulses } from '../../../src/sound/excite/body-pulses.ts';
import { Curvatures } from '../../../src/sound/excite/curvature.ts';
import type { BodyPulse } from '../../../src/sound/excite/excitation.ts';
import { SoundScene } from '../../../src/sound/index.ts';
import { recorded } from '../recorded.ts';

type Shape = { kind: 'box'; size: [number, number, number] } | { kind: 'sphere'; radius: number };

/** The first pulse on a body that meets the ground at a speed. */
async function firstPulse(shape: Shape, speed: number, engine: 'ipc' | 'lcp'): Promise<BodyPulse> {
  const recording = await recorded(
    {
      name: 'meets',
      engine,
      duration: 0.04 / speed + 0.03,
      gravity: [0, 0, 0],
      bodies: [
        { name: 'ground', shape: { kind: 'plane' }, motion: 'static', material: 'steel' },
        {
          name: 'body',
          shape,
          material: 'steel',
          position: [0, 0.06, 0],
          rotation: { axis: 'z', degrees: 20 },
          velocity: [0, -speed, 0],
        },
      ],
    },
    engine,
  );
  const { scene, meetings, split } = await SoundScene.open(recording, { count: 1, upToHz: 20000 });
  const curvaturesOf = (body: Body) => new Curvatures(scene.meshes[body.mesh], body.shape);
  return bodyPulses(scene, meetings, split.impacts, curvaturesOf)[1][0];
}

const bar: Shape = { kind: 'box', size: [0.2, 0.01, 0.02] };
const strength = ({ impulse }: BodyPulse): number => Math.hypot(...impulse);

describe.each(['ipc', 'lcp'] as const)('by %s', (engine) => {
  test.each([0.25, 1, 2, 4])(
    'a bar that comes with its corners at %f m/s is as hard as at 0.5',
    async (speed) => {
      const slow = await firstPulse(bar, 0.5, engine);
      const fast = await firstPulse(bar, speed, engine);
      // τ falls with the fifth root of the impulse, but for how far the bar has turned; a flat face would make it half of that
      const hardness = (fast.length / slow.length) * (strength(fast) / strength(slow)) ** 0.2;
      expect(Math.abs(hardness - 1)).toBeLessThan(0.03);
      expect(fast.point.map(Math.abs)).toEqual([0.1, 0.005, 0.01].map((x) => expect.closeTo(x, 4)));
    },
  );

  test.each([1, 4, 16])('a ball of steel at %f m/s touches as long as Hertz says', async (speed) => {
    const { length, impulse } = await firstPulse({ kind: 'sphere', radius: 0.01 }, speed, engine);
    expect(length * 1e6 * speed ** 0.2).toBeCloseTo(70.65, 0);
    expect(impulse[1]).not.toBe(0);
  });
});
