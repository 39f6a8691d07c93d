// Whether a point lies inside a closed surface: its winding number, the sum of solid angles over 4π.

import type { Mesh } from '../geometry/index.ts';
import { solidAngle } from './solid-angle.ts';

export function isInside({ positions, faces }: Mesh, x: number, y: number, z: number): boolean {
  let sum = 0;
  for (let f = 0; f < faces.length; f += 3)
    sum += solidAngle(positions, 3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2], x, y, z);
  return Math.abs(sum) > 2 * Math.PI;
}
