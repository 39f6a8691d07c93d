// carom/sim: the contract of engines, and what runs them.

export * from './engine.ts';
export { defaultsOf, parseOptions } from './options.ts';
export * from './outcome.ts';
export { oneThread, type WorkPool } from './pool.ts';
export { recordRun } from './record-run.ts';
export { chooseEngine, findEngine, refusals, registerEngine, registeredEngines } from './registry.ts';
export { frameTime, lastFrameOf, type RunPlan, run } from './run.ts';
export { copyState, hashState, restoreState } from './snapshot.ts';
