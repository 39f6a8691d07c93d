// Meshes on their way to becoming a scene: what was found, and what the user chooses before it opens.

import type { Unit } from '../../../src/scene/new/index.ts';
import { Asker } from '../model/asker.ts';
import { complain } from '../model/complaints.ts';
import { changeScene, project } from '../model/project.ts';
import { selected } from '../model/selection.ts';
import { addBodies } from '../edit/body-edits.ts';
import { type Given, stemOf } from './given.ts';
import { addedBodies, withStill } from './imported.ts';
import type { ImportAnswer, ImportAsk } from './import-messages.ts';
import { type Importing, importing, openingNotes, originalGlb } from './state.ts';
import { takeOverProject } from './take-over.ts';

const reader = new Asker<ImportAsk, ImportAnswer>(
  () => new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' }),
  (message) => {
    const what = message || 'the reader of meshes could not be started';
    const remedy = 'reload the page; if it stays so, give smaller files';
    return { about: 'These files cannot be read:', faults: [{ what, where: 'the files', remedy }] };
  },
);

export function startImport(files: readonly Given[]): void {
  const name = stemOf(files[0].path).slice(0, 80);
  importing.value = { files, name, choices: {}, still: new Map(), busy: true, faults: [] };
  ask().catch(complain);
}

/** Reads the files again with another unit or up axis. */
export function chooseImport(change: { units?: Unit | undefined; up?: 'y' | 'z' | undefined }): void {
  const now = importing.value;
  if (now === undefined) return;
  importing.value = { ...now, choices: { ...now.choices, ...change }, busy: true };
  ask().catch(complain);
}

export function setStill(names: readonly string[], still: boolean): void {
  const now = importing.value;
  if (now === undefined) return;
  const next = new Map(now.still);
  for (const name of names) next.set(name, still);
  importing.value = { ...now, still: next };
}

export function cancelImport(): void {
  reader.close();
  importing.value = undefined;
}

async function ask(): Promise<void> {
  const { files, name, choices } = importing.value as Importing;
  const asking = reader.ask({ name, files, choices });
  const { number } = reader;
  const answer = await asking;
  const now = importing.value;
  if (now === undefined || number !== reader.number) return;
  const { made: _made, about: _about, ...rest } = now;
  importing.value =
    'made' in answer
      ? { ...rest, busy: false, made: answer.made, faults: [] }
      : { ...rest, busy: false, about: answer.about, faults: answer.faults };
}

/** Opens what was made as a scene of its own. */
export async function finishImport(): Promise<void> {
  const now = importing.value;
  if (now?.made === undefined) return;
  const { file, meshes } = now.made;
  cancelImport();
  const [only] = now.files;
  const isGlb = now.files.length === 1 && /\.glb$/i.test(only.path);
  originalGlb.value = isGlb ? { project: now.name, file: only } : undefined;
  await takeOverProject({ name: now.name, file: withStill(file, now.still), files: meshes });
  const lines = now.made.unmapped.map(({ what, where, why }) => `${what} of ${where}: ${why}`);
  openingNotes.value = { of: now.name, lines: [...lines, ...now.made.notes] };
}

/** Adds the bodies to the scene that is open; its own floor is kept. */
export async function addImport(): Promise<void> {
  const now = importing.value;
  const open = project.value;
  if (now?.made === undefined || open === undefined) return;
  const { file, meshes } = now.made;
  cancelImport();
  const { bodies, files } = addedBodies(withStill(file, now.still), meshes, open.files);
  const first = open.file.bodies?.length ?? 0;
  await changeScene((before) => addBodies(before, bodies), files);
  selected.value = bodies.map((_, i) => first + i);
}
