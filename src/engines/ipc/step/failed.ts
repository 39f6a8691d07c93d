// Why a step could not be solved.

import { isFree } from '../model.ts';
import { ownerName, ownerPlace } from '../owners/owners.ts';
import type { Island } from '../solve/islands.ts';
import { Unsolved } from '../solve/unsolved.ts';
import type { Work } from './work.ts';

/** Which bodies, which contact, what to change. */
export function stepFailed(work: Work, island: Island, why: string): Unsolved {
  const { h, begin: t } = work.span;
  const { model } = work;
  let fastest = island.bodies[0];
  let most = -1;
  for (let k = 0; k < island.bodies.length; k++) {
    const d = island.direction;
    const speed = Math.abs(d[6 * k]) + Math.abs(d[6 * k + 1]) + Math.abs(d[6 * k + 2]);
    if (speed > most && work.role[island.bodies[k]] === isFree) {
      most = speed;
      fastest = island.bodies[k];
    }
  }
  let tight = '';
  let gap = Infinity;
  island.pairs.forEach((pair, p) => {
    for (let c = island.contacts.start[p]; c < island.contacts.start[p + 1]; c++) {
      if (island.contacts.gap[c] >= gap) continue;
      gap = island.contacts.gap[c];
      tight = `${ownerName(model, pair.a)} and ${ownerName(model, pair.b)} are ${gap.toExponential(2)} m apart`;
    }
  });
  return new Unsolved(t, `the step from ${t} s could not be solved: ${why}`, [
    {
      what: `still moves by ${(most / h).toExponential(2)} m/s in an island of ${island.bodies.length} bodies`,
      where: ownerPlace(model, fastest),
      value: tight || undefined,
      remedy: 'halve timeStep; if two parts are pressed together by force or script, give them room',
    },
  ]);
}
