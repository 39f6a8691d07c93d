// A steel ruler held by one end on a table, its other end over the edge: lifted by a finger, let go, and drawn in as it
// rings.
//
// The hand presses the ruler against the edge, so that mostly the part beyond the edge swings, and the faster the
// shorter it is: f = 0.16 √(E/ρ) h / l². Where it swings far it leaves the edge and strikes it again: that rattles.

import { cos, sin } from '../../../src/num/elementary/index.ts';
import { box, defineScene, type SceneFile, sphere, turn } from '../../../src/scene/index.ts';

const long = 0.2; // [m]
const wide = 0.025;
const thick = 0.001;
const held = 0.02; // in the hand
const above = 0.0001; // the hand above the table
const press = 0.012; // how far the hand turns the ruler down onto the edge [rad]
const pressed = 0.03; // until then [s]
const lip = 0.01;
const radius = 0.006;

export interface Pull {
  /** The ruler's end over the edge at first and at last [m]. */
  readonly overhang: readonly [number, number];
  /** When the pulling begins and ends [s]. */
  readonly from: number;
  readonly until: number;
}

/** When the finger lets go [s]. */
export const letGo = 0.1;

export function rulerOverEdge(
  name: string,
  duration: number,
  { overhang, from, until }: Pull,
  options: SceneFile['options'] = {},
): SceneFile {
  const edge = long / 2 - overhang[0];
  const hand = long / 2 - held;
  const down = turn('z', -press);
  // turned about the end of the hand
  const turned = (pulled: number): [number, number, number] => [
    hand * (cos(press) - 1) - pulled,
    -hand * sin(press),
    0,
  ];
  const tip = long / 2 - 0.004;
  const under = above - radius - (hand + tip) * press; // what does not touch the ruler however it is pressed
  return defineScene({
    name,
    engine: 'modal',
    duration,
    frameRateHz: 100,
    // frozen at the usual δ_d, 1e−7 J, high modes would still be heard as they were then, and no contact would brake them
    options: { flexible: 'held', timeStep: 1e-4, lower: 1e-10, ...options },
    bodies: [
      {
        // no more of the table than its lip: the rest would only deaden what slaps on it
        ...box({ name: 'table', size: [lip, 0.05, 0.2], material: 'mdf' }),
        motion: 'static',
        position: [edge - lip / 2, -0.025, 0],
      },
      {
        ...box({
          name: 'ruler',
          size: [long, thick, wide],
          material: { like: 'steel', dampingAlpha: 1 },
          friction: 0.05,
        }),
        clamp: `x<=${held - long / 2}`,
        position: [0, above + thick / 2, 0],
        path: {
          relative: true,
          keys: [
            { time: 0, position: [0, 0, 0] },
            { time: pressed, position: turned(0), rotation: down },
            { time: from, position: turned(0), rotation: down },
            { time: until, position: turned(overhang[0] - overhang[1]), rotation: down },
          ],
        },
      },
      // lifts the tip by a centimetre, then is gone
      {
        ...sphere({ name: 'finger', radius, material: 'hard-rubber', friction: 0.1 }),
        path: {
          keys: [
            { time: pressed, position: [tip, under, 0] },
            { time: letGo - 0.01, position: [tip, under + 0.012, 0] },
            { time: letGo, position: [tip + 0.02, under + 0.012, 0] },
            { time: letGo + 0.02, position: [tip + 0.02, under - 0.05, 0] },
          ],
        },
        position: [tip, under, 0],
      },
    ],
  });
}
