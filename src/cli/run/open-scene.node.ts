// What a scene argument means: a scene file, a rigid-ipc fixture, a specification, a recording (its scene), or the name
// of an example.

import { existsSync, openSync, closeSync, readFileSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { catalog } from '../../catalog/index.ts';
import { sceneOfSpecification } from '../../engines/program/index.ts';
import { openRecordingFile } from '../../record/index.node.ts';
import { FaultError, spellingHint } from '../../scene/fault/index.ts';
import { limits } from '../../scene/read/index.ts';
import { loadScene } from '../../scene/read/index.node.ts';
import { resolveScene, type Scene } from '../../scene/index.ts';
import { type Example, listExamples, loadExample } from './examples.node.ts';

export interface OpenedScene {
  readonly scene: Scene;
  /** For people: sizes of meshes, repairs, words that were passed over. */
  readonly notes: readonly string[];
  readonly example?: Example;
}

/** @throws FaultError */
export async function openScene(argument: string): Promise<OpenedScene> {
  const engines = Object.keys(catalog);
  if (existsSync(argument)) {
    if (argument.endsWith('.lagrange')) return openSpecification(argument);
    if (!isRecordingFile(argument)) return loadScene(argument, { engines });
    const recording = await openRecordingFile(argument);
    await recording.close();
    return { scene: recording.scene, notes: [] };
  }
  const entries = listExamples();
  const entry = entries.find(({ name }) => name === argument);
  if (entry === undefined) {
    const names = entries.map(({ name }) => name);
    const looksLikeFile = /[/\\.]/.test(argument);
    throw new FaultError(`"${argument}" cannot be opened:`, [
      {
        what: looksLikeFile ? 'there is no such file' : 'this is neither a file nor an example',
        where: 'scene',
        value: argument,
        remedy: looksLikeFile
          ? 'correct the path'
          : `${spellingHint(argument, names)} (carom examples lists them)`,
      },
    ]);
  }
  const example = await loadExample(entry);
  return { ...resolveScene(example.scene, { engines }), example };
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
