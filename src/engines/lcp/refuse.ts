// Every reason why a scene cannot be simulated here.

import type { Fault } from '../../scene/fault/index.ts';
import type { Body, Scene } from '../../scene/index.ts';
import { refusals } from './collide/collider.ts';
import { unknownWords, type Vocabulary } from '../../sim/index.ts';
import { refuseJoints } from './joint-refuse.ts';
import { refuseGoals } from './backward/goals/refuse-goals.ts';
import type { LcpOptions } from './options.ts';
import { presentOf } from './present.ts';

export const vocabulary: Vocabulary = {
  joints: {
    ball: ['limits', 'breakForce'],
    hinge: ['limits', 'spring', 'motor', 'breakForce'],
    slider: ['limits', 'spring', 'motor', 'breakForce'],
    fixed: ['breakForce'],
    distance: ['limits', 'spring', 'breakForce'],
  },
  words: ['enabled', 'surfaceVelocity', 'damping', 'goals'],
};

export function refuse(scene: Scene, options: Readonly<LcpOptions>): readonly Fault[] {
  const faults = unknownWords('lcp', scene, vocabulary);
  if (faults.length > 0) return faults;
  scene.deformables.forEach((deformable, i) => {
    faults.push({
      what: `${deformable.kind} is not a rigid body`,
      where: `deformables[${i}] "${deformable.name}"`,
      remedy: 'remove it, or choose an engine for deformables',
    });
  });
  scene.bodies.forEach((body, i) => {
    for (const fault of faultsOf(body)) faults.push({ ...fault, where: `bodies[${i}] "${body.name}"` });
  });
  if (options.past !== 'none' && scene.bodies.some(({ enabled }) => enabled === false)) {
    faults.push({
      what: 'a past is found with all bodies there, and some are not',
      where: 'options.past',
      value: options.past,
      remedy: 'set past to none, or enable all bodies',
    });
  }
  if (options.past !== 'none') faults.push(...refuseGoals(scene, presentOf(scene, options)));
  else if (scene.goals !== undefined)
    faults.push({
      what: 'are of pasts, and this run begins with the scene as it stands',
      where: 'goals',
      remedy: 'set options.past to strict, use carom rewind, or leave them out',
    });
  const [x, y, z] = scene.gravity;
  const gained = 2 * Math.sqrt(x * x + y * y + z * z) * options.timeStep;
  if (options.bounceSpeed <= gained && gained > 0) {
    faults.push({
      what: 'bodies at rest would bounce: gravity gives them this speed in two steps',
      where: 'options.bounceSpeed',
      value: `${options.bounceSpeed} m/s, against ${gained} m/s`,
      remedy: 'raise bounceSpeed, or make timeStep smaller',
    });
  }
  faults.push(...refuseJoints(scene), ...refusals(scene));
  return faults;
}

type Reason = Omit<Fault, 'where'>;

function faultsOf({ motion, path, mass, inertia, fixed }: Body): Reason[] {
  if (motion === 'kinematic' && path?.after === 'release') {
    return [
      {
        what: 'is released from its path, which this engine does not do',
        remedy: 'make it dynamic with a starting velocity, or use the engine ipc',
      },
    ];
  }
  if (motion !== 'dynamic') return [];
  const reasons: Reason[] = [];
  const fixedTurns = fixed.slice(3).filter(Boolean).length;
  if (fixedTurns === 1 || fixedTurns === 2) {
    reasons.push({
      what: 'is fixed against turning about some axes only',
      value: fixed.slice(3).join(' '),
      remedy: 'fix all three rotations or none, or give it a hinge',
    });
  }
  if (!(mass > 0))
    reasons.push({ what: 'has no mass', value: `${mass} kg`, remedy: 'give it a density or a mass' });
  if (fixedTurns === 0 && !inertia.every((moment) => moment > 0)) {
    reasons.push({
      what: 'has no inertia about some axis',
      value: inertia.join(' '),
      remedy: 'give it thickness, or fix its three rotations',
    });
  }
  return reasons;
}
