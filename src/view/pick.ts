// Which body or deformable a ray meets first, and where, as it is shown: bent as far as it is drawn. The scene is asked
// (carom/query), not the drawn triangles, so large meshes cost no more than small ones.

import { Matrix4, type Raycaster, Vector3 } from 'three';
import { RayWorld } from '../query/index.ts';
import type { Vec3 } from '../scene/index.ts';
import type { SceneObjects } from './bodies.ts';

/** What lies under a pointer. */
export interface Picked {
  /** Its index in the scene; deformables are counted on from the bodies. */
  readonly body: number;
  /** Where it was met: in body coordinates (of deformables in the scene's) [m], and in the three.js world. */
  readonly held: Vec3;
  /** Where, in the world of three.js. */
  readonly point: Vector3;
  /** From the start of the ray, in units of the three.js world. */
  readonly distance: number;
}

const worlds = new WeakMap<SceneObjects, RayWorld>();
const toScene = new Matrix4();
const origin = new Vector3();
const end = new Vector3();

/** Undefined where the ray meets nothing between its near and far, or nothing was shown yet. */
export function pickBody(objects: SceneObjects, { ray, near, far }: Raycaster): Picked | undefined {
  const { root, scene, bending, shown } = objects;
  if (shown === undefined) return undefined;
  let world = worlds.get(objects);
  if (world === undefined) {
    world = new RayWorld(scene, bending);
    worlds.set(objects, world);
  }
  world.at(shown.frame, shown.bendFactor);
  root.updateWorldMatrix(true, false);
  toScene.copy(root.matrixWorld).invert();
  ray.at(near, origin).applyMatrix4(toScene);
  ray
    .at(near + 1, end)
    .applyMatrix4(toScene)
    .sub(origin);
  // The root may be scaled: lengths of the scene for a unit of the three.js world.
  const scale = end.length();
  const hit = world.castRay(origin.toArray(), end.toArray(), { limit: (far - near) * scale });
  if (!hit) return undefined;
  const point = new Vector3(...hit.point).applyMatrix4(root.matrixWorld);
  return { body: hit.item, held: hit.local, point, distance: near + hit.distance / scale };
}
