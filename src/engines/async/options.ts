// The options of the asynchronous engine. None of them can take a guarantee away; 0 means "from the scene".
//
// Those under "speed only" never change a bit of the motion.

import type { OptionSchema } from '../../sim/index.ts';

export interface AsyncOptions {
  contactStep: number;
  elasticStep: number;
  accelerationStep: number;
  motionStep: number;
  layerStiffening: number;
  layerThinning: number;
  mostLayers: number;
  referenceSpeed: number;
  contactStiffness: number;
  bodyThickness: number;
  membrane: string;
  extensionLimit: number;
  compressionLimit: number;
  frictionLaw: string;
  stickStiffness: number;
  detection: string;
  bruteLayers: number;
  vagueness: number;
  axes: string;
  patience: number;
  window: number;
  machine: string;
  polylines: string;
  polylineError: number;
}

export const asyncOptions: OptionSchema<AsyncOptions> = {
  contactStep: {
    kind: 'number',
    default: 0,
    unit: '',
    min: 0,
    max: 1,
    doc: 'c of a layer’s step h = c / √(r W); 0: 0.1, and 0.03 for pairs with a restitution below 1.',
  },
  elasticStep: {
    kind: 'number',
    default: 0.25,
    unit: '',
    min: 1e-4,
    max: 1,
    doc: 'c of an elastic element’s step h = c / √(k W).',
  },
  accelerationStep: {
    kind: 'number',
    default: 1 / 1024,
    unit: 's',
    min: 1e-7,
    max: 1,
    doc: 'Longest step of gravity and pulls.',
  },
  motionStep: {
    kind: 'number',
    default: 1 / 1024,
    unit: 's',
    min: 1e-7,
    max: 1,
    doc: 'Longest step of turning obstacles and of drags; straight motion is exact with any.',
  },
  layerStiffening: {
    kind: 'number',
    default: 3,
    unit: '',
    min: 0,
    max: 16,
    doc: 'a of the stiffness r(l) = r₁ lᵃ of layer l.',
  },
  layerThinning: {
    kind: 'number',
    default: 0.25,
    unit: '',
    min: 0.01,
    max: 4,
    doc: 'b of the thickness η(l) = η₁ l⁻ᵇ of layer l.',
  },
  mostLayers: {
    kind: 'integer',
    default: 1000,
    min: 1,
    max: 4096,
    doc: 'Layers of a pair; before one more would be needed the engine stops, and names the pair.',
  },
  referenceSpeed: {
    kind: 'number',
    default: 1,
    unit: 'm/s',
    min: 1e-6,
    max: 1e6,
    doc: 'Speed of a vertex that the first layer alone stops: r₁ = m (v / η₁)².',
  },
  contactStiffness: {
    kind: 'number',
    default: 0,
    unit: 'N/m',
    min: 0,
    max: 1e15,
    doc: 'r₁ of the first layer; 0: from the reference speed.',
  },
  bodyThickness: {
    kind: 'number',
    default: 0,
    unit: 'm',
    min: 0,
    max: 1e3,
    doc: 'Thickness of obstacles; η₁ of a pair is half the sum of both thicknesses.',
  },
  membrane: {
    kind: 'choice',
    default: 'springs',
    choices: ['springs', 'triangles'],
    doc: 'Sheets resist stretch by springs along their edges, or by triangles of constant strain.',
  },
  extensionLimit: {
    kind: 'number',
    default: 0,
    unit: '',
    min: 0,
    max: 10,
    doc: 'Edges never get longer than 1 + s times their rest length; 0: no limit.',
  },
  compressionLimit: {
    kind: 'number',
    default: 0,
    unit: '',
    min: 0,
    max: 0.99,
    doc: 'Edges never get shorter than 1 − s times their rest length (sheets then cannot bend sharply); 0: no limit.',
  },
  frictionLaw: {
    kind: 'choice',
    default: 'static',
    choices: ['static', 'kinetic'],
    doc: 'Friction with an anchor that holds, or only against present slip.',
  },
  stickStiffness: {
    kind: 'number',
    default: 1,
    unit: '',
    min: 1e-6,
    max: 100,
    doc: 'Tangential stiffness of an anchor, as a multiple of its layer’s r(l).',
  },
  detection: {
    kind: 'choice',
    default: 'certificates',
    choices: ['windows', 'certificates', 'brute'],
    doc: 'Speed only: how missing layers are found. Brute: all pairs, all the time (tiny scenes).',
  },
  bruteLayers: {
    kind: 'integer',
    default: 12,
    min: 1,
    max: 1000,
    doc: 'Layers of every pair that are always on in brute detection.',
  },
  vagueness: {
    kind: 'number',
    default: 1,
    unit: '',
    min: 0,
    max: 1e3,
    doc: 'Speed only: width of flight plans, as a multiple of what adapts by itself; 0: exact plans.',
  },
  axes: {
    kind: 'choice',
    default: '18',
    choices: ['6', '14', '18', '26'],
    doc: 'Speed only: sides of the bounding polytopes.',
  },
  patience: {
    kind: 'number',
    default: 4,
    unit: '',
    min: 0,
    max: 1e6,
    doc: 'Speed only: a layer is switched on when its slab would last less than this many of its steps.',
  },
  window: {
    kind: 'number',
    default: 0,
    unit: 's',
    min: 0,
    max: 1,
    doc: 'Speed only: longest window; 0: adapts by itself.',
  },
  machine: {
    kind: 'choice',
    default: 'wasm',
    choices: ['wasm', 'typescript'],
    doc: 'Speed only: the same loop as WebAssembly or as TypeScript.',
  },
  polylines: {
    kind: 'choice',
    default: 'thinned',
    choices: ['thinned', 'all', 'none'],
    doc: 'What of the motion between frames is recorded: enough turns for the error below, every one, none.',
  },
  polylineError: {
    kind: 'number',
    default: 0,
    unit: 'm',
    min: 0,
    max: 1,
    doc: 'How far recorded lines may be off the motion; 0: a hundredth of the thinnest pair.',
  },
};
