// Keeps what is open for editing in this browser: from its first change on, and again after every further one.

import { effect, signal } from '@preact/signals';
import { complain } from './complaints.ts';
import { place, rename } from './place.ts';
import { canUndo, openings, type Project, project } from './project.ts';
import { saveProject } from './store.ts';

const PAUSE_MS = 250;

/** Where the open project is kept; undefined before it was changed. */
export const keptAs = signal<string | undefined>(undefined);
/** Whether the last change is on disk. */
export const isKept = signal(true);

/** As it is on disk, or as it came. */
const kept = signal<Project | undefined>(undefined);
const timer = signal<ReturnType<typeof setTimeout> | undefined>(undefined);

/** Says that this project is as it was kept, or where it came from. */
export function takeAsKept(as: string | undefined): void {
  clearTimeout(timer.peek());
  keptAs.value = as;
  kept.value = project.peek();
  isKept.value = true;
}

/** Keeps the open project now, under a name of its own where it had none. */
export async function keep(): Promise<void> {
  clearTimeout(timer.peek());
  const asked = project.value;
  if (asked === undefined) return;
  keptAs.value ??= newName();
  const id = keptAs.value;
  const { name, file, files, example } = asked;
  await saveProject({ id, name, file, files, example, changed: Date.now() });
  if (project.value !== asked) return;
  kept.value = asked;
  isKept.value = true;
  const at = place.value;
  // A link and a scene of the folder stay what they are; what was changed is a project from now on.
  if (at.kind !== 'gallery' && !(at.kind === 'project' && at.id === id))
    rename({ kind: 'project', id, bench: at.bench, lesson: at.lesson });
}

/** Not randomUUID(): that is missing where the page comes neither from loopback nor by TLS. */
function newName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function flush(): void {
  if (!isKept.value) void keep().catch(complain);
}

export function keepChanges(): () => void {
  addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', flush);
  // Another project is not kept under the name of the last one.
  const forget = effect(() => {
    if (openings.value > 0) takeAsKept(undefined);
  });
  const stop = effect(() => {
    const asked = project.value;
    if (asked === undefined || asked === kept.peek() || (!canUndo.value && keptAs.value === undefined))
      return;
    isKept.value = false;
    clearTimeout(timer.peek());
    timer.value = setTimeout(flush, PAUSE_MS);
  });
  return () => {
    forget();
    stop();
    removeEventListener('pagehide', flush);
    document.removeEventListener('visibilitychange', flush);
  };
}
