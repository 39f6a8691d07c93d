// Promises and verdicts in words.

import { paint } from './paint.ts';
import type { Guarantee } from '../record/index.ts';
import { openRecordingFile } from '../record/index.node.ts';
import {
  type RecordingState,
  stateOf,
  type Verdict,
  type VerdictWord,
  verify,
  wordOf,
} from '../verify/index.ts';
import { exitCodes } from './exit-codes.ts';
import { metres, type Output, plural, short } from './output.ts';
import { Progress } from './progress.ts';

export function describePromise(promise: Guarantee): string {
  if (promise.kind === 'depth') return `promises a depth of at most ${metres(promise.limit)}`;
  if (promise.kind === 'separation') return `promises to keep at least ${metres(promise.least)} apart`;
  return promise.kind === 'none' ? 'promises nothing about contact' : 'promises never to intersect';
}

interface JudgeChoices {
  /** Instead of which frame it is at. */
  readonly doing?: string;
  readonly mostFaults?: number;
}

export interface Judged {
  readonly verdict: Verdict;
  readonly word: VerdictWord;
}

/** Judges a recording and says the verdict. */
export async function judge(path: string, output: Output, choices: JudgeChoices): Promise<Judged> {
  const recording = await openRecordingFile(path);
  const progress = new Progress(output.quiet);
  try {
    const verdict = await verify(recording, {
      ...choices,
      progress: (fraction, frame) => progress.update(fraction, choices.doing ?? frame),
    });
    progress.clear();
    const state = stateOf(recording);
    output.say(describeVerdict(verdict, state));
    return { verdict, word: wordOf(verdict, state) };
  } finally {
    progress.clear();
    await recording.close();
  }
}

/** How a command ends that was asked for a verdict. */
export const endOf: Readonly<Record<VerdictWord, number>> = {
  verified: exitCodes.done,
  'no promise': exitCodes.done,
  broken: exitCodes.promiseBroken,
  contradictory: exitCodes.promiseBroken,
  'frames only': exitCodes.notWhole,
  incomplete: exitCodes.notWhole,
  torn: exitCodes.notWhole,
  'partly judged': exitCodes.notWhole,
};

/** The verdict in a line; what is less than a whole run says so first. */
function describeVerdict(verdict: Verdict, state: RecordingState): string {
  const { promise } = verdict;
  const word = wordOf(verdict, state);
  const found = promise.kind === 'none' ? withoutPromise(verdict) : underPromise(verdict);
  const about = promise.kind === 'none' ? found : `(${describePromise(promise)}): ${found}`;
  if (word === 'verified') return `${paint.green('verified')} ${about}`;
  if (word === 'broken') return `${paint.red('promise broken')} ${about}`;
  if (word === 'contradictory') return `${paint.red('contradictory')}, and ${about}`;
  if (word === 'no promise') return about;
  const kept = promise.kind === 'none' ? about : `so far the promise is kept ${about}`;
  return `${paint.yellow(word)}: ${lack(word, state)}; ${kept}`;
}

/** What is missing of a whole run. */
function lack(word: VerdictWord, { frames, lastFrame }: RecordingState): string {
  const part = `${frames} of ${plural(lastFrame + 1, 'frame')}`;
  if (word === 'frames only') return 'how things moved between frames was not recorded (--keep all does)';
  if (word === 'torn') return `the file was never closed, ${part} are there`;
  if (word === 'partly judged') return 'the judge was stopped before the last frame';
  return `it ended before its duration, ${part} are there`;
}

function underPromise(verdict: Verdict): string {
  const { intersections, tunnelled, undecided, broken, smallestGap, separation } = verdict;
  const found = [plural(intersections, 'intersection'), `${tunnelled} tunnelled`];
  if (separation) found.push(`${separation.nearer} nearer than promised`);
  if (undecided > 0) found.push(`${undecided} undecided`);
  if (broken > 0) found.push(plural(broken, 'contradiction'));
  if (!separation) found.push(`smallest gap ${metres(smallestGap)}`);
  else if (separation.a < 0) found.push('no two to keep apart');
  else
    found.push(`smallest separation ${metres(separation.smallest)} at ${separation.time.toPrecision(6)} s`);
  return found.join(', ');
}

/** How bad it is, since nothing is held against anyone: counts of pairs and instants would say little. */
function withoutPromise({
  intersections,
  tunnelled,
  broken,
  deepest,
  deepestTime,
  smallestGap,
}: Verdict): string {
  const found: string[] = [];
  if (deepest > 0) found.push(`bodies overlap, at ${short(deepestTime)} s by at least ${metres(deepest)}`);
  else if (intersections > 0) found.push('surfaces go through each other');
  if (tunnelled > 0) found.push('some pass through each other between recorded instants');
  if (found.length === 0) found.push(`nothing overlaps, smallest gap ${metres(smallestGap)}`);
  if (broken > 0) found.push(plural(broken, 'contradiction'));
  return `no promise about contact: ${found.join(', ')}`;
}
