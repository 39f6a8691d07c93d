// The incremental potential of an island: what Newton minimises.

import type { ContactSet } from '../contact/contact-set.ts';
import { frictionEnergy } from '../friction/friction.ts';
import type { Island } from './islands.ts';
import type { SoftContacts } from '../soft/soft-contacts.ts';
import { softEnergy } from '../soft/soft-terms.ts';
import { jointEnergy } from '../joints/terms.ts';
import { inertiaEnergy } from '../step/inertia.ts';
import type { Poses } from '../step/poses.ts';
import { slipMotion, type Work } from '../step/work.ts';

/** The size of the potential at the present poses. */
export function energyHere(work: Work, island: Island): number {
  return Math.abs(energyBefore(work, island));
}

/** The potential at the present poses. */
export function energyBefore(work: Work, island: Island): number {
  return energyAt(work, island, work.poses, island.contacts, island.soft?.contacts);
}

/** At those of the trial. */
export function energyAtTrial(work: Work, island: Island): number {
  return energyAt(work, island, work.trial, island.trialContacts, island.soft?.trialContacts);
}

/** The potential at the given poses with the contacts there, but for friction where nothing moves. */
function energyAt(
  work: Work,
  island: Island,
  poses: Poses,
  contacts: ContactSet,
  soft: SoftContacts | undefined,
): number {
  if (contacts.barrierEnergy === Infinity) return Infinity;
  const ofSoft = soft ? softEnergy(work, island, poses, soft) : 0;
  if (ofSoft === Infinity) return Infinity;
  let energy = contacts.barrierEnergy + jointEnergy(work, island, poses) + ofSoft;
  for (const body of island.bodies) energy += inertiaEnergy(work.model, work.targets, body, poses);
  const motion = slipMotion(work, poses);
  const { pairs, friction } = island;
  for (let i = 0; i < pairs.length; i++) {
    if (friction.start[i] === friction.start[i + 1] || pairs[i].isStill) continue;
    energy += frictionEnergy(friction, i, pairs[i], motion);
  }
  return energy;
}
