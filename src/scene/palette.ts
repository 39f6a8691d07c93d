// Colours for what has none of its own: the same in pictures, exported files and viewers.

import type { Scene, Vec3 } from './types.ts';

const STILL: Vec3 = [0.84, 0.84, 0.83];
const SCRIPTED: Vec3 = [0.35, 0.38, 0.43];
/** Muted and told apart also by those who see red and green alike: they differ in lightness too. */
const MOVING: readonly Vec3[] = [
  [0.86, 0.36, 0.24],
  [0.16, 0.5, 0.62],
  [0.95, 0.68, 0.25],
  [0.35, 0.65, 0.52],
  [0.25, 0.32, 0.52],
  [0.88, 0.52, 0.46],
  [0.6, 0.74, 0.83],
  [0.55, 0.36, 0.5],
];

/** The colour (sRGB 0…1) of a body; deformables are counted on from the bodies. */
export function colorOf(scene: Scene, index: number): Vec3 {
  const { bodies, deformables } = scene;
  const body = bodies[index];
  if (body === undefined) return deformables[index - bodies.length].color ?? MOVING[index % MOVING.length];
  if (body.color) return body.color;
  if (body.motion !== 'dynamic') return body.motion === 'static' ? STILL : SCRIPTED;
  return MOVING[index % MOVING.length];
}
