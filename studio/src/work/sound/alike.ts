// Whether the bodies of two scenes ring alike: then what was found for one serves the other, as that of a film made of it.

import type { Scene } from '../../../../src/scene/index.ts';

export function ringAlike(a: Scene | undefined, b: Scene | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined || a.bodies.length !== b.bodies.length) return false;
  return a.bodies.every((body, i) => {
    const other = b.bodies[i];
    return (
      keyOf(body) === keyOf(other) &&
      isSame(a.meshes[body.mesh].positions, b.meshes[other.mesh].positions) &&
      isSame(a.meshes[body.mesh].faces, b.meshes[other.mesh].faces)
    );
  });
}

function keyOf({ name, motion, shape, clamp, model, material, mass }: Scene['bodies'][number]): string {
  return JSON.stringify([name, motion, shape, clamp, model, material, mass]);
}

function isSame(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
