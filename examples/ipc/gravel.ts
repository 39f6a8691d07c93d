// Gravel: 125 pebbles are poured over dice, one of which carries a plank. Pebbles push dice and dice pebbles: the plank is
// knocked off and everything lies in the tray at the end, and no two things ever touch. Pebbles are particles: they slide, and do not roll.
//
//   carom run gravel

import { Random } from '../../src/num/index.ts';
import { type BodyFile, box, defineScene, floor } from '../../src/scene/index.ts';
import {
  bodyHeight,
  bodyTravel,
  column,
  type Expectation,
  frameAt,
  type Outcome,
  smallestGap,
} from '../../src/sim/index.ts';

const thickness = 0.022; // [m]
const spacing = 0.026;
const layers = 10;
const half = 0.11; // of the tray [m]
const random = new Random(5);

/** Layers of 4 × 4 and 3 × 3 by turns, jittered: each falls between those below it. */
const pebbles: [number, number, number][] = [];
for (let layer = 0; layer < layers; layer++) {
  const across = layer % 2 === 0 ? 4 : 3;
  for (let i = 0; i < across; i++)
    for (let j = 0; j < across; j++) {
      const jitter = (): number => random.between(-0.0018, 0.0018);
      pebbles.push([
        (i - (across - 1) / 2) * spacing + jitter(),
        0.15 + layer * spacing + jitter(),
        (j - (across - 1) / 2) * spacing + jitter(),
      ]);
    }
}

const walls: BodyFile[] = [0, 1, 2, 3].map((side) => {
  const along = side % 2 === 0;
  const out = (side < 2 ? 1 : -1) * (half + 0.005);
  return box({
    name: `wall-${side}`,
    motion: 'static',
    size: along ? [0.01, 0.08, 2 * half - 0.002] : [2 * half + 0.02, 0.08, 0.01],
    position: along ? [out, 0.0402, 0] : [0, 0.0402, out],
    color: '#6d7785',
    friction: 0.4,
  });
});

const die = (name: string, size: number, x: number, z: number, color: string): BodyFile =>
  box({
    name,
    size: [size, size, size],
    position: [x, size / 2 + 3e-5, z],
    density: 600,
    friction: 0.4,
    color,
  });

export const scene = defineScene({
  name: 'gravel',
  description: 'Pebbles are poured over dice and a plank in a tray, and push them as they are pushed.',
  engine: 'ipc',
  duration: 1.2,
  frameRateHz: 50,
  bodies: [
    floor({ size: [1, 1], friction: 0.4 }),
    ...walls,
    die('red', 0.04, -0.04, -0.03, '#d8553b'),
    die('blue', 0.035, 0.045, 0.035, '#2a7f9e'),
    die('green', 0.03, 0.03, -0.05, '#59a584'),
    box({
      name: 'plank',
      size: [0.09, 0.006, 0.03],
      position: [-0.04, 0.0431, 0.0],
      density: 500,
      friction: 0.4,
      color: '#c99a5b',
    }),
  ],
  deformables: [
    {
      name: 'pebbles',
      kind: 'particles',
      shape: { kind: 'inline', vertices: pebbles, faces: [] },
      thickness,
      velocity: [0, -0.5, 0],
      density: 2500,
      friction: 0.05,
      restitution: 0.2,
      color: '#b9b2a3',
    },
  ],
});

/** Coordinates of all pebbles at the end [m]. */
function lastPlaces(outcome: Outcome): Float64Array {
  const size = 3 * pebbles.length;
  return outcome.vertices.subarray(size * frameAt(outcome, 'last'), size * (frameAt(outcome, 'last') + 1));
}

export const expectations: Expectation[] = [
  { says: 'nothing ever touches', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'every pebble stays in the tray, above its floor',
    holds: (r) =>
      lastPlaces(r).every((x, i) =>
        i % 3 === 1 ? x > thickness / 2 && x < 0.12 : Math.abs(x) < half - thickness / 2,
      ),
  },
  {
    says: 'pebbles push the dice and the plank about',
    holds: (r) =>
      ['red', 'blue', 'green', 'plank'].some((name) => bodyTravel(r, name, 'first', 'last') > 0.005),
  },
  {
    says: 'the plank is no longer where it lay',
    holds: (r) => bodyTravel(r, 'plank', 'first', 'last') > 0.01,
  },
  { says: 'the dice are held down, not thrown out', holds: (r) => bodyHeight(r, 'red', 'last') < 0.08 },
  {
    says: 'energy only falls',
    holds: (r) => column(r, 'energy').every((e, i, all) => i === 0 || e < all[i - 1] * (1 + 1e-3)),
  },
];

export const budgetSeconds = 60;
