// The folder that the studio's server was given: what there is in it, and its files. On a static host there is none.

import { signal } from '@preact/signals';
import { Complaint } from './complaints.ts';
import { sweepOf } from './place.ts';

export interface FolderFile {
  readonly path: string;
  readonly kind: 'recording' | 'scene' | 'mesh' | 'lesson' | 'sweep';
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly changed: number;
}

export const folderFiles = signal<readonly FolderFile[]>([]);

export async function readFolder(): Promise<void> {
  const answer = await fetch('files/').catch(() => undefined);
  if (!answer?.ok || !/json/.test(answer.headers.get('content-type') ?? '')) return;
  const list = (await answer.json().catch(() => undefined)) as { files?: unknown } | undefined;
  if (Array.isArray(list?.files)) folderFiles.value = list.files.filter(isFolderFile);
}

function isFolderFile(file: unknown): file is FolderFile {
  const { path, kind, bytes } = (file ?? {}) as Partial<FolderFile>;
  return typeof path === 'string' && typeof kind === 'string' && typeof bytes === 'number';
}

/** Where a file of the folder is to be asked for. */
export function folderAddress(path: string): string {
  return `files/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** A file whole. @param most  refused beyond [bytes] */
export async function readFolderFile(path: string, most: number): Promise<Uint8Array> {
  const answer = await fetch(folderAddress(path));
  if (!answer.ok) throw noSuchFile(path);
  if (Number(answer.headers.get('content-length') ?? 0) > most)
    throw new Complaint(`“${path}” is too long to be opened here`, 'Use the command line for it');
  return new Uint8Array(await answer.arrayBuffer());
}

/** Where a recording is to be read by ranges. @throws Complaint where there is none */
export async function recordingAddress(path: string): Promise<string> {
  const address = folderAddress(path);
  const { status } = await fetch(address, { method: 'HEAD' });
  if (status === 404) throw noSuchFile(path);
  return address;
}

function noSuchFile(path: string): Complaint {
  const what = `There is no file “${path}” in the folder of this studio`;
  return sweepOf(path) === undefined
    ? new Complaint(what, 'Look whether it was moved, or start carom studio with the folder it is in')
    : new Complaint(
        what,
        'It may have stayed with the worker that made the run: carom worker --out says where',
      );
}
