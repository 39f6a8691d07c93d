// The options of the complementarity engine. Both directions of time must be given the same ones.

import type { LcpEngineOptions } from '../../scene/index.ts';
import type { AllOptions, OptionSchema } from '../../sim/index.ts';

/** All options of the engine. */
export type LcpOptions = AllOptions<LcpEngineOptions>;

export const lcpOptions: OptionSchema<LcpOptions> = {
  timeStep: {
    kind: 'number',
    default: 1 / 240,
    unit: 's',
    min: 1e-7,
    max: 0.1,
    doc: 'Length of a step. Bodies may sink into each other by as much as they move in one step.',
  },
  bounceSpeed: {
    kind: 'number',
    default: 0.25,
    unit: 'm/s',
    min: 0,
    max: 1e3,
    doc: 'Speed of approach ε from which a contact bounces; slower ones are inelastic. More than gravity gives in two steps.',
  },
  stillSpeed: {
    kind: 'number',
    default: 1e-6,
    unit: 'm/s',
    min: 0,
    max: 1,
    doc: 'Speed δ below which steps backward take a contact for resting or sticking.',
  },
  contactMargin: {
    kind: 'number',
    default: 1e-3,
    unit: '',
    min: 0,
    max: 0.1,
    doc: 'Bodies touch when they are nearer than this part of the smaller one’s radius.',
  },
  lookAhead: {
    kind: 'boolean',
    default: true,
    doc: 'Forward: see what bodies will touch within the step to come, so that impacts are not late and nothing sinks in by arriving. Off in runs with a past, and for runs that are to follow one.',
  },
  detail: {
    kind: 'number',
    default: 0.02,
    unit: '',
    min: 1e-4,
    max: 1,
    doc: 'How much the convex pieces that stand for a moving body which is not convex may exceed it, as a part of its volume.',
  },
  friction: {
    kind: 'choice',
    default: 'cone',
    choices: ['cone', 'pyramid'],
    doc: 'The exact cone of Coulomb’s law, or a pyramid whose side faces the way of sliding.',
  },
  tolerance: {
    kind: 'number',
    default: 1e-6,
    unit: '',
    min: 1e-14,
    max: 1e-2,
    doc: 'Relative residual that solves of large groups of touching bodies stop at; small groups are solved to rounding.',
  },
  maxSweeps: {
    kind: 'integer',
    default: 200,
    min: 1,
    max: 1000000,
    doc: 'Sweeps over a large group of touching bodies before its residual is reported as it is.',
  },
  recovery: {
    kind: 'number',
    default: 0,
    unit: '',
    min: 0,
    max: 1,
    doc: 'Part of an overlap that a step takes back by moving bodies, without giving them speed; 0: none. Runs that are to be rewound need 0.',
  },
  sleepAfter: {
    kind: 'number',
    default: 0,
    unit: 's',
    min: 0,
    max: 1e6,
    doc: 'How long groups of touching bodies must have been slow to be left as they are until something touches them; 0: never.',
  },
  sleepSpeed: {
    kind: 'number',
    default: 0.01,
    unit: 'm/s',
    min: 0,
    max: 1e3,
    doc: 'How slow all bodies of a group must be for it to fall asleep.',
  },
  past: {
    kind: 'choice',
    default: 'none',
    choices: ['none', 'strict', 'lenient'],
    doc: 'Take the scene for the end of the run and find a past that leads there: by the laws of motion alone, or with help where that looks calmer.',
  },
  present: {
    kind: 'number',
    default: 0,
    unit: 's',
    min: 0,
    max: 1e6,
    doc: 'With a past: when the scene is as its file says, with a past before and a future after; 0: at the end.',
  },
  refine: {
    kind: 'choice',
    default: 'auto',
    choices: ['auto', 'always', 'never'],
    doc: 'With a past: where laws were bent, move its start until the engine gets to the end by itself. auto: where that costs little (bodies × steps up to two million); always: also where nothing was bent but the end is missed.',
  },
  transitions: {
    kind: 'choice',
    default: 'none',
    choices: ['none', 'shipped', 'own'],
    doc: 'With a past: how contacts come about, drawn from forward drops. shipped: of boxes like them that the package brings; own: of tables made by carom transitions, in the folder or file that CAROM_TRANSITIONS names; none: by rules of thumb.',
  },
};
