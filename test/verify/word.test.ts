import { expect, test } from 'vitest';
import { type RecordingState, type VerdictWord, wordOf } from '../../src/verify/index.ts';

const whole: RecordingState = { frames: 61, lastFrame: 60, torn: false, keepsPath: true };
const kept = { promise: { kind: 'never intersects' }, kept: true, broken: 0, complete: true } as const;
const none = { ...kept, promise: { kind: 'none' } } as const;

test.each<[VerdictWord, Parameters<typeof wordOf>[0], Partial<RecordingState>]>([
  ['verified', kept, {}],
  ['verified', { ...kept, promise: { kind: 'depth', limit: 1e-3 } }, {}],
  ['broken', { ...kept, kept: false }, {}],
  // what is broken in half a run is broken
  ['broken', { ...kept, kept: false }, { frames: 20, torn: true }],
  ['incomplete', kept, { frames: 60 }],
  ['torn', kept, { torn: true }],
  ['torn', kept, { torn: true, frames: 20 }],
  ['partly judged', { ...kept, complete: false }, {}],
  ['frames only', kept, { keepsPath: false }],
  ['no promise', none, {}],
  ['no promise', none, { keepsPath: false }],
  ['incomplete', none, { frames: 1 }],
  ['contradictory', { ...none, broken: 3 }, {}],
])('%s', (word, verdict, state) => {
  expect(wordOf(verdict, { ...whole, ...state })).toBe(word);
});
