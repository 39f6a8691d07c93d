// Roller coaster, one car: a car on wheels that do not slip, on a track with hills and valleys.
// How its wheels turn follows from how it rolls: the compiler finds out and integrates them apart.
//
//   carom run roller-coaster-one

import type { Expectation } from '../../src/sim/index.ts';
import { rollOnTheirWheels, stayOnTheTrack } from './parts/coaster.ts';
import { keepsConstraints, losesEnergy, specified } from './parts/scene.ts';

const CARS = [1];

export const scene = specified('roller-coaster-one', 20);

export const expectations: Expectation[] = [
  losesEnergy,
  keepsConstraints,
  stayOnTheTrack(CARS),
  rollOnTheirWheels(CARS),
];

export const budgetSeconds = 10;
