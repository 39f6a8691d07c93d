// Slope, sliding: at friction 0.49 the same block slides down a slope of tan θ = 0.5, as ½ g (sin θ − μ cos θ) t² says.
// The difference to the critical friction is 2%, so that any stickiness of the friction model shows.
//
//   carom run slope-slides

import { bodyTilt, bodyTravel, type Expectation, smallestGap } from '../../src/sim/index.ts';
import { slideAcceleration, slope } from './parts/slope.ts';

export const scene = slope('slope-slides', 0.49);

const duration = 5; // [s]
const timeStep = 0.01; // [s]
// Implicit Euler falls ½ a t (t + h): it takes the velocity at the end of each step.
const expected = 0.5 * slideAcceleration(0.49) * duration * (duration + timeStep); // 1.10 m

export const expectations: Expectation[] = [
  { says: 'block and slope never touch', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'it slides as far in 5 s as the school book says, to 2%',
    holds: (r) => Math.abs(bodyTravel(r, 'block', 'first', 'last') / expected - 1) < 0.02,
  },
  { says: 'it does not tip over', holds: (r) => bodyTilt(r, 'block', 'last') < 0.001 },
];

export const budgetSeconds = 10;
