// carom/engines/async: asynchronous contact of cloth, shells, ribbons and particles.

export { asynchronous } from './engine.ts';
export type { SeenContacts, SeenPair } from './inspect.ts';
export { type AsyncOptions, asyncOptions } from './options.ts';
export { untangle } from './untangle.ts';
