// An arched slab over a floor, tilted about one of its ends.

import { extrude } from '../../../src/geometry/primitives/index.ts';
import { cos, sin } from '../../../src/num/elementary/index.ts';
import { defineScene, degrees, floor, mesh, type SceneFile, turn } from '../../../src/scene/index.ts';

const radius = 0.4; // of the lower face [m]
const thick = 0.02;
const half = 0.3; // from the middle to an end [rad]
const wide = 0.12;
const segments = 12;
const lean = degrees(6);

/** With its ends on y = 0, the middle over the origin. */
function outline(): number[] {
  const foot = radius * cos(half);
  const at = (r: number, s: number): number[] => {
    const angle = half * (1 - (2 * s) / segments);
    return [r * sin(angle), r * cos(angle) - foot];
  };
  const outer = Array.from({ length: segments + 1 }, (_, s) => at(radius + thick, s));
  const inner = Array.from({ length: segments + 1 }, (_, s) => at(radius, segments - s));
  return [...outer, ...inner].flat();
}

export function curvedSlab(name: string, duration: number, options: SceneFile['options'] = {}): SceneFile {
  const surface = { material: 'stone', friction: 0.6, restitution: 0 } as const;
  const end = radius * sin(half);
  return defineScene({
    name,
    engine: 'modal',
    duration,
    frameRateHz: 100,
    options,
    bodies: [
      floor({ size: [2, 2], ...surface }),
      {
        ...mesh(extrude([outline()], -wide / 2, wide / 2), { name: 'slab', ...surface }),
        // turned about its left end, which stays on the floor
        rotation: turn('z', lean),
        position: [end * (cos(lean) - 1), end * sin(lean) + 5e-6, 0],
      },
    ],
  });
}
