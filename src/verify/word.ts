// A verdict in one word. "verified" is said only where a promise was checked on the whole run; whatever is less has
// another word, so that nobody takes half a run, or a run about which nothing was promised, for a proof.

import type { Recording } from '../record/index.ts';
import type { Verdict } from './report.ts';

/** A verdict in a word. */
export type VerdictWord =
  /** The promise was checked on the whole run, at every recorded instant and between, and kept. */
  | 'verified'
  /** The promise was not kept. */
  | 'broken'
  /** Its numbers contradict each other, and nothing was promised. */
  | 'contradictory'
  /** Nothing about contact was promised; what was found is told. */
  | 'no promise'
  /** Kept at every frame, but how things moved between frames was not recorded. */
  | 'frames only'
  /** Kept as far as it goes: the run ended before its duration. */
  | 'incomplete'
  /** Kept as far as it goes: the file was never closed. */
  | 'torn'
  /** The judge was stopped before the last frame. */
  | 'partly judged';

/** What of a recording is there. */
export interface RecordingState {
  /** How many frames it has. */
  readonly frames: number;
  /** Of the whole run. */
  readonly lastFrame: number;
  /** Whether its run was not closed. */
  readonly torn: boolean;
  /** The motion between frames was recorded. */
  readonly keepsPath: boolean;
}

/** How whole a recording is. */
export function stateOf({ frameCount, header, torn }: Recording): RecordingState {
  return { frames: frameCount, lastFrame: header.lastFrame, torn, keepsPath: header.keeps.path };
}

/** The word for a verdict. */
export function wordOf(
  { promise, kept, broken, complete }: Pick<Verdict, 'promise' | 'kept' | 'broken' | 'complete'>,
  { frames, lastFrame, torn, keepsPath }: RecordingState,
): VerdictWord {
  if (!kept) return 'broken';
  if (broken > 0) return 'contradictory';
  if (torn) return 'torn';
  if (!complete) return 'partly judged';
  if (frames <= lastFrame) return 'incomplete';
  if (promise.kind === 'none') return 'no promise';
  return keepsPath ? 'verified' : 'frames only';
}
