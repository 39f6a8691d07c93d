// Every reason why a scene cannot be simulated without intersections.

import type { Fault } from '../../scene/fault/index.ts';
import type { Scene } from '../../scene/index.ts';
import { unknownWords, type Vocabulary } from '../../sim/index.ts';
import { refuseJoints } from './joints/refuse.ts';
import { buildModel } from './model.ts';
import type { IpcOptions } from './options.ts';
import { findStartOverlaps } from './contact/start-overlap.ts';

export const vocabulary: Vocabulary = {
  joints: {
    ball: ['limits', 'breakForce'],
    hinge: ['limits', 'spring', 'motor', 'breakForce'],
    slider: ['limits', 'spring', 'motor', 'breakForce'],
    fixed: ['breakForce'],
    distance: ['limits', 'spring', 'breakForce'],
  },
  words: ['enabled'],
};

export function refuse(scene: Scene, options: Readonly<IpcOptions>): readonly Fault[] {
  const faults = unknownWords('ipc', scene, vocabulary);
  scene.deformables.forEach((deformable, i) => {
    faults.push({
      what: `${deformable.kind} is not a rigid body`,
      where: `deformables[${i}] "${deformable.name}"`,
      remedy: 'use the engine async for cloth, shells, ribbons and particles',
    });
  });
  scene.bodies.forEach((body, i) => {
    if (body.motion === 'static' || body.mass > 0) return;
    faults.push({
      what: 'has no mass',
      where: `bodies[${i}] "${body.name}"`,
      value: `${body.mass} kg`,
      remedy: 'give it a density or a mass',
    });
  });
  if (faults.length > 0) return faults;
  const model = buildModel(scene, options);
  faults.push(...refuseJoints(model), ...findStartOverlaps(model));
  return faults;
}
