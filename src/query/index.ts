// carom/query: what a ray or a shape meets, how near things are, and what overlaps, in a scene at any frame.

export type { RayHit, RayOptions } from './cast-ray.ts';
export type { ShapeHit, ShapeOptions } from './cast-shape.ts';
export type { Element } from './form.ts';
export type { NearestPoint } from './nearest-point.ts';
export type { Nearest, NearestPair, NearestSide, PairOptions } from './pairs.ts';
export type { Where } from './placement.ts';
export { RayWorld } from './ray-world.ts';
export type { QueryShape } from './shape.ts';
export { Strain } from './strain.ts';
export { QueryWorld, queryWorld } from './world.ts';
