// What a scene argument means: a scene file, the folder that it is in, a rigid-ipc fixture, a specification, a recording
// (its scene), or the name of an example.

import { existsSync, openSync, closeSync, readFileSync, readSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { catalog } from '../../catalog/index.ts';
import { sceneOfSpecification } from '../../engines/program/index.ts';
import { openRecordingFile } from '../../record/index.node.ts';
import { FaultError, spellingHint } from '../../scene/fault/index.ts';
import { limits } from '../../scene/read/index.ts';
import { loadScene } from '../../scene/read/index.node.ts';
import { resolveScene, type Scene } from '../../scene/index.ts';
import { type Example, type ExampleEntry, listExamples, loadExample } from './examples.node.ts';
import { pasted } from '../pasted.ts';

export interface OpenedScene {
  readonly scene: Scene;
  /** For people: sizes of meshes, repairs, words that were passed over. */
  readonly notes: readonly string[];
  /** Where it was read from, unless it is an example. */
  readonly file?: string;
  readonly example?: Example;
}

/** What `carom new` calls the scene in the folder that it makes. */
export const SCENE_IN_FOLDER = 'scene.json';

/** @throws FaultError */
export async function openScene(argument: string): Promise<OpenedScene> {
  const engines = Object.keys(catalog);
  const file = sceneFile(argument);
  if (file !== undefined) {
    if (file.endsWith('.lagrange')) return { ...openSpecification(file), file };
    if (!isRecordingFile(file)) return { ...loadScene(file, { engines }), file };
    const recording = await openRecordingFile(file);
    await recording.close();
    return { scene: recording.scene, notes: [], file };
  }
  const entries = listExamples();
  const entry = entries.find(({ name }) => name === argument);
  if (entry === undefined) throw unknownScene(argument, entries);
  const example = await loadExample(entry);
  return { ...resolveScene(example.scene, { engines }), example };
}

/** The file that a scene argument means: itself, or the scene in this folder; undefined where there is neither. */
function sceneFile(argument: string): string | undefined {
  if (!existsSync(argument)) return undefined;
  if (!statSync(argument).isDirectory()) return argument;
  const inside = join(argument, SCENE_IN_FOLDER);
  return existsSync(inside) ? inside : undefined;
}

function unknownScene(argument: string, entries: readonly ExampleEntry[]): FaultError {
  const fault = (what: string, remedy: string) =>
    new FaultError(`"${argument}" cannot be opened:`, [{ what, where: 'scene', value: argument, remedy }]);
  if (existsSync(argument))
    return fault(
      `there is no ${SCENE_IN_FOLDER} in this folder`,
      'name a scene file, or a folder that carom new made',
    );
  if (/[/\\.]/.test(argument)) return fault('there is no such file', 'correct the path');
  const names = entries.map(({ name }) => name);
  const hint = spellingHint(argument, names);
  return fault('this is neither a file nor an example', `${hint} (${pasted('examples')} lists them)`);
}

/** The text alone: what it shows, for as long as nobody says otherwise. */
function openSpecification(path: string): OpenedScene {
  if (!statSync(path).isFile() || statSync(path).size > limits.specification)
    throw new FaultError(`"${path}" cannot be read:`, [
      {
        what: 'this is no file of a specification',
        where: path,
        remedy: `give a text of less than ${limits.specification} bytes`,
      },
    ]);
  return { scene: sceneOfSpecification(readFileSync(path, 'utf8'), basename(path, '.lagrange')), notes: [] };
}

/** A recording begins as every ZIP file does. */
export function isRecordingFile(path: string): boolean {
  if (!statSync(path).isFile()) return false;
  const first = new Uint8Array(4);
  const file = openSync(path, 'r');
  try {
    readSync(file, first, 0, 4, 0);
  } finally {
    closeSync(file);
  }
  return first[0] === 0x50 && first[1] === 0x4b && first[2] === 3 && first[3] === 4;
}
