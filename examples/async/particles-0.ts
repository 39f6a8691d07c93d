// Particles, e = 0: 900 balls with random velocities in a box, with restitution 0.
// Whatever meets goes on together; the little that is left apart is the residue of single pushes.
//
//   carom run particles-0

import { boxOfParticles, energyExpectations } from './parts/box-of-particles.ts';

export const scene = boxOfParticles('particles-0', 0, [10, 10, 9], 1);

export const expectations = energyExpectations(0);

export const budgetSeconds = 19;
