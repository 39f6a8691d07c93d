// One sample of the pasts of a scene, measured.

import type { Scene } from '../../../scene/index.ts';
import type { LcpOptions } from '../options.ts';
import { writeVelocity } from '../state.ts';
import { type Certificate, certify } from './certificate.ts';
import { costOf, type GoalResult } from './goals/meter.ts';
import { GoalWatch } from './goals/watch-goals.ts';
import { type PastVerdict, verdictOf } from './judge/verdict.ts';
import { Watch, type Watched } from './judge/watch.ts';
import { refineAsAsked, type RefinedIsland } from './refine/refine.ts';
import { type Past, rewind, type RewindRequest } from './rewind.ts';

export interface Sample {
  readonly seed: number;
  /** Level A: share of the bodies that reach the end without the log, and whether all do with an empty one. */
  readonly reached: number;
  readonly strict: boolean;
  /** Share of the bodies that reach the end without the log and came from outside: from further than half their own radius. */
  readonly arrived: number;
  /** All of it in one word (judge/verdict.ts); only `good` is a success. */
  readonly verdict: PastVerdict;
  /** The largest height that a body comes down from [m], and the speed that looks natural from there [m/s]. */
  readonly height: number;
  readonly natural: number;
  /** The most at any time: speed of a centre, speed of a surface by turning [m/s], turn [rad/s]. */
  readonly topSpeed: number;
  readonly topSpinSpeed: number;
  readonly topTurn: number;
  /** Blows between two bodies on their way. */
  readonly collisions: number;
  /** How it meets the goals of the scene, by goal and body. */
  readonly goals: readonly GoalResult[];
  /** Σ weight · excess² / 2 of the goals: 0 where all are met. */
  readonly goalCost: number;
  /** Islands that were refined: those that were closed, and those that could not be. */
  readonly refined: readonly RefinedIsland[];
  /** Level B. */
  readonly replays: boolean;
  /** Level C. */
  readonly forced: number;
  readonly overrides: number;
  readonly ghosts: number;
  /** Largest closure defect of a step [m/s]. */
  readonly worstDefect: number;
  /** Contacts in the case that the seed discards. */
  readonly parted: number;
  readonly bounces: number;
  readonly retries: number;
  /** At the start: kinetic energy per mass [J/kg], fastest centre [m/s], fastest turn [rad/s]. */
  readonly energy: number;
  readonly fastest: number;
  readonly fastestTurn: number;
  /** Share of the bodies that move at the start. */
  readonly moving: number;
  /** Deepest overlap between two steps [m]. */
  readonly deepest: number;
  readonly wallSeconds: number;
}

/** Finds a past and measures it; undefined where it was stopped. */
export function takeSample(
  scene: Scene,
  options: Readonly<LcpOptions>,
  request: RewindRequest,
): { readonly sample: Sample; readonly past: Past; readonly certificate: Certificate } | undefined {
  const began = performance.now();
  const found = rewind(scene, options, request);
  if (found === undefined) return undefined;
  const { past, islands } = refineAsAsked(found, options.refine, request.stop);
  const watch = new Watch(past.model, past.start, past.end.poses);
  const goals = new GoalWatch(past.model, request.goals ?? scene.goals ?? [], past.start);
  const certificate = certify(past, [watch, goals]);
  const seconds = (performance.now() - began) / 1000;
  const sample = measurePast(
    past,
    certificate,
    watch.result(),
    goals.results(),
    islands,
    request.seed,
    seconds,
  );
  return { sample, past, certificate };
}

export function measurePast(
  past: Past,
  certificate: Certificate,
  watched: Watched,
  goals: readonly GoalResult[],
  refined: readonly RefinedIsland[],
  seed: number,
  wallSeconds: number,
): Sample {
  const { model, start, statistics } = past;
  const { momenta } = start.motion;
  const velocity = new Float64Array(6);
  let energy = 0;
  let mass = 0;
  let fastest = 0;
  let fastestTurn = 0;
  let bodies = 0;
  let moving = 0;
  for (let b = 0; b < model.bodies; b++) {
    if (model.isDynamic[b] === 0) continue;
    writeVelocity(model, start.poses, b, 0, start.motion, velocity, 0);
    let square = 0;
    let turn = 0;
    for (let k = 0; k < 3; k++) {
      const v = velocity[k];
      const w = velocity[3 + k];
      square += v * v;
      turn += w * w;
      energy += 0.5 * (model.masses[b] * v * v + w * momenta[3 * b + k]);
    }
    mass += model.masses[b];
    bodies++;
    if (square > 0 || turn > 0) moving++;
    fastest = Math.max(fastest, Math.sqrt(square));
    fastestTurn = Math.max(fastestTurn, Math.sqrt(turn));
  }
  const share = moving / Math.max(1, bodies);
  const { came, ...seen } = watched;
  const { strict, replays } = certificate;
  const arrived =
    certificate.bodies.filter(({ body, reaches }) => reaches && came[body] === 1).length /
    Math.max(1, certificate.bodies.length);
  return {
    seed,
    reached: certificate.reached,
    strict,
    arrived,
    verdict: verdictOf({ strict, replays, arrived, moving: share, ...seen }),
    ...seen,
    goals,
    goalCost: costOf(goals, model.scene.goals ?? []),
    refined,
    replays,
    forced: certificate.forced,
    overrides: certificate.overrides,
    ghosts: certificate.ghosts,
    worstDefect: statistics.worstDefect,
    parted: statistics.parted,
    bounces: statistics.bounces,
    retries: statistics.retries,
    energy: energy / Math.max(mass, 1e-300),
    fastest,
    fastestTurn,
    moving: share,
    deepest: -statistics.deepest,
    wallSeconds,
  };
}
