// One iteration of projected Newton on an island: direction, largest safe step, line search.

import { type Context, Stopped } from '../../../sim/index.ts';
import { assemble } from './assemble.ts';
import { fastestMove, findDirection, leaveSmallMoves, slopeAlong } from './direction.ts';
import { energyHere } from './energy.ts';
import { keepInNewton, largestFreeStep } from './free-step.ts';
import { moveBySlope, moveDownhill, polish } from './line-search.ts';
import { type Moved, measureAgain } from './trial.ts';
import { expectPresent } from '../friction/expected-friction.ts';
import { isSoft } from '../friction/passes.ts';
import { normalChange, settled } from '../friction/prepare-friction.ts';
import type { Island } from './islands.ts';
import { jointMotion } from '../joints/terms.ts';
import { isFree, isScripted } from '../model.ts';
import type { Work } from '../step/work.ts';

/** What an iteration found: it moved, or what its bodies may do is not known far enough, or no direction lowers the energy. */
export type Outcome = Moved | 'converged' | 'out of budget' | 'stuck';

export function iterate(work: Work, island: Island, context: Context): Outcome {
  for (;;) {
    if (context.stop()) throw new Stopped();
    island.newton.iterations++;
    work.tally.iterations++;
    let outcome = mayBeFull(island) ? follow(work, island, 'full') : 'stuck';
    if (outcome === 'stuck') outcome = follow(work, island, 'projected');
    if (outcome !== 'friction is another') return outcome;
  }
}

/** Cloth that is pressed makes the full Hessian indefinite again and again: then it is not asked for in each iteration. */
function mayBeFull({ soft }: Island): boolean {
  if (!soft || soft.wait === 0) return true;
  soft.wait--;
  return false;
}

function noteInertia({ soft }: Island, isIndefinite: boolean): void {
  if (!soft) return;
  soft.wait = isIndefinite ? soft.penalty : 0;
  soft.penalty = isIndefinite ? Math.min(2 * soft.penalty, longestWait) : 1;
}

/** Finds the direction that the full or the projected Hessian gives and goes along it. */
function follow(work: Work, island: Island, part: 'full' | 'projected'): Outcome | 'friction is another' {
  if (part === 'projected' && island.pairs.some((pair) => pair.changed)) measureAgain(work, island);
  assemble(work, island, part);
  const shift = findDirection(work, island, part === 'projected');
  if (part === 'full') noteInertia(island, shift === 'indefinite');
  if (shift === 'indefinite') return 'stuck';
  const wholeSlope = slopeAlong(island);
  const slope = leaveSmallMoves(work, island, wholeSlope);
  if (!(slope < 0)) return slope === 0 && (part === 'full' || island.soft) ? 'converged' : 'stuck';

  const isNewton = shift === 0;
  const slow = isSlow(work, island) && isNewton;
  if (slow) {
    // Friction that is expected to be other than it is may make moves shorter than they are.
    if (!isSoft(island.passes) && expectPresent(work, island)) return 'friction is another';
    if (isPolished(work, island)) return 'converged';
  }
  const free = largestFreeStep(work, island, keepInNewton);
  if (free === 0 && work.nearby.budgetSpent) return 'out of budget';
  if (free < 1) island.newton.cuts++;
  if (slow) return polish(work, island, free);
  if (isNewton && -slope <= hardToSee * energyHere(work, island))
    return island.newton.polished < mostBlind ? moveBySlope(work, island, free, slope) : 'converged';
  if (slope === wholeSlope) return goDown(work, island, free, slope, isNewton);

  // Near the minimum what little the others move may matter.
  const outcome = moveDownhill(work, island, free, slope, 1);
  if (outcome !== 'stuck') return outcome;
  island.direction.set(island.wholeDirection);
  const wholeFree = largestFreeStep(work, island, keepInNewton);
  if (wholeFree === 0 && work.nearby.budgetSpent) return 'out of budget';
  return goDown(work, island, wholeFree, wholeSlope, isNewton);
}

/**
 * Where no decrease is to be seen, because it is too small for the energy of large or fast bodies to show, Newton's full
 * step is right; above that the projected Hessian may be.
 */
function goDown(work: Work, island: Island, free: number, slope: number, isNewton: boolean): Outcome {
  const outcome = moveDownhill(work, island, free, slope);
  if (outcome !== 'stuck') return outcome;
  if (!isNewton || -slope > tooSmallToSee * energyHere(work, island)) return 'stuck';
  return island.newton.polished < mostPolish ? polish(work, island, free) : 'converged';
}

/** Whether the island moves slowly enough to have converged; notes where that needs more than a coarse look. */
function isSlow(work: Work, island: Island): boolean {
  const { passes } = island;
  const speed = fastestMove(work, island) / work.model.tolerance;
  if (passes.coarse && speed < slownessOf(work, island) && mustRefine(work, island)) passes.coarse = false;
  return speed < slownessOf(work, island);
}

/**
 * How many times Newton's tolerance is good enough at present: where friction is yet to be made harder, twice what sticks. What stays
 * soft for good must not keep a script from arriving: a slow one asks for less than that.
 */
function slownessOf(work: Work, { passes, bodies }: Island): number {
  const { softness, coarse } = passes;
  if (isSoft(passes)) return 20 * softness;
  const isDrawn =
    softness > 1 &&
    bodies.some(
      (body) =>
        work.role[body] === isScripted && work.scripts.frozen[body] === 0 && work.scripts.rounds[body] > 1,
    );
  return (isDrawn ? 1 : softness) * (coarse ? coarseness : 1);
}

/** Whether that will not do: nothing is to be lagged again, or scripts and joints want the minimum itself. */
function mustRefine(work: Work, island: Island): boolean {
  if (isSoft(island.passes)) return false;
  if (island.joints.length > 0 || normalChange(work, island) <= settled) return true;
  return island.bodies.some((body) => work.role[body] !== isFree);
}

/** Multipliers are only as good as the minimum they are read from: joints ask for more than the tolerance. */
function isPolished(work: Work, island: Island): boolean {
  return island.newton.polished === mostPolish || jointMotion(work, island) < jointTolerance;
}

/** After so many iterations the full Hessian is tried again. */
const longestWait = 8;
/** How many times the tolerance is good enough to tell whether friction must be lagged again. */
const coarseness = 100;
/** Moves below the tolerance, or below what the energy can show, that are made before that counts as converged. */
const mostPolish = 3;
/** So many that go by the slope. */
const mostBlind = 12;
/** A decrease by less than this part of the energy cannot be told from the rounding of hundreds of terms. */
const hardToSee = 1e-12;
/** A decrease by less than this part of the energy may be lost in the rounding of its terms. */
const tooSmallToSee = 1e-11;
/** What Newton's next move may still change of a joint, in the error it may keep. */
const jointTolerance = 0.1;
