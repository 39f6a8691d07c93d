// A sheet held at a corner that nothing brakes.

import { cloth, type Scene } from '../../../src/scene/index.ts';
import { sceneOf } from './harness.ts';

export function swingingSheet(bendStiffness: number, stretchStiffness: number, duration: number): Scene {
  return sceneOf({
    name: 'swinging',
    gravity: 0,
    duration,
    frameRateHz: 20,
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
}

export const stiffnesses = [1e-6, 1e-4, 1e-3].flatMap((bend) => [50, 500].map((stretch) => [bend, stretch]));
