// Piston: a turning crank drives a piston up and down through a connecting rod, all of it by contact.
// Crank pin and wrist pin turn in their holes with 0.2 mm of play, and the piston slides between its guides: no joint
// and no fixed axis anywhere.
//
//   carom run piston

import { type BodyFile, box, defineScene, mesh } from '../../src/scene/index.ts';
import { circle, extrude, reversedRing } from '../../src/geometry/primitives/index.ts';
import { cos, sin } from '../../src/num/elementary/index.ts';
import { bodyPosition, bodyTilt, type Expectation, type Outcome, smallestGap } from '../../src/sim/index.ts';
import { crankDisc, rectangle, rodWithStud } from './parts/solids.ts';

// All lengths [m]. Crank, rod and piston lie behind each other along z.
const crank = 0.03;
const rod = 0.1;
const pin = 0.006; // radius of both pins
const hole = 0.0062;
const half = 0.02; // of the piston's width
const play = 0.0003; // between piston and guides
const rounds = 2; // a second
const duration = 1; // [s]

const steel = { material: 'steel', friction: 0.05 } as const;

const guide = (name: string, x: number): BodyFile => ({
  ...box({ size: [0.01, 0.13, 0.019], ...steel, color: '#8d99ae' }),
  name,
  motion: 'static',
  position: [x, 0.105, 0.0232],
});

export const scene = defineScene({
  name: 'piston',
  engine: 'ipc',
  duration,
  frameRateHz: 100,
  bodies: [
    {
      ...mesh(crankDisc({ radius: 0.045, thickness: 0.01, crank, pin, pinLength: 0.014 }), steel),
      name: 'crank',
      path: {
        keys: [
          { time: 0, rotation: { axis: 'z', degrees: 0 } },
          { time: duration, rotation: { axis: 'z', degrees: 360 * rounds * duration } },
        ],
      },
      color: '#4a4e69',
    },
    {
      ...mesh(
        rodWithStud({ length: rod, width: 0.012, thickness: 0.01, hole, stud: pin, studLength: 0.02 }),
        steel,
      ),
      name: 'rod',
      position: [0, crank, 0.001],
      color: '#f28f3b',
    },
    {
      ...mesh(
        extrude([rectangle([-half, half, -half, half]), reversedRing(circle(hole, 24))], 0, 0.02),
        steel,
      ),
      name: 'piston',
      position: [0, crank + rod, 0.0125],
      color: '#c8553d',
    },
    guide('guide-left', -half - play - 0.005),
    guide('guide-right', half + play + 0.005),
    {
      ...box({ size: [0.06, 0.13, 0.004], ...steel }),
      name: 'cover',
      motion: 'static',
      position: [0, 0.105, 0.0355],
    },
  ],
});

/** Where the piston of a slider crank is [m]. */
function ideal(t: number): number {
  const angle = 2 * Math.PI * rounds * t;
  const [along, aside] = [crank * cos(angle), crank * sin(angle)];
  return along + Math.sqrt(rod * rod - aside * aside);
}

const follows = (r: Outcome, t: number) => Math.abs(bodyPosition(r, 'piston', t)[1] - ideal(t)) < 0.0008;

export const expectations: Expectation[] = [
  { says: 'the parts never touch', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the piston follows the crank within the play of two pins',
    holds: (r) => Array.from(r.times).every((t) => follows(r, t)),
  },
  { says: 'it does not tip in its guides', holds: (r) => bodyTilt(r, 'piston', 'last') < 0.05 },
];

export const budgetSeconds = 15;
