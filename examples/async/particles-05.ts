// Particles, e = 0.5: 900 balls with random velocities in a box, with restitution 0.5.
// Energy decays fast at first, then slower as everything slows down.
//
//   carom run particles-05

import { boxOfParticles, energyExpectations } from './parts/box-of-particles.ts';

export const scene = boxOfParticles('particles-05', 0.5, [10, 10, 9], 1);

export const expectations = energyExpectations(0.5);

export const budgetSeconds = 19;
