// Verifies a recording away from the page: told its bytes or their address, tells how far it is and the verdict.

import { blobSource, httpSource, openRecording } from '../../../src/record/index.ts';
import {
  type RecordingState,
  stateOf,
  type Verdict,
  type VerdictWord,
  verify,
  wordOf,
} from '../../../src/verify/index.ts';

export interface ToldVerdict {
  readonly verdict: Verdict;
  readonly word: VerdictWord;
  /** What of the run is there. */
  readonly state: RecordingState;
}

export type FromJudge =
  | { readonly kind: 'progress'; readonly fraction: number }
  | ({ readonly kind: 'verdict' } & ToldVerdict)
  | { readonly kind: 'failed'; readonly what: string };

interface JudgeScope {
  onmessage: ((event: MessageEvent<Blob | string>) => void) | null;
  postMessage(message: FromJudge): void;
}

const scope = globalThis as unknown as JudgeScope;
const TELL_MS = 50;

scope.onmessage = ({ data }) => void judge(data);

async function judge(data: Blob | string): Promise<void> {
  try {
    const source = typeof data === 'string' ? await httpSource(data) : blobSource(data);
    let told = 0;
    const recording = await openRecording(source);
    const verdict = await verify(recording, {
      progress(fraction) {
        if (performance.now() - told < TELL_MS) return;
        told = performance.now();
        scope.postMessage({ kind: 'progress', fraction });
      },
    });
    const state = stateOf(recording);
    scope.postMessage({ kind: 'verdict', verdict, state, word: wordOf(verdict, state) });
  } catch (error) {
    scope.postMessage({ kind: 'failed', what: error instanceof Error ? error.message : String(error) });
  }
}
