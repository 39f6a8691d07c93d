// A scene file with the mesh files that came with it, wherever they were dropped.

import { detectSceneFormat, limits, readJson } from '../../../src/scene/read/index.ts';
import { FaultError } from '../../../src/scene/fault/index.ts';
import { importRigidIpc } from '../../../src/scene/index.ts';
import type { SceneFile } from '../../../src/scene/schema/index.ts';
import type { Project } from '../model/project.ts';
import { baseName, type Given, stemOf } from './given.ts';

/** All mesh files of a scene together [bytes]: they are held in memory. */
export const MOST_MESH_BYTES = 1 << 30;

export interface ReadScene {
  readonly project: Project;
  /** What an importer passed over or changed. */
  readonly notes: readonly string[];
}

export async function readSceneFiles(scene: Given, others: readonly Given[]): Promise<ReadScene> {
  const name = stemOf(scene.path);
  if (scene.blob.size > 4 * limits.fileCharacters)
    throw new FaultError(`${scene.path} cannot be opened:`, [
      { what: 'the file is too long', where: scene.path, remedy: 'put meshes into files of their own' },
    ]);
  const json = readJson(await scene.blob.text(), name);
  const format = detectSceneFormat(json);
  if (format === undefined)
    throw new FaultError(`${scene.path} cannot be opened:`, [
      {
        what: 'this is JSON, but not a scene',
        where: scene.path,
        remedy: 'a scene has a name and bodies (docs/scene.md); a rigid-ipc fixture is read too',
      },
    ]);
  const imported = format === 'rigid-ipc' ? importRigidIpc(json, name) : undefined;
  const file = imported?.file ?? (json as SceneFile);
  const files = await readWanted(file, scene.path, others);
  return { project: { name: titleOf(file, name), file, files }, notes: imported?.notes ?? [] };
}

function titleOf(file: SceneFile, name: string): string {
  return typeof file.name === 'string' && file.name !== '' ? file.name : name;
}

/** The files that a scene names, by the path it names them by. */
export async function readWanted(
  file: unknown,
  scenePath: string,
  others: readonly Given[],
): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Given>();
  for (const wanted of pathsIn(file)) {
    const given = matching(wanted, scenePath, others);
    if (given !== undefined) found.set(wanted, given);
  }
  const total = [...new Set(found.values())].reduce((sum, { blob }) => sum + blob.size, 0);
  if (total > MOST_MESH_BYTES)
    throw new FaultError(`${scenePath} cannot be opened:`, [
      { what: 'its meshes are larger than 1 GB', where: 'meshes', remedy: 'run it on the command line' },
    ]);
  const bytes = new Map<string, Uint8Array>();
  for (const [wanted, { blob }] of found) bytes.set(wanted, new Uint8Array(await blob.arrayBuffer()));
  return bytes;
}

/** Every text of a scene that may be the path of a file. */
export function pathsIn(file: unknown): Set<string> {
  const found = new Set<string>();
  const stack: unknown[] = [file];
  while (stack.length > 0) {
    const at = stack.pop();
    if (typeof at === 'string') {
      if (/^[^\n]{1,1000}\.\w{1,5}$/.test(at)) found.add(at);
    } else if (typeof at === 'object' && at !== null) {
      // Long lists of numbers hold no paths.
      if (Array.isArray(at) && typeof at[0] === 'number') continue;
      for (const one of Object.values(at)) if (typeof one !== 'number') stack.push(one);
    }
  }
  return found;
}

/** By its place beside the scene; else by the end of its path; else by its name, where only one file has it. */
export function matching(wanted: string, scenePath: string, others: readonly Given[]): Given | undefined {
  const folder = scenePath.slice(0, scenePath.lastIndexOf('/') + 1);
  const plain = wanted.replaceAll('\\', '/').replace(/^\.\//, '');
  const beside = others.find(({ path }) => path === folder + plain);
  if (beside !== undefined) return beside;
  const below = others.filter(({ path }) => path === plain || path.endsWith(`/${plain}`));
  if (below.length > 0) return below[0];
  const named = others.filter(({ path }) => baseName(path) === baseName(plain));
  return named.length === 1 ? named[0] : undefined;
}
