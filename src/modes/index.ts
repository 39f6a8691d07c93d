// carom/modes: how bodies vibrate, from a closed surface to frequencies, shapes and damping, in Node and in browsers.

export type { Mesh } from '../geometry/index.ts';
export { MeshError } from '../geometry/index.ts';
export { type Filled, type FillOptions, type FillShape, fill } from '../geometry/tetra/index.ts';
export type { TetraMesh, TetraQuality } from '../geometry/tetra/index.ts';
export type { ElasticMaterial } from './analyse.ts';
export { type Locator, makeLocator, shapeAt } from './at-point.ts';
export { type Resonator, resonatorsOf } from './bank.ts';
export { type ModeCache, memoryCache } from './cache.ts';
export { dampedOmega, dampingRatio, decayTime, materialRates, rayleighRates } from './damping.ts';
export type { ModeInertia } from './inertia.ts';
export { type AnalyseOptions, analyse, frequencyHz, type Modes, type ModesReport } from './modes.ts';
export { withMaterial, withSize } from './scale.ts';
export { locate } from './at-point.ts';
export { type BodyModes, type ModeChoices, ModesOfBodies, SilentBody } from './body-modes.ts';
export { boundaryOf } from './boundary.ts';
export { clampedPlaces } from './clamp.ts';
export { addContactRates, plateRates } from './damping.ts';
export { Fingerprint } from './fingerprint.ts';
export { sizeOf } from './inertia.ts';
