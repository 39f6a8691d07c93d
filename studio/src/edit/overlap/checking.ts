// Keeps the list of overlaps true: after every change of the scene, a moment later, in a worker; the newest counts.

import { effect, signal } from '@preact/signals';
import type { Fault } from '../../../../src/scene/fault/index.ts';
import type { Scene } from '../../../../src/scene/index.ts';
import { Asker } from '../../model/asker.ts';
import { complain } from '../../model/complaints.ts';
import { checking, overlaps } from '../../model/overlaps.ts';
import { Pause } from '../../model/pause.ts';
import { changeScene, faults, project, scene } from '../../model/project.ts';
import type { CheckAnswer, CheckAsk } from './check-messages.ts';
import type { Fixed, FixWay } from './fix-scene.ts';

const PAUSE_MS = 200;

/** What separating has done, or why it could not; until the next change. */
export type FixState =
  | { readonly kind: 'none' | 'busy' }
  | { readonly kind: 'done'; readonly changes: readonly string[]; readonly scene: Scene | undefined }
  | { readonly kind: 'failed'; readonly about: string; readonly faults: readonly Fault[] };
export const fixState = signal<FixState>({ kind: 'none' });

const checker = new Asker<CheckAsk, CheckAnswer>(
  () => new Worker(new URL('./check.worker.ts', import.meta.url), { type: 'module' }),
  (message) => {
    const what = message || 'the check could not be started';
    const fault = { what, where: 'the page', remedy: 'reload it' };
    return { kind: 'failed', about: 'The start cannot be checked:', faults: [fault] };
  },
);

/** Begins to watch the scene; call what it returns to stop. */
export function watchOverlaps(): () => void {
  let asked: Scene | undefined;
  const check = async () => {
    const now = scene.peek();
    if (now === undefined) return;
    asked = now;
    const answer = await checker.ask({ kind: 'check', scene: now });
    if (asked !== now || scene.peek() !== now) return;
    checking.value = false;
    overlaps.value = answer.kind === 'overlaps' ? answer.overlaps : [];
  };
  const pause = new Pause(() => void check().catch(complain), PAUSE_MS);
  const stop = effect(() => {
    const now = project.value === undefined ? undefined : scene.value;
    const isSound = faults.value.length === 0;
    pause.cancel();
    if (now === undefined) {
      overlaps.value = [];
      asked = undefined;
      return;
    }
    const fix = fixState.peek();
    if (fix.kind !== 'busy' && !(fix.kind === 'done' && fix.scene === now)) fixState.value = { kind: 'none' };
    if (now === asked || !isSound) return;
    checking.value = true;
    pause.ask();
  });
  return () => {
    stop();
    pause.cancel();
    checker.close();
    asked = undefined;
    checking.value = false;
  };
}

/** Changes the scene so that nothing touches or overlaps; can be undone as one step. */
export async function separateBodies(by: FixWay = 'both'): Promise<void> {
  const open = project.value;
  if (open === undefined) return;
  fixState.value = { kind: 'busy' };
  const folder = freeFolder(open.files);
  const answer = await checker.ask({ kind: 'fix', file: open.file, files: open.files, by, folder });
  if (project.value !== open) {
    fixState.value = { kind: 'none' };
    return;
  }
  if (answer.kind === 'failed') {
    fixState.value = { kind: 'failed', about: answer.about, faults: answer.faults };
    return;
  }
  if (answer.kind === 'fixed') await take(answer.fixed);
}

async function take({ file, meshes, changes, left }: Fixed): Promise<void> {
  if (left.length > 0) {
    const remedy = 'it overlaps too deeply: move one of them apart by hand';
    const about = `${left.length} ${left.length === 1 ? 'pair' : 'pairs'} could not be separated; nothing was changed`;
    fixState.value = { kind: 'failed', about, faults: left.map((fault) => ({ ...fault, remedy })) };
    return;
  }
  await changeScene(() => file, meshes);
  fixState.value = { kind: 'done', changes, scene: scene.value };
}

function freeFolder(files: ReadonlyMap<string, Uint8Array>): string {
  const paths = [...files.keys()];
  for (let i = 1; ; i++) {
    const folder = `meshes/fixed-${i}`;
    if (!paths.some((path) => path.startsWith(`${folder}/`))) return folder;
  }
}
