// A material in a scene file: by name, or by value, or by value starting from a named one.

import * as z from 'zod';
import { name, nonNegative, positive } from './values.ts';

export const friction = nonNegative.max(1e6).describe('Coulomb friction coefficient');
export const restitution = z.number().min(0).max(1).describe('coefficient of restitution');
const poissonRatio = z.number().gt(-1).lt(0.5);

const material = z
  .union([
    name.describe('a named material'),
    z.strictObject({
      like: name.optional().describe('the named material whose numbers hold where none is given here'),
      name: name.optional(),
      density: positive.optional().describe('[kg/m³]'),
      youngsModulus: positive.optional().describe('[Pa]'),
      poissonRatio: poissonRatio.optional(),
      dampingAlpha: nonNegative.optional().describe('mass-proportional Rayleigh damping [1/s]'),
      dampingBeta: nonNegative.optional().describe('stiffness-proportional Rayleigh damping [s]'),
      contactDamping: nonNegative.optional(),
      friction: friction.optional(),
      restitution: restitution.optional(),
      rollingFriction: nonNegative.optional(),
    }),
  ])
  .meta({ id: 'material' });

/** What a body or deformable is made of, and how it touches others. */
export const surface = {
  material: material.optional(),
  friction: friction.optional(),
  restitution: restitution.optional(),
  rollingFriction: nonNegative.optional(),
};

export type MaterialFile = z.input<typeof material>;
