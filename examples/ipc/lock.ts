// Lock: a key turns a scroll, its spiral slots draw two bolts together, and the lid they held jumps up.
// A whole printed mechanism without a single joint: the square key in its hole, studs in the slots, bolts between rails
// and under a cover, and a lid that pushes against the bolts all the while.
//
//   carom run lock

import { type BodyFile, box, defineScene, mesh, turn } from '../../src/scene/index.ts';
import { extrude, reversedRing } from '../../src/geometry/primitives/index.ts';
import {
  bodyAngle,
  bodyHeight,
  bodyPosition,
  type Expectation,
  type Outcome,
  smallestGap,
} from '../../src/sim/index.ts';
import { boltWithStud, scroll } from './parts/lock.ts';
import { type Rectangle, rectangle } from './parts/solids.ts';

// All lengths [m]; z is up. Base, scroll, bolts and cover lie on each other, the lid around them.
const play = 0.0003;
const slots = { from: 0.03, to: 0.016, turn: (5 / 6) * Math.PI };
const key = 0.005; // half its width
const stud = 0.003;
const bar = { near: -0.006, far: 0.038, half: 0.007, thickness: 0.008 };
const level = { scroll: 0, bolts: 0.0065, cover: 0.0149 };
const plastic = { material: 'pla', friction: 0.1 } as const;
const still = { ...plastic, motion: 'static' } as const;

const square = (half: number): Rectangle => [-half, half, -half, half];
const frame = (outer: Rectangle, inner: Rectangle, bottom: number, top: number) =>
  extrude([rectangle(outer), reversedRing(rectangle(inner))], bottom, top);

function rail(name: string, x: number, y: number): BodyFile {
  return {
    ...box({ size: [0.026, 0.008, 0.008], ...plastic }),
    name,
    motion: 'static',
    position: [x, y, level.bolts + 0.0042],
  };
}

function bolt(name: string, side: 1 | -1): BodyFile {
  return {
    ...mesh(boltWithStud([bar.near, bar.far, -bar.half, bar.half], bar.thickness, stud, 0.006), plastic),
    name,
    position: [side * slots.from, 0, level.bolts],
    // Turned over, the stud reaches down into its slot.
    rotation: turn(side > 0 ? 'x' : 'y', Math.PI),
    color: '#f28f3b',
  };
}

export const scene = defineScene({
  name: 'lock',
  engine: 'ipc',
  up: 'z',
  duration: 1.35,
  frameRateHz: 50,
  bodies: [
    {
      ...box({ size: [0.1, 0.1, 0.005], ...plastic }),
      name: 'base',
      motion: 'static',
      position: [0, 0, -0.0027],
    },
    {
      ...mesh(
        scroll({ ...slots, radius: 0.042, thickness: 0.006, slot: stud + play, keyhole: key + play }),
        plastic,
      ),
      name: 'scroll',
      color: '#588b8b',
    },
    {
      ...box({ size: [2 * key, 2 * key, 0.05], ...plastic, color: '#b08d57' }),
      name: 'key',
      position: [0, 0, 0.026],
      path: {
        keys: [
          { time: 0, rotation: { axis: 'z', degrees: 0 } },
          { time: 0.1, rotation: { axis: 'z', degrees: 0 } },
          { time: 1.3, rotation: { axis: 'z', degrees: -150 } },
        ],
      },
    },
    bolt('bolt-right', 1),
    bolt('bolt-left', -1),
    ...[1, -1].flatMap((x) =>
      [1, -1].map((y) =>
        rail(
          `rail-${x > 0 ? 'right' : 'left'}-${y > 0 ? 'back' : 'front'}`,
          0.037 * x,
          (bar.half + play + 0.004) * y,
        ),
      ),
    ),
    { ...mesh(frame(square(0.05), square(0.009), level.cover, 0.02), still), name: 'cover' },
    {
      ...mesh(frame(square(0.09), square(0.06), -0.005, 0.0055), { material: 'aluminium', friction: 0.1 }),
      name: 'lid',
      // A spring below it, stronger than its weight of 5 N.
      force: [0, 0, 8],
      color: '#c8553d',
    },
  ],
});

const drawn = (r: Outcome, name: string) =>
  Math.abs(bodyPosition(r, name, 'first')[0]) - Math.abs(bodyPosition(r, name, 'last')[0]);
const lidRise = (r: Outcome, t: number | 'last') => bodyHeight(r, 'lid', t) - bodyHeight(r, 'lid', 'first');

export const expectations: Expectation[] = [
  { says: 'the parts never touch', holds: (r) => smallestGap(r) > 0 },
  { says: 'the bolts hold the lid while the key turns', holds: (r) => lidRise(r, 0.6) < 0.003 },
  {
    says: 'the scroll turns with the key',
    holds: (r) => Math.abs(bodyAngle(r, 'scroll', [0, 0, 1], 'last') + slots.turn) < 0.15,
  },
  {
    says: 'the scroll draws both bolts in by the depth of its spiral',
    holds: (r) =>
      ['bolt-left', 'bolt-right'].every(
        (name) => Math.abs(drawn(r, name) - (slots.from - slots.to)) < 4 * play,
      ),
  },
  { says: 'then the lid comes off', holds: (r) => lidRise(r, 'last') > 0.05 },
];

export const budgetSeconds = 15;
