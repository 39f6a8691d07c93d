// How large bodies are, and what to write so that they become another size.

import { type Mesh, meshBounds, moveMesh } from '../../../src/geometry/index.ts';
import { invert } from '../../../src/scene/pose.ts';
import type { BodyFile } from '../../../src/scene/schema/index.ts';
import type { Body, Scene, Vec3 } from '../../../src/scene/index.ts';

/** Of its box along the model's own axes [m]. */
export function sizeInModel(scene: Scene, body: Body): Vec3 {
  const { orientation, position } = invert(body.model);
  return sizeOf(moveMesh(scene.meshes[body.mesh], orientation, position));
}

/** The body scaled evenly so that its size along one axis is another; undefined where it is flat there. */
export function resized(
  body: BodyFile,
  now: Vec3,
  axis: number,
  size: number,
): Partial<BodyFile> | undefined {
  const factor = size / now[axis];
  if (!(factor > 0) || !Number.isFinite(factor)) return undefined;
  if (body.dimensions !== undefined) {
    const [x, y, z] = body.dimensions;
    return { dimensions: [tidy(x * factor), tidy(y * factor), tidy(z * factor)] };
  }
  const { scale = 1 } = body;
  if (typeof scale === 'number') return { scale: tidy(scale * factor) };
  return { scale: [tidy(scale[0] * factor), tidy(scale[1] * factor), tidy(scale[2] * factor)] };
}

/** The box around some bodies and deformables in the world: least and largest x y z [m]; undefined for none. */
export function worldBox(scene: Scene, items: readonly number[]): Float64Array | undefined {
  const box = Float64Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity);
  for (const i of items) {
    const body = scene.bodies[i];
    const soft = scene.deformables[i - scene.bodies.length];
    if (body === undefined && soft === undefined) continue;
    const mesh = scene.meshes[(body ?? soft).mesh];
    const own = meshBounds(body ? moveMesh(mesh, body.pose.orientation, body.pose.position) : mesh);
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k], own[k]);
      box[3 + k] = Math.max(box[3 + k], own[3 + k]);
    }
  }
  return box[0] <= box[3] ? box : undefined;
}

export function sizeOf(mesh: Mesh): Vec3 {
  const box = meshBounds(mesh);
  return [box[3] - box[0], box[4] - box[1], box[5] - box[2]];
}

function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
