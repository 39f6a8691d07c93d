// carom/engines/lcp: complementarity rigid bodies, forward and backward in time.

export { lcp } from './engine.ts';
export { buildModel } from './model.ts';
export type { LcpOptions } from './options.ts';
export { PastSimulation } from './past-simulation.ts';
export { presentOf } from './present.ts';
export { createWork } from './step.ts';
