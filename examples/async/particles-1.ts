// Particles, e = 1: 900 balls with random velocities in a box, with restitution 1.
// Nothing is lost: the energy stays as it was for as long as one likes.
//
//   carom run particles-1

import { boxOfParticles, energyExpectations } from './parts/box-of-particles.ts';

export const scene = boxOfParticles('particles-1', 1, [10, 10, 9], 1);

export const expectations = energyExpectations(1);

export const budgetSeconds = 19;
