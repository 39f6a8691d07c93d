// How the runs of a sweep ended, counted: in words, for machines, and as an exit code.

import type { Tally } from '../../farm/index.node.ts';
import { exitCodes } from '../exit-codes.ts';

const words: Readonly<Record<keyof Tally, string>> = {
  done: 'done',
  early: 'ended early',
  limit: 'reached a limit',
  failed: 'failed',
  'set aside': 'set aside',
};

interface Counted {
  readonly runs: number;
  readonly counted: number;
  readonly tally: Readonly<Tally>;
}

export function describeTally(tally: Readonly<Tally>): string {
  const parts = Object.entries(tally).filter(([, count]) => count > 0);
  return parts.map(([ended, count]) => `${count} ${words[ended as keyof Tally]}`).join(', ') || 'none';
}

export function forMachines({ runs, counted, tally }: Counted) {
  const { done, early, limit, failed, 'set aside': setAside } = tally;
  return { runs, counted, done, early, limit, failed, setAside };
}

/** A run that fails is a row like any other; one that took its thread along is for people to look at. */
export function endOf(tally: Readonly<Tally>): number {
  return tally['set aside'] > 0 ? exitCodes.promiseBroken : exitCodes.done;
}
