// Bodies that are not there: for a step they are static, in no pair, and their joints hold nothing.

import { flagAbsent } from '../../sim/index.ts';
import type { JointModel } from './joints/model.ts';
import type { IpcState } from './state.ts';
import { assignRoles } from './step/scripts.ts';
import type { Work } from './step/work.ts';

/** To be called where a state is new, or who is there has changed. */
export function loadAbsent(work: Work, state: IpcState): void {
  flagAbsent(work.absent, state);
  assignRoles(work, state.clock[0] * work.model.timeStep);
}

/** Whether a joint does nothing: it is broken, or one of its bodies is not there. */
export function isOpen({ absent }: Work, state: IpcState, j: number, { a, b }: JointModel): boolean {
  return state.jointBroken[j] === 1 || absent[a] === 1 || (b >= 0 && absent[b] === 1);
}
