// Colours: "#rrggbb" or three numbers from 0 to 1, sRGB.

import type { Vec3 } from '../types.ts';

export function readColor(color: string | Vec3 | undefined): Vec3 | undefined {
  if (typeof color !== 'string') return color;
  const at = (i: number) => Number.parseInt(color.slice(i, i + 2), 16) / 255;
  return [at(1), at(3), at(5)];
}
