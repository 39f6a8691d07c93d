// carom: scenes, engines' contract, recordings and the judge. Engines come by their own paths (carom/engines/ipc).

export { createArena } from './num/kernels/index.ts';
export * from './record/index.ts';
export * from './scene/index.ts';
export * from './sim/index.ts';
export * from './verify/index.ts';
