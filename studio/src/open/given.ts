// Files that were dropped or picked, and what kind of thing they are together.

import { extensionOf, meshFileKinds } from '../../../src/scene/read/index.ts';

export interface Given {
  /** With the folders it was dropped in, such as "hinge/meshes/pin.obj". */
  readonly path: string;
  readonly blob: Blob;
}

export type Kind = 'recording' | 'archive' | 'scene' | 'mesh' | 'unknown';

/** What is to be done with all of them. */
export interface Sorted {
  readonly recordings: readonly Given[];
  readonly archives: readonly Given[];
  readonly scenes: readonly Given[];
  readonly meshes: readonly Given[];
  readonly unknown: readonly Given[];
}

/** As many bytes of a file's beginning as its kind needs. */
const HEAD = 64;

export async function sortGiven(files: readonly Given[]): Promise<Sorted> {
  const sorted: Record<Kind, Given[]> = { recording: [], archive: [], scene: [], mesh: [], unknown: [] };
  for (const given of files) {
    const head = new Uint8Array(await given.blob.slice(0, HEAD).arrayBuffer());
    sorted[kindOf(given.path, head)].push(given);
  }
  // The file nearest to the top is the scene; those below it belong to something else.
  sorted.scene.sort((a, b) => depthOf(a) - depthOf(b) || Number(isMain(b)) - Number(isMain(a)));
  return {
    recordings: sorted.recording,
    archives: sorted.archive,
    scenes: sorted.scene,
    meshes: sorted.mesh,
    unknown: sorted.unknown,
  };
}

/** By what a file begins with where that tells, else by its ending. */
export function kindOf(path: string, head: Uint8Array): Kind {
  const extension = extensionOf(path);
  const isZip = head[0] === 0x50 && head[1] === 0x4b && head[2] === 3 && head[3] === 4;
  if (isZip) {
    // The first member of a recording is always the one that describes it.
    const first = new TextDecoder().decode(head.subarray(30, 44));
    if (first === 'recording.json' || extension === 'carom') return 'recording';
    return extension === '3mf' ? 'mesh' : 'archive';
  }
  if (extension === 'carom') return 'recording';
  if (extension === 'json') return 'scene';
  // A point cache moves the mesh of its name.
  return meshFileKinds.includes(extension) || extension === 'pc2' ? 'mesh' : 'unknown';
}

function depthOf({ path }: Given): number {
  return path.split('/').length;
}

function isMain({ path }: Given): boolean {
  return /(^|\/)scene\.json$/i.test(path);
}

export function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** The name without its ending. */
export function stemOf(path: string): string {
  return baseName(path).replace(/\.[^.]*$/, '') || baseName(path);
}
