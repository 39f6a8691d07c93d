// Writes what a command makes, into folders that may not exist yet.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { NewScene } from '../scene/new/index.ts';
import type { FixedFile } from '../scene/separate/index.ts';

export function writeFile(file: string, content: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  try {
    writeFileSync(file, content);
  } catch (error) {
    // A disk that is full does not say which file it was about.
    throw Object.assign(error as NodeJS.ErrnoException, { path: file });
  }
}

/** A scene file, and beside it the meshes that it names. */
export function writeSceneFile(path: string, { file, meshes }: FixedFile | NewScene): void {
  for (const [name, content] of meshes) writeFile(join(dirname(path), name), content);
  writeFile(path, `${JSON.stringify(file, undefined, 2)}\n`);
}
