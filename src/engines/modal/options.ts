// The options of the modal engine.

import type { OptionSchema } from '../../sim/index.ts';

export interface ModalOptions {
  timeStep: number;
  stepsPerPeriod: number;
  clocks: string;
  adaptive: boolean;
  flexible: string;
  capFrequency: number;
  mostModes: number;
  propagation: string;
  contacts: string;
  slop: number;
  travel: number;
  recovery: number;
  recoverySpeed: number;
  bounceSpeed: number;
  directions: number;
  scheme: string;
  tolerance: number;
  raise: number;
  lower: number;
  rules: string;
  cullSpeed: number;
  cullImpulse: number;
  rough: string;
  roughness: number;
  creaseAngle: number;
}

export const choicesOfFlexible: readonly string[] = ['all', 'held', 'none'];

export const modalOptions: OptionSchema<ModalOptions> = {
  timeStep: {
    kind: 'number',
    default: 1e-3,
    unit: 's',
    min: 1e-7,
    max: 0.1,
    doc: 'Longest step, of bodies that do not vibrate. Vibrating ones take stepsPerPeriod steps in the period of their highest simulated mode.',
  },
  stepsPerPeriod: {
    kind: 'number',
    default: 6.5,
    unit: '',
    min: 3,
    max: 1000,
    doc: 'Steps in the period of the highest simulated mode.',
  },
  clocks: {
    kind: 'choice',
    default: 'private',
    choices: ['private', 'common'],
    doc: 'Whether every group of touching bodies takes steps of its own, or all bodies the shortest of them.',
  },
  adaptive: {
    kind: 'boolean',
    default: true,
    doc: 'Simulate modes only while they move; without, all of them all the time.',
  },
  flexible: {
    kind: 'choice',
    default: 'all',
    choices: choicesOfFlexible,
    other: 'names of bodies with commas between them',
    doc: 'Which bodies vibrate in contact: all that can, those that clamps hold, none, or those that are named.',
  },
  capFrequency: {
    kind: 'number',
    default: 5000,
    unit: 'Hz',
    min: 1,
    max: 20000,
    doc: 'Modes above this take no part in contacts; they still sound.',
  },
  mostModes: {
    kind: 'integer',
    default: 100,
    min: 1,
    max: 2000,
    doc: 'Most modes of a body that take part in contacts.',
  },
  propagation: {
    kind: 'choice',
    default: 'exact',
    choices: ['exact', 'newmark'],
    doc: 'How modes are advanced: by their exact flow, or by Newmark’s average acceleration, which is flat.',
  },
  contacts: {
    kind: 'choice',
    default: 'position',
    choices: ['position', 'velocity'],
    doc: 'Contacts wherever bodies are near each other, or only where they also approach: the second hums.',
  },
  slop: {
    kind: 'number',
    default: 1e-5,
    unit: 'm',
    min: 0,
    max: 0.01,
    doc: 'Bodies nearer than this touch; they part at twice this gap. Overlaps up to this are left as they are.',
  },
  travel: {
    kind: 'number',
    default: 1e-4,
    unit: 'm',
    min: 1e-7,
    max: 1,
    doc: 'About how far bodies may move into each other before they are found to touch; steps towards each other are no longer.',
  },
  recovery: {
    kind: 'number',
    default: 0.2,
    unit: '',
    min: 0,
    max: 1,
    doc: 'Part of an overlap beyond the slop that a step takes back.',
  },
  recoverySpeed: {
    kind: 'number',
    default: 0.01,
    unit: 'm/s',
    min: 0,
    max: 10,
    doc: 'Overlaps are taken back no faster than this.',
  },
  bounceSpeed: {
    kind: 'number',
    default: 0.05,
    unit: 'm/s',
    min: 0,
    max: 1e3,
    doc: 'Speed of approach from which two rigid bodies bounce by their restitution. Flexible ones bounce by vibrating.',
  },
  directions: {
    kind: 'integer',
    default: 8,
    min: 4,
    max: 16,
    doc: 'Corners of the friction pyramid.',
  },
  scheme: {
    kind: 'choice',
    default: 'filtered',
    choices: ['filtered', 'printed'],
    doc: 'Friction at the contacts that press alone, or at all of them, as the paper prints it.',
  },
  tolerance: {
    kind: 'number',
    default: 1e-8,
    unit: '',
    min: 1e-13,
    max: 1e-2,
    doc: 'Scaled residual that every contact problem is solved to.',
  },
  raise: {
    kind: 'number',
    default: 1e-5,
    unit: 'N/√kg',
    min: 0,
    max: 1e6,
    doc: 'A mode is simulated from a change of its force δ_u on that could give it δ_d.',
  },
  lower: {
    kind: 'number',
    default: 1e-7,
    unit: 'J',
    min: 0,
    max: 1e6,
    doc: 'A mode with less energy than δ_d about its static deflection is frozen there.',
  },
  rules: {
    kind: 'choice',
    default: 'corrected',
    choices: ['corrected', 'literal'],
    doc: 'Adaptivity by forces, sizes and static deflections, or by equations (8) and (9) as printed.',
  },
  cullSpeed: {
    kind: 'number',
    default: 1e-8,
    unit: 'm/s',
    min: 0,
    max: 1,
    doc: 'Friction is not solved for where no contact slides faster than δ_t in all, and …',
  },
  cullImpulse: {
    kind: 'number',
    default: 1e-10,
    unit: 'N s',
    min: 0,
    max: 1,
    doc: '… no friction impulse was larger than δ_f in the last step.',
  },
  rough: {
    kind: 'choice',
    default: 'none',
    choices: ['none', 'fixed', 'held', 'all'],
    doc: 'Which bodies have normals tilted at random, fixed to their surface: none, those that neither move nor bend, those that do not fly, or all.',
  },
  roughness: {
    kind: 'number',
    default: 0.02,
    unit: 'rad',
    min: 0,
    max: 0.5,
    doc: 'Deviation of these tilts.',
  },
  creaseAngle: {
    kind: 'number',
    default: 0.3,
    unit: 'rad',
    min: 0,
    max: 3,
    doc: 'Faces that meet at less than this are one smooth surface.',
  },
};

/** The bodies that an option names. */
export const namesOf = (list: string): string[] => list.split(',').map((name) => name.trim());
