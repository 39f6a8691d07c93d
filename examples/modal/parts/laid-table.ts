// A table laid with plates, bowls and cups, and a heavy weight that falls beside them.
//
// The table stands with its feet held and bends by fractions of a millimetre; the dishes are rigid. What throws them up
// is the table alone: with a rigid one they stay where they are.

import { lathe } from '../../../src/geometry/primitives/index.ts';
import { type BodyFile, defineScene, degrees, mesh, type SceneFile, turn } from '../../../src/scene/index.ts';
import { bowl, cup, dish, type DishSize, plate } from './dishes.ts';
import { table, type TableSize } from './table.ts';

const size: TableSize = { long: 1, wide: 0.7, high: 0.45, thick: 0.03, leg: 0.06 };
/** Between what stands on each other at the start: below the slop, so that they touch at once [m]. */
const gap = 8e-6;
const upright = turn('x', degrees(-90)); // z of solids of revolution is up
const ceramic = { material: 'ceramic', restitution: 0.1 } as const;

export interface Laid {
  readonly duration: number;
  readonly plates: number;
  readonly bowls: number;
  readonly cups: number;
  /** Flats around each dish. */
  readonly segments: number;
  /** How far the weight falls [m]. */
  readonly fall: number;
}

export const laid: Laid = { duration: 2.2, plates: 4, bowls: 3, cups: 2, segments: 16, fall: 0.1 };

export function laidTable(
  name: string,
  { duration, plates, bowls, cups, segments, fall }: Laid,
  options: SceneFile['options'] = {},
): SceneFile {
  const stack = (kind: string, shape: DishSize, count: number, x: number, z: number): BodyFile[] => {
    const body = mesh(dish(shape, segments), { ...ceramic, rotation: upright });
    return Array.from({ length: count }, (_, i) => ({
      ...body,
      name: `${kind}-${i + 1}`,
      position: [x, size.high + gap + i * (shape.bottom + gap), z],
    }));
  };
  const mug = mesh(cup(0.04, 0.09, 0.005, segments), { ...ceramic, rotation: upright });
  // a flat, broad weight: a high one rocks for seconds, and one with a round foot never rests
  const profile = [0, 0, 0.045, 0, 0.06, 0.012, 0.06, 0.035, 0.03, 0.045, 0, 0.045];
  return defineScene({
    name,
    engine: 'modal',
    duration,
    frameRateHz: 200,
    // the foot of a plate is no smooth part of its wall
    options: { flexible: 'held', mostModes: 72, creaseAngle: 0.1, ...options },
    bodies: [
      {
        ...mesh(table(size), { name: 'table', material: 'mdf', restitution: 0.1 }),
        motion: 'static',
        clamp: 'y<=5mm',
      },
      ...stack('plate', plate, plates, 0.22, 0.1),
      ...stack('bowl', bowl, bowls, 0.05, -0.2),
      ...Array.from({ length: cups }, (_, i) => ({
        ...mug,
        name: `cup-${i + 1}`,
        position: [0.32, size.high + gap, -0.12 - 0.12 * i] as [number, number, number],
      })),
      {
        ...mesh(lathe(profile, segments), { name: 'weight', material: 'cast-iron', restitution: 0.1 }),
        rotation: upright,
        position: [-0.2, size.high + fall, 0],
      },
    ],
  });
}

export const dishNames = /^(plate|bowl|cup)-/;
