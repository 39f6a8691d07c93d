// carom/live: a simulation in a worker of a page. What such a worker itself needs is carom/live/serve.

export { Live, type LiveChoices, type LiveEvents, type LiveStart, startLive } from './live.ts';
export { loggedInputs } from './logged-inputs.ts';
export type { LiveEnd, LiveInput, Started } from './messages.ts';
export type { WorkerChoice } from './thread.ts';
