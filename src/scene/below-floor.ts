// Bodies that start below a floor, where nothing stops them: seldom meant, and told.

import { meshBounds } from '../geometry/index.ts';
import { rotate } from './pose.ts';
import type { Body, Scene } from './types.ts';

/** A sentence for each floor that bodies start below of. */
export function belowFloor(scene: Scene): string[] {
  return scene.bodies.flatMap((floor) => {
    if (floor.motion !== 'static' || floor.shape.kind !== 'plane') return [];
    const below = scene.bodies.filter((body) => body.motion === 'dynamic' && isBelow(scene, body, floor));
    if (below.length === 0) return [];
    const names = below.slice(0, 3).map(({ name }) => `"${name}"`);
    const rest = below.length - names.length;
    const who = `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
    return [`${who} starts below "${floor.name}", which cannot catch it there: put it above`];
  });
}

/** Within the floor's borders, seen along gravity, and all of it beyond the floor. */
function isBelow({ gravity, meshes }: Scene, body: Body, floor: Body): boolean {
  if (floor.shape.kind !== 'plane') return false;
  const normal = rotate(floor.pose.orientation, floor.shape.normal);
  const weight = normal[0] * gravity[0] + normal[1] * gravity[1] + normal[2] * gravity[2];
  if (weight === 0) return false;
  const bounds = meshBounds(meshes[floor.mesh]);
  const size = Math.max(...[0, 1, 2].map((k) => bounds[3 + k] - bounds[k]));
  const [x, y, z] = [0, 1, 2].map((k) => body.pose.position[k] - floor.pose.position[k]);
  const height = normal[0] * x + normal[1] * y + normal[2] * z;
  const across = Math.sqrt(Math.max(0, x * x + y * y + z * z - height * height));
  const own = meshBounds(meshes[body.mesh]);
  const [w, h, d] = [own[3] - own[0], own[4] - own[1], own[5] - own[2]];
  const radius = Math.sqrt(w * w + h * h + d * d) / 2;
  return across < size / 2 && height * weight > 0 && Math.abs(height) > radius;
}
