// What of deformables this engine does not take yet: all but particles, and pins that turn.

import type { Fault } from '../../../scene/fault/index.ts';
import type { Scene } from '../../../scene/index.ts';

export function refuseDeformables({ deformables }: Scene): Fault[] {
  const faults: Fault[] = [];
  deformables.forEach(({ kind, name, pins }, d) => {
    const where = `deformables[${d}] "${name}"`;
    // rods and solids are words of their own, which are refused as such
    if (kind === 'cloth' || kind === 'shell' || kind === 'ribbon')
      faults.push({
        what: `ipc is for rigid bodies and particles, and takes no ${kind} yet`,
        where,
        value: kind,
        remedy:
          'use the engine async for cloth, shells, ribbons and particles among bodies that follow paths',
      });
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
