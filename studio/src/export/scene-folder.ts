// A scene with its mesh files, as a folder that opens anywhere. Names of files become plain ASCII, which every ZIP tool
// reads alike; the scene names them so.

import type { NamedBytes } from '../../../src/export/index.ts';
import { FaultError } from '../../../src/scene/fault/index.ts';
import type { SceneFile } from '../../../src/scene/schema/index.ts';
import { sceneText } from '../edit/json/json-text.ts';
import type { ExportJob } from './kinds.ts';

export async function sceneFolder({
  project,
  film,
}: Pick<ExportJob, 'project' | 'film'>): Promise<NamedBytes[]> {
  if (project !== undefined) return folderOf(project.file, project.files);
  if (film === undefined)
    throw new FaultError('the scene cannot be saved:', [
      { what: 'nothing is open', where: 'the studio', remedy: 'open a scene first' },
    ]);
  const { fileOfScene } = await import('../open/file-of-scene.ts');
  const { file, files } = fileOfScene(film.scene);
  return folderOf(file, files);
}

export function folderOf(file: SceneFile, files: ReadonlyMap<string, Uint8Array>): NamedBytes[] {
  const names = new Map<string, string>();
  const taken = new Set<string>(['scene.json']);
  for (const path of files.keys()) {
    const plain = path
      .replaceAll('\\', '/')
      .replace(/^\.\//, '')
      .replace(/[^A-Za-z0-9._/-]+/g, '-');
    const dot = plain.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [plain.slice(0, dot), plain.slice(dot)] : [plain, ''];
    let name = plain;
    // Some file systems take upper and lower case for the same.
    for (let i = 2; taken.has(name.toLowerCase()); i++) name = `${stem}-${i}${ending}`;
    taken.add(name.toLowerCase());
    names.set(path, name);
  }
  const renamed = replacePaths(file, names) as SceneFile;
  return [
    { name: 'scene.json', bytes: new TextEncoder().encode(sceneText(renamed)) },
    ...[...files].map(([path, bytes]) => ({ name: names.get(path) ?? path, bytes })),
  ];
}

/** Everything that is called `path` and names a file of the scene. */
function replacePaths(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value))
    return typeof value[0] === 'number' ? value : value.map((one) => replacePaths(one, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === 'path' && typeof one === 'string' ? (names.get(one) ?? one) : replacePaths(one, names),
    ]),
  );
}
