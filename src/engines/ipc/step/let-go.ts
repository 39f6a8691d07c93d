// Bodies that are let go where their paths end. Until then what else is static or scripted is the scene's business; from then on they
// meet it, and must not be in it.

import type { Fault } from '../../../scene/index.ts';
import { StepError } from '../../../sim/index.ts';
import { findOverlapsOf } from '../contact/start-overlap.ts';
import { isScripted } from '../model.ts';
import type { Work } from './work.ts';

/** Those that are let go in the step that begins: whom they meet is to be found anew. */
export function lettingGo({ model, role, span }: Work): number[] {
  const out: number[] = [];
  for (let i = 0; i < model.count; i++) {
    const since = span.begin - model.freeFrom[i];
    if (model.motion[i] === isScripted && role[i] !== isScripted && since >= 0 && since < model.timeStep)
      out.push(i);
  }
  return out;
}

/** Throws StepError where one is let go inside something. */
export function refuseLettingGo(work: Work, time: number): void {
  const { model, poses, absent } = work;
  const faults: Fault[] = [];
  for (const i of lettingGo(work))
    if (!model.isSoft[i] && absent[i] === 0) faults.push(...findOverlapsOf(model, poses, i, absent, time));
  if (faults.length === 0) return;
  throw new StepError(
    time,
    `a body cannot be let go at ${time} s where its path ends`,
    faults.map((fault) => ({ ...fault, remedy: 'end its path clear of everything, or let it stay on it' })),
  );
}
