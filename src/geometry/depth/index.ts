// How deep two shapes overlap.

export { type Depth, overlapDepth } from './overlap-depth.ts';
