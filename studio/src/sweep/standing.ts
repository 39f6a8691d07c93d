// How far a sweep is, in words: what is counted, how fast, how long still, and whether anybody is at it.

import type { Progress } from '../../../src/farm/watch/index.ts';
import { roughly, short } from '../model/words.ts';

/** Whoever sweeps says so every second: after this long, nobody does [s]. */
const SILENT = 10;

export type Life = 'running' | 'silent' | 'stopped' | 'done' | 'unknown';

export function lifeOf(progress: Progress | undefined, age: number): Life {
  if (progress === undefined) return 'unknown';
  if (progress.isRunning) return age > SILENT ? 'silent' : 'running';
  return progress.counted < progress.runs ? 'stopped' : 'done';
}

/** What there is to say of its pace. */
export function paceOf({ runs, counted, perSecond }: Progress): string[] {
  if (!(perSecond > 0)) return [];
  const left = Math.max(0, runs - counted) / perSecond;
  return [`${short(perSecond)} a second`, ...(left > 0 ? [`${roughly(left)} left`] : [])];
}

/** What became of it, and what to do. */
export function remedyOf(life: Life, age: number): string | undefined {
  if (life === 'stopped') return 'Stopped before its end: carom sweep with --resume goes on from here.';
  if (life !== 'silent') return undefined;
  return Number.isFinite(age)
    ? `Nothing was heard of it for ${roughly(age)}: if it was killed, carom sweep with --resume goes on from here.`
    : 'The server of this page is gone: what it gave stays.';
}
