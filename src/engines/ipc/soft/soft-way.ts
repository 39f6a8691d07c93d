// What is soft on its way: what may meet along a direction, how far that is free, and what touches where it ends.

import { rotationFromVector } from '../../../num/index.ts';
import type { Keep } from '../contact/swept.ts';
import type { Island } from '../solve/islands.ts';
import type { Work } from '../step/work.ts';
import { advanceStencils } from './advance.ts';
import { measureStencils } from './soft-contacts.ts';
import { StrainLimits } from './strain-limits.ts';
import type { Soft } from './soft.ts';
import { beginSystem } from './soft-system.ts';
import type { SoftIsland } from './soft-island.ts';
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
    own.isCarried ? straight(work, way, 1) : way,
    advanceStencils(work, soft, own.stencils, work.poses, way, free, keep),
  );
}

/** Measures the trial, which is at the fraction s of the way; whether nothing touches there. @param way  of all owners, of the island unless said */
export function measureSoftTrial(work: Work, island: Island, s: number, way?: Float64Array): boolean {
  const { soft } = work.model;
  const own = island.soft;
  if (!soft || !own) return true;
  measureStencils(work, soft, own.stencils, work.trial.x, own.trialContacts);
  if (own.trialContacts.energy === Infinity) return false;
  if (own.isCarried && !chordsAreFree(work, soft, own, s, way ?? spread(work, island)))
    own.trialContacts.energy = Infinity;
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

/**
 * Whether carried vertices may go straight to the trial, as recordings and the judge have it, while (u, ω) has them on arcs; and whether
 * sheets are below their strain limits there.
 */
function chordsAreFree(work: Work, soft: Soft, own: SoftIsland, s: number, way: Float64Array): boolean {
  const { model, poses, trial } = work;
  const isCarried = (v: number): boolean => model.carrier[soft.ownerOf[v]] >= 0;
  const chords = straight(work, way, s);
  for (let i = model.bodies; i < model.carrier.length; i++)
    if (model.carrier[i] >= 0)
      for (let k = 0; k < 3; k++) chords[6 * i + k] = trial.q[3 * i + k] - poses.q[3 * i + k];
  if (advanceStencils(work, soft, own.stencils, poses, chords, 1, onChord, isCarried) < 1) return false;
  return own.places.every((place) =>
    soft.items[place].elements.every(
      (kind) => !(kind instanceof StrainLimits) || kind.energyAt(trial.q) < Infinity,
    ),
  );
}

/** A part of a way on which carried vertices go straight to where the whole of it takes them; until it is asked for again. */
function straight({ model, poses: { q } }: Work, way: Float64Array, s: number): Float64Array {
  if (chords.length < way.length) chords = new Float64Array(way.length);
  for (let k = 0; k < way.length; k++) chords[k] = s * way[k];
  for (let i = model.bodies; i < model.carrier.length; i++) {
    const body = model.carrier[i];
    if (body < 0) continue;
    rotationFromVector(rotation, 0, way, 6 * i + 3);
    for (let k = 0; k < 3; k++) {
      let there = 0;
      for (let c = 0; c < 3; c++) there += rotation[3 * k + c] * (q[3 * i + c] - q[3 * body + c]);
      chords[6 * i + k] = s * (way[6 * i + k] + there - (q[3 * i + k] - q[3 * body + k]));
    }
    chords.fill(0, 6 * i + 3, 6 * i + 6);
  }
  return chords;
}
let chords = new Float64Array(0);
const rotation = new Float64Array(9);

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
