// Every reason why a scene cannot be simulated without intersections.

import type { Fault } from '../../scene/fault/index.ts';
import type { Scene } from '../../scene/index.ts';
import { unknownWords, type Vocabulary } from '../../sim/index.ts';
import { refuseJoints } from './joints/refuse.ts';
import { buildModel } from './model.ts';
import { refuseDeformables } from './owners/refuse.ts';
import type { IpcOptions } from './options.ts';
import { findSoftOverlaps } from './soft/refuse-soft.ts';
import { findStartOverlaps } from './contact/start-overlap.ts';

export const vocabulary: Vocabulary = {
  joints: {
    ball: ['limits', 'breakForce'],
    hinge: ['limits', 'spring', 'motor', 'breakForce'],
    slider: ['limits', 'spring', 'motor', 'breakForce'],
    fixed: ['breakForce'],
    distance: ['limits', 'spring', 'breakForce'],
  },
  words: ['enabled', 'rod', 'solid', 'wind', 'pressure', 'stitches', 'glue', 'strainLimit'],
};

export function refuse(scene: Scene, options: Readonly<IpcOptions>): readonly Fault[] {
  // what deforms feels the air, bodies do not
  const words = vocabulary.words.filter((word) => word !== 'wind' || scene.deformables.length > 0);
  const faults = unknownWords('ipc', scene, { ...vocabulary, words });
  faults.push(...refuseDeformables(scene));
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
  faults.push(...refuseJoints(model), ...findStartOverlaps(model), ...findSoftOverlaps(model));
  return faults;
}
