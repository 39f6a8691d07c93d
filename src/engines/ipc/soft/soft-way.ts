// What is soft on its way: what may meet along a direction, how far that is free, and what touches where it ends.

import type { Keep } from '../contact/swept.ts';
import type { Island } from '../solve/islands.ts';
import type { Work } from '../step/work.ts';
import { advanceStencils } from './advance.ts';
import { measureStencils } from './soft-contacts.ts';
import { StrainLimits } from './strain-limits.ts';
import type { Soft } from './soft.ts';
import { beginSystem } from './soft-system.ts';
import { type Searched, Stencils, StencilSearch } from './stencils.ts';

const searchedOf = ({ model, role, scripts }: Work): Searched => ({ model, role, frozen: scripts.frozen });

/** (u, ω) of all owners: the island's direction, and no motion of all others; until it is asked for again. */
function spread(work: Work, { bodies, direction }: Island): Float64Array {
  const size = 6 * work.model.count;
  if (ways.length < size) ways = new Float64Array(size);
  const way = ways.subarray(0, size).fill(0);
  for (let k = 0; k < bodies.length; k++)
    for (let c = 0; c < 6; c++) way[6 * bodies[k] + c] = direction[6 * k + c];
  return way;
}
let ways = new Float64Array(0);

/** Finds what may meet along the island's direction; returns how much of it is free, up to `free`. */
export function boundSoft(work: Work, island: Island, free: number, keep: Keep): number {
  return boundWay(work, island, spread(work, island), free, keep);
}

/** The same of a way of all owners. */
export function boundWay(work: Work, island: Island, way: Float64Array, free: number, keep: Keep): number {
  const { soft } = work.model;
  const own = island.soft;
  if (!soft || !own) return free;
  own.search.find(searchedOf(work), own.near, work.poses, way, own.stencils);
  return advanceLimits(
    work,
    soft,
    own.places,
    way,
    advanceStencils(work, soft, own.stencils, work.poses, way, free, keep),
  );
}

/** Measures the trial; whether nothing touches there. */
export function measureSoftTrial(work: Work, island: Island): boolean {
  const { soft } = work.model;
  const own = island.soft;
  if (!soft || !own) return true;
  measureStencils(work, soft, own.stencils, work.trial.x, own.trialContacts);
  return own.trialContacts.energy < Infinity;
}

/** Before the trial is where the island is. */
export function noteSoftMove(work: Work, island: Island): void {
  noteMove(work, island, work.poses.q, work.trial.q);
}

function noteMove({ model }: Work, { soft: own }: Island, from: Float64Array, to: Float64Array): void {
  for (const s of own?.places ?? [])
    for (const kind of model.soft?.items[s].elements ?? []) kind.noteMove(from, to);
}

/** Newton begins, the warm start having moved everything. */
export function noteWarmStart(work: Work): void {
  for (const island of work.islands.list) noteMove(work, island, work.start.q, work.poses.q);
}

/** The trial is where the island is now. */
export function takeSoftTrial({ soft: own }: Island): void {
  if (!own) return;
  const { contacts } = own;
  own.contacts = own.trialContacts;
  own.trialContacts = contacts;
}

/** Measures an island that has just been formed. */
export function measureSoftHere(work: Work, island: Island, goesOn: boolean): void {
  const { soft } = work.model;
  const own = island.soft;
  if (!soft || !own) return;
  own.search.find(
    searchedOf(work),
    own.near,
    work.poses,
    new Float64Array(6 * work.model.count),
    own.stencils,
  );
  measureStencils(work, soft, own.stencils, work.poses.x, own.contacts);
  if (!goesOn) beginSystem(work, soft, island);
}

/** How much of a way leaves faces below their strain limits, up to `free`. */
function advanceLimits(
  { poses }: Work,
  { items }: Soft,
  places: readonly number[],
  way: Float64Array,
  free: number,
): number {
  let share = free;
  for (const place of places)
    for (const elements of items[place].elements)
      if (elements instanceof StrainLimits) share = elements.advance(poses.q, way, share);
  return share;
}

const onChord: Keep = { first: 0.01, later: 0.01, within: 1 };
const ofStep = new Stencils();
const searches = new WeakMap<Soft, StencilSearch>();

/** Whether what is soft may go straight from where the step began; `chord` holds (u, ω) of each owner. */
export function softChordIsFree(work: Work, chord: Float64Array): boolean {
  const { model, start, softNear } = work;
  const { soft } = model;
  if (!soft) return true;
  let search = searches.get(soft);
  if (!search) {
    search = new StencilSearch(soft, [...soft.items.keys()]);
    searches.set(soft, search);
  }
  const near = [...new Set(softNear.owners.flat())].sort((a, b) => a - b);
  search.find(searchedOf(work), near, start, chord, ofStep);
  return advanceStencils(work, soft, ofStep, start, chord, 1, onChord) === 1;
}
