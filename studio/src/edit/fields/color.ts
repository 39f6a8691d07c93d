// Colours as the browser's picker writes them.

import type { Vec3 } from '../../../../src/scene/index.ts';

/** "#rrggbb" of sRGB 0…1. */
export function hexOf(color: Vec3): string {
  const byte = (x: number) =>
    Math.round(255 * Math.min(1, Math.max(0, x)))
      .toString(16)
      .padStart(2, '0');
  return `#${color.map(byte).join('')}`;
}
