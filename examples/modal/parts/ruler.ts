// A steel ruler held at one end over the edge of a table, struck from below near the other, and pulled in as it rings.
//
// Upward it swings as long as it is; downward only what hangs over the edge does. So the period is half of the one and
// half of the other, and becomes shorter as the ruler is pulled in.

import { box, defineScene, type SceneFile, sphere } from '../../../src/scene/builder.ts';

const long = 0.3; // [m]
const wide = 0.025;
const thick = 0.001;
const held = 0.02; // in the hand
/** The hand is this far above the table: a little more than the ruler sags between hand and edge. */
const above = 0.0001;
const radius = 0.008;

export interface Pull {
  /** The ruler's end over the edge at first and at last [m]. */
  readonly overhang: readonly [number, number];
  /** When the pulling begins and ends [s]. */
  readonly from: number;
  readonly until: number;
}

export function rulerOverEdge(
  name: string,
  duration: number,
  { overhang, from, until }: Pull,
  options: SceneFile['options'] = {},
): SceneFile {
  const edge = long / 2 - overhang[0];
  const bottom = above + thick / 2;
  return defineScene({
    name,
    engine: 'modal',
    duration,
    frameRateHz: 100,
    options: { flexible: 'held', timeStep: 1e-4, ...options },
    bodies: [
      {
        ...box({ name: 'table', size: [0.4, 0.05, 0.2], material: 'mdf' }),
        motion: 'static',
        position: [edge - 0.2, -0.025, 0],
      },
      {
        ...box({ name: 'ruler', size: [long, thick, wide], material: 'steel', friction: 0.2 }),
        clamp: `x<=${held - long / 2}`,
        position: [0, bottom, 0],
        path: {
          relative: true,
          keys: [
            { time: from, position: [0, 0, 0] },
            { time: until, position: [overhang[1] - overhang[0], 0, 0] },
          ],
        },
      },
      // flicks the end, and is pulled away before the ruler comes back
      sphere({
        name: 'finger',
        radius,
        mass: 0.01,
        material: 'hard-rubber',
        position: [long / 2 - 0.01, above - sagAtEnd - radius - 0.0002, 0],
        velocity: [0, 2.5, 0],
        force: [0, -1, 0],
      }),
    ],
  });
}

/** Of a beam under its own weight, ρ g A L⁴ / 8 E I [m], a centimetre before its end. */
const free = long - held;
const sagAtEnd = (0.953 * 12 * 7850 * 9.81 * free * free * free * free) / (8 * 2e11 * thick * thick);
