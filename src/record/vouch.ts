// The texts by which a recording vouches for its own members: commits, and the index.

import { checkOf } from './container/check-members.ts';
import type { Member } from './container/zip.ts';

interface ChunkFrames {
  readonly chunk: number;
  readonly firstFrame: number;
  readonly frames: number;
}

/** @param members  those since the commit before */
export function commitText(
  of: ChunkFrames,
  members: readonly Member[],
  lost: readonly string[] = [],
): object {
  return { ...of, ...vouch(members, lost) };
}

/** @param members  all of them before the index */
export function indexText(
  frames: number,
  firstFrames: readonly number[],
  members: readonly Member[],
  lost: readonly string[] = [],
): object {
  return { frames, firstFrames, ...vouch(members, lost) };
}

/** How many members there are, a checksum of which, and the names of those that a repair has not found. */
function vouch(members: readonly Member[], lost: readonly string[]): object {
  return { members: members.length, check: checkOf(members), ...(lost.length > 0 ? { lost } : {}) };
}
