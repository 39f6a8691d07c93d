// The structure of a scene file: the schema's word, in ours.

import type { Collector } from '../fault/collector.ts';
import { faultsOf } from '../schema/issues.ts';
import { type SceneFile, sceneFile } from '../schema/scene.ts';

/**
 * Notes every structural fault. Returns the file with its faulty entries taken out (lists keep their
 * places, with holes), or undefined where so little is left that nothing more can be said.
 */
export function checkStructure(input: unknown, collector: Collector): SceneFile | undefined {
  const result = sceneFile.safeParse(input);
  if (result.success) return input as SceneFile;
  for (const fault of faultsOf(result.error, sceneFile, input)) collector.addFault(fault);
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;

  const rest: Record<string, unknown> = { ...input };
  for (const issue of result.error.issues) {
    const [key, entry] = issue.path as [string, number | undefined];
    if (issue.code === 'unrecognized_keys' && issue.path.length === 0) {
      for (const unknown of issue.keys) delete rest[unknown];
    } else if (key === undefined) return undefined;
    else if (typeof entry === 'number' && Array.isArray(rest[key])) {
      const list =
        rest[key] === (input as Record<string, unknown>)[key]
          ? [...(rest[key] as unknown[])]
          : (rest[key] as unknown[]);
      list[entry] = undefined;
      rest[key] = list;
    } else delete rest[key];
  }
  return rest as SceneFile;
}

/** The name that an entry of a list gives itself, however faulty the rest of it is. */
export function nameGiven(input: unknown, list: string, entry: number): string | undefined {
  const entries = (input as Record<string, unknown> | undefined)?.[list];
  const name = Array.isArray(entries) ? (entries[entry] as { name?: unknown } | null)?.name : undefined;
  return typeof name === 'string' ? name : undefined;
}
