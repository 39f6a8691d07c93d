// Particles with random velocities in a box, for any restitution.

import { Random } from '../../../src/num/index.ts';
import { box, defineScene, type SceneFile } from '../../../src/scene/index.ts';
import { column, type Expectation, smallestGap } from '../../../src/sim/index.ts';

/** Six walls about a cube, none of them touching another. */
function walls(size: number, restitution: number) {
  const thick = 0.1 * size;
  const at = 0.5 * (size + thick);
  return [0, 1, 2].flatMap((axis) =>
    [-1, 1].map((side) => {
      const position: [number, number, number] = [0, 0, 0];
      position[axis] = side * at;
      // a hair apart, so that they do not touch where they meet
      const extent: [number, number, number] = [0.998 * size, 0.998 * size, 0.998 * size];
      extent[axis] = thick;
      return {
        ...box({ size: extent }),
        name: `wall-${'xyz'[axis]}${side > 0 ? '+' : '-'}`,
        motion: 'static' as const,
        position,
        friction: 0,
        restitution,
      };
    }),
  );
}

export function boxOfParticles(
  name: string,
  restitution: number,
  counts: readonly [number, number, number],
  duration: number,
): SceneFile {
  const random = new Random(7);
  const size = 1; // [m]
  const spacing = size / (Math.max(...counts) + 0.5);
  const diameter = 0.25 * spacing;
  const vertices: [number, number, number][] = [];
  const deformables: SceneFile['deformables'] = [];
  for (let k = 0; k < counts[2]; k++) {
    for (let j = 0; j < counts[1]; j++) {
      for (let i = 0; i < counts[0]; i++) {
        vertices.push([
          spacing * (i - (counts[0] - 1) / 2),
          spacing * (j - (counts[1] - 1) / 2),
          spacing * (k - (counts[2] - 1) / 2),
        ]);
      }
    }
  }
  // clouds that drift and turn, so that every particle has a velocity of its own
  const clouds = 30;
  for (let c = 0; c < clouds; c++) {
    const own = vertices.filter((_, i) => i % clouds === c);
    if (own.length === 0) continue;
    deformables.push({
      name: `cloud-${c}`,
      kind: 'particles',
      shape: { kind: 'inline', vertices: own },
      thickness: diameter,
      mass: 0.001 * own.length,
      velocity: [random.normal(), random.normal(), random.normal()],
      angularVelocity: [random.normal(), random.normal(), random.normal()],
      friction: 0,
      restitution,
      color: c % 2 === 0 ? '#2a9d8f' : '#e9c46a',
    });
  }
  return defineScene({
    name,
    engine: 'async',
    gravity: 0,
    duration,
    frameRateHz: 60,
    bodies: walls(size, restitution),
    deformables,
  });
}

export function energyExpectations(restitution: number): Expectation[] {
  const never = {
    says: 'nothing reaches anything else',
    holds: (r: Parameters<Expectation['holds']>[0]) => smallestGap(r) > 0,
  };
  if (restitution === 1) {
    return [
      never,
      {
        says: 'energy stays, within the ripple of what is being pushed',
        holds: (r) => {
          const energy = column(r, 'energy');
          return energy.every((e) => Math.abs(e - energy[0]) < 0.02 * energy[0]);
        },
      },
    ];
  }
  return [
    never,
    {
      says: 'energy falls from each twelfth of the time to the next',
      holds: (r) => {
        const energy = column(r, 'energy');
        const span = Math.floor(energy.length / 12);
        const means = Array.from({ length: 12 }, (_, i) =>
          energy.slice(i * span, (i + 1) * span).reduce((sum, e) => sum + e / span, 0),
        );
        return means.every((mean, i) => i === 0 || mean < means[i - 1]);
      },
    },
    {
      says: 'a good part of it is gone at the end',
      holds: (r) => {
        const energy = column(r, 'energy');
        return energy[energy.length - 1] < (restitution > 0.8 ? 0.97 : 0.8) * energy[0];
      },
    },
  ];
}
