// What a past is worth, in three levels.
//
//   A  the forward engine, from the start state and without any log, comes to the wished-for end: by body, within 1 mm
//      and 1°; and the log holds no override and no ghost
//   B  the forward engine with the log comes to the wished-for end to the bit
//   C  how much was forced: Σ‖ghost impulse‖ / Σ‖contact impulse‖, by body and of all

import { drift } from '../drift.ts';
import { ContactSet } from '../collide/contact-set.ts';
import { findContacts } from '../collide/collider.ts';
import { clearImpulses, makeImpulses } from '../forward/impulses.ts';
import { kickIsland } from '../forward/kick.ts';
import { findIslands, makeIslands } from '../islands.ts';
import { copyMotion, makeMotion } from '../motion.ts';
import { isNear, missOf } from './refine/miss.ts';
import { Replay } from './replay.ts';
import type { Past } from './rewind.ts';

interface BodyCertificate {
  readonly body: number;
  /** Level A: where the engine by itself brings it, from the wished-for end [m], [rad]. */
  readonly missBy: number;
  readonly missAngle: number;
  readonly reaches: boolean;
  /** Level C. */
  readonly forced: number;
}

export interface Certificate {
  /** Share of the dynamic bodies that reach the end by themselves, and whether all do with an empty log. */
  readonly reached: number;
  readonly strict: boolean;
  /** Whether the replay with the log ends at the wished-for state, every bit of it. */
  readonly replays: boolean;
  /** Largest move of a knot in the replay [m or m/s]: rounding, where nothing is forced. */
  readonly largestRealignment: number;
  /** Σ‖ghost‖ / Σ‖contact impulse‖ of all bodies. */
  readonly forced: number;
  readonly overrides: number;
  readonly ghosts: number;
  readonly bodies: readonly BodyCertificate[];
}

/** Sees every step of a replay. */
export interface StepWatch {
  step(replay: Replay): void;
}

export function certify(past: Past, watches: readonly StepWatch[] = []): Certificate {
  const { model, end, statistics } = past;
  const replay = new Replay(model, past.start, past.rest, past.log);
  while (replay.tick < past.ticks) {
    replay.step();
    for (const watch of watches) watch.step(replay);
  }
  const replays =
    sameBits(replay.poses, end.poses) &&
    sameBits(replay.motion.velocities, end.motion.velocities) &&
    sameBits(replay.motion.momenta, end.motion.momenta);

  const alone = runAlone(past);
  const bodies: BodyCertificate[] = [];
  let ghosts = 0;
  let impulses = 0;
  for (let b = 0; b < model.bodies; b++) {
    if (model.isDynamic[b] === 0) continue;
    const miss = missOf(model, b, alone, end.poses);
    ghosts += statistics.ghosts[b];
    impulses += statistics.impulses[b];
    bodies.push({
      body: b,
      missBy: miss.distance,
      missAngle: miss.angle,
      reaches: isNear(miss),
      forced: share(statistics.ghosts[b], statistics.impulses[b]),
    });
  }
  const reached = bodies.filter(({ reaches }) => reaches).length / Math.max(1, bodies.length);
  return {
    reached,
    strict: reached === 1 && statistics.overrides === 0 && statistics.ghostCount === 0,
    replays,
    largestRealignment: replay.largestRealignment,
    forced: share(ghosts, impulses),
    overrides: statistics.overrides,
    ghosts: statistics.ghostCount,
    bodies,
  };
}

/** The poses at which the unmodified forward engine ends, from the start state alone. */
export function runAlone({ model, start, ticks }: Past): Float64Array {
  const poses = start.poses.slice();
  const motion = makeMotion(model.bodies);
  copyMotion(motion, start.motion);
  const contacts = new ContactSet();
  const islands = makeIslands();
  const impulses = makeImpulses(64, model.jointRows);
  for (let tick = 0; tick < ticks; tick++) {
    drift(model, poses, motion, 0.5 * model.timeStep);
    findContacts(model.collider, poses, contacts);
    findIslands(model, contacts, islands);
    clearImpulses(impulses, contacts.count);
    const step = { model, mid: poses, contacts, islands, time: tick * model.timeStep, motion, impulses };
    for (let island = 0; island < islands.count; island++) kickIsland(step, island);
    drift(model, poses, motion, 0.5 * model.timeStep);
  }
  return poses;
}

function share(part: number, whole: number): number {
  return part === 0 ? 0 : part / Math.max(whole, 1e-300);
}

function sameBits(a: Float64Array, b: Float64Array): boolean {
  // −0 and 0 are the same state; everything else must agree
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
