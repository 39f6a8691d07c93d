// A material in a scene file: by name, or by value, or by value starting from a named one.

import * as z from 'zod';
import type { MaterialName } from '../materials.ts';
import { length, name, nonNegative, positive } from './values.ts';

export const friction = nonNegative.max(1e6).describe('Coulomb friction coefficient');
export const restitution = z.number().min(0).max(1).describe('coefficient of restitution');
const poissonRatio = z.number().gt(-1).lt(0.5);

const pair = z.tuple([nonNegative, nonNegative]);

const textile = z
  .strictObject({
    areaDensity: positive.describe('[kg/m²]'),
    thickness: length.describe('[m]'),
    stretch: pair.describe('stiffness along warp and weft [N/m]'),
    shear: nonNegative.describe('stiffness in its plane [N/m]'),
    bend: pair.describe('stiffness along warp and weft [N m]'),
  })
  .meta({ id: 'textile', description: 'a fabric as a sheet' });

const thermal = z
  .strictObject({
    expansion: nonNegative.describe('linear [1/K]'),
    conductivity: positive.describe('[W/(m K)]'),
    heatCapacity: positive.describe('[J/(kg K)]'),
  })
  .meta({ id: 'thermal', description: 'how heat moves in a metal, which damps plates of it' });

const byValue = z.strictObject({
  like: name.optional().describe('the named material whose numbers hold where none is given here'),
  name: name.optional(),
  density: positive.optional().describe('[kg/m³]'),
  youngsModulus: positive.optional().describe('[Pa]'),
  poissonRatio: poissonRatio.optional(),
  dampingAlpha: nonNegative.optional().describe('mass-proportional Rayleigh damping [1/s]'),
  dampingBeta: nonNegative.optional().describe('stiffness-proportional Rayleigh damping [s]'),
  contactDamping: nonNegative.optional(),
  lossFactor: z
    .number()
    .min(0)
    .max(2)
    .optional()
    .describe('energy lost a radian of vibration, as a part of what there is; damps instead of α and β'),
  roughness: z
    .number()
    .min(0)
    .max(1e-3)
    .optional()
    .describe('mean deviation of the surface Ra [m]: what sliding and rolling sound like; 0 is silent'),
  thermal: thermal.optional(),
  textile: textile.optional(),
  thickness: length.optional().describe('of sheets of it that say none [m]'),
  friction: friction.optional(),
  restitution: restitution.optional(),
  rollingFriction: nonNegative.optional(),
});

export type MaterialFile =
  | MaterialName
  | (Omit<z.input<typeof byValue>, 'like'> & { like?: MaterialName | undefined });

// The names are known to the compiler, and to the validator only when they are looked up.
const material = z
  .union([name.describe('a named material'), byValue])
  .meta({ id: 'material' }) as unknown as z.ZodType<MaterialFile, MaterialFile>;

/** What a body or deformable is made of, and how it touches others. */
export const surface = {
  material: material.optional(),
  friction: friction.optional(),
  restitution: restitution.optional(),
  rollingFriction: nonNegative.optional(),
};
