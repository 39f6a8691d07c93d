// What of deformables this engine does not take: pins that turn, rods that cannot be, and solids that are none.

import type { Fault } from '../../../scene/fault/index.ts';
import type { Scene } from '../../../scene/index.ts';
import { refuseSolid } from '../soft/plan-solid.ts';
import { refuseRod } from '../soft/refuse-rods.ts';

export function refuseDeformables({ deformables, meshes }: Scene): Fault[] {
  const faults: Fault[] = [];
  deformables.forEach((deformable, d) => {
    const { name, pins, mesh } = deformable;
    const where = `deformables[${d}] "${name}"`;
    faults.push(...refuseRod(deformable, meshes[mesh], where));
    faults.push(...refuseSolid(deformable, meshes[mesh], where));
    pins.forEach(({ path }, p) => {
      const first = path?.poses[0].orientation;
      if (!path?.poses.some(({ orientation }) => orientation.some((x, k) => x !== first?.[k]))) return;
      faults.push({
        what: 'turns what it holds, which ipc does not know yet',
        where: `${where}, pins[${p}]`,
        remedy: 'leave out the rotations of its path, give the pin a cache, or use the engine async',
      });
    });
  });
  return faults;
}
