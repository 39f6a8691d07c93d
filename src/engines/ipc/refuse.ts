// Every reason why a scene cannot be simulated without intersections.

import type { Fault } from '../../scene/fault.ts';
import type { Scene } from '../../scene/types.ts';
import type { IpcOptions } from './options.ts';

export function refuse(scene: Scene, _options: Readonly<IpcOptions>): readonly Fault[] {
  const faults: Fault[] = [];
  scene.deformables.forEach((deformable, i) => {
    faults.push({
      what: `${deformable.kind} is not a rigid body`,
      where: `deformables[${i}] "${deformable.name}"`,
      remedy: 'use the engine async for cloth, shells, ribbons and particles',
    });
  });
  return faults;
}
