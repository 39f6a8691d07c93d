// Finds a past of a scene: the scene's own state is how it shall end, and this says how it may have begun.

import type { Goal, Hint, Scene } from '../../../scene/index.ts';
import { buildModel, type Model } from '../model.ts';
import { makeMotion, type Motion } from '../motion.ts';
import type { LcpOptions } from '../options.ts';
import { startState } from '../state.ts';
import { arrive } from './arrive/arrive.ts';
import { Log, type ReplayLog, replayLog } from './pass/log.ts';
import { ease } from './ease.ts';
import { misalign } from './misalign.ts';
import { type RewindOptions, rewindDefaults } from './options.ts';
import { upDirection } from '../gravity.ts';
import { Pass } from './pass/pass.ts';
import { canGoAlone, Solo } from './alone/solo.ts';
import { emptyStatistics, type Statistics } from './pass/tally.ts';
import type { ReplayStart } from './replay.ts';

/** Where more than this share of the bodies found no way back, a way forward is looked for. */
const MOST_STAY = 0.5;

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
  if (alone && hints.length === 0 && shareThatStayed(model, pass.log.restTicks) > MOST_STAY) {
    const start = arrive({ model, options: all, end, ticks, seed, hints }, stop, progress);
    if (stop?.()) return undefined;
    if (start !== undefined) return fromForward(model, start, end, ticks);
  }
  for (let b = 0; b < model.bodies; b++)
    if (model.isDynamic[b] === 1 && (pass.log.restTicks[b] > ticks || isMoved(b, rest, end.poses)))
      pass.log.addKnot(ticks, b, end.poses, end.motion);
  return {
    model,
    ticks,
    start: { poses: pass.poses, motion: pass.motion },
    end,
    rest,
    log: replayLog(pass.log, ticks),
    statistics: pass.statistics,
  };
}

/** A past that the forward engine leads along by itself: only the last step puts everything onto its place to the bit. */
function fromForward(model: Model, start: ReplayStart, end: Past['end'], ticks: number): Past {
  const log = new Log(model.bodies);
  for (let b = 0; b < model.bodies; b++)
    if (model.isDynamic[b] === 1) log.addKnot(ticks, b, end.poses, end.motion);
  return {
    model,
    ticks,
    start,
    end,
    rest: end.poses,
    log: replayLog(log, ticks),
    statistics: emptyStatistics(model.bodies),
  };
}

/** Share of the bodies that were found to have been where they are all the time. */
function shareThatStayed({ isDynamic, bodies }: Model, restTicks: Uint32Array): number {
  let all = 0;
  let stayed = 0;
  for (let b = 0; b < bodies; b++) {
    if (isDynamic[b] === 0) continue;
    all++;
    if (restTicks[b] === 0) stayed++;
  }
  return stayed / Math.max(1, all);
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
