// Makes a project of the text of a scene file and the mesh files it names, wherever these come from.

import { readySpecifications } from '../../../src/catalog/specifications.ts';
import { detectSceneFormat, readJson } from '../../../src/scene/read/index.ts';
import { FaultError } from '../../../src/scene/fault/index.ts';
import { importRigidIpc, resolveScene } from '../../../src/scene/index.ts';
import { sceneFile, type SceneFile } from '../../../src/scene/schema/index.ts';
import type { Project } from './project.ts';

/** Meshes may name further files, these again further ones. */
const MOST_ROUNDS = 4;

/**
 * @param read  a file by its path in the scene; undefined where there is none
 * @throws FaultError where the text is no scene
 */
export async function projectFromText(
  text: string,
  name: string,
  read: (path: string) => Promise<Uint8Array | undefined>,
): Promise<Project> {
  const json = readJson(text, name);
  if (typeof json === 'object' && json !== null) await readySpecifications(json);
  const file = sceneFileOf(json, name);
  const files = new Map<string, Uint8Array>();
  const asked = new Set<string>();
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const wanted = filesNamed(file, files).filter((path) => !asked.has(path));
    if (wanted.length === 0) break;
    for (const path of wanted) {
      asked.add(path);
      const bytes = await read(path);
      if (bytes !== undefined) files.set(path, bytes);
    }
  }
  return { name: file.name, file, files };
}

/** A scene file of ours from parsed JSON: its structure is checked, a fixture is translated. */
function sceneFileOf(json: unknown, name: string): SceneFile {
  if (detectSceneFormat(json) === 'rigid-ipc') return importRigidIpc(json, name).file;
  const checked = sceneFile.safeParse(json);
  if (checked.success) return json as SceneFile;
  try {
    resolveScene(json);
  } catch (error) {
    if (error instanceof FaultError) throw error;
  }
  throw new FaultError(`"${name}" cannot be used:`, [
    { what: 'this is not a scene', where: name, remedy: 'give a scene file with a name and bodies' },
  ]);
}

/** The paths a scene asks for beyond the files that are there. */
function filesNamed(file: SceneFile, files: ReadonlyMap<string, Uint8Array>): string[] {
  const missing: string[] = [];
  try {
    resolveScene(file, {
      loadFile(path) {
        const bytes = files.get(path);
        if (bytes === undefined) missing.push(path);
        return bytes;
      },
    });
  } catch (error) {
    // What is wrong beside missing files is told when the project is opened.
    if (!(error instanceof FaultError)) throw error;
  }
  return missing;
}
