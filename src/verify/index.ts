// carom/verify: the independent judge.

export type { Separation, Verdict, VerifyFault } from './report.ts';
export type { MotionSource } from './source.ts';
export { type VerifyOptions, verify } from './verify.ts';
export { type RecordingState, stateOf, type VerdictWord, wordOf } from './word.ts';
