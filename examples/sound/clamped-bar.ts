// Clamped bar: a bar of aluminium is held in a vice at one end, and a small ball is shot against the other. What is held
// vibrates too, but not as a free bar would: its deepest tone is that of a cantilever, 370 Hz, and not 2.3 kHz.
//
//   carom run clamped-bar
//   carom sound out/clamped-bar.carom
//   carom modes clamped-bar --body bar

import { box, defineScene, sphere } from '../../src/scene/index.ts';
import { bodySpeed, type Expectation, smallestGap } from '../../src/sim/index.ts';
import { type Hearing, pitch, ringsFor, type SoundExpectation } from './parts/heard.ts';

const size = [0.15, 0.01, 0.03] as const; // [m]
const high = 0.2;
const radius = 0.006;

export const scene = defineScene({
  name: 'clamped-bar',
  engine: 'ipc',
  duration: 1,
  frameRateHz: 50,
  options: { timeStep: 0.001 },
  bodies: [
    {
      ...box({ name: 'bar', size: [...size], material: 'aluminium', restitution: 0.5 }),
      motion: 'static',
      position: [0, high, 0],
      // its left end is held; the rest is free to vibrate
      clamp: `x<=${-size[0] / 2}`,
    },
    sphere({
      name: 'ball',
      radius,
      material: 'hard-rubber',
      restitution: 0.5,
      position: [0.07, high - size[1] / 2 - radius - 0.005, 0],
      velocity: [0, 1.5, 0],
    }),
  ],
});

export const expectations: Expectation[] = [
  { says: 'the ball never touches', holds: (r) => smallestGap(r) > 0 },
  { says: 'it is gone in the end', holds: (r) => bodySpeed(r, 'ball', 'last') > 5 },
];

export const hearing: Hearing = { listener: [0, 0.4, 1], modes: 8, upToHz: 15000, tail: 0 };

export const sounds: SoundExpectation[] = [
  {
    says: 'its deepest tone is that of a cantilever, 369.7 Hz',
    holds: (heard) => Math.abs(pitch(heard(), 'bar', 0.1, 32768, 100, 1000) / 369.7 - 1) < 0.005,
  },
  {
    says: 'the next one across is where thick cantilevers have it, 2268 Hz',
    holds: (heard) => Math.abs(pitch(heard(), 'bar', 0.05, 32768, 1500, 2800) / 2268.1 - 1) < 0.005,
  },
  { says: 'it rings on', holds: (heard) => ringsFor(heard(), 'bar', 0.2, 1) > 0.5 },
];

export const budgetSeconds = 5;
