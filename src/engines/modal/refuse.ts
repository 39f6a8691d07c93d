// Every reason why a scene cannot be simulated here.

import { type Fault, spellingHint } from '../../scene/fault/index.ts';
import type { Body, Scene } from '../../scene/index.ts';
import { unknownWords, type Vocabulary } from '../../sim/index.ts';
import { refuseBodies } from './bodies/refuse.ts';
import { choicesOfFlexible, type ModalOptions, namesOf } from './options.ts';

export const vocabulary: Vocabulary = { joints: {}, words: [] };

export function refuse(scene: Scene, { flexible }: Pick<ModalOptions, 'flexible'>): readonly Fault[] {
  const faults = [...unknownWords('modal', scene, vocabulary), ...unknownNames(scene, flexible)];
  scene.deformables.forEach((deformable, i) => {
    faults.push({
      what: `${deformable.kind} is not a solid body`,
      where: `deformables[${i}] "${deformable.name}"`,
      remedy: 'remove it, or choose an engine for deformables',
    });
  });
  scene.bodies.forEach((body, i) => {
    for (const fault of faultsOf(body)) faults.push({ ...fault, where: `bodies[${i}] "${body.name}"` });
  });
  return [...faults, ...refuseBodies(scene)];
}

/** Names of bodies that are to vibrate and are not in the scene. */
function unknownNames({ bodies }: Scene, flexible: string): Fault[] {
  if (choicesOfFlexible.includes(flexible)) return [];
  const known = bodies.map(({ name }) => name);
  return namesOf(flexible)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      what: `is neither ${choicesOfFlexible.join(', ')} nor the name of a body`,
      where: 'options.flexible',
      value: name,
      remedy: spellingHint(name, known),
    }));
}

function faultsOf({ motion, path, mass, inertia, fixed, torque }: Body): Omit<Fault, 'where'>[] {
  if (motion === 'kinematic' && path?.after === 'release')
    return [
      {
        what: 'is released from its path, which this engine does not do',
        remedy: 'make it dynamic with a starting velocity, or use the engine ipc',
      },
    ];
  if (motion !== 'dynamic') return [];
  const reasons: Omit<Fault, 'where'>[] = [];
  const fixedTurns = fixed.slice(3).filter(Boolean).length;
  if (fixedTurns === 1 || fixedTurns === 2)
    reasons.push({
      what: 'is fixed against turning about some axes only',
      value: fixed.slice(3).join(' '),
      remedy: 'fix all three rotations or none',
    });
  if (fixedTurns === 3 && torque.some((x) => x !== 0))
    reasons.push({
      what: 'is turned by a torque and fixed against turning',
      value: `${torque.join(' ')} N m`,
      remedy: 'remove one of the two',
    });
  if (!(mass > 0))
    reasons.push({ what: 'has no mass', value: `${mass} kg`, remedy: 'give it a density or a mass' });
  if (fixedTurns === 0 && !inertia.every((moment) => moment > 0))
    reasons.push({
      what: 'has no inertia about some axis',
      value: inertia.join(' '),
      remedy: 'give it thickness, or fix its three rotations',
    });
  return reasons;
}
