// Promises and verdicts in words.

import { paint } from './paint.ts';
import type { Guarantee } from '../record/index.ts';
import { openRecordingFile } from '../record/index.node.ts';
import { type Verdict, verify } from '../verify/index.ts';
import { metres, type Output, plural } from './output.ts';
import { Progress } from './progress.ts';

export function describePromise(promise: Guarantee): string {
  if (promise.kind === 'depth') return `promises a depth of at most ${metres(promise.limit)}`;
  if (promise.kind === 'separation') return `promises to keep at least ${metres(promise.least)} apart`;
  return promise.kind === 'none' ? 'promises nothing about intersections' : 'promises never to intersect';
}

interface JudgeChoices {
  /** Instead of which frame it is at. */
  readonly doing?: string;
  readonly mostFaults?: number;
}

/** Judges a recording and says the verdict. */
export async function judge(path: string, output: Output, choices: JudgeChoices): Promise<Verdict> {
  const recording = await openRecordingFile(path);
  const progress = new Progress(output.quiet);
  try {
    const verdict = await verify(recording, {
      ...choices,
      progress: (fraction, frame) => progress.update(fraction, choices.doing ?? frame),
    });
    progress.clear();
    output.say(describeVerdict(verdict));
    return verdict;
  } finally {
    progress.clear();
    await recording.close();
  }
}

function describeVerdict(verdict: Verdict): string {
  const { promise, intersections, tunnelled, undecided, broken, smallestGap, separation } = verdict;
  const found = [plural(intersections, 'intersection'), `${tunnelled} tunnelled`];
  if (separation) found.push(`${separation.nearer} nearer than promised`);
  if (undecided > 0) found.push(`${undecided} undecided`);
  if (broken > 0) found.push(plural(broken, 'contradiction'));
  if (!separation) found.push(`smallest gap ${metres(smallestGap)}`);
  else if (separation.a < 0) found.push('no two to keep apart');
  else
    found.push(`smallest separation ${metres(separation.smallest)} at ${separation.time.toPrecision(6)} s`);
  const head =
    promise.kind === 'none'
      ? 'verified'
      : verdict.kept
        ? paint.green('verified')
        : paint.red('promise broken');
  return `${head} (${describePromise(promise)}): ${found.join(', ')}`;
}
