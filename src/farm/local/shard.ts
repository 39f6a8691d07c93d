// A part of a sweep for clusters that have a scheduler of their own: every n-th run, so that parts take about as long.

import { FaultError } from '../../scene/fault/index.ts';

export interface Shard {
  /** From 1. */
  readonly part: number;
  readonly of: number;
}

export const wholeSweep: Shard = { part: 1, of: 1 };

/** @throws FaultError */
export function readShard(text: string): Shard {
  const match = /^(\d{1,7})\/(\d{1,7})$/.exec(text.trim());
  const [part, of] = match ? [Number(match[1]), Number(match[2])] : [0, 0];
  if (part >= 1 && part <= of) return { part, of };
  throw new FaultError('this is no part of a sweep:', [
    {
      what: 'a part is a number from 1, and of how many it is one',
      where: '--shard',
      value: text,
      remedy: 'write it as 2/8: the second of eight',
    },
  ]);
}

/** Its runs, in order. */
export function* runsOf({ part, of }: Shard, runs: number): Generator<number> {
  for (let run = part - 1; run < runs; run += of) yield run;
}

/** How many those are. */
export function countRuns({ part, of }: Shard, runs: number): number {
  return Math.max(0, Math.ceil((runs - part + 1) / of));
}
