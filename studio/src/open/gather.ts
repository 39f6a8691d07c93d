// Files out of what the browser hands over: a drop with folders in it, or a picker.

import { FaultError } from '../../../src/scene/fault/index.ts';
import type { Given } from './given.ts';

/** Nobody drops more files than this on purpose. */
const MOST_FILES = 10_000;
const DEEPEST = 16;

/** Must be called while the drop is handled: afterwards the browser forgets what was dropped. */
export function gatherDrop(transfer: DataTransfer): Promise<Given[]> {
  const entries = [...transfer.items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile());
  return (async () => {
    const given: Given[] = [];
    for (const entry of entries) {
      if (entry instanceof File) add(given, { path: entry.name, blob: entry });
      else if (entry !== null) await walk(entry, '', 0, given);
    }
    return given;
  })();
}

export function gatherPicked(files: FileList | readonly File[]): Given[] {
  const given: Given[] = [];
  for (const file of files) add(given, { path: file.webkitRelativePath || file.name, blob: file });
  return given;
}

async function walk(entry: FileSystemEntry, folder: string, depth: number, given: Given[]): Promise<void> {
  const path = folder + entry.name;
  if (entry.isFile) {
    const blob = await new Promise<File>((resolve, reject) => {
      (entry as FileSystemFileEntry).file(resolve, reject);
    });
    add(given, { path, blob });
    return;
  }
  if (depth >= DEEPEST) return;
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A reader gives its entries in pieces, and an empty one at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
    if (some.length === 0) return;
    for (const one of some) await walk(one, `${path}/`, depth + 1, given);
  }
}

function add(given: Given[], one: Given): void {
  if (isHidden(one.path)) return;
  if (given.length >= MOST_FILES)
    throw new FaultError('This cannot be opened:', [
      {
        what: 'there are too many files',
        where: 'the folder',
        value: `more than ${MOST_FILES}`,
        remedy: 'drop the scene file and its meshes only',
      },
    ]);
  given.push(one);
}

/** Files that systems put beside others. */
function isHidden(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');
}
