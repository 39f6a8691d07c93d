// The primitives a scene may name: all of `geometry`'s, by name. Their parameters, ranges and documentation come
// with them, and so does their part of the published schema. The types of the files are listed here, so that
// a builder's mistakes are found by the compiler: one line for a new primitive.

import * as z from 'zod';
import {
  type bins,
  type bolt,
  type box,
  type capsule,
  type card,
  type chainInnerLink,
  type chainLink,
  type chainLinkWire,
  type chainOuterLink,
  type chainPlate,
  type chainRoller,
  type cog,
  type cone,
  type cylinder,
  type die,
  type extruded,
  type gear,
  type genevaDriver,
  type genevaWheel,
  type lantern,
  type lathed,
  type letters,
  type nut,
  MOST_OUTLINES,
  MOST_POINTS,
  type Parameter,
  type Parameters,
  type pin,
  type plane,
  type Primitive,
  primitives as all,
  type ratchet,
  type roundedBox,
  type sphere,
  type sprocket,
  type tetrahedron,
  type torus,
  type Values,
  type voussoir,
} from '../geometry/primitives/index.ts';

interface Typed {
  voussoir: typeof voussoir;
  bins: typeof bins;
  bolt: typeof bolt;
  nut: typeof nut;
  box: typeof box;
  capsule: typeof capsule;
  card: typeof card;
  'chain-link': typeof chainLink;
  'chain-link-wire': typeof chainLinkWire;
  cog: typeof cog;
  lantern: typeof lantern;
  pin: typeof pin;
  ratchet: typeof ratchet;
  'rounded-box': typeof roundedBox;
  cone: typeof cone;
  cylinder: typeof cylinder;
  die: typeof die;
  gear: typeof gear;
  'geneva-driver': typeof genevaDriver;
  'geneva-wheel': typeof genevaWheel;
  letters: typeof letters;
  extrude: typeof extruded;
  lathe: typeof lathed;
  plane: typeof plane;
  'chain-inner-link': typeof chainInnerLink;
  'chain-outer-link': typeof chainOuterLink;
  'chain-plate': typeof chainPlate;
  'chain-roller': typeof chainRoller;
  sprocket: typeof sprocket;
  sphere: typeof sphere;
  tetrahedron: typeof tetrahedron;
  torus: typeof torus;
}

export type PrimitiveName = keyof Typed;

type ParametersOf<P> = P extends Primitive<infer Q extends Parameters> ? Partial<Values<Q>> : never;

/** A primitive as a scene file writes it: its kind, and the parameters that are not at their defaults. */
export type PrimitiveFile = {
  [Kind in PrimitiveName]: { kind: Kind } & ParametersOf<Typed[Kind]>;
}[PrimitiveName];

const byName = new Map<string, Primitive>(all.map((primitive) => [primitive.name, primitive]));

/** Names of all. */
export const primitiveNames: readonly string[] = all.map(({ name }) => name);

/** A primitive by name. */
export function findPrimitive(name: string): Primitive {
  const found = byName.get(name);
  if (found === undefined) throw new Error(`no primitive "${name}"`);
  return found;
}

export const primitiveSchemas = all.map((primitive) => {
  const parameters: Record<string, z.ZodType> = {};
  for (const [key, parameter] of Object.entries(primitive.parameters)) {
    parameters[key] = schemaOf(parameter).optional().describe(docOf(parameter));
  }
  return z
    .strictObject({ kind: z.literal(primitive.name), ...parameters })
    .meta({ id: `primitive-${primitive.name}`, description: primitive.doc });
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
    case 'outline':
      return pointsSchema(parameter.min, parameter.max);
    case 'outlines':
      return z.array(pointsSchema(-parameter.max, parameter.max)).max(MOST_OUTLINES);
  }
}

function pointsSchema(min: number, max: number): z.ZodType {
  return z
    .array(z.tuple([z.number().min(min).max(max), z.number().min(-max).max(max)]))
    .min(2)
    .max(MOST_POINTS);
}

function docOf(parameter: Parameter): string {
  const unit = 'unit' in parameter && parameter.unit !== '' ? ` [${parameter.unit}]` : '';
  return `${parameter.doc}${unit}; ${JSON.stringify(parameter.default)} unless said`;
}
