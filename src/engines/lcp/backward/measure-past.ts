// One sample of the pasts of a scene, measured.

import type { Scene } from '../../../scene/index.ts';
import type { LcpOptions } from '../options.ts';
import { writeVelocity } from '../state.ts';
import { type Certificate, certify } from './certificate.ts';
import { isNear, missOf } from './refine/miss.ts';
import { refineAsAsked, type RefinedIsland } from './refine/refine.ts';
import { type Past, rewind, type RewindRequest } from './rewind.ts';

export interface Sample {
  readonly seed: number;
  /** Level A: share of the bodies that reach the end without the log, and whether all do with an empty one. */
  readonly reached: number;
  readonly strict: boolean;
  /** Share of the bodies that reach the end without the log and have not been there all the time. */
  readonly arrived: number;
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
  const certificate = certify(past);
  const sample = measurePast(past, certificate, islands, request.seed, (performance.now() - began) / 1000);
  return { sample, past, certificate };
}

export function measurePast(
  past: Past,
  certificate: Certificate,
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
  return {
    seed,
    reached: certificate.reached,
    strict: certificate.strict,
    arrived: arrivedOf(past, certificate),
    refined,
    replays: certificate.replays,
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
    moving: moving / Math.max(1, bodies),
    deepest: -statistics.deepest,
    wallSeconds,
  };
}

function arrivedOf({ model, start, end }: Past, { bodies }: Certificate): number {
  const { velocities, momenta } = start.motion;
  const isThere = (body: number) => isNear(missOf(model, body, start.poses, end.poses));
  const isStill = (body: number) =>
    [0, 1, 2].every((k) => velocities[3 * body + k] === 0 && momenta[3 * body + k] === 0);
  const arrived = bodies.filter(({ body, reaches }) => reaches && !(isThere(body) && isStill(body)));
  return arrived.length / Math.max(1, bodies.length);
}
