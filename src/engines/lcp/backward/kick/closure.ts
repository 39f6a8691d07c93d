// A past is plausible if the forward step returns from it to the present (Twigg, James 2008, §3): the one test of all
// steps back. The forward kick is run on the velocities before, and what it misses by is the *defect*.
//
// Where a contact parts, either something bounced there or something else parted it (cases 1 and 2; the seed discards the
// second). In islands of at most ten such contacts the combinations are tried, most bounces first, and of those that
// close the one with the least energy is taken. What closes nowhere is kept as it came nearest, and what the forward
// kick misses becomes a ghost impulse.

import type { ContactSet } from '../../collide/contact-set.ts';
import type { Impulses, Overrides } from '../../forward/impulses.ts';
import { kickIsland } from '../../forward/kick.ts';
import type { Islands } from '../../islands.ts';
import type { Model } from '../../model.ts';
import { copyMotionOf, type Motion } from '../../motion.ts';
import { BOUNCE, NOTHING, PULL, REST, type ReverseKick } from './reverse-kick.ts';

/** Largest defect [m/s] of a step that closes, for speeds about 1 m/s; it grows with the speed. */
export const CLOSES = 1e-9;
/** A defect below this may be the forward solve's [m/s]. */
const NEARLY = 1e-4;
const MOST_PARTING = 10;
const MOST_TRIALS = 96;

export interface Trial {
  /** Largest defect of a body [m/s]. */
  defect: number;
  closes: boolean;
  /** Contacts that parted though nothing bounced there: the case the seed discards. */
  parted: number;
  /** Whether some case could be solved at all. */
  isSolved: boolean;
}

/** What one island's step back needs besides its ReverseKick. */
export interface ClosureWork {
  /** Velocities before, of the case being tried; the chosen ones are in `before`. */
  readonly trial: Motion;
  /** Where the forward kick comes to. */
  readonly again: Motion;
  readonly impulses: Impulses;
  readonly overrides: Overrides;
  /** Whether the first case that closes will do, where there is no time to look for the calmest. */
  readonly takesFirst: boolean;
}

/** The step of one island that is being taken back. */
export interface IslandStep {
  readonly model: Model;
  readonly mid: Float64Array;
  readonly contacts: ContactSet;
  readonly islands: Islands;
  readonly island: number;
  /** When the step began [s]. */
  readonly time: number;
  readonly after: Motion;
}

/**
 * Tries the cases of an island that `kick` has loaded; the best past goes into `before`, and `again` keeps where the
 * forward kick comes to from there.
 * @param hasOverrides  whether work.overrides hold for this island, in both directions
 */
export function chooseCase(
  kick: ReverseKick,
  step: IslandStep,
  work: ClosureWork,
  hasOverrides: boolean,
  before: Motion,
  out: Trial,
): void {
  const { model } = step;
  const { count, mode } = kick;
  const parting = partingContacts(kick, model);
  out.defect = Number.POSITIVE_INFINITY;
  out.closes = false;
  out.parted = 0;
  out.isSolved = true;
  let leastEnergy = Number.POSITIVE_INFINITY;
  let bestMask = -1;
  const trials = parting.length > MOST_PARTING ? 1 : Math.min(MOST_TRIALS, 1 << parting.length);
  const masks = masksByBounces(parting.length);
  for (let t = 0; t < trials; t++) {
    const mask = masks[t];
    for (let i = 0; i < parting.length; i++) mode[parting[i]] = mask & (1 << i) ? NOTHING : BOUNCE;
    if (!kick.solve()) continue;
    if (!isPast(kick, parting, mask)) continue;
    kick.store(step.islands, step.island, work.trial);
    let defect = defectOf(step, work, hasOverrides, undefined);
    // Where the forward solve ends near by, its own precision may be what is missing: it starts from this answer then.
    if (defect > CLOSES && defect < NEARLY) defect = defectOf(step, work, hasOverrides, kick);
    const closes = defect <= CLOSES * (1 + fastest(step, work.trial));
    // Of what closes the least energy; of what does not, the nearest.
    const energy = closes ? energyOf(step, work.trial) : 0;
    const better = closes
      ? !out.closes || energy < leastEnergy * (1 - 1e-12)
      : !out.closes && defect < out.defect;
    if (!better) continue;
    out.defect = defect;
    out.closes = closes;
    if (closes) leastEnergy = energy;
    bestMask = mask;
    copyIsland(step, work.trial, before);
    // One bounce that closes is how most steps with contact end; only where several part is there a choice.
    if (closes && (parting.length <= 1 || work.takesFirst)) break;
  }
  if (bestMask >= 0) {
    out.parted = bits(bestMask);
    for (let i = 0; i < parting.length; i++) mode[parting[i]] = bestMask & (1 << i) ? NOTHING : BOUNCE;
    for (let k = 0; k < count; k++) if (mode[k] === NOTHING && !parting.includes(k)) out.parted++;
    // The forward kick of the chosen case, not of the one tried last.
    if (trials > 1) {
      kick.solve();
      copyIsland(step, before, work.trial);
      defectOf(step, work, hasOverrides, out.closes ? kick : undefined);
    }
    return;
  }
  // Nothing can be solved: bodies keep their velocities, and forces are taken back.
  for (let k = 0; k < count; k++) mode[k] = NOTHING;
  kick.solve();
  kick.store(step.islands, step.island, work.trial);
  copyIsland(step, work.trial, before);
  out.defect = defectOf(step, work, hasOverrides, undefined);
  out.closes = out.defect <= CLOSES * (1 + fastest(step, work.trial));
  out.parted = count;
  out.isSolved = count === 0;
}

/** Contacts that part and may have bounced; those too slow for any bounce are put to NOTHING at once. */
function partingContacts(kick: ReverseKick, model: Model): number[] {
  const parting: number[] = [];
  for (let k = 0; k < kick.count; k++) {
    if (kick.mode[k] === PULL || kick.mode[k] === REST) continue;
    const slowest = kick.isForced[k] === 1 ? 0 : kick.restitution[k] * model.bounceSpeed;
    if (kick.restitution[k] > 0 && kick.normalSpeed[k] >= slowest * (1 - 1e-12)) parting.push(k);
    else kick.mode[k] = NOTHING;
  }
  return parting;
}

/** Where nothing is said to have happened the two may not have come out of each other: u_n⁻ ≤ 0 if u_n⁺ could bounce. */
function isPast(kick: ReverseKick, parting: readonly number[], mask: number): boolean {
  for (let i = 0; i < parting.length; i++) {
    if ((mask & (1 << i)) === 0) continue;
    if (kick.normalSpeedBefore(parting[i]) > 1e-9) return false;
  }
  return true;
}

const maskLists = new Map<number, Uint32Array>();

/** All subsets of n contacts, those with few members first. */
function masksByBounces(n: number): Uint32Array {
  if (n > MOST_PARTING) return Uint32Array.of(0);
  let masks = maskLists.get(n);
  if (masks === undefined) {
    masks = Uint32Array.from(
      Array.from({ length: 1 << n }, (_, mask) => mask).sort((a, b) => bits(a) - bits(b) || a - b),
    );
    maskLists.set(n, masks);
  }
  return masks;
}

function bits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/**
 * Runs the forward kick from `before`; work.again is where it comes to. The largest miss of a body [m/s].
 * @param isCold  from no guess; otherwise from the impulses that are there
 */
export function forwardFrom(
  step: IslandStep,
  work: ClosureWork,
  hasOverrides: boolean,
  before: Motion,
  isCold: boolean,
): number {
  copyIsland(step, before, work.trial);
  if (isCold) clearImpulses(step, work.impulses);
  return forwardMiss(step, work, hasOverrides);
}

/** Runs the forward kick from work.trial, cold unless a guess is given; the largest miss of a body [m/s]. */
function defectOf(
  step: IslandStep,
  work: ClosureWork,
  hasOverrides: boolean,
  guess: ReverseKick | undefined,
): number {
  clearImpulses(step, work.impulses);
  guess?.guess(step.model, step.islands, step.island, work.impulses);
  return forwardMiss(step, work, hasOverrides);
}

function clearImpulses({ model, islands, island }: IslandStep, impulses: Impulses): void {
  for (let i = islands.contactStart[island]; i < islands.contactStart[island + 1]; i++) {
    const c = islands.contacts[i];
    impulses.normal[c] = 0;
    impulses.tangential.fill(0, 3 * c, 3 * c + 3);
    impulses.rolling.fill(0, 3 * c, 3 * c + 3);
  }
  for (let i = islands.jointStart[island]; i < islands.jointStart[island + 1]; i++) {
    const { firstRow, rows } = model.joints[islands.joints[i]];
    impulses.joint.fill(0, firstRow, firstRow + rows.length);
  }
}

/** The forward kick from work.trial and the impulses that are there. */
function forwardMiss(step: IslandStep, work: ClosureWork, hasOverrides: boolean): number {
  const { model, islands, island, after } = step;
  const { again, impulses } = work;
  copyIsland(step, work.trial, again);
  const overrides = hasOverrides ? work.overrides : undefined;
  const { mid, contacts, time } = step;
  kickIsland({ model, mid, contacts, islands, time, motion: again, overrides, impulses }, island);
  let worst = 0;
  for (let i = islands.bodyStart[island]; i < islands.bodyStart[island + 1]; i++)
    worst = Math.max(worst, bodyDefect(model, islands.bodies[i], again, after));
  return worst;
}

/** How far two motions of a body are apart [m/s]: of its centre, and of its surface by turning. */
export function bodyDefect(model: Model, body: number, p: Motion, q: Motion): number {
  const at = 3 * body;
  let linear = 0;
  let angular = 0;
  for (let k = 0; k < 3; k++) {
    const dv = p.velocities[at + k] - q.velocities[at + k];
    const dl = p.momenta[at + k] - q.momenta[at + k];
    linear += dv * dv;
    angular += dl * dl;
  }
  const mass = model.masses[body];
  const inertia = Math.min(model.inertias[at], model.inertias[at + 1], model.inertias[at + 2]);
  // |ΔL| / √(m I) is Δω times the radius of gyration.
  return Math.sqrt(linear) + (angular > 0 ? Math.sqrt(angular / (mass * inertia)) : 0);
}

function fastest({ islands, island }: IslandStep, { velocities }: Motion): number {
  let worst = 0;
  for (let i = islands.bodyStart[island]; i < islands.bodyStart[island + 1]; i++) {
    const at = 3 * islands.bodies[i];
    for (let k = 0; k < 3; k++) worst = Math.max(worst, Math.abs(velocities[at + k]));
  }
  return worst;
}

/** Twice the kinetic energy [J], turning measured by the smallest moment's bound: enough to compare pasts of one island. */
function energyOf({ model, islands, island }: IslandStep, { velocities, momenta }: Motion): number {
  let sum = 0;
  for (let i = islands.bodyStart[island]; i < islands.bodyStart[island + 1]; i++) {
    const body = islands.bodies[i];
    const at = 3 * body;
    for (let k = 0; k < 3; k++) {
      sum += model.masses[body] * velocities[at + k] * velocities[at + k];
      sum += momenta[at + k] * momenta[at + k] * model.inverseInertias[at];
    }
  }
  return sum;
}

function copyIsland({ islands, island }: IslandStep, from: Motion, to: Motion): void {
  for (let i = islands.bodyStart[island]; i < islands.bodyStart[island + 1]; i++)
    copyMotionOf(islands.bodies[i], to, from);
}
