// What a sweep looks for, found, whoever makes its runs.

import type { Goal } from '../goal.ts';
import type { Sweep } from '../sweep.ts';
import type { AskRows } from './asked.ts';
import { type Best, findBest } from './best.ts';
import { chosenOf } from './chosen.ts';
import { findThresholds, type ThresholdAt } from './threshold.ts';

export type Finding =
  | { readonly best: Best }
  | {
      /** Which one has them. */
      readonly parameter: string;
      readonly thresholds: readonly ThresholdAt[];
    };

/** @param hash  of the packed sweep */
export async function find(sweep: Sweep, hash: string, goal: Goal, ask: AskRows): Promise<Finding> {
  if (goal.kind !== 'threshold') return { best: await findBest(sweep, hash, goal, ask) };
  const thresholds: ThresholdAt[] = [];
  for await (const one of findThresholds(sweep, hash, goal, ask)) thresholds.push(one);
  return { parameter: chosenOf(sweep, goal)[0].name, thresholds };
}
