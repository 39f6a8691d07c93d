// A scene whose bodies are bent as they are at one frame: each that bends has a mesh of its own, in body coordinates.
// Whatever draws or writes scenes then shows them bent, and need not know of bending.

import { type Bending, bentBodies, type Frame, writeBent } from '../record/index.ts';
import type { Scene } from '../scene/index.ts';

/** The scene itself where nothing bends. */
export function bentScene(scene: Scene, bending: Bending | undefined, frame: Frame): Scene {
  const bent = bentBodies(bending);
  if (bent.length === 0) return scene;
  const meshes = [...scene.meshes];
  const bodies = [...scene.bodies];
  const none = new Uint32Array(0);
  for (const { body, shape, at } of bent) {
    const positions = new Float64Array(shape.positions.length);
    writeBent(positions, shape, frame.bends, at);
    bodies[body] = { ...bodies[body], mesh: meshes.length };
    meshes.push({ positions, faces: shape.faces, wires: none, points: none });
  }
  return { ...scene, meshes, bodies };
}
