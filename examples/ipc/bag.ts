// Bag of dice, emptied: a cloth hangs by its corners, which are drawn together so that it is a bag with three dice in it. Then two corners
// are let down, and the dice pour out onto the floor.
//
//   carom run bag

import { defineScene, floor, primitive } from '../../src/scene/index.ts';
import { bodyHeight, type Expectation, type Outcome, smallestGap } from '../../src/sim/index.ts';
import { verticesAt } from './parts/vertices.ts';

const height = 0.35;
const side = 0.36;
const cells = 8;
const die = 0.03;
const inward = 0.06;
const frameRateHz = 50;
const duration = 1.3;
/** When the bag is turned out [s]. */
const emptied = 0.55;
const places = [
  [0, 0, 0],
  [0.045, 0, 0.01],
  [-0.045, 0, -0.01],
] as const;
const names = places.map((_, i) => `die ${i + 1}`);

/** A corner: it goes inward, and where it is let down also that. */
function corner(x: -1 | 1, z: -1 | 1) {
  const at = { x: (x * side) / 2, z: (z * side) / 2 };
  const together: [number, number, number] = [-x * inward, 0.03, -z * inward];
  return {
    within: {
      min: [at.x - 1e-4, height - 1e-4, at.z - 1e-4] as [number, number, number],
      max: [at.x + 1e-4, height + 1e-4, at.z + 1e-4] as [number, number, number],
    },
    path: {
      keys: [
        { time: 0 },
        { time: 0.35, position: together },
        { time: emptied, position: together },
        ...(x > 0
          ? [{ time: 0.8, position: [together[0] + 0.03, -0.28, together[2]] as [number, number, number] }]
          : []),
      ],
    },
  };
}

export const scene = defineScene({
  name: 'bag',
  description: 'Three dice in a cloth that is drawn together and then turned out.',
  engine: 'ipc',
  duration,
  frameRateHz,
  bodies: [
    floor({ size: [2, 2], friction: 0.4 }),
    ...places.map(([x, y, z], i) => ({
      ...primitive('box', { size: [die, die, die] }),
      name: names[i],
      position: [x, height + 0.02 + y, z] as [number, number, number],
      density: 1200,
      friction: 0.3,
      color: '#f4f1ea',
    })),
  ],
  deformables: [
    {
      name: 'cloth',
      kind: 'cloth',
      shape: { kind: 'grid', size: [side, side], cells: [cells, cells] },
      position: [0, height, 0],
      material: 'cotton',
      thickness: 0.001,
      stretchStiffness: 1000,
      bendStiffness: 1e-5,
      friction: 0.2,
      stretchDamping: 0.005,
      bendDamping: 0.01,
      pins: [corner(-1, -1), corner(1, -1), corner(-1, 1), corner(1, 1)],
      color: '#d8553b',
    },
  ],
});

/** The lowest point of the cloth at a time [m]. */
function lowestOfCloth(r: Outcome, time: number): number {
  return Math.min(...verticesAt(r, time).map(([, y]) => y));
}

export const expectations: Expectation[] = [
  { says: 'nothing ever touches', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the cloth is a bag: it hangs down by more than 8 cm',
    holds: (r) => lowestOfCloth(r, emptied) < height - 0.08,
  },
  {
    says: 'with all dice in it, above its lowest point',
    holds: (r) => names.every((name) => bodyHeight(r, name, emptied) > lowestOfCloth(r, emptied)),
  },
  {
    says: 'and they all come out and lie on the floor',
    holds: (r) => names.every((name) => bodyHeight(r, name, 'last') < 2.2 * die),
  },
];

export const budgetSeconds = 180;
