// Changes of what deforms in a scene file, each a new file. Parameters that point at it are kept right.

import type { DeformableFile, SceneFile } from '../../../src/scene/schema/index.ts';
import { freeName } from './body-edits.ts';
import { keptPlaces, movedParameter, renamedTarget, without } from './list-edits.ts';

export function nameOfDeformable(file: SceneFile, entry: number): string {
  return file.deformables?.[entry]?.name ?? `deformable-${entry}`;
}

/** Keys that are undefined are taken out. */
export function changeDeformables(
  file: SceneFile,
  entries: readonly number[],
  edit: (one: DeformableFile) => Partial<DeformableFile>,
): SceneFile {
  const chosen = new Set(entries);
  const deformables = (file.deformables ?? []).map((one, i) =>
    chosen.has(i) ? without({ ...one, ...edit(one) }) : one,
  );
  return { ...file, deformables };
}

export function renameDeformable(file: SceneFile, entry: number, name: string): SceneFile {
  const before = nameOfDeformable(file, entry);
  const wanted = name.trim().slice(0, 200);
  if (wanted === '' || wanted === before) return file;
  const others = (file.deformables ?? []).flatMap((_, i) => (i === entry ? [] : [nameOfDeformable(file, i)]));
  const after = freeName(wanted, new Set(others));
  return without({
    ...changeDeformables(file, [entry], () => ({ name: after })),
    stitches: file.stitches?.map((one) =>
      without({ ...one, a: one.a === before ? after : one.a, b: one.b === before ? after : one.b }),
    ),
    parameters: file.parameters?.map((one) => renamedTarget(one, 'deformables', before, after)),
  });
}

/** Adds some behind those there are, under names that are free. */
export function addDeformables(file: SceneFile, added: readonly DeformableFile[]): SceneFile {
  const before = file.deformables ?? [];
  const names = new Set(before.map((_, i) => nameOfDeformable(file, i)));
  const named = added.map((one) => {
    const name = freeName(one.name ?? one.kind, names);
    names.add(name);
    return { ...one, name };
  });
  return { ...file, deformables: [...before, ...named] };
}

/** Copies beside the originals. @param step  how far a copy stands from its original [m] */
export function duplicateDeformables(
  file: SceneFile,
  entries: readonly number[],
  step: readonly [number, number, number],
): SceneFile {
  const copies = entries.flatMap((entry) => {
    const one = file.deformables?.[entry];
    if (one === undefined) return [];
    const [x, y, z] = one.position ?? [0, 0, 0];
    const position: [number, number, number] = [x + step[0], y + step[1], z + step[2]];
    return [{ ...structuredClone(one), name: nameOfDeformable(file, entry), position }];
  });
  return addDeformables(file, copies);
}

/** Takes some out, with the stitches and parameters that are about them. */
export function deleteDeformables(file: SceneFile, entries: readonly number[]): SceneFile {
  const gone = new Set(entries);
  const kept = keptPlaces(file.deformables, (_, i) => !gone.has(i));
  const names = new Set(entries.map((entry) => nameOfDeformable(file, entry)));
  const sewn = keptPlaces(file.stitches, ({ a, b = a }) => !names.has(a) && !names.has(b));
  return without({
    ...file,
    // A name that was only a place must stay the name it was.
    deformables: kept.map((i) => ({ ...file.deformables![i], name: nameOfDeformable(file, i) })),
    stitches: file.stitches && sewn.map((i) => file.stitches![i]),
    parameters: file.parameters?.flatMap((one) =>
      movedParameter(file, one, { deformables: kept, stitches: sewn }),
    ),
  });
}
