// The primitives a scene may name. A new one is one line here: its parameters, their ranges and their
// documentation come with it, and so does its part of the published schema.

import * as z from 'zod';
import { box } from '../geometry/primitives/box.ts';
import { capsule } from '../geometry/primitives/capsule.ts';
import { cone } from '../geometry/primitives/cone.ts';
import { cylinder } from '../geometry/primitives/cylinder.ts';
import type { Parameter, Primitive, Values } from '../geometry/primitives/define.ts';
import { plane } from '../geometry/primitives/plane.ts';
import { sphere } from '../geometry/primitives/sphere.ts';

export const primitives = { box, sphere, plane, cylinder, capsule, cone } as const;

export type PrimitiveName = keyof typeof primitives;

export const primitiveNames = Object.keys(primitives) as PrimitiveName[];

/** A primitive as a scene file writes it: its kind, and the parameters that are not at their defaults. */
export type PrimitiveFile = {
  [Kind in PrimitiveName]: { kind: Kind } & Partial<Values<(typeof primitives)[Kind]['parameters']>>;
}[PrimitiveName];

export const primitiveSchemas = primitiveNames.map((kind) => {
  const primitive: Primitive = primitives[kind];
  const parameters: Record<string, z.ZodType> = {};
  for (const [key, parameter] of Object.entries(primitive.parameters)) {
    parameters[key] = schemaOf(parameter).optional().describe(docOf(parameter));
  }
  return z.strictObject({ kind: z.literal(kind), ...parameters }).describe(primitive.doc);
});

function schemaOf(parameter: Parameter): z.ZodType {
  switch (parameter.kind) {
    case 'number':
      return z.number().min(parameter.min).max(parameter.max);
    case 'integer':
      return z.int().min(parameter.min).max(parameter.max);
    case 'vec3': {
      const part = z.number().min(parameter.min).max(parameter.max);
      return z.tuple([part, part, part]);
    }
    case 'choice':
      return z.enum(parameter.choices as [string, ...string[]]);
    case 'text':
      return z.string().max(parameter.maxLength);
  }
}

function docOf(parameter: Parameter): string {
  const unit = 'unit' in parameter && parameter.unit !== '' ? ` [${parameter.unit}]` : '';
  return `${parameter.doc}${unit}; ${JSON.stringify(parameter.default)} unless said`;
}
