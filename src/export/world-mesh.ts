// What stands in the world at one frame: the mesh of every body moved to its pose, and every deformable as it is.

import { moveMesh } from '../geometry/index.ts';
import type { NamedMesh } from '../geometry/files/index.ts';
import type { Frame } from '../record/index.ts';
import type { Scene } from '../scene/index.ts';

/** One a body, then one a deformable, in world coordinates [m]; faces and their order are those of the scene. */
export function* worldMeshes(scene: Scene, frame: Frame): Generator<NamedMesh, void> {
  for (let i = 0; i < scene.bodies.length; i++) {
    const { name, mesh } = scene.bodies[i];
    const [x, y, z, qx, qy, qz, qw] = frame.poses.subarray(7 * i, 7 * i + 7);
    yield { name, mesh: moveMesh(scene.meshes[mesh], [qx, qy, qz, qw], [x, y, z]) };
  }
  const starts = vertexStarts(scene);
  for (let i = 0; i < scene.deformables.length; i++) {
    const { name, mesh } = scene.deformables[i];
    const positions = frame.vertices.slice(starts[i], starts[i + 1]);
    yield { name, mesh: { ...scene.meshes[mesh], positions } };
  }
}

/** Where each deformable's coordinates begin in a frame's `vertices`, and after the last where they end. */
export function vertexStarts(scene: Scene): number[] {
  const starts = [0];
  for (const { mesh } of scene.deformables) {
    starts.push(starts[starts.length - 1] + scene.meshes[mesh].positions.length);
  }
  return starts;
}
