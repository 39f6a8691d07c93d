// Pendulum: the smallest specification, one frame that turns and a mass that hangs from it.
// Let go at 60° it swings with the period of the textbook, which is longer than that of small swings.
//
//   carom run pendulum

import { cos } from '../../src/num/elementary/index.ts';
import { column, type Expectation } from '../../src/sim/index.ts';
import { keepsConstraints, keepsEnergy, specified } from './parts/scene.ts';

/** Gauss: the period is 2π √(L/g) over the arithmetic-geometric mean of 1 and cos(θ/2). */
const PERIOD = (2 * Math.PI * Math.sqrt(1 / 9.81)) / mean(1, cos(Math.PI / 6));

function mean(a: number, b: number): number {
  for (let i = 0; i < 6; i++) [a, b] = [(a + b) / 2, Math.sqrt(a * b)];
  return a;
}

export const scene = specified('pendulum', 10);

export const expectations: Expectation[] = [
  keepsEnergy,
  keepsConstraints,
  {
    says: 'it takes 2π √(L/g) / agm(1, cos 30°) from swing to swing',
    holds: (r) => {
      const y = column(r, 'Angle');
      const crossings: number[] = [];
      for (let i = 1; i < y.length; i++)
        if (y[i - 1] < 0 && y[i] >= 0)
          crossings.push(r.times[i - 1] + ((r.times[i] - r.times[i - 1]) * y[i - 1]) / (y[i - 1] - y[i]));
      const swings = crossings.length - 1;
      return Math.abs((crossings[swings] - crossings[0]) / swings - PERIOD) < 1e-4;
    },
  },
];

export const budgetSeconds = 10;
