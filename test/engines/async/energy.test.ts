// Cloth that nothing brakes keeps its energy: hinges that stepped longer than springs fed it (by 40% in the 2 s of these).

import { expect, test } from 'vitest';
import { cloth } from '../../../src/scene/index.ts';
import { columnOf, runScene, sceneOf } from './harness.ts';

test.each([1e-6, 1e-4, 1e-3].flatMap((bend) => [50, 500].map((stretch) => [bend, stretch])))(
  'a sheet held at a corner, D = %f N m, Y = %f N/m',
  (bendStiffness, stretchStiffness) => {
    const scene = sceneOf({
      name: 'swinging',
      gravity: 0,
      duration: 2,
      frameRateHz: 5,
      deformables: [
        {
          ...cloth({ name: 'sheet', size: [0.2, 0.2], cells: [8, 8], areaDensity: 0.1 }),
          angularVelocity: [3, 2, 1],
          stretchStiffness,
          bendStiffness,
          stretchDamping: 0,
          bendDamping: 0,
          friction: 0,
          restitution: 1,
          pins: [{ vertices: [0] }],
        },
      ],
    });
    const { frames } = runScene(scene);
    const energy = columnOf(frames, 'energy');
    for (const e of energy) expect(Math.abs(e / energy[0] - 1)).toBeLessThan(0.01);
  },
);
