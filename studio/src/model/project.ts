// What is open for editing: a scene file and the mesh files it names. Every change makes a new project, so undoing is
// going back to an old one. The scene is the last that could be made of it; faults say why a newer one could not.

import { computed, signal } from '@preact/signals';
import { type Fault, FaultError } from '../../../src/scene/fault/index.ts';
import type { SceneFile } from '../../../src/scene/schema/index.ts';
import type { Scene } from '../../../src/scene/index.ts';

export interface Project {
  readonly name: string;
  readonly file: SceneFile;
  /** Mesh files by their path in the scene. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** The example it began as. */
  readonly example?: string;
}

/** Steps that can be taken back. */
const KEPT = 200;

export const project = signal<Project | undefined>(undefined);
export const scene = signal<Scene | undefined>(undefined);
/** Counts what was opened: another number, another project. */
export const openings = signal(0);
export const faults = signal<readonly Fault[]>([]);
export const notes = signal<readonly string[]>([]);
const past = signal<readonly Project[]>([]);
const future = signal<readonly Project[]>([]);
export const canUndo = computed(() => past.value.length > 0);
export const canRedo = computed(() => future.value.length > 0);

/** Opens another project; nothing of the last one can be undone any more. */
export async function openProject(opened: Project): Promise<void> {
  openings.value++;
  past.value = [];
  future.value = [];
  scene.value = undefined;
  project.value = opened;
  await resolve();
}

/** Nothing is open for editing any more. */
export function closeProject(): void {
  openings.value++;
  past.value = [];
  future.value = [];
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
  past.value = [...past.value.slice(1 - KEPT), before];
  future.value = [];
  project.value = { ...before, file: edit(before.file), files: new Map([...before.files, ...files]) };
  await resolve();
}

export async function undo(): Promise<void> {
  const before = past.value.at(-1);
  if (before === undefined || project.value === undefined) return;
  past.value = past.value.slice(0, -1);
  future.value = [...future.value, project.value];
  project.value = before;
  await resolve();
}

export async function redo(): Promise<void> {
  const after = future.value.at(-1);
  if (after === undefined || project.value === undefined) return;
  future.value = future.value.slice(0, -1);
  past.value = [...past.value, project.value];
  project.value = after;
  await resolve();
}

async function resolve(): Promise<void> {
  const asked = project.value as Project;
  const [{ resolveScene }, { readySpecifications }] = await Promise.all([
    import('../../../src/scene/resolve/index.ts'),
    import('../../../src/live/specifications.ts'),
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
