// Which bodies and faces a refusal about touching or overlapping bodies means. Names of bodies may be anything, so only
// what stands before the first and behind the last of them is read.

import type { Fault } from '../../../../src/scene/fault/index.ts';

export interface FoundPair {
  readonly a: number;
  readonly b: number;
  /** Of each body, -1 where another primitive than a face is named. */
  readonly faceA: number;
  readonly faceB: number;
}

const OTHER = /^(?:overlaps|touches|starts nearer to) body (\d+) "/;
const CROSSING = /\(its (face|edge) (\d+) and the other's face (\d+)\)$/;
const NEAREST = /", (vertex or wire|vertex|edge|face) (\d+) against (vertex or wire|vertex|edge|face) (\d+)$/;

/** Undefined where the fault is about something else. */
export function pairOfFault({ what, where }: Fault): FoundPair | undefined {
  const own = /^bodies\[(\d+)\] "/.exec(where);
  const other = OTHER.exec(what);
  if (own === null || other === null) return undefined;
  const pair = { a: Number(own[1]), b: Number(other[1]) };
  const crossing = CROSSING.exec(what);
  if (crossing !== null)
    return { ...pair, faceA: crossing[1] === 'face' ? Number(crossing[2]) : -1, faceB: Number(crossing[3]) };
  const nearest = NEAREST.exec(where);
  const face = (kind: string | undefined, number: string | undefined) =>
    kind === 'face' ? Number(number) : -1;
  return { ...pair, faceA: face(nearest?.[1], nearest?.[2]), faceB: face(nearest?.[3], nearest?.[4]) };
}
