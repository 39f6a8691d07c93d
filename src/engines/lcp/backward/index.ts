// Pasts: from an end to starts that lead there.

export { type Certificate, certify } from './certificate.ts';
export type { GoalResult } from './goals/meter.ts';
export { GoalWatch } from './goals/watch-goals.ts';
export { LEFT_ALONE, type Restless, whoWouldNotStay } from './judge/unreachable.ts';
export { type PastVerdict, verdictMeanings } from './judge/verdict.ts';
export { Watch } from './judge/watch.ts';
export { lenientDefaults, rewindDefaults, type RewindOptions } from './options.ts';
export { measurePast, type Sample, takeSample } from './measure-past.ts';
export { rankPasts } from './rank-pasts.ts';
export type { Miss } from './refine/miss.ts';
export { refine, type RefinedIsland } from './refine/refine.ts';
export { refuseRewind } from './refuse.ts';
export { Replay } from './replay.ts';
export { type Past, rewind } from './rewind.ts';
