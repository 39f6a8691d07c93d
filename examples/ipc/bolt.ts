// Bolt: without friction a bolt of 10 mm sinks into its nut under its own weight, turning as its thread demands.
// Hundreds of contacts along a helix, closer than a tenth of a millimetre: bolt and nut are modelled as they are,
// no joint tells the bolt how to move.
//
//   carom run bolt

import { defineScene, primitive, turn } from '../../src/scene/index.ts';
import {
  bodyAngle,
  bodyHeight,
  bodyTilt,
  type Expectation,
  type Outcome,
  smallestGap,
} from '../../src/sim/index.ts';

const pitch = 0.0025; // coarse, so that the flats of the thread do not hold it [m]
const clearance = 0.00005; // between the flanks [m]
const turns = 6;
const segments = 32; // flats a turn

export const scene = defineScene({
  name: 'bolt',
  engine: 'ipc',
  up: 'z',
  duration: 0.6,
  frameRateHz: 100,
  bodies: [
    {
      ...primitive('nut', {
        pitch,
        segments,
        clearance,
        turns: 1,
        material: 'steel',
        friction: 0,
        color: '#b08d57',
      }),
      name: 'nut',
      motion: 'static',
      rotation: turn('x', Math.PI),
    },
    {
      // Turned over, head up; a whole number of turns above the nut their threads fit.
      ...primitive('bolt', { pitch, segments, turns, material: 'steel', friction: 0, color: '#8d99ae' }),
      name: 'bolt',
      position: [0, 0, 5 * pitch],
      rotation: turn('x', Math.PI),
    },
  ],
});

const sunk = (r: Outcome) => bodyHeight(r, 'bolt', 'first') - bodyHeight(r, 'bolt', 'last');

// A right-handed thread that sinks turns clockwise seen from above.
const turned = (r: Outcome) => -bodyAngle(r, 'bolt', [0, 0, 1], 'last');

export const expectations: Expectation[] = [
  { says: 'bolt and nut never touch', holds: (r) => smallestGap(r) > 0 },
  { says: 'the bolt sinks by more than two turns of its thread', holds: (r) => sunk(r) > 2 * pitch },
  {
    says: 'travel and turns agree with the pitch, within the play of the thread',
    holds: (r) => Math.abs(sunk(r) - (turned(r) * pitch) / (2 * Math.PI)) < 6 * clearance,
  },
  { says: 'it stays upright', holds: (r) => bodyTilt(r, 'bolt', 'last') < 0.03 },
];

export const budgetSeconds = 40;
