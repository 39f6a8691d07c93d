// What is said of how far a sweep is, and of a run without a recording.

import { expect, test, vi } from 'vitest';
import { type Progress, readProgress } from '../../../src/farm/watch/index.ts';
import { lifeOf, paceOf, remedyOf } from '../../../studio/src/sweep/standing.ts';

const progress: Progress = {
  format: 'carom-sweep-progress-1',
  sweep: 'ladder',
  parameters: ['mu'],
  measures: [],
  keep: 'frames',
  keepOf: 'failed',
  runs: 100,
  counted: 40,
  running: 2,
  perSecond: 3,
  isRunning: true,
  at: 0,
};

test('whoever has not been heard of is told apart from who runs, and from who has stopped', () => {
  expect(lifeOf(progress, 1)).toBe('running');
  expect(lifeOf(progress, 11)).toBe('silent');
  expect(lifeOf({ ...progress, isRunning: false }, 1000)).toBe('stopped');
  expect(lifeOf({ ...progress, isRunning: false, counted: 100 }, 1000)).toBe('done');
  expect(lifeOf(undefined, 0)).toBe('unknown');
  expect(remedyOf('silent', 60)).toContain('--resume');
  expect(remedyOf('running', 1)).toBeUndefined();
});

test('rate and time left', () => {
  expect(paceOf(progress)).toEqual(['3 a second', '20 s left']);
  expect(paceOf({ ...progress, perSecond: 0 })).toEqual([]);
});

test('what is no progress is none', () => {
  expect(readProgress(JSON.parse(JSON.stringify(progress)))).toEqual(progress);
  for (const strange of [undefined, 'x', {}, { ...progress, runs: -1 }, { ...progress, measures: ['<b>'] }])
    expect(readProgress(strange)).toBeUndefined();
});

test('a run without a recording says what to write', async () => {
  vi.stubGlobal('location', { hash: '' });
  vi.stubGlobal('addEventListener', () => {});
  const { whyNotKept } = await import('../../../studio/src/sweep/open-run.ts');
  expect(whyNotKept('done', { keep: 'summary', keepOf: 'all' })).toContain('"keep": "frames"');
  expect(whyNotKept('done', progress)).toContain('"keepOf": "all"');
  expect(whyNotKept('failed', progress)).toContain('before its first frame');
  expect(whyNotKept('set aside', progress)).toContain('took its thread along');
});
