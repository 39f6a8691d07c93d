// What a step works on, from where it begins to its end. Only the arrays of state.ts outlive a step.

import type { Arena } from '../../../num/kernels/index.ts';
import type { WorkPool } from '../../../sim/index.ts';
import type { Motion } from '../friction/friction.ts';
import { createNearby, type Nearby } from '../contact/nearby.ts';
import { type Islands, noIslands } from '../solve/islands.ts';
import { createDrags, type Drags } from '../joints/drag.ts';
import { createJoints, type Joints } from '../joints/joints.ts';
import type { Model } from '../model.ts';
import { type Near, nothingNear } from '../soft/near.ts';
import { SoftSystems } from '../soft/soft-system.ts';
import { type Placed, Poses } from './poses.ts';
import { Prediction } from '../predict/prediction.ts';
import { createScripts, type Scripts } from './scripts.ts';
import { createTargets, type Targets } from './targets.ts';

export interface Work {
  readonly model: Model;
  readonly span: Span;
  readonly path: Path;
  /** What each body is in this step: isStatic, isScripted or isFree. */
  readonly role: Uint8Array;
  /** 1 for bodies that are not there; the state has the truth. */
  readonly absent: Uint8Array;
  /** 1 for bodies that have come to rest since they touch something (friction/rested.ts); the state has the truth. */
  readonly rested: Int32Array;
  /** Where the step began, where slip is measured from (owed.ts), the present iterate, and the trial of the line search. */
  readonly start: Poses;
  readonly slipStart: Placed;
  readonly poses: Poses;
  readonly trial: Poses;
  readonly targets: Targets;
  readonly scripts: Scripts;
  readonly motions: Motions;
  /** Where bodies that would meet something are thought to end up. */
  readonly prediction: Prediction;
  readonly nearby: Nearby;
  readonly joints: Joints;
  readonly drags: Drags;
  readonly islands: Islands;
  /** What may meet what is soft (soft/near.ts), how much stiffer than usual its barriers are, and where its matrices lie. */
  softNear: Near;
  readonly softFactors: Float64Array;
  readonly softSystems: SoftSystems | undefined;
  /** What happened in this step. */
  readonly tally: Tally;
}

/** The time that is being stepped over: a time step, or a part of one that was too long for what is in the way. */
interface Span {
  /** Its length [s], when it begins and when it ends. */
  h: number;
  begin: number;
  end: number;
  /** Whether a step that goes badly is better given up and cut. */
  mayBeCut: boolean;
}

/** The way since the time step began. */
interface Path {
  /** Times [s] and all poses (7 a body) of the spans that have ended. */
  times: number[];
  poses: Float64Array[];
  /** Every accepted move of the present span, one after another. */
  moves: Move[];
  /** How far each body has moved since the last of its knots [m]. */
  readonly travelled: Float64Array;
}

/** Where bodies came by a move: 7 numbers each. */
interface Move {
  readonly bodies: Int32Array;
  readonly poses: Float64Array;
  /** Whether a knot of the path stands here; else the next move is made at the same time. */
  isKnot: boolean;
}

/** (u, ω) that each body will make in this step if nothing touches it; the same without forces; and what it makes at first. */
export interface Motions {
  readonly expected: Float64Array;
  readonly coasting: Float64Array;
  readonly way: Float64Array;
}

export interface Tally {
  iterations: number;
  /** Iterations of the island that took most, about. */
  rounds: number;
  passes: number;
  shifts: number;
  refreshes: number;
  lineSearches: number;
  ccdQueries: number;
}

export function clearTally(tally: Tally): void {
  tally.iterations = tally.rounds = tally.passes = 0;
  tally.shifts = tally.refreshes = tally.lineSearches = tally.ccdQueries = 0;
}

export function createWork(model: Model, arena: Arena, pool?: WorkPool): Work {
  const { count } = model;
  return {
    model,
    span: { h: model.timeStep, begin: 0, end: 0, mayBeCut: true },
    path: { times: [], poses: [], moves: [], travelled: new Float64Array(count) },
    role: model.motion.slice(),
    absent: new Uint8Array(count),
    rested: new Int32Array(count),
    start: new Poses(model),
    slipStart: { q: arena.f64(3 * count), r: arena.f64(9 * count) },
    poses: new Poses(model, arena),
    trial: new Poses(model, arena),
    targets: createTargets(count),
    scripts: createScripts(count),
    motions: {
      expected: new Float64Array(6 * count),
      coasting: new Float64Array(6 * count),
      way: new Float64Array(6 * count),
    },
    prediction: new Prediction(count),
    nearby: createNearby(count),
    joints: createJoints(model),
    drags: createDrags(count),
    islands: noIslands(count, arena, pool),
    softNear: nothingNear,
    softFactors: new Float64Array(model.soft?.items.length ?? 0).fill(1),
    softSystems: model.soft ? new SoftSystems(model.soft, count) : undefined,
    tally: { iterations: 0, rounds: 0, passes: 0, shifts: 0, refreshes: 0, lineSearches: 0, ccdQueries: 0 },
  };
}

/** Poses of the slip: where the step began, moved by what was owed, and where `poses` are. */
export function slipMotion(work: Work, poses: Poses): Motion {
  return { q0: work.slipStart.q, r0: work.slipStart.r, q: poses.q, r: poses.r };
}
