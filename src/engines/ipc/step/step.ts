// One step of intersection-free rigid bodies: minimise the incremental potential without ever touching.
//
//   predict → candidates → lag friction → warm start → { Newton round over the islands, each settling its
//   scripts and friction when it converges } → velocities, stiffness, path.
//
// Ferguson et al. 2021 §4, with these deviations (docs/engines/ipc.md): iterations are centred on the present pose, islands
// have their own step length and convergence, friction is lagged until normal forces settle.

import type { Context } from '../../../sim/index.ts';
import { prepareBudgets, renewBudgets } from '../contact/budget.ts';
import { formIslands } from '../contact/refresh.ts';
import { settled } from '../friction/prepare-friction.ts';
import { beginSoft, harden, lag, lagAnew, soften } from '../friction/soften.ts';
import { prepareJoints } from '../joints/joints.ts';
import { settleJoints } from '../joints/settle.ts';
import { fastestWay, moveToPrediction, wantsPrediction } from '../predict/approach.ts';
import type { Island } from '../solve/islands.ts';
import { fastestMove } from '../solve/direction.ts';
import { iterate } from '../solve/newton.ts';
import { leaveTrial } from '../solve/trial.ts';
import { regroupIslands } from '../solve/regroup.ts';
import type { IpcState } from '../state.ts';
import { stepFailed } from './failed.ts';
import { beginAlone } from './landing.ts';
import { placeSlipStart } from './owed.ts';
import { addMove, beginMoves, endRound } from './path.ts';
import { aimScripted, assignRoles, blockedScript, settleScripted } from './scripts.ts';
import { chooseOrder } from './second-order.ts';
import { layDown, meetsSleeper, wakeInStep, wakeMet } from './sleep.ts';
import { beginElements } from '../soft/begin.ts';
import { noteWarmStart } from '../soft/soft-way.ts';
import { predictTargets } from './targets.ts';
import { freezeArrived, warmStart } from './warm-start.ts';
import { clearTally, type Work } from './work.ts';

/** So many short moves in a row mean that the step is too long for what is in the way. */
const mostShortMoves = 25;

/** Moves work.poses from the state's time to the end of the span; the state is not touched. Throws StepError. */
export function solveStep(work: Work, state: IpcState, context: Context): void {
  const { model, islands, nearby } = work;
  const { h, begin: t } = work.span;
  clearTally(work.tally);
  work.start.copy(work.poses);
  beginMoves(work);
  do {
    assignRoles(work, t);
    layDown(work, state);
    work.rested.set(state.rested);
    chooseOrder(work, state);
    predictTargets(work, state, h, t);
    aimScripted(work, t + h);
    prepareJoints(work, state, h);
    prepareBudgets(work, state, h);
  } while (wakeMet(work, state));
  islands.short.fill(0);
  placeSlipStart(work, state);
  for (const island of formIslands(work, false)) lag(work, island);
  if (beginAlone(work, state)) predictTargets(work, state, h, t);
  beginElements(work, state);
  const met = warmStart(work, state, h);
  noteWarmStart(work);
  if (h < model.timeStep)
    for (const island of islands.list) beginSoft(work, island, fastestMove(work, island));
  if (met) wakeInStep(work, state);
  if (freezeArrived(work) || met) regroupIslands(work);

  for (;;) {
    const active = islands.list.filter((island) => !island.newton.converged);
    if (active.length === 0) return;
    const { moved, outdated } = takeRound(work, active, context);
    if (moved) endRound(work);
    const renews = nearby.budgetSpent;
    if (renews) renewBudgets(work, state);
    const wakes = moved && meetsSleeper(work, state);
    if (outdated || wakes) wakeInStep(work, state);
    if (outdated || wakes || renews) regroupIslands(work);
    predictWhereWanted(work);
  }
}

/** Islands that do better to begin from where they are predicted to end up do so. */
function predictWhereWanted(work: Work): void {
  const { islands } = work;
  for (;;) {
    const island = islands.list.find((island) => wantsPrediction(work, island));
    if (!island) return;
    moveToPrediction(work, island);
    regroupIslands(work);
    // friction that was lagged before knows nothing of what is met there
    const there = islands.list[islands.of[island.bodies[0]]];
    lagAnew(work, there);
    beginSoft(work, there, fastestWay(work, there));
  }
}

/** What a Newton round over the islands did: whether any moved, and whether they must be formed anew. */
interface Round {
  moved: boolean;
  outdated: boolean;
}

function takeRound(work: Work, active: readonly Island[], context: Context): Round {
  const { h, begin: t, mayBeCut } = work.span;
  const { maxIterations } = work.model.options;
  const round: Round = { moved: false, outdated: false };
  work.tally.rounds++;
  let outdated: Set<Island> | undefined;
  for (const island of active) {
    if (outdated?.has(island)) continue;
    const outcome = iterate(work, island, context);
    if (outcome === 'stuck')
      throw blockedScript(work, island, t) ?? stepFailed(work, island, 'no direction lowers its energy');
    if (outcome === 'moved' || outcome === 'met something') {
      round.moved = true;
      addMove(work, island.bodies);
      if (outcome === 'met something') {
        round.outdated = true;
        outdated ??= new Set();
        for (const other of metBy(work, island)) outdated.add(other);
      }
      soften(work, island);
    } else leaveTrial(work, island);
    if (outcome === 'converged' && settle(work, island, t + h)) round.outdated = true;
    if (mayBeCut && island.newton.shortMoves > mostShortMoves)
      throw stepFailed(work, island, 'contacts let it move by hairs only');
    if (island.newton.iterations > maxIterations) {
      const why = `it did not converge in ${maxIterations} iterations`;
      throw blockedScript(work, island, t) ?? stepFailed(work, island, why);
    }
  }
  return round;
}

/** Other islands that an island has come within reach of. They wait until they are one with it. */
function metBy({ islands }: Work, { pairs, contacts, placeA, placeB }: Island): Island[] {
  const met: Island[] = [];
  for (let i = 0; i < pairs.length; i++) {
    if (contacts.start[i] === contacts.start[i + 1]) continue;
    const other = placeA[i] < 0 ? islands.of[pairs[i].a] : placeB[i] < 0 ? islands.of[pairs[i].b] : -1;
    if (other >= 0) met.push(islands.list[other]);
  }
  return met;
}

/**
 * An island whose Newton has converged: scripts first, then joints, then friction.
 * @returns whether islands must be formed anew
 */
function settle(work: Work, island: Island, t: number): boolean {
  const { newton, passes } = island;
  // soft friction is solved for coarsely: scripts and joints are judged where it is as hard as it should be
  if (harden(work, island)) return false;
  const scripts = settleScripted(work, island, t);
  if (scripts === 'frozen') return true;
  if (scripts === 'again') return false;
  if (settleJoints(work, island, t)) return false;
  const { coarse } = passes;
  work.tally.passes++;
  passes.done++;
  newton.iterations = 0;
  const change = lag(work, island);
  const { frictionPasses } = work.model.options;
  // Passes that no longer come nearer to each other will not: an impact that alternates between two states.
  const stalls = passes.done > 2 && change > 0.7 * passes.change;
  passes.change = change;
  const last = change <= settled || stalls || passes.done >= frictionPasses;
  if (last) passes.coarse = false;
  newton.converged = last && !coarse;
  return false;
}
