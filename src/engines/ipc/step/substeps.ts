// A time step, cut into parts where it is too long for what is in the way.
//
// A body that crosses its container ten times within a step leaves Newton nothing but hair's breadths between hits. Such
// a step is given up and taken as two halves, a half as two quarters and so on, and lengthened again when it goes well.
// The next step begins with parts as long as the last ones were: what was hit goes on being so.
// A shorter implicit step is only more accurate, and each part is free of intersections like any other step.

import { type Context, copyState } from '../../../sim/index.ts';
import { finishStep } from './finish.ts';
import { beginPath, writePath } from './path.ts';
import type { Pair } from '../contact/pairs.ts';
import type { IpcState } from '../state.ts';
import { solveStep } from './step.ts';
import { Unsolved } from '../solve/unsolved.ts';
import { refuseLettingGo } from './let-go.ts';
import { assignRoles } from './scripts.ts';
import { allSleep, fallAsleep, layDown } from './sleep.ts';
import { clearTally, type Work } from './work.ts';

/** A time step is cut into no more parts than this. */
const mostParts = 4096;
/** Parts that took no more rounds than this went well, or well enough to try longer ones in the next step. */
const easy = 40;
const bearable = 80;

/**
 * Takes one time step; `after` is called at the end of each of its parts. Throws StepError with the state as it was.
 */
export function takeStep(work: Work, state: IpcState, context: Context, after: () => void): void {
  const h = work.model.timeStep;
  const begin = state.clock[0] * h;
  const end = (state.clock[0] + 1) * h;
  beginPath(work, begin);
  work.span.begin = begin;
  assignRoles(work, begin);
  refuseLettingGo(work, begin);
  layDown(work, state);
  if (allSleep(work, state)) {
    passOver(work, state, begin, end);
    after();
    return;
  }
  let parts = state.clock[2] || 1;
  let saved = parts > 1 ? (copyState(state) as IpcState) : undefined;
  let done = 0;
  let most = 0;
  while (done < parts) {
    setLength(work, h / parts);
    work.span.begin = done === 0 ? begin : begin + (h * done) / parts;
    work.span.end = done + 1 === parts ? end : begin + (h * (done + 1)) / parts;
    work.span.mayBeCut = parts < mostParts;
    try {
      solveStep(work, state, context);
    } catch (error) {
      saved ??= copyState(state) as IpcState;
      if (!(error instanceof Unsolved) || parts >= mostParts) {
        Object.assign(state, saved); // arrays that changed length included
        setLength(work, h);
        startOver(work, state);
        throw error;
      }
      startOver(work, state, forgotten(work.nearby.pairs));
      parts *= 2;
      done *= 2;
      most = 0;
      continue;
    }
    finishStep(work, state);
    after();
    done++;
    most = Math.max(most, work.tally.rounds);
    if (parts > 1 && done % 2 === 0 && work.tally.rounds <= easy) {
      parts /= 2;
      done /= 2;
      most = 0;
    }
  }
  setLength(work, h);
  state.clock[0] += 1;
  state.clock[2] = parts > 1 && most <= bearable ? parts / 2 : parts;
  fallAsleep(work, state);
  writePath(work, state);
}

/** A step in which everything sleeps. */
function passOver(work: Work, state: IpcState, begin: number, end: number): void {
  clearTally(work.tally);
  work.span.begin = begin;
  work.span.end = end;
  work.path.times.push(end);
  work.path.poses.push(work.path.poses[0]);
  state.clock[0] += 1;
  writePath(work, state);
}

/** Barriers scale with the square of the step's length. */
function setLength(work: Work, h: number): void {
  const scale = (h / work.span.h) * (h / work.span.h);
  work.span.h = h;
  if (scale !== 1) for (const pair of work.nearby.pairs) pair.restStiffness *= scale;
}

/** Back to the poses of the state, with these pairs, of which nothing is known. */
export function startOver(work: Work, state: IpcState, pairs: Pair[] = []): void {
  const { poses, trial, model } = work;
  poses.place(model, state.position, state.orientation);
  trial.copy(poses);
  work.nearby.budget.fill(-1);
  work.nearby.pairs = pairs;
}

/** The pairs without their candidates; they remember whether they touch, so that no barrier is stiffened under what is in it. */
function forgotten(pairs: Pair[]): Pair[] {
  for (const pair of pairs) pair.forget();
  return pairs;
}
