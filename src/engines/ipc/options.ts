// The options of the intersection-free engine. No scene needs any of them: 0 means "from the scene's sizes".

import type { OptionSchema } from '../../sim/index.ts';

export interface IpcOptions {
  timeStep: number;
  activationDistance: number;
  minimumSeparation: number;
  staticFrictionSpeed: number;
  tolerance: number;
  frictionPasses: number;
  maxIterations: number;
  integrator: string;
  sleep: string;
  airDensity: number;
  airDrag: number;
  airLift: number;
}

export const ipcOptions: OptionSchema<IpcOptions> = {
  timeStep: { kind: 'number', default: 0.01, unit: 's', min: 1e-7, max: 1, doc: 'Length of a step.' },
  activationDistance: {
    kind: 'number',
    default: 0,
    unit: 'm',
    min: 0,
    max: 1e6,
    doc: 'Distance d̂ at which contact begins to act; 0: a thousandth of the smaller body of each pair.',
  },
  minimumSeparation: {
    kind: 'number',
    default: 0,
    unit: 'm',
    min: 0,
    max: 1e6,
    doc: 'Distance that is kept between all bodies at all times, besides never touching.',
  },
  staticFrictionSpeed: {
    kind: 'number',
    default: 0,
    unit: 'm/s',
    min: 0,
    max: 1e3,
    doc: 'Speed ε_v below which a contact counts as sticking; 0: 1e-4 m/s, less for bodies below a metre.',
  },
  tolerance: {
    kind: 'number',
    default: 0,
    unit: 'm/s',
    min: 0,
    max: 1e3,
    doc: 'Newton stops when its next move is slower than this; 0: a tenth of the static friction speed.',
  },
  frictionPasses: {
    kind: 'integer',
    default: 8,
    min: 0,
    max: 100,
    doc: 'How often friction may be solved again with new normal forces in one step; 0: no friction.',
  },
  maxIterations: {
    kind: 'integer',
    default: 300,
    min: 1,
    max: 100000,
    doc: 'Newton iterations before a step is given up.',
  },
  integrator: {
    kind: 'choice',
    default: 'second order',
    choices: ['second order', 'first order'],
    doc: 'The trapezoidal rule where nothing touches and implicit Euler that is put right by half a step where something does; or implicit Euler with a momentum-preserving rotation alone.',
  },
  sleep: {
    kind: 'choice',
    default: 'at rest',
    choices: ['at rest', 'never'],
    doc: 'Whether bodies that have been at rest on each other for a while are left as they are, at no cost, until something meets them.',
  },
  airDensity: {
    kind: 'number',
    default: 1.2,
    unit: 'kg/m³',
    min: 0,
    max: 1e5,
    doc: 'Of the air, where the scene has wind.',
  },
  airDrag: {
    kind: 'number',
    default: 1.28,
    unit: '',
    min: 0,
    max: 100,
    doc: 'Coefficient of a sheet that faces the wind; 1.28: a flat plate.',
  },
  airLift: {
    kind: 'number',
    default: 1.28,
    unit: '',
    min: 0,
    max: 100,
    doc: 'Coefficient of the lift of one that stands askew; as large as the drag: the air pushes along the normal.',
  },
};
