// What a past is worth in one letter, and in a sentence (docs/engines/lcp-backward.md).

import type { Sample } from '../../../../src/engines/lcp/backward/index.ts';

type LevelName = 'A' | 'B' | 'C';

export function plain({ strict, replays }: Pick<Sample, 'strict' | 'replays'>): LevelName {
  return strict ? 'A' : replays ? 'B' : 'C';
}

export const meanings: Readonly<Record<LevelName, string>> = {
  A: 'Left alone at its start, the engine gets to the end by itself: nobody helps, and nothing is bent.',
  B: 'The engine gets to the end, every bit of it, with a log of corrections beside it; without the log it misses.',
  C: 'Even with its log it ends elsewhere. Do not trust it.',
};
