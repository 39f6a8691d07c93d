// What of deformables this engine does not take yet: all but particles, and pins that turn.

import type { Fault } from '../../../scene/fault/index.ts';
import type { Scene } from '../../../scene/index.ts';

export function refuseDeformables({ deformables }: Scene): Fault[] {
  const faults: Fault[] = [];
  deformables.forEach(({ name, pins }, d) => {
    const where = `deformables[${d}] "${name}"`;
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
