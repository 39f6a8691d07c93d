// Sliding coaster: five cars without wheels, each at a fixed distance from the next.
// Drive the first with the arrow keys.
//
//   carom run sliding-coaster

import type { Expectation } from '../../src/sim/index.ts';
import { stayApart, stayOnTheTrack } from './parts/coaster.ts';
import { keepsConstraints, losesEnergy, specified } from './parts/scene.ts';

const CARS = [1, 2, 3, 4, 5];

export const scene = specified('sliding-coaster', 20);

export const expectations: Expectation[] = [
  losesEnergy,
  keepsConstraints,
  stayOnTheTrack(CARS),
  stayApart(CARS),
];

export const budgetSeconds = 10;
