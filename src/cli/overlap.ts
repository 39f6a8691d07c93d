// Which refusals are about bodies that touch or overlap at the start, so that `carom fix` can help.

import type { Fault } from '../scene/fault.ts';

export function isOverlap({ what }: Fault): boolean {
  return /\b(overlaps|touches|starts nearer)\b/.test(what);
}

export function isApart(faults: readonly Fault[]): boolean {
  return !faults.some(isOverlap);
}
