// Which refusals are about bodies that touch or overlap at the start, so that `carom fix` can help, and offering it.

import { type Fault, FaultError } from '../../scene/fault/index.ts';
import { pasted } from '../pasted.ts';

export function isOverlap({ code }: Fault): boolean {
  return code === 'overlap';
}

/** Runs a step; where it is refused because bodies overlap, the remedy is the command that separates them. */
export async function offeringFix<T>(argument: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof FaultError) || !error.faults.some(isOverlap)) throw error;
    const remedy = `${pasted('fix', argument)} separates them`;
    throw new FaultError(
      error.message.split('\n')[0],
      error.faults.map((fault) =>
        isOverlap(fault) && !fault.overlap?.isByHand ? { ...fault, remedy } : fault,
      ),
    );
  }
}
