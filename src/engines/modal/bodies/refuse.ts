// Which bodies of a scene cannot be tested for contact here: what has no inside.

import { closednessOf } from '../../../geometry/surface/index.ts';
import type { Fault } from '../../../scene/fault/index.ts';
import type { Scene } from '../../../scene/index.ts';

/** Numbers of features must fit into 53 bits together with the number of the pair. */
const MOST_BODIES = 1400;

export function refuseBodies(scene: Scene): Fault[] {
  const faults: Fault[] = [];
  if (scene.bodies.length > MOST_BODIES)
    faults.push({
      what: 'there are too many bodies',
      where: 'bodies',
      value: String(scene.bodies.length),
      remedy: `keep them at ${MOST_BODIES} or fewer`,
    });
  scene.bodies.forEach(({ name, shape, mesh, motion }, i) => {
    const where = `bodies[${i}] "${name}"`;
    if (shape.kind === 'plane') {
      if (motion === 'static') return;
      faults.push({
        what: 'a sheet that moves has no inside',
        where,
        value: motion,
        remedy: 'give it a thickness, or make it static',
      });
      return;
    }
    const { faces } = scene.meshes[mesh];
    if (faces.length > 0 && closednessOf(scene.meshes[mesh]).closed) return;
    faults.push({
      what: 'its surface is not closed, so it has no inside',
      where,
      value: `${faces.length / 3} faces`,
      remedy: 'close the mesh',
    });
  });
  return faults;
}
