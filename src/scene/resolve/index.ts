// From scene files to scenes, for whoever loads that late.

export { type ResolveContext, type Resolved, resolveScene } from './resolve.ts';
