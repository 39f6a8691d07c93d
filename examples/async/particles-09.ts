// Particles, e = 0.9: 900 balls with random velocities in a box, with restitution 0.9.
// Energy decays smoothly, collision by collision.
//
//   carom run particles-09

import { boxOfParticles, energyExpectations } from './parts/box-of-particles.ts';

export const scene = boxOfParticles('particles-09', 0.9, [10, 10, 9], 1);

export const expectations = energyExpectations(0.9);

export const budgetSeconds = 19;
