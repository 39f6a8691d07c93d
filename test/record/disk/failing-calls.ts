// The calls of a disk that fails: the n-th of those that change something answers with an error, or writes less than it
// was given. All before it and after it do what they should.

import { type FileCalls, nodeCalls } from '../../../src/record/container/file-calls.node.ts';

/** What the n-th call does. */
export type Failure = 'ENOSPC' | 'EIO' | 'EMFILE' | 'EACCES' | 'short';

export const FAILURES: readonly Failure[] = ['ENOSPC', 'EIO', 'EMFILE', 'EACCES', 'short'];

export interface FailingCalls extends FileCalls {
  /** The calls so far, by name. */
  readonly made: readonly string[];
}

const CHANGING = [
  'open',
  'write',
  'truncate',
  'fsync',
  'close',
  'link',
  'rename',
  'unlink',
  'fsyncFolder',
] as const;

/** @param at  which one fails, counted from 0; none where it is infinite */
export function failingCalls(at: number, failure: Failure): FailingCalls {
  const made: string[] = [];
  const calls: Record<string, unknown> = { ...nodeCalls };
  for (const name of CHANGING) {
    const work = nodeCalls[name] as (...given: unknown[]) => unknown;
    calls[name] = (...given: unknown[]) => {
      const isNow = made.length === at;
      made.push(name);
      if (!isNow) return work(...given);
      if (failure !== 'short') {
        // A descriptor is gone, whatever closing it answers.
        if (name === 'close') work(...given);
        throw Object.assign(new Error(`${failure}: ${name}`), { code: failure, syscall: name });
      }
      if (name === 'write') given[3] = Math.ceil((given[3] as number) / 2);
      return work(...given);
    };
  }
  return { ...(calls as unknown as FileCalls), made };
}
