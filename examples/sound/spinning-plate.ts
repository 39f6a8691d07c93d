// Spinning plate: a plate of steel with 64 corners slides, spins and stops. Any three corners could carry it, and once it
// sticks nothing says which of them hold it back: where it stops the engine deals out the loads anew from one step to the
// next. Heard, that is noise between the tones of the plate (Figures 10 and 11 of Zheng, James 2011); spread steadily over all
// corners it is gone. That the plate scrapes is left out, which is heard above both, and what the floor throws back, which fills the gaps.
//
//   carom run spinning-plate
//   carom sound out/spinning-plate.carom --scraping off --reflections off --redistribute off --picture plate.png

import { extrude } from '../../src/geometry/primitives/index.ts';
import { cos, sin } from '../../src/num/elementary/index.ts';
import { defineScene, degrees, floor, mesh, turn } from '../../src/scene/index.ts';
import { bodyHeight, bodySpeed, type Expectation } from '../../src/sim/index.ts';
import { type Heard, type Hearing, level, noiseFloor, type SoundExpectation } from './parts/heard.ts';

const corners = 64;
const radius = 0.12; // [m]
const thick = 0.006;
const outline = Array.from({ length: corners }, (_, i) => {
  const angle = (2 * Math.PI * i) / corners;
  return [radius * cos(angle), radius * sin(angle)];
}).flat();
/** Between it and the floor at the start [m]. */
const gap = 0.0001;
const surface = { friction: 0.3, restitution: 0 };

export const scene = defineScene({
  name: 'spinning-plate',
  engine: 'lcp',
  duration: 0.65,
  frameRateHz: 50,
  // looking ahead, it lands in two steps, which would be heard beside what this is about
  options: { timeStep: 0.001, lookAhead: false },
  bodies: [
    floor({ size: [2, 2], material: 'stone', ...surface }),
    {
      ...mesh(extrude([outline], -thick / 2, thick / 2), { material: 'steel', ...surface }),
      name: 'plate',
      position: [0, thick / 2 + gap, 0],
      rotation: turn('x', degrees(-90)),
      angularVelocity: [0, 20, 0],
      velocity: [0.5, 0, 0],
    },
  ],
});

export const expectations: Expectation[] = [
  { says: 'it stays on the floor', holds: (r) => bodyHeight(r, 'plate', 'last') < thick / 2 + 1.5 * gap },
  { says: 'it stops', holds: (r) => bodySpeed(r, 'plate', 'last') < 1e-3 },
];

export const hearing: Hearing = { listener: [0, 0.6, 1], modes: 12, upToHz: 15000, tail: 0 };

/** By how much spreading lowers the quiet part of the spectrum [dB] where it stops. */
const lowered = (heard: Heard, low: number, high: number): number => {
  const [spread, left] = [true, false].map((redistribute) =>
    noiseFloor(heard({ redistribute, scraping: false, reflections: false }), 'plate', 0.25, 16384, low, high),
  );
  return left - spread;
};

export const sounds: SoundExpectation[] = [
  {
    says: 'spread impulses leave 10 dB less noise between its tones',
    holds: (heard) => lowered(heard, 200, 14000) > 10,
  },
  { says: 'also between the deepest ones', holds: (heard) => lowered(heard, 200, 1000) > 10 },
  {
    says: 'all of it is softer so',
    holds: (heard) =>
      level(heard({ redistribute: true, scraping: false }), 'plate', 0.2, 0.6) <
      level(heard({ redistribute: false, scraping: false }), 'plate', 0.2, 0.6) - 6,
  },
];

export const budgetSeconds = 10;
