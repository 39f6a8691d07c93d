// Gears: a driven gear of 20 teeth turns one of 30, which sits loosely on a pin.
// Involute teeth roll on each other with a little backlash; nothing but their contact passes the motion on, and nothing
// but the pin keeps the wheel in place.
//
//   carom run gears

import { defineScene, primitive, turn } from '../../src/scene/index.ts';
import { bodyAngle, bodyTilt, bodyTravel, type Expectation, smallestGap } from '../../src/sim/index.ts';

const [driverTeeth, wheelTeeth] = [20, 30];
const module = 0.005; // pitch diameter over teeth [m]
const thickness = 0.01; // [m]
const backlash = 0.0006; // taken off each tooth [m]
const [bore, pinRadius] = [0.01, 0.0096]; // [m]
const distance = (module * (driverTeeth + wheelTeeth)) / 2;
const speed = 3; // of the driver [rad/s]
const duration = 2; // [s]

const steel = { material: 'steel', friction: 0.1 } as const;
const toothing = { module, thickness, backlash, bore, flankPoints: 4, ...steel };

export const scene = defineScene({
  name: 'gears',
  engine: 'ipc',
  up: 'z',
  duration,
  frameRateHz: 50,
  bodies: [
    {
      ...primitive('gear', { teeth: driverTeeth, ...toothing, color: '#c8553d' }),
      name: 'driver',
      motion: 'kinematic',
      angularVelocity: [0, 0, speed],
    },
    {
      ...primitive('gear', { teeth: wheelTeeth, ...toothing, color: '#588b8b' }),
      name: 'wheel',
      position: [distance, 0, 0],
      // A gap, half a tooth beside a tooth, faces the driver.
      rotation: turn('z', Math.PI - Math.PI / wheelTeeth),
      angularVelocity: [0, 0, (-speed * driverTeeth) / wheelTeeth],
    },
    {
      ...primitive('pin', { radius: pinRadius, length: 0.02, headRadius: 0.02, headHeight: 0.005, ...steel }),
      name: 'pin',
      motion: 'static',
      position: [distance, 0, -thickness / 2 - 0.0001],
    },
  ],
});

// Both flanks gave up the backlash: the wheel may run ahead or behind by that much, and the pin's play.
const play = (2 * backlash + 2 * (bore - pinRadius)) / ((module * wheelTeeth) / 2); // [rad]

export const expectations: Expectation[] = [
  { says: 'the teeth never touch', holds: (r) => smallestGap(r) > 0 },
  {
    says: 'the wheel turns two thirds as far as the driver, the other way, within the play',
    holds: (r) =>
      [0.5, 1, 1.5, 2].every((t) => {
        const driven = (bodyAngle(r, 'driver', [0, 0, 1], t) * driverTeeth) / wheelTeeth;
        return Math.abs(bodyAngle(r, 'wheel', [0, 0, 1], t) + driven) < play;
      }),
  },
  {
    says: 'it stays on its pin, flat',
    holds: (r) => bodyTravel(r, 'wheel', 'first', 'last') < 0.001 && bodyTilt(r, 'wheel', 'last') < 0.02,
  },
];

export const budgetSeconds = 15;
