// carom/modes: how bodies vibrate, from a closed surface to frequencies, shapes and damping, in Node and in browsers.

export type { Mesh } from '../geometry/mesh.ts';
export { MeshError } from '../geometry/mesh-error.ts';
export { type Filled, type FillOptions, type FillShape, fill } from '../geometry/tetra/fill.ts';
export type { TetraMesh, TetraQuality } from '../geometry/tetra/tetra-mesh.ts';
export type { ElasticMaterial } from './analyse.ts';
export { type Locator, makeLocator, shapeAt } from './at-point.ts';
export { type Resonator, resonatorsOf } from './bank.ts';
export { type ModeCache, memoryCache } from './cache.ts';
export { dampedOmega, dampingRatio, decayTime, rayleighRates } from './damping.ts';
export type { ModeInertia } from './inertia.ts';
export { toFaust, toSuperCollider } from './instrument.ts';
export { type AnalyseOptions, analyse, frequencyHz, type Modes, type ModesReport } from './modes.ts';
export { withMaterial, withSize } from './scale.ts';
