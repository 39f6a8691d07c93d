// Friction that is hard to solve for is solved softer first.
//
// Friction sticks below a slip of ε = h ε_v, some 1e-8 m, and bodies move by some 1e-3 m a step: to Newton that is a kink,
// and line searches find the kinks of an island only one after another. Where they stop move after move, the island goes on
// with an ε large enough for its moves to see it; when that has converged, with a smaller one, down to its own. Parts of a step
// that was cut (substeps.ts) begin so, and need not come down all the way; so do islands that are predicted (predict/approach.ts).

import { lagFriction } from './prepare-friction.ts';
import { isSoft } from './passes.ts';
import type { Island } from '../solve/islands.ts';
import { fastestMove } from '../solve/direction.ts';
import { lagSoft } from '../soft/soft-friction.ts';
import type { Work } from '../step/work.ts';

/** So many moves cut very short by kinks, and friction is made softer. */
const mostKinks = 5;
/** The slip speed below which it then sticks, as a part of the fastest move's. */
const ofFastest = 0.1;
/** What may stay of that in a part of a step: what had to be cut is hit, and the slip that friction stops there is small beside it. */
const ofFastestLeft = 1e-3;
/** By how much it is made harder again each time. */
const hardening = 4;

/** Lags friction at the present contacts, as soft as it is at present. Returns by how much normal forces changed. */
export function lag(work: Work, island: Island): number {
  const { soft } = work.model;
  const change = Math.max(lagFriction(work, island), soft ? lagSoft(work, soft, island) : 0);
  if (island.soft) island.soft.late.length = 0;
  island.terms.outdate();
  return change;
}

/** The same as if there had been no friction before. */
export function lagAnew(work: Work, island: Island): void {
  island.friction.clear(island.pairs.length);
  island.friction.start.fill(0);
  island.soft?.friction.clear();
  lag(work, island);
}

/** After a move: makes friction softer where kinks stop most moves. */
export function soften(work: Work, island: Island): void {
  if (island.passes.kinks >= mostKinks) beginSoft(work, island, fastestMove(work, island));
}

/** Makes friction softer by what moves of that speed [m/s] need, once in a step. */
export function beginSoft(work: Work, island: Island, fastest: number): void {
  if (island.passes.softened > 0) return;
  const speed = fastest / (10 * work.model.tolerance);
  const left = work.span.h < work.model.timeStep ? Math.max(1, ofFastestLeft * speed) : 1;
  if (ofFastest * speed <= left) return;
  island.passes.softness = ofFastest * speed;
  island.passes.softnessLeft = left;
  island.passes.softened++;
  island.friction.soften(island.passes.softness);
  island.soft?.friction.soften(island.passes.softness);
  if (island.soft) island.soft.late.length = 0;
  island.terms.outdate();
}

/** When Newton has converged: whether it must go on with harder friction. */
export function harden(work: Work, island: Island): boolean {
  if (!isSoft(island.passes)) return false;
  work.tally.passes++;
  island.passes.softness = Math.max(island.passes.softnessLeft, island.passes.softness / hardening);
  island.newton.iterations = 0;
  lag(work, island);
  return true;
}
