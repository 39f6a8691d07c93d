// What a step works on: poses, targets, candidates and islands. Only the arrays of state.ts outlive a step.

import { BroadPhase } from '../../../geometry/tree/index.ts';
import type { Arena } from '../../../num/kernels/index.ts';
import type { Motion } from '../friction/friction.ts';
import type { Grouping, Island } from '../solve/islands.ts';
import { createJoints, type Joints, linksOf } from '../joints/joints.ts';
import { dragSize } from '../../../sim/index.ts';
import type { Model } from '../model.ts';
import type { Pair } from '../contact/pairs.ts';
import { Poses } from './poses.ts';

export interface Work {
  readonly model: Model;
  readonly arena: Arena;
  /** Length of the present step [s], when it began and when it ends: a part of the time step where that was too long. */
  h: number;
  time: number;
  end: number;
  /** Whether a step that goes badly is better given up and cut. */
  impatient: boolean;
  /** The way since the time step began: times [s] and all poses (7 a body). */
  path: { times: number[]; poses: Float64Array[] };
  /** Present iterate, trial of the line search, and where the step began. */
  poses: Poses;
  readonly trial: Poses;
  readonly start: Poses;
  /** Where each body is drawn to, and how strongly (1 for free bodies). */
  readonly targetQ: Float64Array;
  readonly targetR: Float64Array;
  readonly weight: Float64Array;
  /** L + hτ of each body [kg m²/s]: its angular momentum at the end of the step if nothing touches it and it is of first order. */
  readonly momentum: Float64Array;
  /** Pairs of bodies that may come near, ascending by (a, b). */
  pairs: Pair[];
  readonly broad: BroadPhase;
  readonly joints: Joints;
  /** Pairs of bodies that joints couple, two numbers a joint; -1 is the world. */
  readonly links: Int32Array;
  /** What drags each body from outside (joints/drag.ts), and whether anything does. */
  readonly drags: Float64Array;
  dragged: boolean;
  /** 1 for bodies whose step is of second order; and the part of L + hτ that their target leaves out. */
  readonly secondOrder: Uint8Array;
  readonly remainder: Float64Array;
  /** World boxes of the bodies, six numbers each. */
  readonly boxes: Float64Array;
  /** Where the islands' memory begins in the arena. */
  readonly arenaMark: number;
  /** What each body is in this step: isStatic, isScripted or isFree. */
  readonly role: Uint8Array;
  /** 1 for scripted bodies that have arrived and are no unknowns any more in this step. */
  readonly frozen: Uint8Array;
  /** Scripted bodies: where the script wants them, rounds of their augmented Lagrangian, 1 − η of the last, shift of their target. */
  readonly scriptQ: Float64Array;
  readonly scriptO: Float64Array;
  readonly scriptR: Float64Array;
  readonly rounds: Int32Array;
  readonly missed: Float64Array;
  readonly shiftQ: Float64Array;
  readonly shiftR: Float64Array;
  islands: Island[];
  /** These and earlier ones, and what they were formed from. */
  readonly groupings: Grouping[];
  /** Place of each body in its island, -1 for bodies that are no unknowns now. */
  readonly place: Int32Array;
  /** How far each body has moved since the pairs were found, and how far it may [m]. */
  readonly moved: Float64Array;
  readonly budget: Float64Array;
  /** (u, ω) that each body is expected to make in this step. */
  readonly expected: Float64Array;
  /** The same without forces. */
  readonly coasting: Float64Array;
  /** Set when a budget is used up: what it was for must be found again. */
  spent: boolean;
  /** Set when islands must be formed anew. */
  regroup: boolean;
  /** Poses (7 a body) after every accepted move of this step, one after another. */
  knots: Float64Array[];
  /** What happened in this step. */
  readonly tally: Tally;
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

export function createWork(model: Model, arena: Arena): Work {
  const joints = createJoints(model);
  return {
    model,
    arena,
    h: model.timeStep,
    time: 0,
    end: 0,
    impatient: true,
    path: { times: [], poses: [] },
    poses: new Poses(model),
    trial: new Poses(model),
    start: new Poses(model),
    targetQ: new Float64Array(3 * model.count),
    targetR: new Float64Array(9 * model.count),
    weight: new Float64Array(model.count).fill(1),
    momentum: new Float64Array(3 * model.count),
    pairs: [],
    broad: new BroadPhase(),
    joints,
    links: linksOf(joints),
    drags: new Float64Array(dragSize * model.count),
    dragged: false,
    secondOrder: new Uint8Array(model.count),
    remainder: new Float64Array(3 * model.count),
    boxes: new Float64Array(6 * model.count),
    arenaMark: arena.mark(),
    role: model.motion.slice(),
    frozen: new Uint8Array(model.count),
    scriptQ: new Float64Array(3 * model.count),
    scriptO: new Float64Array(4 * model.count),
    scriptR: new Float64Array(9 * model.count),
    rounds: new Int32Array(model.count),
    missed: new Float64Array(model.count),
    shiftQ: new Float64Array(3 * model.count),
    shiftR: new Float64Array(9 * model.count),
    islands: [],
    groupings: [],
    place: new Int32Array(model.count).fill(-1),
    moved: new Float64Array(model.count),
    budget: new Float64Array(model.count).fill(-1),
    expected: new Float64Array(6 * model.count),
    coasting: new Float64Array(6 * model.count),
    spent: false,
    regroup: true,
    knots: [],
    tally: { iterations: 0, rounds: 0, passes: 0, shifts: 0, refreshes: 0, lineSearches: 0, ccdQueries: 0 },
  };
}

/** Poses of the slip: where the step began and where `poses` are. */
export function slipMotion(work: Work, poses: Poses): Motion {
  return { q0: work.start.q, r0: work.start.r, q: poses.q, r: poses.r };
}
