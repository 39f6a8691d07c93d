// How much room bodies take: balls and boxes about them, and the box about what stands still.

import { meshBounds } from '../../../../geometry/index.ts';
import { rotateByQuaternion } from '../../../../num/index.ts';
import type { Model } from '../../model.ts';

/** Whether a round body flies under its weight alone. */
export function fliesFreely(model: Model, body: number): boolean {
  const { isRound, inverseMasses, forces, timedForces } = model;
  if (isRound[body] === 0 || timedForces[body].length > 0) return false;
  for (let k = 0; k < 3; k++) if (inverseMasses[3 * body + k] === 0) return false;
  for (let k = 0; k < 6; k++) if (forces[6 * body + k] !== 0) return false;
  return true;
}

/** Of the ball about each body's middle [m]. */
export function radiiOf({ scene, bodies }: Model): Float64Array {
  const radii = new Float64Array(bodies);
  const byMesh = new Map<number, number>();
  scene.bodies.forEach(({ mesh, shape }, b) => {
    if (shape.kind === 'sphere') {
      radii[b] = shape.radius;
      return;
    }
    if (!byMesh.has(mesh)) {
      const { positions } = scene.meshes[mesh];
      let most = 0;
      for (let i = 0; i < positions.length; i += 3) {
        const square =
          positions[i] * positions[i] +
          positions[i + 1] * positions[i + 1] +
          positions[i + 2] * positions[i + 2];
        most = Math.max(most, square);
      }
      byMesh.set(mesh, Math.sqrt(most));
    }
    if (scene.bodies[b].motion === 'dynamic') radii[b] = byMesh.get(mesh)!;
  });
  return radii;
}

/** Half sizes of the box about each body's middle that has not the form of a ball [m]. */
export function halvesOf({ scene, bodies }: Model): Float64Array {
  const halves = new Float64Array(3 * bodies);
  scene.bodies.forEach(({ mesh, shape, motion }, b) => {
    if (shape.kind === 'sphere' || motion !== 'dynamic') return;
    const bounds = meshBounds(scene.meshes[mesh]);
    for (let k = 0; k < 3; k++) halves[3 * b + k] = Math.max(-bounds[k], bounds[3 + k]);
  });
  return halves;
}

/** The box about everything that is not dynamic: lower corner, upper corner [m]. */
export function boundsOfStill({ scene }: Model, poses: Float64Array): Float64Array {
  const box = new Float64Array([Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]);
  const corner = new Float64Array(3);
  scene.bodies.forEach(({ motion, mesh }, b) => {
    if (motion === 'dynamic') return;
    const { positions } = scene.meshes[mesh];
    for (let i = 0; i < positions.length; i += 3) {
      rotateByQuaternion(corner, 0, poses, 7 * b + 3, positions, i);
      for (let k = 0; k < 3; k++) {
        const x = corner[k] + poses[7 * b + k];
        box[k] = Math.min(box[k], x);
        box[3 + k] = Math.max(box[3 + k], x);
      }
    }
  });
  return box;
}

/** How high the lowest point of a body is, along the vertical [m]. */
export function lowestPoint({ scene }: Model, body: number, up: Float64Array, poses: Float64Array): number {
  const { mesh, shape } = scene.bodies[body];
  const at = 7 * body;
  const middle = poses[at] * up[0] + poses[at + 1] * up[1] + poses[at + 2] * up[2];
  if (shape.kind === 'sphere') return middle - shape.radius;
  const { positions } = scene.meshes[mesh];
  const corner = new Float64Array(3);
  let lowest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < positions.length; i += 3) {
    rotateByQuaternion(corner, 0, poses, at + 3, positions, i);
    lowest = Math.min(lowest, corner[0] * up[0] + corner[1] * up[1] + corner[2] * up[2]);
  }
  return middle + lowest;
}
