// Parameters: named numbers of a scene file, each with a range and a pointer (pointer.ts) to what it drives.

import type { Collector } from './fault/collector.ts';
import { type Fault, FaultError } from './fault/fault.ts';
import { spellingHint } from './fault/spelling-hint.ts';
import { show } from './fault/place.ts';
import { findPointed, isPointed, type Pointed } from './pointer.ts';
import type { ParameterFile, SceneFile } from './schema/scene.ts';
import type { Parameter } from './types.ts';

/** A copy of the file with these parameters set, for sweeps and sliders. */
export function setParameters(file: SceneFile, values: Readonly<Record<string, number>>): SceneFile {
  const known = (file.parameters ?? []).map((parameter) => parameter.name);
  const faults: Fault[] = [];
  const copy = structuredClone(file);
  for (const [name, value] of Object.entries(values)) {
    const parameter = copy.parameters?.find((one) => one.name === name);
    if (parameter === undefined)
      faults.push({ what: 'unknown parameter', where: name, remedy: spellingHint(name, known) });
    else if (!(value >= parameter.min && value <= parameter.max)) {
      faults.push({
        what: 'the parameter is out of its range',
        where: name,
        value: show(value),
        remedy: `give a number from ${parameter.min} to ${parameter.max}`,
      });
    } else parameter.value = value;
  }
  if (faults.length > 0) throw new FaultError(`"${file.name}" cannot be changed so:`, faults);
  return copy;
}

/** Writes the given values to their targets in a copy of the file; notes what is wrong. */
export function applyParameters(file: SceneFile, collector: Collector): SceneFile {
  const changing = (file.parameters ?? []).some((parameter) => parameter?.value !== undefined);
  if (!changing) return file;
  const copy = structuredClone(file);
  copy.parameters?.forEach((parameter, i) => {
    if (parameter?.value === undefined) return;
    const slot = numberAt(copy, parameter.target);
    if ('what' in slot) return; // drives the specification, or resolveParameter says so
    if (parameter.value < parameter.min || parameter.value > parameter.max) {
      collector.add(
        'the value is out of its own range',
        `parameters[${i}].value`,
        parameter.value,
        `give a number from ${parameter.min} to ${parameter.max}`,
      );
    }
    slot.holder[slot.key] = parameter.value;
  });
  return copy;
}

export function resolveParameter(
  parameter: ParameterFile,
  file: unknown,
  where: string,
  collector: Collector,
): Parameter | undefined {
  const { name, target, min, max, unit = '' } = parameter;
  const slot = drivesSpecification(parameter, file) ? undefined : numberAt(file, target);
  if (slot !== undefined && 'what' in slot) {
    collector.add(slot.what, `${where}.target`, target, slot.remedy);
    return undefined;
  }
  if (!(min < max)) {
    collector.add('the range is empty', `${where}.min`, min, `give min < max (${max})`);
    return undefined;
  }
  const value = parameter.value ?? (slot?.value as number);
  if (parameter.value === undefined && (value < min || value > max)) {
    collector.add('the number it drives is out of its range', `${where}.min`, value, 'widen the range');
    return undefined;
  }
  return { name, value, min, max, unit, target: slot?.canonical ?? target };
}

/** A parameter of the specification is not in the file: who compiles it knows whether it is there. */
function drivesSpecification({ target, value }: ParameterFile, file: unknown): boolean {
  const hasText = typeof file === 'object' && file !== null && Object.hasOwn(file, 'specification');
  return hasText && value !== undefined && target.startsWith('/specification/');
}

/** The number that a pointer names. */
function numberAt(file: unknown, pointer: string): Pointed | Omit<Fault, 'where'> {
  const found = findPointed(file, pointer);
  if (!isPointed(found)) return found;
  // A parameter that drives another one's range, or itself, would be a loop.
  if (!found.canonical.startsWith('/parameters/') && typeof found.value === 'number') return found;
  return {
    what: 'points at no number that a parameter may drive',
    value: pointer,
    remedy: 'write a pointer to a number that is there, such as "/bodies/ramp/friction"',
  };
}
