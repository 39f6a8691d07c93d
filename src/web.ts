// carom/web: everything for a page without a bundler, in one script with three.js in it (scripts/build-web.mjs).
//
//   import { box, defineScene, floor, Player, startLive } from './node_modules/carom/dist/web/carom.js';

export * from './export/index.ts';
export * from './live/index.ts';
export * from './record/index.ts';
export * from './scene/index.ts';
export * from './sound/live/index.ts';
export { type Verdict, type VerifyOptions, verify } from './verify/index.ts';
export * from './view/index.ts';
export * from './world/index.ts';
// Scenes have a type of this name, which nobody needs by itself.
export { Motion } from './view/index.ts';
