// Card house: sheets of two triangles lean on each other in three storeys until two cubes fly into them.
// Cards without any thickness, held by friction alone, are where penalty methods tunnel or creep. The upper storeys
// come down; the lowest one stands, and carries what fell on it.
//
//   carom run card-house

import { type BodyFile, box, defineScene, degrees, floor, turn } from '../../src/scene/index.ts';
import { cos, sin } from '../../src/num/elementary/index.ts';
import { bodyHeight, bodyNames, bodyTravel, type Expectation, smallestGap } from '../../src/sim/index.ts';

const [long, wide] = [0.088, 0.063]; // of a card [m]
const lean = degrees(25); // from upright
const gap = 0.00008; // between cards at the start [m]: inside their reach of a thousandth of a card
const pitch = 2 * long * sin(lean) + 0.004; // from pair to pair [m]
const storey = long * cos(lean) + 2 * gap; // from roof to roof [m]

const sheet = (name: string, length: number): BodyFile => ({
  name,
  shape: { kind: 'plane', depth: length, width: wide, axis: 'y' },
  surfaceDensity: 0.3, // [kg/m²]
  friction: 0.9,
});

function pair(name: string, x: number, floorHeight: number): BodyFile[] {
  const offset = (long / 2) * sin(lean) + gap / 2;
  const y = floorHeight + gap + (long / 2) * cos(lean);
  return [-1, 1].map((side) => ({
    ...sheet(`${name}-${side < 0 ? 'left' : 'right'}`, long),
    position: [x + side * offset, y, 0] as [number, number, number],
    rotation: turn('z', -side * (Math.PI / 2 - lean)),
    color: side < 0 ? '#c8553d' : '#588b8b',
  }));
}

function roof(name: string, pairs: number, height: number): BodyFile {
  return {
    ...sheet(name, (pairs - 1) * pitch + 0.5 * pitch),
    position: [0, height, 0],
    color: '#f2e3bc',
  };
}

const cube = box({ size: [0.03, 0.03, 0.03], density: 500, friction: 0.9, color: '#4a4e69' });

export const scene = defineScene({
  name: 'card-house',
  engine: 'ipc',
  duration: 1.5,
  frameRateHz: 100,
  bodies: [
    floor({ size: [2, 2], friction: 0.9 }),
    ...[-pitch, 0, pitch].flatMap((x, i) => pair(`lower-${i + 1}`, x, 0)),
    roof('lower-roof', 3, storey),
    ...[-pitch / 2, pitch / 2].flatMap((x, i) => pair(`middle-${i + 1}`, x, storey)),
    roof('middle-roof', 2, 2 * storey),
    ...pair('upper', 0, 2 * storey),
    {
      ...cube,
      name: 'cube-left',
      position: [-0.96, 0.125, 0.004],
      velocity: [2.6, 1.7, 0],
      rotation: turn('z', 0.3),
    },
    {
      ...cube,
      name: 'cube-right',
      position: [0.93, 0.2, -0.005],
      velocity: [-2.6, 1.75, 0],
      rotation: turn('x', 0.4),
    },
  ],
});

const beforeHit = 0.3; // [s]

/** How far the hit may shove the lowest storey [m]: 6 to 13 mm, by chance, with time steps from 10 to 2.5 ms. */
const shoved = 0.02;

export const expectations: Expectation[] = [
  { says: 'cards and cubes never touch', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the house stands until it is hit',
    holds: (r) =>
      bodyNames(r, /lower|middle|upper/).every((name) => bodyTravel(r, name, 'first', beforeHit) < 1e-3),
  },
  {
    says: 'the upper storeys come down',
    holds: (r) => bodyHeight(r, 'middle-roof', 'last') < 0.75 * bodyHeight(r, 'middle-roof', 'first'),
  },
  {
    says: 'the lowest storey still stands',
    holds: (r) =>
      bodyHeight(r, 'lower-roof', 'last') > 0.95 * storey &&
      bodyNames(r, /lower-\d/).every((name) => bodyTravel(r, name, 'first', 'last') < shoved),
  },
];

export const budgetSeconds = 15;
