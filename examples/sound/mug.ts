// Mug: three mugs of steel are tapped at the same place of the wall, one upright, one upside down on its rim, one on
// its side. What rings is the same, but contact holds back what moves where it touches: upright they ring longest.
//
//   carom run mug
//   carom sound out/mug.carom --stems

import { lathe } from '../../src/geometry/primitives/index.ts';
import { cos } from '../../src/num/elementary/index.ts';
import { type BodyFile, defineScene, degrees, floor, mesh, sphere, turn } from '../../src/scene/index.ts';
import { bodySpeed, bodyTilt, type Expectation } from '../../src/sim/index.ts';
import { type Heard, type Hearing, ringsFor, type SoundExpectation } from './parts/heard.ts';

const outer = 0.04; // radius [m]
const high = 0.09;
const wall = 0.003;
const bottom = 0.004;
const segments = 18; // even, not by four: a ridge is at the tap, a flat under the one that lies
const profile = [0, 0, outer, 0, outer, high, outer - wall, high, outer - wall, bottom, 0, bottom];
const shape = mesh(lathe(profile, segments), {
  material: { like: 'steel', dampingAlpha: 2 },
  friction: 0.3,
  restitution: 0,
});
const flat = outer * cos(Math.PI / segments); // from the axis
const tapped = 0.075; // above the bottom
const gap = 0.0001;
const apart = 0.3; // [m]

const radius = 0.006;
const mass = 0.001;
/** Floats against the wall. */
const ball = (name: string, y: number, z: number): BodyFile =>
  sphere({
    name: `ball-${name}`,
    radius,
    mass,
    material: 'hard-rubber',
    position: [outer + radius + 0.001, y, z],
    velocity: [-1, 0, 0],
    force: [0, 0, mass * 9.81],
  });

export const scene = defineScene({
  name: 'mug',
  up: 'z',
  engine: 'ipc',
  duration: 0.6,
  frameRateHz: 50,
  options: { timeStep: 0.001 },
  bodies: [
    floor({ size: [2, 2], material: 'stone', friction: 0.3, restitution: 0 }),
    { ...shape, name: 'upright', position: [0, -apart, gap] },
    { ...shape, name: 'upside-down', position: [0, 0, high + gap], rotation: turn('x', degrees(180)) },
    { ...shape, name: 'lying', position: [0, apart, flat + gap], rotation: turn('x', degrees(90)) },
    ball('upright', -apart, tapped + gap),
    ball('upside-down', 0, high - tapped + gap),
    ball('lying', apart - tapped, flat + gap),
  ],
});

const mugs = ['upright', 'upside-down', 'lying'];

export const expectations: Expectation[] = [
  { says: 'no mug falls over', holds: (r) => mugs.every((name) => bodyTilt(r, name, 'last') < 0.05) },
  { says: 'they rest', holds: (r) => mugs.every((name) => bodySpeed(r, name, 'last') < 0.01) },
];

export const hearing: Hearing = { listener: [1, 0, 0.4], modes: 8, upToHz: 15000, tail: 0 };

const longs = (heard: Heard): number[] => mugs.map((name) => ringsFor(heard(), name, 0.1, 0.6));

export const sounds: SoundExpectation[] = [
  {
    says: 'upside down, where its rim is only rubbed, it rings for less than three quarters of the time',
    holds: (heard) => {
      const [upright, upsideDown] = longs(heard);
      return upsideDown < 0.75 * upright;
    },
  },
  {
    says: 'on its side, where the floor pushes against its wall, it is silent first',
    holds: (heard) => {
      const [, upsideDown, lying] = longs(heard);
      return lying < 0.85 * upsideDown;
    },
  },
];

export const budgetSeconds = 15;
