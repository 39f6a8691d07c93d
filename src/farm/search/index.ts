// Searches over a sweep: minima, maxima and thresholds, asking for rows in batches.

export type { Goal } from '../goal.ts';
export type { AskRows } from './asked.ts';
export { type Best, findBest } from './best.ts';
export { checkGoal, mostRuns } from './chosen.ts';
export { find, type Finding } from './find.ts';
export { type GoalOptions, readGoal } from './read-goal.ts';
export { findThresholds, type ThresholdAt } from './threshold.ts';
