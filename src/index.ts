// carom: scenes, one call to simulate them, recordings, the judge and exporters. Engines are loaded when one is first wanted.

export * from './export/index.ts';
export { createArena } from './num/kernels/index.ts';
export * from './record/index.ts';
export * from './scene/index.ts';
export * from './sim/index.ts';
export * from './verify/index.ts';
export * from './world/index.ts';
