// Finds a past of a scene: the scene's own state is how it shall end, and this says how it may have begun.

import type { Goal, Hint, Scene } from '../../../scene/index.ts';
import { buildModel, type Model } from '../model.ts';
import { makeMotion, type Motion } from '../motion.ts';
import type { LcpOptions } from '../options.ts';
import { startState } from '../state.ts';
import { withArrivals } from './arrive/with-arrivals.ts';
import { type ReplayLog, replayLog } from './pass/log.ts';
import { ease } from './ease.ts';
import { misalign } from './misalign.ts';
import { type RewindOptions, rewindDefaults } from './options.ts';
import { upDirection } from '../gravity.ts';
import { Pass } from './pass/pass.ts';
import { canGoAlone, Solo } from './alone/solo.ts';
import type { Statistics } from './pass/tally.ts';

export interface RewindRequest {
  readonly seed: number;
  /** How far back [s]. */
  readonly duration: number;
  /** The scene's own unless given. */
  readonly hints?: readonly Hint[];
  readonly goals?: readonly Goal[];
  readonly options?: Partial<RewindOptions>;
  readonly stop?: () => boolean;
  /** Called now and then with how much of the way back is found. */
  readonly progress?: (fraction: number) => void;
}

export interface Past {
  readonly model: Model;
  readonly ticks: number;
  /** Poses and motion at the start. */
  readonly start: { readonly poses: Float64Array; readonly motion: Motion };
  /** The wished-for end. */
  readonly end: { readonly poses: Float64Array; readonly motion: Motion };
  /** Poses at which bodies rest until the last step, which puts them onto those of the end (ease.ts). */
  readonly rest: Float64Array;
  readonly log: ReplayLog;
  readonly statistics: Statistics;
}

/** A past of the scene, or undefined where it was stopped. */
export function rewind(scene: Scene, lcp: Readonly<LcpOptions>, request: RewindRequest): Past | undefined {
  const model = buildModel(scene, lcp);
  return rewindModel(model, { ...request, hints: request.hints ?? scene.hints ?? [] });
}

export function rewindModel(
  model: Model,
  {
    seed,
    duration,
    hints = model.scene.hints ?? [],
    goals = model.scene.goals ?? [],
    options,
    stop,
    progress,
  }: RewindRequest,
): Past | undefined {
  const ticks = Math.round(duration / model.timeStep);
  const end = endOf(model);
  const all = { ...rewindDefaults, ...options };
  // Bodies that rest find their pasts one by one, however many they are.
  const alone = all.strict && canGoAlone(model, end);
  const up = upDirection(model);
  const rest = alone && all.misalignment === 0 ? ease(model, end.poses, up) : end.poses;
  const from =
    all.misalignment > 0
      ? { ...end, poses: misalign(model, end, all.misalignment, seed, up) }
      : { ...end, poses: rest };
  const pass = new (alone ? Solo : Pass)({ model, options: all, end: from, ticks, seed, hints, goals });
  if (!pass.run(stop, progress)) return undefined;
  for (let b = 0; b < model.bodies; b++)
    if (model.isDynamic[b] === 1 && (pass.log.restTicks[b] > ticks || isMoved(b, rest, end.poses)))
      pass.log.addKnot(ticks, b, end.poses, end.motion);
  const past: Past = {
    model,
    ticks,
    start: { poses: pass.poses, motion: pass.motion },
    end,
    rest,
    log: replayLog(pass.log, ticks),
    statistics: pass.statistics,
  };
  if (!alone || hints.length > 0) return past;
  return withArrivals(past, { model, options: all, end, ticks, seed, hints }, stop, progress);
}

function isMoved(body: number, rest: Float64Array, end: Float64Array): boolean {
  for (let k = 7 * body; k < 7 * body + 7; k++) if (rest[k] !== end[k]) return true;
  return false;
}

/** The state that the scene describes. */
export function endOf(model: Model): { poses: Float64Array; motion: Motion } {
  const state = startState(model);
  const motion = makeMotion(model.bodies);
  motion.velocities.set(state.velocities);
  motion.momenta.set(state.momenta);
  return { poses: state.poses.slice(), motion };
}
