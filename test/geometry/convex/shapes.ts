// Closed meshes that are not convex, as users have them.

import type { Mesh } from '../../../src/geometry/index.ts';
import {
  bolt,
  chainInnerLink,
  chainLink,
  chainOuterLink,
  chainPlate,
  chainRoller,
  cog,
  extruded,
  gear,
  genevaDriver,
  genevaWheel,
  lantern,
  lathed,
  letters,
  nut,
  pin,
  ratchet,
  sprocket,
  torus,
} from '../../../src/geometry/primitives/index.ts';
import { cos, sin } from '../../../src/num/elementary/index.ts';

type Outline = [number, number][];

/** A star of so many points. */
function star(points: number): Outline {
  return Array.from({ length: 2 * points }, (_, i) => {
    const r = i % 2 === 0 ? 1 : 0.45;
    return [r * cos((Math.PI * i) / points), r * sin((Math.PI * i) / points)];
  });
}

const round = (x: number, y: number, r: number, n = 16): Outline =>
  Array.from({ length: n }, (_, i) => [
    x + r * cos((2 * Math.PI * i) / n),
    y + r * sin((2 * Math.PI * i) / n),
  ]);

export const ell: Outline = [
  [0, 0],
  [0.4, 0],
  [0.4, 0.1],
  [0.1, 0.1],
  [0.1, 0.4],
  [0, 0.4],
];

export const cup: Outline = [
  [-0.2, 0],
  [0.2, 0],
  [0.2, 0.3],
  [0.1, 0.3],
  [0.1, 0.1],
  [-0.1, 0.1],
  [-0.1, 0.3],
  [-0.2, 0.3],
];

const plate: Outline = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
];

const letter = (text: string): [string, () => Mesh] => [`letter ${text}`, () => letters.make({ text })];

export const shapes: readonly [string, () => Mesh][] = [
  ...[...'ABEGMORSTU&g'].map(letter),
  ['L', () => extruded.make({ outline: ell, length: 0.1 })],
  ['U', () => extruded.make({ outline: cup, length: 0.2 })],
  ['star of five', () => extruded.make({ outline: star(5), length: 0.3 })],
  ['star of nine', () => extruded.make({ outline: star(9), length: 0.3 })],
  ['plate with a hole', () => extruded.make({ outline: plate, holes: [round(0.3, 0.2, 0.4)], length: 0.2 })],
  [
    'plate with three holes',
    () =>
      extruded.make({
        outline: plate,
        holes: [round(0.5, 0.5, 0.2, 8), round(-0.5, 0.4, 0.2, 8), round(0, -0.5, 0.3, 10)],
        length: 0.2,
      }),
  ],
  ['ring', () => torus.make({})],
  ['chain link', () => chainLink.make({})],
  ['chain plate', () => chainPlate.make({})],
  ['outer link of a roller chain', () => chainOuterLink.make({})],
  ['roller', () => chainRoller.make({})],
  ['gear', () => gear.make({})],
  ['cog', () => cog.make({})],
  ['ratchet', () => ratchet.make({})],
  ['lantern', () => lantern.make({})],
  ['geneva wheel', () => genevaWheel.make({})],
  ['geneva driver', () => genevaDriver.make({})],
  ['pin with a head', () => pin.make({})],
  ['turned solid', () => lathed.make({})],
  ['bolt', () => bolt.make({})],
  ['bolt of fine flats', () => bolt.make({ segments: 48, turns: 8 })],
  ['sprocket', () => sprocket.make({})],
  ['sprocket of twelve teeth', () => sprocket.make({ teeth: 12, bore: 0.004 })],
];

/** What no 32 convex pieces found so far are near to: a bore is followed by many. */
export const wantingMore: readonly [string, () => Mesh][] = [
  ['nut', () => nut.make({})],
  ['inner link of a roller chain', () => chainInnerLink.make({})],
];
