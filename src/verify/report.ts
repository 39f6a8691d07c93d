// What the judge says.

import type { Guarantee } from '../record/index.ts';

type FaultKind =
  /** Two bodies have a point in common at a recorded instant. */
  | 'intersection'
  /** Clear of each other at two recorded instants, and through each other in between. */
  | 'tunnelled'
  /** Nearer to each other, on the way between two recorded instants, than was promised. */
  | 'near'
  /** So close in between that rounding, or the stray the recording allows, leaves it open whether they touch or are nearer than promised. */
  | 'undecided'
  /** The recording contradicts itself: numbers that are not finite, time that runs back, a frame off its path. */
  | 'broken';

/** Something that the judge found. */
export interface VerifyFault {
  /** What it is. */
  readonly kind: FaultKind;
  /** [s] */
  readonly time: number;
  /** The frame at or after that time. */
  readonly frame: number;
  /** Index of each body; deformables are counted on from the bodies, and the same one twice is a deformable with itself. */
  readonly a: number;
  /** The second of the two. */
  readonly b: number;
  /** For people: names of both and what of them meets. */
  readonly what: string;
}

/** How near things came that were promised to stay apart. */
export interface Separation {
  /** The smallest distance of two items, or of parts of a deformable that share no vertex, at any time [m]; infinite where there are no two. */
  readonly smallest: number;
  /** When [s], and between which, counted as in a fault; −1 where there are no two. */
  readonly time: number;
  /** The first of the two. */
  readonly a: number;
  /** The second of the two. */
  readonly b: number;
  /** For people. */
  readonly what: string;
  /** Pairs that came nearer than promised without touching, summed over the ways from one recorded instant to the next. */
  readonly nearer: number;
}

/** What the judge says of a recording. */
export interface Verdict {
  /** Recorded frames that were judged. */
  readonly frames: number;
  /** Recorded instants (frames and knots) that were judged. */
  readonly instants: number;
  /** Pairs of bodies that intersect, summed over the recorded instants. */
  readonly intersections: number;
  /** Pairs of bodies that pass through each other between instants, summed over these. */
  readonly tunnelled: number;
  /** Motions that come closer than rounding lets decide. */
  readonly undecided: number;
  /** Places where the recording itself makes no sense. */
  readonly broken: number;
  /** [m], over all recorded instants; infinite where nothing could have touched. */
  readonly smallestGap: number;
  /**
   * Deepest penetration at a recorded instant [m]: of all vertices inside a closed body the largest distance to its
   * surface, of all pairs of intersecting faces or wires the largest of their smallest separating translations.
   * Both are lower bounds on the translation that would part the bodies; 0 where nothing intersects.
   */
  readonly deepest: number;
  /** When that was [s]; 0 where nothing intersects. */
  readonly deepestTime: number;
  /** Where a separation was promised. */
  readonly separation?: Separation;
  /** What the engine promised. */
  readonly promise: Guarantee;
  /** Whether that holds. */
  readonly kept: boolean;
  /** False where the judge was stopped before the last frame. */
  readonly complete: boolean;
  /** The first faults, in order of time. */
  readonly faults: readonly VerifyFault[];
}

export function isKept(verdict: Omit<Verdict, 'kept'>): boolean {
  const { promise } = verdict;
  if (promise.kind === 'none') return true;
  if (verdict.broken > 0 || verdict.tunnelled > 0) return false;
  if (promise.kind === 'depth') return verdict.deepest <= promise.limit;
  if (verdict.separation !== undefined && verdict.separation.nearer > 0) return false;
  return verdict.intersections === 0 && verdict.undecided === 0;
}
