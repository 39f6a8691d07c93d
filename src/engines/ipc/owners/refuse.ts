// What of deformables this engine does not take: glue and stitches that contradict, rods that cannot be, and solids that are none.

import type { Fault } from '../../../scene/fault/index.ts';
import type { Scene } from '../../../scene/index.ts';
import { refuseSolid } from '../soft/plan-solid.ts';
import { refuseGlue } from '../soft/refuse-glue.ts';
import { refuseStitches } from '../soft/refuse-stitches.ts';
import { refuseRod } from '../soft/refuse-rods.ts';

export function refuseDeformables(scene: Scene): Fault[] {
  const { deformables, meshes } = scene;
  const faults: Fault[] = [...refuseStitches(scene), ...refuseGlue(scene)];
  deformables.forEach((deformable, d) => {
    const { name, mesh } = deformable;
    const where = `deformables[${d}] "${name}"`;
    faults.push(...refuseRod(deformable, meshes[mesh], where));
    faults.push(...refuseSolid(deformable, meshes[mesh], where));
  });
  return faults;
}
