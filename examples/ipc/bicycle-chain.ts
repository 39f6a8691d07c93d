// Bicycle chain: a driven sprocket pulls a chain of 22 links round another sprocket that is loose on its axle.
// Every pin turns in its bushing and every bushing settles between two teeth by contact alone, with two tenths of a
// millimetre of play; the chain is one closed loop of contacts.
//
//   carom run bicycle-chain

import { type BodyFile, cylinder, defineScene, primitive, turn } from '../../src/scene/index.ts';
import { atan2, cos, sin } from '../../src/num/elementary/index.ts';
import { bodyAngle, bodyNames, type Expectation, smallestGap } from '../../src/sim/index.ts';
import { linksHold } from './parts/chain.ts';

// All lengths [m].
const pitch = 0.0127;
const teeth = 12;
const free = 5; // pitches between the sprockets, above and below
const part = { pitch, rollerRadius: 0.00425, pinRadius: 0.0022, clearance: 0.0002, segments: 12 };
// The chain has no rollers: teeth hold its bushings, half way between the bore and a roller.
const bushing = ((part.pinRadius + part.clearance) / cos(Math.PI / part.segments) + part.rollerRadius) / 2;
const radius = pitch / (2 * sin(Math.PI / teeth)); // of the circle of pins
const distance = free * pitch; // between the axles
const [bore, axle] = [0.006, 0.0058];
const speed = 2 * Math.PI; // [rad/s], after half a second
const duration = 1.2; // [s]

/** Where the pins are, round the loop: along the top, round the far sprocket, back below, round the driver. */
function pins(): [number, number][] {
  const step = (2 * Math.PI) / teeth;
  const round = (x: number, from: number): [number, number][] =>
    Array.from({ length: teeth / 2 }, (_, j) => [
      x + radius * cos(from - j * step),
      radius * sin(from - j * step),
    ]);
  const run = (x: number, y: number, sign: number): [number, number][] =>
    Array.from({ length: free }, (_, i) => [x + sign * i * pitch, y]);
  return [
    ...run(0, radius, 1),
    ...round(distance, Math.PI / 2),
    ...run(distance, -radius, -1),
    ...round(0, -Math.PI / 2),
  ];
}

function links(): BodyFile[] {
  const at = pins();
  return at.map(([x, y], i) => {
    const [nextX, nextY] = at[(i + 1) % at.length];
    const inner = i % 2 === 0;
    const shape = inner ? primitive('chain-inner-link', part) : primitive('chain-outer-link', part);
    return {
      ...shape,
      material: 'steel',
      friction: 0.1,
      name: `link-${i + 1}`,
      position: [(x + nextX) / 2, (y + nextY) / 2, 0],
      rotation: turn('z', atan2(nextY - y, nextX - x)),
      color: inner ? '#8d99ae' : '#4a4e69',
    };
  });
}

const sprocket = primitive('sprocket', {
  teeth,
  pitch,
  rollerRadius: bushing,
  clearance: part.clearance,
  bore,
  arcSteps: 4,
  material: 'steel',
  friction: 0.1,
});

/** Clockwise: at rest at first, at full speed after half a second. */
function angleAt(t: number): number {
  return t < 0.5 ? -speed * t * t : -speed * (t - 0.25);
}

export const scene = defineScene({
  name: 'bicycle-chain',
  engine: 'ipc',
  duration,
  frameRateHz: 50,
  bodies: [
    {
      ...sprocket,
      name: 'driver',
      path: {
        keys: Array.from({ length: 50 * duration + 1 }, (_, i) => ({
          time: i / 50,
          rotation: { axis: 'z' as const, radians: angleAt(i / 50) },
        })),
      },
      color: '#c8553d',
    },
    { ...sprocket, name: 'driven', position: [distance, 0, 0], color: '#f28f3b' },
    {
      ...cylinder({ radius: axle, length: 0.02, axis: 'z', segments: 24, friction: 0.1 }),
      name: 'axle',
      motion: 'static',
      position: [distance, 0, 0],
    },
    ...links(),
  ],
});

export const expectations: Expectation[] = [
  { says: 'nothing ever touches', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the links never part',
    holds: (r) => linksHold(r, bodyNames(r, /^link/), pitch + 2 * part.clearance),
  },
  {
    says: 'the driven sprocket turns with the driver, but for the slack',
    holds: (r) => Math.abs(bodyAngle(r, 'driven', [0, 0, 1], 'last') - angleAt(duration)) < 0.3,
  },
];

export const budgetSeconds = 120;
