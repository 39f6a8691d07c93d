// The examples that come with the package: scenes in TypeScript that say what should happen in them.
//
// From source they are examples/**/*.ts, found by their `export const scene`; what an example is about stands
// in the comment at its top. The build leaves an index of them beside their compiled files.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { SceneFile } from '../../scene/index.ts';
import type { Expectation } from '../../sim/index.ts';

export interface ExampleEntry {
  /** The name of its file, and of its scene. */
  readonly name: string;
  /** The first comment of its file: a title sentence, then more. */
  readonly about: string;
  /** Relative to the folder of examples. */
  readonly file: string;
}

export interface Example extends ExampleEntry {
  readonly scene: SceneFile;
  readonly expectations: readonly Expectation[];
  /** What it may take on one core of a present machine [s]. */
  readonly budgetSeconds: number;
}

const here = fileURLToPath(new URL('.', import.meta.url));
const fromSource = import.meta.url.endsWith('.ts');
const folder = join(here, fromSource ? '../../../examples' : '../../examples');

export function listExamples(): readonly ExampleEntry[] {
  const index = join(folder, 'index.json');
  if (!fromSource && existsSync(index)) return JSON.parse(readFileSync(index, 'utf8')) as ExampleEntry[];
  if (!existsSync(folder)) return [];
  const entries: ExampleEntry[] = [];
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!file.endsWith('.ts')) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    if (!/^export const scene\b/m.test(text)) continue;
    entries.push({
      name: basename(file, '.ts'),
      about: firstComment(text),
      file: file.replaceAll('\\', '/'),
    });
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

export async function loadExample({ name, about, file }: ExampleEntry): Promise<Example> {
  const module = (await import(pathToFileURL(join(folder, file)).href)) as Partial<Example>;
  const { scene, expectations, budgetSeconds } = module;
  if (scene === undefined) throw new Error(`${file} exports no scene`);
  if (scene.name !== name) throw new Error(`${file} calls its scene "${scene.name}"; call it "${name}"`);
  if (expectations === undefined || expectations.length === 0)
    throw new Error(`${file} exports no expectations: say what should happen in it`);
  if (budgetSeconds === undefined) throw new Error(`${file} exports no budgetSeconds`);
  return { name, about, file, scene, expectations, budgetSeconds };
}

function firstComment(text: string): string {
  const lines: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (!line.startsWith('//')) break;
    lines.push(line.replace(/^\/\/ ?/, ''));
  }
  return lines.join('\n').trim();
}
