// Gravity as scene files write it: a strength downwards, or a vector.

import type { SceneFile } from '../../../../src/scene/schema/index.ts';

const STANDARD = 9.81;

/** The strength downwards [m/s²]; undefined where it is written as a vector. */
export function gravityNumber(gravity: SceneFile['gravity']): number | undefined {
  return gravity === undefined ? STANDARD : typeof gravity === 'number' ? gravity : undefined;
}

export function gravityVector(gravity: SceneFile['gravity'], up: 'y' | 'z'): [number, number, number] {
  if (Array.isArray(gravity)) return [gravity[0], gravity[1], gravity[2]];
  const strength = gravityNumber(gravity) ?? STANDARD;
  return up === 'y' ? [0, -strength, 0] : [0, 0, -strength];
}

/** Another up axis. A vector that pointed straight down points down again. */
export function withUp(file: SceneFile, up: 'y' | 'z'): SceneFile {
  const { gravity, up: before = 'y' } = file;
  if (!Array.isArray(gravity) || up === before) return { ...file, up };
  const [x, y, z] = gravity;
  const isDown = x === 0 && (before === 'y' ? z === 0 : y === 0);
  return { ...file, up, gravity: isDown ? [0, z, y] : gravity };
}
