// Tuning fork: three forks are tapped at a tine by a small ball. One floats and rings for seconds; one stands on its
// stem, nearly a node, and rings almost as long; one stands on its tines and dies quickly.
// Figure 13 of Zheng, James 2011: contact damps what moves where it touches.
//
//   carom run tuning-fork
//   carom sound out/tuning-fork.carom --stems

import { extrude } from '../../src/geometry/primitives/index.ts';
import { type BodyFile, defineScene, degrees, floor, mesh, sphere, turn } from '../../src/scene/index.ts';
import { bodyHeight, bodyTilt, type Expectation } from '../../src/sim/index.ts';
import { type Hearing, ringsFor, type SoundExpectation } from './parts/heard.ts';

// Tines up to y = 0.1, stem down to −0.05 with a foot so that it stands; counter-clockwise [m].
// biome-ignore format: corners go around
const outline = [
  -0.015, -0.05, 0.015, -0.05, 0.015, -0.045, 0.0025, -0.045, 0.0025, -0.01, 0.01, -0.01, 0.01, 0.1,
  0.005, 0.1, 0.005, 0, -0.005, 0, -0.005, 0.1, -0.01, 0.1, -0.01, -0.01, -0.0025, -0.01,
  -0.0025, -0.045, -0.015, -0.045,
];
const thick = 0.008; // [m]
const area = 0.03 * 0.005 + 0.005 * 0.035 + 0.02 * 0.01 + 2 * 0.005 * 0.1; // of the outline [m²]
const weight = 7850 * area * thick * 9.81; // [N]
const steel = { like: 'steel', dampingAlpha: 1 } as const; // a good one: nothing but its shape holds it back
const surface = { material: steel, friction: 0.8, restitution: 0 };
const shape = mesh(extrude([outline], -thick / 2, thick / 2), surface);
const apart = 0.25; // [m]

/** A rubber ball floats against the side of a tine, a centimetre from its end: soft enough to wake the deepest tone most. */
const radius = 0.008; // [m]
const ball = (name: string, y: number, z: number): BodyFile =>
  sphere({
    name: `ball-${name}`,
    radius,
    material: 'rubber',
    mass: 0.002,
    position: [0.0105 + radius, y, z],
    velocity: [-1, 0, 0],
    force: [0, 0.002 * 9.81, 0],
  });

export const scene = defineScene({
  name: 'tuning-fork',
  engine: 'ipc',
  duration: 1,
  frameRateHz: 50,
  options: { timeStep: 0.001 },
  bodies: [
    floor({ size: [2, 2], material: 'stone', friction: 0.8, restitution: 0 }),
    { ...shape, name: 'free', position: [0, 0.15, -apart], force: [0, weight, 0] },
    { ...shape, name: 'on-stem', position: [0, 0.0502, 0] },
    { ...shape, name: 'on-tines', position: [0, 0.1002, apart], rotation: turn('x', degrees(180)) },
    ball('free', 0.24, -apart),
    ball('on-stem', 0.14, 0),
    ball('on-tines', 0.01, apart),
  ],
});

export const expectations: Expectation[] = [
  { says: 'one floats', holds: (r) => bodyHeight(r, 'free', 'last') > 0.1 },
  {
    says: 'the others stand',
    holds: (r) => ['on-stem', 'on-tines'].every((name) => bodyTilt(r, name, 'last') < 0.02),
  },
];

export const hearing: Hearing = { listener: [0, 0.3, 1.2], modes: 8, upToHz: 15000, tail: 0 };

export const sounds: SoundExpectation[] = [
  { says: 'the free fork rings for seconds', holds: (heard) => ringsFor(heard(), 'free', 0.3, 1) > 3 },
  {
    says: 'on its stem it rings almost as long',
    holds: (heard) => ringsFor(heard(), 'on-stem', 0.3, 1) > 0.5 * ringsFor(heard(), 'free', 0.3, 1),
  },
  {
    says: 'on its tines it dies in a quarter of the time',
    holds: (heard) => ringsFor(heard(), 'on-tines', 0.3, 1) < 0.25 * ringsFor(heard(), 'free', 0.3, 1),
  },
];

export const budgetSeconds = 10;
