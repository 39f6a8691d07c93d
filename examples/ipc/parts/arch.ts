// An arch of loose stones on the ground, cut along a catenary so that every joint is pressed square.

import { defineScene, floor, primitive, type SceneFile } from '../../../src/scene/index.ts';

// Stones start inside each other's reach, which is a thousandth of a stone's diagonal (0.4 mm).
const gap = 0.0002; // [m]

export function arch(name: string, stones: number): SceneFile {
  return defineScene({
    name,
    engine: 'ipc',
    up: 'z',
    duration: 5,
    frameRateHz: 50,
    bodies: [
      floor({ size: [8, 8], friction: 0.5 }),
      ...Array.from({ length: stones }, (_, index) => ({
        ...primitive('voussoir', { stones, index, gap, density: 2400, friction: 0.5 }),
        name: `stone-${index + 1}`,
        position: [0, 0, gap] as [number, number, number],
        color: index % 2 === 0 ? '#b7a57a' : '#8d7b57',
      })),
    ],
  });
}

export function crownOf(stones: number): string {
  return `stone-${(stones + 1) / 2}`;
}
