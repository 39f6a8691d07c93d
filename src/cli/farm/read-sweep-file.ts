// A sweep file from disk. What it names lies beside it, in its folder and nowhere else, or is an example.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type OpenedSubject, packSweep, readSweep } from '../../farm/index.ts';
import { type PackedSweep, unpacked } from '../../farm/index.node.ts';
import { FaultError } from '../../scene/fault/index.ts';
import { readJson } from '../../scene/read/index.ts';
import { folderLoader } from '../../scene/read/index.node.ts';
import { listExamples, loadExample } from '../run/examples.node.ts';

/** Meshes are in files of their own [bytes]. */
const LONGEST = 64 * 1024 * 1024;

export interface GivenSweep {
  readonly sweep: PackedSweep;
  readonly text: string;
}

/** @throws FaultError */
export async function readSweepFile(path: string): Promise<GivenSweep> {
  const text = readText(path);
  const loadFile = folderLoader(dirname(path));
  const openScene = (name: string) => openSubject(name, dirname(path), loadFile);
  const sweep = await readSweep(text, basename(path), { openScene, loadFile });
  return { sweep: unpacked(packSweep(sweep)), text };
}

async function openSubject(
  name: string,
  folder: string,
  loadFile: (path: string) => Uint8Array | undefined,
): Promise<OpenedSubject | undefined> {
  const bytes = loadFile(name);
  if (bytes !== undefined) {
    const text = new TextDecoder().decode(bytes);
    const beside = folderLoader(dirname(join(folder, name)));
    return { scene: name.endsWith('.lagrange') ? text : readJson(text, name), loadFile: beside };
  }
  const entry = listExamples().find((example) => example.name === name);
  return entry && { scene: (await loadExample(entry)).scene, example: name };
}

function readText(path: string): string {
  const refuse = (what: string, remedy: string): never => {
    throw new FaultError(`"${path}" cannot be read:`, [{ what, where: path, remedy }]);
  };
  if (!existsSync(path)) refuse('there is no such file', 'correct the path');
  if (!statSync(path).isFile()) refuse('this is not a file', 'name a sweep file');
  if (statSync(path).size > LONGEST) refuse('the file is too long', 'put meshes into files of their own');
  return readFileSync(path, 'utf8');
}
