// Promises and verdicts in words.

import pc from 'picocolors';
import type { Guarantee } from '../record/index.ts';
import type { Verdict } from '../verify/index.ts';
import { metres, plural } from './output.ts';

export function describePromise(promise: Guarantee): string {
  if (promise.kind === 'depth') return `promises a depth of at most ${metres(promise.limit)}`;
  return promise.kind === 'none' ? 'promises nothing about intersections' : 'promises never to intersect';
}

export function describeVerdict(verdict: Verdict): string {
  const { promise, intersections, tunnelled, undecided, broken, smallestGap } = verdict;
  const found = [plural(intersections, 'intersection'), `${tunnelled} tunnelled`];
  if (undecided > 0) found.push(`${undecided} undecided`);
  if (broken > 0) found.push(plural(broken, 'contradiction'));
  found.push(`smallest gap ${metres(smallestGap)}`);
  const head =
    promise.kind === 'none' ? 'verified' : verdict.kept ? pc.green('verified') : pc.red('promise broken');
  return `${head} (${describePromise(promise)}): ${found.join(', ')}`;
}
