// The slope on which friction is measured.

import { box, floor, type SceneFile, turn } from '../../../src/scene/index.ts';

/** Figure 18 of the paper: a block on a slope of tan θ = ½, starting at this part of the barrier's reach. */
export function slope(
  friction: number,
  start = 0.9,
  size: readonly [number, number, number] = [0.2, 0.2, 0.2],
): SceneFile {
  const angle = Math.atan(0.5);
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  const height = size[1] / 2 + start * 1e-3 * Math.hypot(...size);
  return {
    name: 'slope',
    bodies: [
      floor({ size: [40, 10], rotation: turn('z', angle), friction }),
      {
        ...box({ size }),
        name: 'block',
        // off the diagonal of the floor's two triangles
        position: [-s * height, c * height, 3],
        rotation: turn('z', angle),
        friction,
      },
    ],
  };
}
