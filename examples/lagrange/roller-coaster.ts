// Roller coaster: three cars on wheels that do not slip, linked to each other, on a track with hills and valleys.
// Drive the first with the arrow keys, or from the command line: --control UpDown=1.
//
//   carom run roller-coaster

import type { Expectation } from '../../src/sim/index.ts';
import { rollOnTheirWheels, stayApart, stayOnTheTrack } from './parts/coaster.ts';
import { keepsConstraints, losesEnergy, specified } from './parts/scene.ts';

const CARS = [1, 2, 3];

export const scene = specified('roller-coaster', 20);

export const expectations: Expectation[] = [
  losesEnergy,
  keepsConstraints,
  stayOnTheTrack(CARS),
  stayApart(CARS),
  rollOnTheirWheels(CARS),
];

export const budgetSeconds = 10;
