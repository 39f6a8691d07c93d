// Compactor: four walls close in with a weight of two tons each and press a handful of cubes together.
// The cubes are squeezed into each other and into the corners: soft contacts would let them through, hard ones explode.
//
//   carom run compactor

import { type BodyFile, box, defineScene, turn } from '../../src/scene/index.ts';
import {
  bodyNames,
  bodyPosition,
  bodySpeed,
  type Expectation,
  type Outcome,
  smallestGap,
} from '../../src/sim/index.ts';

const force = 2e4; // [N]
const cubes: [number, number, [number, number, number], number][] = [
  [-0.45, -0.4, [1, 0.2, 0.1], 0.9],
  [0.5, -0.35, [0.3, 1, 0.2], 0.6],
  [-0.4, 0.5, [0.1, 0.5, 1], 1.2],
  [0.45, 0.45, [1, 1, 0.3], 0.4],
  [0.02, 0.03, [0.6, 0.2, 1], 2],
];

/** A wall at ±1.2 m along an axis that only moves along it. */
function wall(name: string, axis: 'x' | 'y', side: 1 | -1): BodyFile {
  const along = (value: number): [number, number, number] => (axis === 'x' ? [value, 0, 0] : [0, value, 0]);
  return {
    ...box({ size: axis === 'x' ? [0.1, 3, 3] : [3, 0.1, 3], density: 1000, color: '#8d99ae' }),
    name,
    position: along(1.2 * side),
    velocity: along(-side),
    force: along(-side * force),
    fixed: [axis !== 'x', axis !== 'y', true, true, true, true],
    group: 0, // the walls pass through each other, or none could close
  };
}

export const scene = defineScene({
  name: 'compactor',
  engine: 'ipc',
  gravity: 0,
  duration: 2,
  frameRateHz: 50,
  bodies: [
    wall('left', 'x', -1),
    wall('right', 'x', 1),
    wall('below', 'y', -1),
    wall('above', 'y', 1),
    ...cubes.map(([x, y, axis, angle], i) => ({
      ...box({ size: [0.4, 0.4, 0.4], density: 500, friction: 0.2, color: '#c8553d' }),
      name: `cube-${i + 1}`,
      position: [x, y, 0.1 * (i - 2)] as [number, number, number],
      rotation: turn(axis, angle),
    })),
  ],
});

/** Between the walls' inner faces [m]. */
const room = (r: Outcome, a: string, b: string, k: number) =>
  bodyPosition(r, b, 'last')[k] - bodyPosition(r, a, 'last')[k] - 0.1;

export const expectations: Expectation[] = [
  { says: 'walls and cubes never touch', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the walls have closed in, but not into the cubes',
    holds: (r) =>
      [room(r, 'left', 'right', 0), room(r, 'below', 'above', 1)].every((size) => size > 0.4 && size < 1.6),
  },
  {
    says: 'every cube is between the walls',
    holds: (r) =>
      bodyNames(r, /^cube/).every((name) => {
        const [x, y] = bodyPosition(r, name, 'last');
        return (
          x > bodyPosition(r, 'left', 'last')[0] + 0.25 &&
          x < bodyPosition(r, 'right', 'last')[0] - 0.25 &&
          y > bodyPosition(r, 'below', 'last')[1] + 0.25 &&
          y < bodyPosition(r, 'above', 'last')[1] - 0.25
        );
      }),
  },
  {
    says: 'the walls stand still in the end',
    holds: (r) => ['left', 'right', 'below', 'above'].every((name) => bodySpeed(r, name, 'last') < 0.05),
  },
];

export const budgetSeconds = 15;
