// carom/live: a simulation in a worker of a page.

export { type EngineTable, engineTable } from './engines.ts';
export { Live, type LiveChoices, type LiveEvents, type LiveStart, startLive } from './live.ts';
export type { LiveEnd, LiveInput, Started } from './messages.ts';
export { type LivePort, serveLive } from './serve.ts';
