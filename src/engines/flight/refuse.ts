// What free flight cannot honour: everything that connects or bends bodies.

import type { Fault } from '../../scene/fault/index.ts';
import type { Scene } from '../../scene/index.ts';
import { unknownWords, type Vocabulary } from '../../sim/index.ts';

export const vocabulary: Vocabulary = { joints: {}, words: ['enabled'] };

export function refuse(scene: Scene): Fault[] {
  const faults = unknownWords('flight', scene, vocabulary);
  scene.deformables.forEach((deformable, i) => {
    faults.push({
      what: 'free flight knows rigid bodies only',
      where: `deformables[${i}]`,
      value: deformable.kind,
      remedy: 'remove it, or choose an engine for deformables',
    });
  });
  scene.bodies.forEach((body, i) => {
    if (body.motion === 'static') return;
    const isReleased = body.path?.after === 'release';
    if (body.motion === 'kinematic' && !isReleased) return;
    const fixedTurns = body.fixed.slice(3).filter(Boolean).length;
    if (fixedTurns === 1 || fixedTurns === 2) {
      faults.push({
        what: 'free flight fixes the rotation about all axes or about none',
        where: `bodies[${i}].fixed`,
        value: body.fixed.join(' '),
        remedy: 'fix all three rotations, or none',
      });
    }
    if (!(body.mass > 0)) {
      faults.push({
        what: 'a body that flies needs a mass',
        where: `bodies[${i}].mass`,
        value: String(body.mass),
        remedy: 'give a mass > 0, or make it static',
      });
    }
    if (fixedTurns === 0 && !body.inertia.every((moment) => moment > 0)) {
      faults.push({
        what: 'a body that turns freely needs inertia about every axis',
        where: `bodies[${i}].inertia`,
        value: body.inertia.join(' '),
        remedy: 'give it thickness, or fix its three rotations',
      });
    }
  });
  return faults;
}
