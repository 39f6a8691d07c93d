// Which body a ray meets first, and where.

import { Matrix4, type Raycaster, Vector3 } from 'three';
import type { Vec3 } from '../scene/index.ts';
import type { SceneObjects } from './bodies.ts';

export interface Picked {
  /** Its index in the scene. */
  readonly body: number;
  /** Where it was met: in body coordinates [m], and in the three.js world. */
  readonly held: Vec3;
  readonly point: Vector3;
  /** From the start of the ray, in units of the three.js world. */
  readonly distance: number;
}

export function pickBody(objects: SceneObjects, ray: Raycaster): Picked | undefined {
  let nearest: Picked | undefined;
  objects.root.updateWorldMatrix(true, true);
  for (const { object, bodies } of objects.instances) {
    for (const { instanceId, point, distance } of ray.intersectObject(object, false)) {
      if (instanceId === undefined || (nearest && distance >= nearest.distance)) continue;
      object.getMatrixAt(instanceId, place);
      place.premultiply(object.matrixWorld).invert();
      const { x, y, z } = own.copy(point).applyMatrix4(place);
      nearest = { body: bodies[instanceId], held: [x, y, z], point: point.clone(), distance };
    }
  }
  return nearest;
}

const place = new Matrix4();
const own = new Vector3();
