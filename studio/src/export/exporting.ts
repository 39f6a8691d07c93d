// One export at a time: how far it is, and giving it up.

import { signal } from '@preact/signals';
import { describeFault, FaultError } from '../../../src/scene/fault/index.ts';
import { film } from '../model/film.ts';
import { time } from '../model/playback.ts';
import { project } from '../model/project.ts';
import type { ExportChoices, ExportJob, ExportKind } from './kinds.ts';
import { askTarget, type Target } from './save.ts';

export type ExportState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'busy'; readonly fraction: number; readonly bytes: number; cancel(): void }
  | {
      readonly kind: 'done';
      readonly name: string;
      readonly bytes: number;
      readonly notes: readonly string[];
    }
  | { readonly kind: 'failed'; readonly lines: readonly string[] };

export const exportState = signal<ExportState>({ kind: 'ready' });

export function cancelExport(): void {
  if (exportState.value.kind === 'busy') exportState.value.cancel();
}

export async function startExport(kind: ExportKind, choices: ExportChoices): Promise<void> {
  if (exportState.value.kind === 'busy') return;
  const name = `${fileStem()}${kind.id === 'into' ? '-animated' : ''}${kind.ending}`;
  const target = await askTarget(name, kind.type);
  if (target === undefined) return;
  const controller = new AbortController();
  const { signal } = controller;
  const notes: string[] = [];
  let bytes = 0;
  const progress = (fraction: number) => {
    exportState.value = { kind: 'busy', fraction, bytes, cancel: () => controller.abort() };
  };
  progress(0);
  const job: ExportJob = {
    film: film.value,
    project: project.value,
    choices,
    time: time.value,
    signal,
    progress,
    note: (text) => notes.push(text),
  };
  const counted: Target = {
    ...target,
    write: (piece) => {
      bytes += piece.length;
      return target.write(piece);
    },
  };
  try {
    if (kind.make === undefined) {
      const { writeFilm } = await import('./film-file.ts');
      await writeFilm(job, kind, counted);
    } else
      for await (const piece of kind.make(job)) {
        signal.throwIfAborted();
        await counted.write(piece);
      }
    await target.close();
    exportState.value = { kind: 'done', name, bytes, notes };
  } catch (error) {
    await target.abort().catch(() => {});
    exportState.value = signal.aborted ? { kind: 'ready' } : { kind: 'failed', lines: linesOf(error) };
  }
}

function linesOf(error: unknown): string[] {
  if (error instanceof FaultError) return error.faults.map((fault) => `${describeFault(fault)}.`);
  return [`${error instanceof Error ? error.message : String(error)}. Try again, or another kind of file.`];
}

function fileStem(): string {
  const name = project.value?.name ?? film.value?.scene.name ?? 'scene';
  return (
    name
      .replace(/[^\p{L}\p{N}._-]+/gu, '-')
      .replace(/^[.-]+|[.-]+$/g, '')
      .slice(0, 80) || 'scene'
  );
}
