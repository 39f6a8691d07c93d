// An anchor as one plate: a shank with an eye, two arms and flukes. It hangs in the xy plane, the middle of its eye at the
// origin, its plate a thickness along z.

import type { Mesh } from '../../../src/geometry/index.ts';
import { circle, extrude, reversedRing } from '../../../src/geometry/primitives/index.ts';

// The right half from the top of the eye to the crown, x and y by turns [m].
const half = [
  0.025, 0.06, 0.06, 0.025, 0.06, -0.025, 0.03, -0.06, 0.03, -0.46, 0.12, -0.42, 0.17, -0.34, 0.14, -0.33,
  0.21, -0.24, 0.25, -0.36, 0.22, -0.37, 0.15, -0.49, 0.06, -0.54,
];

export function anchorPlate(thickness: number, eye: number): Mesh {
  const outline: number[] = [];
  // Counter-clockwise: up the right side, from the crown to the eye, then down the left one.
  for (let i = half.length - 2; i >= 0; i -= 2) outline.push(half[i], half[i + 1]);
  for (let i = 0; i < half.length; i += 2) outline.push(-half[i], half[i + 1]);
  return extrude([outline, reversedRing(circle(eye, 16))], -thickness / 2, thickness / 2);
}
