// Cloth on a slope holds where its friction is above the slope's tangent and slides as a point would where it is below, wherever it
// lies on the two triangles of a box's face.

import { expect, test } from 'vitest';
import { cloth } from '../../../src/scene/index.ts';
import { runScene, sceneOf } from './harness.ts';

const angle = Math.atan(0.5);
const down = [-Math.cos(angle), -Math.sin(angle)];

/** How far it gets in half a second [m]. @param x  up the slope @param z  across it */
function slip(friction: number, x: number, z: number): number {
  const height = 0.05 + 0.001;
  const { frames } = runScene(
    sceneOf({
      name: 'slope',
      gravity: [0, -9.81, 0],
      duration: 0.5,
      frameRateHz: 2,
      bodies: [
        {
          name: 'slope',
          motion: 'static',
          shape: { kind: 'box', size: [1, 0.1, 1] },
          rotation: { axis: [0, 0, 1], radians: angle },
          friction,
          restitution: 0,
        },
      ],
      deformables: [
        {
          ...cloth({ name: 'sheet', size: [0.2, 0.2], cells: [4, 4] }),
          position: [
            x * Math.cos(angle) - height * Math.sin(angle),
            x * Math.sin(angle) + height * Math.cos(angle),
            z,
          ],
          rotation: { axis: [0, 0, 1], radians: angle },
          areaDensity: 0.2,
          thickness: 0.002,
          stretchStiffness: 50,
          bendStiffness: 1e-5,
          friction,
          restitution: 0,
        },
      ],
    }),
  );
  const [first, last] = [frames[0].frame.vertices, frames[frames.length - 1].frame.vertices];
  let sum = 0;
  for (let i = 0; i < first.length; i += 3)
    sum += (last[i] - first[i]) * down[0] + (last[i + 1] - first[i + 1]) * down[1];
  return sum / (first.length / 3);
}

test.each([
  ['on the diagonal', 0.3, 0.3],
  ['across it', 0, 0.013],
  ['on one triangle', 0.3, -0.3],
])('%s', (_, x, z) => {
  expect(Math.abs(slip(0.501, x, z))).toBeLessThan(1e-4);
  // ½ g (sin - μ cos) t²
  const free = 0.125 * 9.81 * (Math.sin(angle) - 0.499 * Math.cos(angle));
  expect(Math.abs(slip(0.499, x, z) - free)).toBeLessThan(1e-4);
});
