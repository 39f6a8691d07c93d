// Stage 2 of the marble machine: two chutes in a double helix, a basket on a lever, a ball that it lifts.
//
// The lever lies on a ridge, held by friction, its right end, where the ball is, down. With two marbles in the basket the
// left side is heavier by a fifth. The right end is a wedge that slopes away even when it is up, so that the ball, held
// by the wall of the ledge until then, rolls over it.

import { extrude } from '../../../src/geometry/primitives/index.ts';
import { asin, cos, sin } from '../../../src/num/elementary/index.ts';
import {
  type BodyFile,
  box,
  defineScene,
  mesh,
  type SceneFile,
  sphere,
  turn,
} from '../../../src/scene/index.ts';
import { ball, type Handed, holes, marble, type Triple } from './machine.ts';
import { basket, chute, type ChuteSize, under } from './solids.ts';

const wall = { wide: 0.034, high: 0.016, thick: 0.004 };
const lower = 0.34; // where the chutes end, one beside the other, along +y
const chutes: readonly ChuteSize[] = [
  { ...wall, radius: holes[1], from: 0.46, to: lower, begins: -0.25, ends: 4 * Math.PI },
  { ...wall, radius: -holes[0], from: 0.46, to: lower, begins: Math.PI - 0.2, ends: 4 * Math.PI },
];

const ground = 0.2;
const middle: readonly [number, number] = [(holes[1] - holes[0]) / 2, 0.27]; // of the lever
const half = 0.25; // of its length
const thick = 0.012;
const wide = 0.16;
const ridge = 0.03; // below the lever
const wedge = { long: 0.05, slope: 0.3 };
const tray = { long: 0.11, wide: 0.13, high: 0.06, thick: 0.003 };
/** How far the right end is down at the start [rad], a hair less than it can be. */
const tilt = asin((0.995 * ridge) / half);
const gap = 5e-6;
const wood = { material: 'wood', friction: 0.45, restitution: 0.1 } as const;

/** From (along y, up, along x) to the world. */
const alongY: [number, number, number, number] = [0.5, 0.5, 0.5, 0.5];

/** A place on the lever, along it from its middle and above its underside, in the world at the start. */
function onLever(along: number, above: number): Triple {
  return [
    middle[0],
    middle[1] + along * cos(tilt) + above * sin(tilt),
    ground + ridge + gap - along * sin(tilt) + above * cos(tilt),
  ];
}

export function marbleRun(
  name: string,
  duration: number,
  marbles: readonly Handed[],
  options: SceneFile['options'] = {},
): SceneFile {
  const trayAt = -half + 0.01 + tray.wide / 2;
  const ledge = middle[1] + half + 0.01;
  const ballAt = half + 0.002 - ball.radius;
  const onWedge = thick + wedge.slope * (half - ballAt);
  const [s, c] = [sin(-tilt / 2), cos(tilt / 2)];
  // biome-ignore format: corners go around
  const outline = [
    -half, 0, half, 0, half, thick,
    half - wedge.long, thick + wedge.slope * wedge.long, half - wedge.long, thick, -half, thick,
  ];
  return defineScene({
    name,
    up: 'z',
    engine: 'modal',
    duration,
    frameRateHz: 100,
    options: { flexible: 'held', ...options },
    bodies: [
      {
        ...box({ name: 'ground', size: [0.4, 1, 0.04], ...wood }),
        motion: 'static',
        position: [middle[0], 0.3, ground - 0.02],
      },
      ...chutes.map(
        (size, i): BodyFile => ({
          ...mesh(chute(size, Math.round(8 * (size.ends - size.begins))), {
            name: `chute-${i + 1}`,
            material: 'polystyrene',
            friction: 0.3,
            restitution: 0.2,
          }),
          motion: 'static',
          // by a post that every turn passes
          clamp: `x>=${size.radius + 0.006}`,
        }),
      ),
      {
        ...mesh(under([-0.02, 0, 0, ridge, 0.02, 0], -0.01, wide), {
          name: 'ridge',
          material: 'steel',
        }),
        motion: 'static',
        rotation: alongY,
        position: [middle[0], middle[1], ground],
      },
      {
        ...mesh(extrude([outline], -wide / 2, wide / 2), { name: 'lever', ...wood }),
        // alongY, then tilted about x
        rotation: [0.5 * (c + s), 0.5 * (c - s), 0.5 * (c + s), 0.5 * (c - s)],
        position: onLever(0, 0),
      },
      {
        ...mesh(basket(tray.long, tray.wide, tray.high, tray.thick), {
          name: 'basket',
          ...wood,
        }),
        rotation: turn('x', -tilt),
        position: onLever(trayAt, thick + gap),
      },
      sphere({ ...ball, name: 'ball', position: onLever(ballAt, onWedge + 1.035 * ball.radius) }),
      {
        ...mesh(under([0, 0.07, 0.1, 0.045], 0, 0.2), { name: 'ledge', ...wood }),
        motion: 'static',
        rotation: alongY,
        position: [middle[0], ledge, ground],
      },
      ...marbles.map((given, i) => sphere({ ...marble, name: `marble-${i + 1}`, ...given })),
    ],
    pairs: [
      // two marbles weigh little: nothing may hold the ball, and the basket may not slide
      { a: 'ball', b: 'ledge', friction: 0.02 },
      { a: 'ball', b: 'lever', friction: 0.1 },
      { a: 'basket', b: 'lever', friction: 1 },
      { a: 'lever', b: 'ridge', friction: 1 },
    ],
  });
}
