// Point ball: a ball that is nothing but points rolls against a ball of loose triangles.
// Neither has a surface: points slip between facets, catch on their edges, and both balls rock to a stop.
//
//   carom run point-ball

import { defineScene, floor, mesh } from '../../src/scene/index.ts';
import { makeMesh } from '../../src/geometry/index.ts';
import { sphere } from '../../src/geometry/primitives/index.ts';
import {
  bodyPosition,
  bodySpeed,
  distanceBetween,
  type Expectation,
  smallestGap,
} from '../../src/sim/index.ts';

const radius = 0.1; // [m]
const speed = 0.8; // [m/s]

/** Only the vertices of a sphere. */
function cloud() {
  const { positions } = sphere.make({ radius, subdivisions: 2 });
  return makeMesh(
    positions,
    [],
    [],
    Array.from({ length: positions.length / 3 }, (_, i) => i),
  );
}

/** The faces of a sphere, each drawn together about its middle so that none touches another. */
function facets() {
  const { positions, faces } = sphere.make({ radius, subdivisions: 1 });
  const loose: number[] = [];
  for (let f = 0; f < faces.length; f += 3) {
    const corners = [0, 1, 2].map((k) => positions.subarray(3 * faces[f + k], 3 * faces[f + k] + 3));
    for (const corner of corners) {
      for (let axis = 0; axis < 3; axis++) {
        const middle = (corners[0][axis] + corners[1][axis] + corners[2][axis]) / 3;
        loose.push(middle + 0.8 * (corner[axis] - middle));
      }
    }
  }
  return makeMesh(
    loose,
    Array.from({ length: loose.length / 3 }, (_, i) => i),
  );
}

export const scene = defineScene({
  name: 'point-ball',
  engine: 'ipc',
  duration: 3,
  frameRateHz: 50,
  bodies: [
    floor({ size: [4, 4], friction: 0.5 }),
    {
      ...mesh(cloud(), { pointMass: 0.005, friction: 0.5, color: '#c8553d' }),
      name: 'points',
      position: [-0.3, radius + 0.001, 0],
      velocity: [speed, 0, 0],
      angularVelocity: [0, 0, -speed / radius],
    },
    {
      ...mesh(facets(), { surfaceDensity: 8, friction: 0.5, color: '#588b8b' }),
      name: 'facets',
      position: [0, radius + 0.001, 0.02],
    },
  ],
});

export const expectations: Expectation[] = [
  { says: 'points and facets never touch', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the balls never roll into each other',
    holds: (r) => Array.from(r.times).every((t) => distanceBetween(r, 'points', 'facets', t) > 1.6 * radius),
  },
  { says: 'the push is passed on', holds: (r) => bodyPosition(r, 'facets', 'last')[0] > 0.005 },
  {
    says: 'both come to rest',
    holds: (r) => bodySpeed(r, 'points', 'last') < 0.02 && bodySpeed(r, 'facets', 'last') < 0.02,
  },
];

export const budgetSeconds = 10;
