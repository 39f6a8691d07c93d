// Searches over a sweep: minima, maxima and thresholds, asking for rows in batches.

export type { AskRows } from './asked.ts';
export { type Best, findBest } from './best.ts';
export type { Goal } from './goal.ts';
export { type GoalOptions, readGoal } from './read-goal.ts';
export { findThresholds, type ThresholdAt } from './threshold.ts';
