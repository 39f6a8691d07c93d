// The scene of one run: the sweep's scene with the values of its parameters written to where they point.

import { type Fault, spellingHint } from '../scene/fault/index.ts';
import { findPointed, isPointed } from '../scene/index.ts';
import { knownKeys, type SceneFile, sceneFile } from '../scene/schema/index.ts';
import type { Swept } from './sweep.ts';

const OF_SPECIFICATION = '/specification/';

/** The scene, and what is wrong with where the parameters point. */
export interface Applied {
  readonly scene: SceneFile;
  readonly faults: readonly Fault[];
}

export function applyValues(
  scene: SceneFile,
  parameters: readonly Swept[],
  values: Readonly<Record<string, number>>,
): Applied {
  const copy = structuredClone(scene);
  const faults: Fault[] = [];
  for (const [i, { name, at }] of parameters.entries()) {
    if (!Object.hasOwn(values, name)) {
      const remedy = 'see that it is a finite number at every point';
      faults.push({ what: `"${name}" cannot be computed here`, where: `parameters[${i}].is`, remedy });
      continue;
    }
    for (const pointer of at) {
      const fault = write(copy, pointer, values[name]);
      if (fault !== undefined) faults.push({ ...fault, where: `parameters[${i}].at` });
    }
  }
  return { scene: copy, faults };
}

type Wrong = Omit<Fault, 'where'>;

function write(file: SceneFile, pointer: string, value: number): Wrong | undefined {
  if (file.specification !== undefined && pointer.startsWith(OF_SPECIFICATION))
    return writeSpecified(file, pointer, value);
  const found = findPointed(file, pointer);
  if (!isPointed(found)) return writeNew(file, pointer, value, found);
  if (typeof found.value !== 'number')
    return { what: 'points at no number', value: pointer, remedy: 'point at a number of the scene' };
  found.holder[found.key] = value;
  return undefined;
}

/** A parameter of a specification gets its value from the scene's list of parameters. */
function writeSpecified(file: SceneFile, target: string, value: number): undefined {
  file.parameters ??= [];
  const there = file.parameters.find((one) => one.target === target);
  if (there === undefined) {
    const name = target.slice(OF_SPECIFICATION.length);
    file.parameters.push({ name, target, value, min: value - 1, max: value + 1 + Math.abs(value) });
    return undefined;
  }
  there.value = value;
  there.min = Math.min(there.min, value);
  there.max = Math.max(there.max, value);
  return undefined;
}

/** A number that is not written yet, where the schema of scenes knows it. */
function writeNew(file: SceneFile, pointer: string, value: number, otherwise: Wrong): Wrong | undefined {
  const cut = pointer.lastIndexOf('/');
  const key = pointer
    .slice(cut + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  if (cut < 0 || key === '') return otherwise;
  if (pointer.slice(0, cut) === '/options' && /^[A-Za-z]\w*$/.test(key)) {
    file.options = { ...file.options, [key]: value };
    return undefined;
  }
  const parent = cut === 0 ? undefined : findPointed(file, pointer.slice(0, cut));
  if (parent !== undefined && !isPointed(parent)) return parent;
  const holder = parent === undefined ? file : parent.value;
  if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) return otherwise;
  const known = knownKeys(sceneFile, placeOf(parent?.canonical ?? ''), file);
  if (!known.includes(key)) {
    const written = parent === undefined ? 'the scene' : parent.canonical;
    return { what: `there is no "${key}" in ${written}`, value: pointer, remedy: spellingHint(key, known) };
  }
  (holder as Record<string, unknown>)[key] = value;
  return undefined;
}

function placeOf(canonical: string): (string | number)[] {
  const steps = canonical.split('/').slice(1);
  return steps.map((step) =>
    /^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~'),
  );
}
