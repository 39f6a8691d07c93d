// Stage 1 of the marble machine: the feeder.
//
// The tubes hang from above and barely touch the block. Friction bends them with it until it cannot hold them any more,
// and they slip: that is the squeak. A tube that bends digs its front rim in: along L and with the radius R the rim presses with
// about L/(2R (1 + I/AR²)) = 4 times the force that bends it, so with friction above 1/4 a tube would never let go and be bent
// as far as the block goes. The table is rough: its normals are tilted at random.

import { type BodyFile, box, defineScene, mesh, type SceneFile, sphere } from '../../../src/scene/index.ts';
import { pipe } from './dishes.ts';
import { holes, marble, tableTop } from './machine.ts';
import { perforated } from './solids.ts';

const high = 2 * marble.radius + 5e-5; // of the block: one marble fits into a pocket, and the next one hardly dips into it
const pocket = 0.0095;
/** The block is under both tubes all the way. */
const block = { from: -0.28, to: 0.1 };
const way = 0.06; // of the block
const speed = 0.15; // [m/s]
const begins = 0.05; // [s]
const tube = { inner: 0.0092, outer: 0.0112, high: 0.15 };
const gap = 5e-6; // below the slop

export function feeder(
  name: string,
  duration: number,
  perTube: number,
  options: SceneFile['options'] = {},
): SceneFile {
  const rests = tableTop + gap;
  const tubes = holes.map((x) => x - way);
  const middle = (block.from + block.to) / 2;
  const pockets = tubes.map((x) => x - middle);
  return defineScene({
    name,
    up: 'z',
    engine: 'modal',
    duration,
    frameRateHz: 100,
    // a squeak has less energy than the modes that are usually frozen
    options: { flexible: 'held', rough: 'fixed', roughness: 0.02, lower: 1e-9, mostModes: 40, ...options },
    bodies: [
      {
        ...mesh(perforated(0.6, 0.12, -0.02, 0, holes, 0.011, 12), {
          name: 'table',
          material: 'wood',
          friction: 0.3,
        }),
        motion: 'static',
        position: [0, 0, tableTop],
      },
      {
        ...mesh(perforated(block.to - block.from, 0.05, 0, high, pockets, pocket, 12), {
          name: 'feeder',
          material: 'wood',
          friction: 0.4,
          restitution: 0,
        }),
        position: [middle, 0, rests],
      },
      {
        ...box({ name: 'pusher', size: [0.02, 0.05, 0.012], material: 'wood', friction: 0.3 }),
        position: [block.from - 0.01 - 1e-4, 0, tableTop + 0.009],
        path: {
          relative: true,
          keys: [
            { time: begins, position: [0, 0, 0] },
            { time: begins + way / speed, position: [way, 0, 0] },
          ],
        },
      },
      ...tubes.flatMap((x, t): BodyFile[] => [
        {
          ...mesh(pipe(tube.inner, tube.outer, tube.high, 20), {
            name: `tube-${t + 1}`,
            material: 'polystyrene',
            friction: 0.6,
          }),
          motion: 'static',
          clamp: `z>=${tube.high - 0.02}`,
          position: [x, 0, rests + high + gap],
        },
        ...Array.from({ length: perTube }, (_, i) =>
          sphere({
            ...marble,
            name: `marble-${t + 1}-${i + 1}`,
            position: [x, 0, rests + marble.radius + gap + i * (2 * marble.radius + gap)],
          }),
        ),
      ]),
    ],
    pairs: tubes.map((_, t) => ({ a: 'feeder', b: `tube-${t + 1}`, friction: 0.1 })),
  });
}
