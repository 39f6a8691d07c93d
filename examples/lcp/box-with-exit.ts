// Box with one exit: a small block falls through the one hole of a large box and comes to rest inside.
// Figure 5 of Twigg, James 2008: of all the places where it might lie, a drop reaches few, so that a past that leads out
// through the hole is next to impossible to find from a place chosen at random. Forward it is easy.
//
//   carom run box-with-exit
//   carom spread box-with-exit --picture fig5.png      ten thousand drops, and pasts of ends chosen by chance

import { type BodyFile, box, defineScene, degrees, turn } from '../../src/scene/index.ts';
import { bodyHeight, bodyPosition, bodySpeed, type Expectation } from '../../src/sim/index.ts';

const material = { friction: 0.4, restitution: 0.5 };
const inside = 0.6; // width and height of the room [m]
const wall = 0.04;
const hole = 0.16;
const depth = 0.3;

const part = (name: string, size: [number, number, number], position: [number, number, number]): BodyFile =>
  box({ name, size, position, motion: 'static', ...material, color: '#9a9486' });

const half = inside / 2 + wall / 2;
const roof = (inside + 2 * wall - hole) / 2;

export const scene = defineScene({
  name: 'box-with-exit',
  up: 'z',
  engine: 'lcp',
  duration: 2,
  frameRateHz: 60,
  bodies: [
    part('bottom', [inside + 2 * wall, depth, wall], [0, 0, -wall / 2]),
    part('left', [wall, depth, inside], [-half, 0, inside / 2]),
    part('right', [wall, depth, inside], [half, 0, inside / 2]),
    part('front', [inside + 2 * wall, wall, inside + wall], [0, -(depth + wall) / 2, inside / 2]),
    part('back', [inside + 2 * wall, wall, inside + wall], [0, (depth + wall) / 2, inside / 2]),
    part('roof-left', [roof, depth, wall], [-(hole + roof) / 2, 0, inside + wall / 2]),
    part('roof-right', [roof, depth, wall], [(hole + roof) / 2, 0, inside + wall / 2]),
    box({
      name: 'block',
      size: [0.12, 0.1, 0.06],
      density: 600,
      ...material,
      position: [0.01, 0, 0.95],
      rotation: turn('y', degrees(20)),
      angularVelocity: [0, 3, 0],
      color: '#c8553d',
    }),
  ],
});

export const expectations: Expectation[] = [
  { says: 'the block starts outside', holds: (r) => bodyHeight(r, 'block', 'first') > inside + wall },
  {
    says: 'and comes to rest inside',
    holds: (r) => {
      const [x, , z] = bodyPosition(r, 'block', 'last');
      return Math.abs(x) < inside / 2 && z < 0.1 && bodySpeed(r, 'block', 'last') < 1e-6;
    },
  },
];

export const budgetSeconds = 5;
