// What of deformables this engine does not take: rods that cannot be, and solids that are none.

import type { Fault } from '../../../scene/fault/index.ts';
import type { Scene } from '../../../scene/index.ts';
import { refuseSolid } from '../soft/plan-solid.ts';
import { refuseStitches } from '../soft/refuse-stitches.ts';
import { refuseRod } from '../soft/refuse-rods.ts';

export function refuseDeformables(scene: Scene): Fault[] {
  const { bodies, deformables, meshes } = scene;
  const faults: Fault[] = refuseStitches(scene);
  deformables.forEach((deformable, d) => {
    const { name, mesh, pins } = deformable;
    const where = `deformables[${d}] "${name}"`;
    pins.forEach(({ body }, p) => {
      if (body === undefined) return;
      const { name: glued, motion, path } = bodies[body];
      if (motion !== 'dynamic' && path?.after !== 'release') return;
      faults.push({
        what: 'is glued to a body that moves by itself, which ipc does not know yet',
        where: `${where}, pins[${p}]`,
        value: glued,
        remedy: 'glue it to a body that stands or is led, or tie it on',
      });
    });
    faults.push(...refuseRod(deformable, meshes[mesh], where));
    faults.push(...refuseSolid(deformable, meshes[mesh], where));
  });
  return faults;
}
