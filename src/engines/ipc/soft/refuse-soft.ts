// Soft things that touch something, or themselves, where they start: both named, with where and how near.

import { CANDIDATE_STRIDE } from '../../../geometry/ccd/index.ts';
import type { Fault } from '../../../scene/fault/index.ts';
import { measure } from '../contact/contacts.ts';
import { recordSize } from '../contact/contact-set.ts';
import type { Model } from '../model.ts';
import { ownerPlace } from '../owners/owners.ts';
import { Poses } from '../step/poses.ts';
import { Stencils, StencilSearch } from './stencils.ts';

const mostFaults = 20;
const record = new Float64Array(recordSize);

export function findSoftOverlaps(model: Model): Fault[] {
  const { soft, scene, count, firstOf } = model;
  if (!soft) return [];
  const poses = Poses.atStart(model);
  const stencils = new Stencils();
  const search = new StencilSearch(soft, [...soft.items.keys()]);
  const others: number[] = [];
  for (let i = 0; i < firstOf[firstOf.length - 1]; i++)
    if (soft.softOf[model.itemOf[i]] < 0 && scene.bodies[i].enabled !== false) others.push(i);
  search.find(
    { model, role: model.motion, frozen: undefined },
    others,
    poses,
    new Float64Array(6 * count),
    stencils,
  );
  const faults: Fault[] = [];
  const told = new Set<string>();
  for (let s = 0; s < stencils.count && faults.length < mostFaults; s++) {
    const at = CANDIDATE_STRIDE * s;
    measure(record, 0, poses.x, stencils.list, at);
    const distance = Math.sqrt(record[7]);
    if (distance > stencils.separation[s]) continue;
    const { a, b, separation } = soft.rules[stencils.rule[s]];
    if (told.has(`${a} ${b}`)) continue;
    told.add(`${a} ${b}`);
    const one = ownerPlace(model, soft.ownerOf[stencils.list[at + 1]]);
    const two = ownerPlace(model, soft.ownerOf[stencils.list[at + 4]]);
    faults.push({
      what:
        a === b
          ? 'touches itself at the start'
          : `is nearer to ${two} at the start than their thicknesses allow`,
      where: one,
      value: `${distance} m apart, at least ${separation} m`,
      remedy: 'move them apart, or make them thinner; carom scene --separate does so for bodies',
    });
  }
  return faults;
}
