// What changes of lists in a scene file have in common: who points into them follows.

import { encodeSegment, findPointed, isPointed } from '../../../src/scene/index.ts';
import type { ParameterFile, SceneFile } from '../../../src/scene/schema/index.ts';

/** The places of those that are kept. */
export function keptPlaces<T>(
  list: readonly T[] | undefined,
  keep: (one: T, i: number) => boolean,
): number[] {
  return (list ?? []).flatMap((one, i) => (keep(one, i) ? [i] : []));
}

/** A parameter that points into a list follows its entry, or goes with it; one that names the entry stays as it is. */
export function movedParameter(
  file: SceneFile,
  parameter: ParameterFile,
  places: Readonly<Record<string, readonly number[]>>,
): ParameterFile[] {
  const found = findPointed(file, parameter.target);
  const match = isPointed(found) ? /^\/([a-z]+)\/(\d+)(\/.*)?$/s.exec(found.canonical) : null;
  const kept = match && Object.hasOwn(places, match[1]) ? places[match[1]] : undefined;
  if (match === null || kept === undefined) return [parameter];
  const at = kept.indexOf(Number(match[2]));
  if (at < 0) return [];
  const isByPlace = parameter.target.startsWith(`/${match[1]}/${match[2]}`);
  return [isByPlace ? { ...parameter, target: `/${match[1]}/${at}${match[3] ?? ''}` } : parameter];
}

/** A parameter that names an entry goes by its new name. */
export function renamedTarget(
  parameter: ParameterFile,
  list: 'bodies' | 'deformables',
  before: string,
  after: string,
): ParameterFile {
  const [root, of, named, ...rest] = parameter.target.split('/');
  if (of !== list || named !== encodeSegment(before)) return parameter;
  return { ...parameter, target: [root, of, encodeSegment(after), ...rest].join('/') };
}

/** Keys that are undefined are taken out. */
export function without<T extends object>(given: T): T {
  const out: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) if (value !== undefined) out[key] = value;
  return out as T;
}
