// Soft things that go through something, or themselves, touch it, or are wholly inside it, where they start or where a body is put:
// both named, with where and how near.

import { CANDIDATE_STRIDE } from '../../../geometry/ccd/index.ts';
import type { Fault } from '../../../scene/fault/index.ts';
import { measure } from '../contact/contacts.ts';
import { recordSize } from '../contact/contact-set.ts';
import { isFree, type Model } from '../model.ts';
import { ownerName, ownerPlace } from '../owners/owners.ts';
import { Poses } from '../step/poses.ts';
import { findCrossings } from './crossings.ts';
import { findEnclosed } from './enclosed.ts';
import type { Meeting } from './meeting.ts';
import type { Soft } from './soft.ts';
import { Stencils, StencilSearch } from './stencils.ts';

const mostFaults = 20;
const record = new Float64Array(recordSize);

/** Where everything starts. */
export function findSoftOverlaps(model: Model): Fault[] {
  const { soft, scene, count, firstOf } = model;
  if (!soft || count === 0) return [];
  const others: number[] = [];
  for (let i = 0; i < firstOf[firstOf.length - 1]; i++)
    if (soft.softOf[model.itemOf[i]] < 0 && scene.bodies[i].enabled !== false) others.push(i);
  return faultsAmong(model, soft, Poses.atStart(model), others, undefined, 'at the start');
}

/** Of one body with what is soft, where the poses have them. */
export function findSoftOverlapsOf(model: Model, poses: Poses, body: number): Fault[] {
  return model.soft ? faultsAmong(model, model.soft, poses, [body], model.itemOf[body], 'there') : [];
}

/**
 * @param owners  bodies and grains that are there
 * @param only    what every fault is to be about: an item
 */
function faultsAmong(
  model: Model,
  soft: Soft,
  poses: Poses,
  owners: readonly number[],
  only: number | undefined,
  when: string,
): Fault[] {
  const faults: Fault[] = [];
  const told = new Set<string>();
  const meetings = [
    ...findCrossings(model, soft, poses, owners),
    ...findTouches(model, soft, poses, owners),
    ...findEnclosed(model, soft, poses, owners),
  ];
  for (const { one, other, does, where = '', value } of meetings) {
    const [a, b] = [model.itemOf[one], model.itemOf[other]].sort((x, y) => x - y);
    if (only !== undefined && a !== only && b !== only) continue;
    if (told.has(`${a} ${b}`)) continue;
    told.add(`${a} ${b}`);
    faults.push({
      what: `${does} ${a === b ? 'itself' : ownerName(model, other)} ${when}${where}`,
      where: ownerPlace(model, one),
      ...(value === undefined ? {} : { value }),
      remedy: 'move them apart, or make them thinner; carom fix does so for bodies',
    });
    if (faults.length === mostFaults) break;
  }
  return faults;
}

/** What is nearer than its thickness, whether it moves or is held. */
function findTouches(model: Model, soft: Soft, poses: Poses, owners: readonly number[]): Meeting[] {
  const stencils = new Stencils();
  const search = new StencilSearch(soft, [...soft.items.keys()]);
  // what nobody moves is not kept apart by anybody either
  const role = new Uint8Array(model.count).fill(isFree);
  const way = new Float64Array(6 * model.count);
  search.find({ model, role, frozen: undefined }, owners, poses, way, stencils);
  const meetings: Meeting[] = [];
  for (let s = 0; s < stencils.count; s++) {
    const at = CANDIDATE_STRIDE * s;
    measure(record, 0, poses.x, stencils.list, at);
    const distance = Math.sqrt(record[7]);
    const least = stencils.separation[s];
    if (distance > least) continue;
    meetings.push({
      one: soft.ownerOf[stencils.list[at + 1]],
      other: soft.ownerOf[stencils.list[at + 4]],
      does: least > 0 ? 'is nearer than thickness allows to' : 'touches',
      value: `${distance} m apart, at least ${least} m`,
    });
  }
  return meetings;
}
