// A block on a slope of tan θ = ½, so that friction ½ is the least that holds it.
//
// The block starts just inside the contact's reach (a thousandth of its diagonal). Deeper in, it would be thrown up
// a little, and at the critical friction nothing ever stops what slides once. It also keeps off the
// diagonal of the slope's two triangles.

import { box, defineScene, type SceneFile } from '../../../src/scene/index.ts';
import { atan } from '../../../src/num/elementary/index.ts';

const slopeAngle = atan(0.5); // 26.565°
const side = 0.2; // [m]
const gap = 0.0009 * Math.sqrt(3) * side;

/** Down the slope [m/s²], for friction below ½. */
export function slideAcceleration(friction: number): number {
  const cosine = 2 / Math.sqrt(5);
  return 9.81 * cosine * (0.5 - friction);
}

export function slope(name: string, friction: number): SceneFile {
  // The normal of the slope is (sin θ, cos θ, 0): it falls towards +x.
  const [sine, cosine] = [1 / Math.sqrt(5), 2 / Math.sqrt(5)];
  const height = side / 2 + gap;
  const rotation = { axis: 'z', radians: -slopeAngle } as const;
  return defineScene({
    name,
    engine: 'ipc',
    duration: 5,
    frameRateHz: 50,
    bodies: [
      {
        name: 'slope',
        motion: 'static',
        shape: { kind: 'plane', width: 2, depth: 8 },
        rotation,
        friction,
      },
      {
        ...box({ size: [side, side, side], density: 1000, friction, color: '#c8553d' }),
        name: 'block',
        position: [-2.5 * cosine + height * sine, 2.5 * sine + height * cosine, 0],
        rotation,
      },
    ],
  });
}
