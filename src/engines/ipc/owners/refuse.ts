// What of deformables this engine does not take: rods that cannot be, and solids that are none.

import type { Fault } from '../../../scene/fault/index.ts';
import type { Scene } from '../../../scene/index.ts';
import { refuseSolid } from '../soft/plan-solid.ts';
import { refuseRod } from '../soft/refuse-rods.ts';

export function refuseDeformables({ deformables, meshes }: Scene): Fault[] {
  const faults: Fault[] = [];
  deformables.forEach((deformable, d) => {
    const { name, mesh } = deformable;
    const where = `deformables[${d}] "${name}"`;
    faults.push(...refuseRod(deformable, meshes[mesh], where));
    faults.push(...refuseSolid(deformable, meshes[mesh], where));
  });
  return faults;
}
