// Keeps the list of overlaps true: after every change of the scene, a moment later, in a worker; the newest counts.

import { effect, signal } from '@preact/signals';
import type { Fault } from '../../../../src/scene/fault/index.ts';
import type { Scene } from '../../../../src/scene/index.ts';
import { complain } from '../../model/complaints.ts';
import { checking, overlaps } from '../../model/overlaps.ts';
import { changeScene, faults, project, scene } from '../../model/project.ts';
import type { CheckAnswer, CheckRequest } from './check-messages.ts';
import type { Fixed, FixWay } from './fix-scene.ts';

const PAUSE_MS = 200;

/** What separating has done, or why it could not; until the next change. */
export type FixState =
  | { readonly kind: 'none' | 'busy' }
  | { readonly kind: 'done'; readonly changes: readonly string[] }
  | { readonly kind: 'failed'; readonly about: string; readonly faults: readonly Fault[] };
export const fixState = signal<FixState>({ kind: 'none' });

let worker: Worker | undefined;
let number = 0;
const waiting = new Map<number, (answer: CheckAnswer) => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let asked: Scene | undefined;
let fixed: Scene | undefined;

/** Begins to watch the scene; call what it returns to stop. */
export function watchOverlaps(): () => void {
  const stop = effect(() => {
    const now = project.value === undefined ? undefined : scene.value;
    const isSound = faults.value.length === 0;
    clearTimeout(timer);
    if (now === undefined) {
      overlaps.value = [];
      asked = undefined;
      return;
    }
    if (now !== fixed && fixState.peek().kind !== 'busy') fixState.value = { kind: 'none' };
    if (now === asked || !isSound) return;
    checking.value = true;
    timer = setTimeout(() => void check(now).catch(complain), PAUSE_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
    worker?.terminate();
    worker = undefined;
    asked = undefined;
    waiting.clear();
    checking.value = false;
  };
}

async function check(now: Scene): Promise<void> {
  asked = now;
  const answer = await ask({ number: ++number, kind: 'check', scene: now });
  if (asked !== now || scene.peek() !== now) return;
  checking.value = false;
  overlaps.value = answer.kind === 'overlaps' ? answer.overlaps : [];
}

/** Changes the scene so that nothing touches or overlaps; can be undone as one step. */
export async function separateBodies(by: FixWay = 'both'): Promise<void> {
  const open = project.value;
  if (open === undefined) return;
  fixState.value = { kind: 'busy' };
  const folder = freeFolder(open.files);
  const answer = await ask({ number: ++number, kind: 'fix', file: open.file, files: open.files, by, folder });
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
  fixed = scene.value;
  fixState.value = { kind: 'done', changes };
}

function ask(request: CheckRequest): Promise<CheckAnswer> {
  worker ??= startWorker();
  return new Promise((resolve) => {
    waiting.set(request.number, resolve);
    worker?.postMessage(request);
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL('./check.worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<CheckAnswer>) => {
    waiting.get(data.number)?.(data);
    waiting.delete(data.number);
  };
  started.onerror = (event) => {
    const what = event.message || 'the check could not be started';
    const fault = { what, where: 'the page', remedy: 'reload it' };
    for (const [asking, resolve] of waiting)
      resolve({ number: asking, kind: 'failed', about: 'The start cannot be checked:', faults: [fault] });
    waiting.clear();
  };
  return started;
}

function freeFolder(files: ReadonlyMap<string, Uint8Array>): string {
  const paths = [...files.keys()];
  for (let i = 1; ; i++) {
    const folder = `meshes/fixed-${i}`;
    if (!paths.some((path) => path.startsWith(`${folder}/`))) return folder;
  }
}
