// What is open for editing: a scene file and the mesh files it names. Every change makes a new project, so undoing is
// going back to an old one (undo.ts). The scene is the last that could be made of it; faults say why a newer one could not.

import { signal } from '@preact/signals';
import { type Fault, FaultError } from '../../../src/scene/fault/index.ts';
import type { SceneFile } from '../../../src/scene/schema/index.ts';
import type { Scene } from '../../../src/scene/index.ts';
import { Undo } from './undo.ts';

export interface Project {
  readonly name: string;
  readonly file: SceneFile;
  /** Mesh files by their path in the scene. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The example it began as. */
  readonly example?: string;
}

export const project = signal<Project | undefined>(undefined);
export const scene = signal<Scene | undefined>(undefined);
/** Counts what was opened: another number, another project. */
export const openings = signal(0);
export const faults = signal<readonly Fault[]>([]);
export const notes = signal<readonly string[]>([]);
const steps = new Undo<Project>();
export const { canUndo, canRedo } = steps;

/** Opens another project; nothing of the last one can be undone any more. */
export async function openProject(opened: Project): Promise<void> {
  openings.value++;
  steps.forget();
  scene.value = undefined;
  await show(opened);
}

/** Nothing is open for editing any more. */
export function closeProject(): void {
  openings.value++;
  steps.forget();
  project.value = undefined;
  scene.value = undefined;
  faults.value = [];
  notes.value = [];
}

/** Changes the scene file; `files` are added to those there are. */
export async function changeScene(
  edit: (file: SceneFile) => SceneFile,
  files: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<void> {
  const before = project.value;
  if (before === undefined) return;
  steps.remember(before);
  await show({ ...before, file: edit(before.file), files: new Map([...before.files, ...files]) });
}

export async function undo(): Promise<void> {
  const before = project.value && steps.undo(project.value);
  if (before !== undefined) await show(before);
}

export async function redo(): Promise<void> {
  const after = project.value && steps.redo(project.value);
  if (after !== undefined) await show(after);
}

/** Puts it in the place of what was open before, and makes its scene. */
async function show(asked: Project): Promise<void> {
  project.value = asked;
  const [{ resolveScene }, { readySpecifications }] = await Promise.all([
    import('../../../src/scene/resolve/index.ts'),
    import('../../../src/catalog/specifications.ts'),
  ]);
  await readySpecifications(asked.file);
  if (project.value !== asked) return;
  try {
    const made = resolveScene(asked.file, { loadFile: (path) => asked.files.get(path) });
    scene.value = made.scene;
    notes.value = made.notes;
    faults.value = [];
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    faults.value = error.faults;
  }
}
