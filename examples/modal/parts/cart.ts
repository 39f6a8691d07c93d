// Stage 3 of the marble machine: a cart of sheet steel on runners, a bumpy ramp, a curb, and the ball inside.

import { cos, tan } from '../../../src/num/elementary/index.ts';
import { box, defineScene, degrees, mesh, type SceneFile, sphere, turn } from '../../../src/scene/index.ts';
import {
  bodyPosition,
  bodyTravel,
  column,
  distanceBetween,
  type Expectation,
} from '../../../src/sim/index.ts';
import { ball, type Handed, type Triple } from './machine.ts';
import { allSolved } from './measure.ts';
import { basket, under } from './solids.ts';

const slope = degrees(12);
const ramp = 1.2; // along y, from where it is level
const bend = 0.2; // the end of it, over which it becomes level
const start = 0.25; // of the cart's middle along the ramp
const below = 0.2; // the ramp under the ball at the start
const ahead = 0.08; // the cart before the ball: it falls forward
const bumps = { from: 0.45, to: 0.95, every: 0.1, high: 0.003 };
const cart = { long: 0.26, wide: 0.18, high: 0.12, thick: 0.003 };
const dull = { friction: 0.05, restitution: 0.05 };

/** From (along y, up, along x) to the world. */
const alongY: [number, number, number, number] = [0.5, 0.5, 0.5, 0.5];

/** Height of the ramp under its upper end, without bumps. It ends in a bend: at a kink smooth normals would be wrong far around. */
function height(along: number): number {
  const bent = Math.max(0, Math.min(bend, along - ramp + bend));
  return ((bent * bent) / (2 * bend) - Math.min(along, ramp)) * tan(slope);
}

export function bumpyCart(
  name: string,
  duration: number,
  falling: Handed,
  options: SceneFile['options'] = {},
): SceneFile {
  const [x, y, z] = falling.position;
  const placed = (along: number, up: number): Triple => [
    x,
    y + ahead - start + along,
    z - below - height(start) + up,
  ];
  return defineScene({
    name,
    up: 'z',
    engine: 'modal',
    duration,
    frameRateHz: 100,
    options: { flexible: 'all', mostModes: 60, ...options },
    bodies: [
      {
        ...mesh(under(bumpyLine(60), -0.6, 0.4), { name: 'ramp', material: 'concrete', ...dull }),
        motion: 'static',
        rotation: alongY,
        position: placed(0, 0),
      },
      {
        ...box({ name: 'curb', size: [0.4, 0.08, 0.08], material: 'concrete', ...dull }),
        motion: 'static',
        position: placed(ramp + 0.3, height(ramp) + 0.01),
      },
      {
        ...mesh(basket(cart.wide, cart.long, cart.high, cart.thick), {
          name: 'cart',
          material: 'steel',
          ...dull,
        }),
        rotation: turn('x', -slope),
        position: placed(start, height(start) + 1e-4),
      },
      sphere({ ...ball, name: 'ball', ...falling }),
    ],
    pairs: [{ a: 'ball', b: 'cart', friction: 0.4, restitution: 0.1 }],
  });
}

/** Way and height by turns; beyond the ramp it is level. */
function bumpyLine(pieces: number): number[] {
  const line: number[] = [];
  for (let i = 0; i <= pieces; i++) {
    const along = (ramp * i) / pieces;
    const bumpy = along > bumps.from && along < bumps.to;
    const wave = (2 * Math.PI * (along - bumps.from)) / bumps.every;
    line.push(along, height(along) + (bumpy ? (bumps.high / 2) * (1 - cos(wave)) : 0));
  }
  line.push(ramp + 0.5, height(ramp));
  return line;
}

/** What bodies that bend and bodies that do not have in common. @param deep  the deepest overlap [m] */
export function cartExpectations(deep: number): Expectation[] {
  return [
    allSolved,
    { says: 'the cart has gone down the ramp', holds: (r) => bodyTravel(r, 'cart', 'first', 'last') > 0.9 },
    {
      says: 'it did not pass the curb',
      holds: (r) => bodyPosition(r, 'cart', 'last')[1] < bodyPosition(r, 'curb', 'last')[1],
    },
    { says: 'the ball is still inside', holds: (r) => distanceBetween(r, 'ball', 'cart', 'last') < 0.14 },
    {
      says: `nothing overlaps by more than ${deep * 1000} mm`,
      holds: (r) => column(r, 'depth').every((depth) => depth <= deep),
    },
  ];
}
