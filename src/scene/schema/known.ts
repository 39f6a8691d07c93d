// Which keys a schema knows at a place of a file, for "did you mean".

import type * as z from 'zod';

/** The keys known at the end of the path; of a union, those of the branches that the value's `kind` allows. */
export function knownKeys(schema: z.ZodType, path: readonly PropertyKey[], value: unknown): string[] {
  let candidates = branches(schema, value);
  let at = value;
  for (const step of path) {
    const inside: z.ZodType[] = [];
    at = isRecord(at) || Array.isArray(at) ? (at as Record<PropertyKey, unknown>)[step] : undefined;
    for (const candidate of candidates) {
      const child = childOf(candidate, step);
      if (child !== undefined) inside.push(...branches(child, at));
    }
    candidates = inside;
  }
  return [...new Set(candidates.flatMap((candidate) => Object.keys(shapeOf(candidate))))];
}

function branches(schema: z.ZodType, value: unknown): z.ZodType[] {
  const def = defOf(schema);
  switch (def.type) {
    case 'optional':
      return branches(def.innerType as z.ZodType, value);
    case 'union': {
      const all = def.options.flatMap((option) => branches(option as z.ZodType, value));
      const kind = isRecord(value) ? value['kind'] : undefined;
      const matching = all.filter((option) => kind !== undefined && kindOf(option) === kind);
      return matching.length > 0 ? matching : all;
    }
    default:
      return [schema];
  }
}

function childOf(schema: z.ZodType, step: PropertyKey): z.ZodType | undefined {
  const def = defOf(schema);
  if (def.type === 'array') return def.element as z.ZodType;
  if (def.type === 'tuple') return def.items[Number(step)] as z.ZodType | undefined;
  const shape = shapeOf(schema);
  return Object.hasOwn(shape, step) ? shape[String(step)] : undefined;
}

function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
  const def = defOf(schema);
  return def.type === 'object' ? (def.shape as Record<string, z.ZodType>) : {};
}

function kindOf(schema: z.ZodType): unknown {
  const kind = shapeOf(schema)['kind'];
  const def = kind === undefined ? undefined : defOf(kind);
  return def?.type === 'literal' ? def.values[0] : undefined;
}

/** zod's own description of a schema, as the union of all its kinds. */
function defOf(schema: z.ZodType): z.core.$ZodTypes['_zod']['def'] {
  return (schema as unknown as z.core.$ZodTypes)._zod.def;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
