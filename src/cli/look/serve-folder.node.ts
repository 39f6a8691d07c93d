// The scenes, meshes, recordings, lessons and sweeps of one folder, for the studio to read: never written, and nothing outside it.
//
// A path is taken apart before anything is looked up: no step may be empty, "." or "..", begin with a dot, or hold a
// character that a system takes for a separator. Where links lead is known only then, so the real path is checked too.

import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, join, relative, resolve, sep } from 'node:path';

type FileKind = 'recording' | 'scene' | 'mesh' | 'lesson' | 'sweep';

export interface ListedFile {
  /** Below the folder, with "/" between its steps. */
  readonly path: string;
  readonly kind: FileKind;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly changed: number;
}

const KINDS: Readonly<Record<string, FileKind>> = {
  carom: 'recording',
  json: 'scene',
  stl: 'mesh',
  '3mf': 'mesh',
  obj: 'mesh',
  off: 'mesh',
  ply: 'mesh',
  glb: 'mesh',
  md: 'lesson',
};
/** The journal of a sweep: no other file with such an ending is given. */
const JOURNAL = 'rows.jsonl';
/** Recordings of a sweep's runs are opened from its rows: thousands of them would fill the list. */
const RUNS = 'runs';
/** Files that projects and sweeps have, and nobody means to open here. */
const NOT_OPENED =
  /^(package(-lock)?\.json|tsconfig.*\.json|(readme|changelog|license|contributing|security)\.md)$/i;
const OF_SWEEPS = new Set(['sweep.json', 'progress.json', 'set-aside.json']);
const MOST_FILES = 2000;
/** Entries looked at: a folder with a whole disk below it must not keep the studio waiting. */
const MOST_ENTRIES = 20_000;
const DEEPEST = 6;
const SKIPPED = new Set(['node_modules', 'dist', 'coverage']);

function kindOf(path: string): FileKind | undefined {
  if (basename(path) === JOURNAL) return 'sweep';
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1].toLowerCase() ?? '';
  return Object.hasOwn(KINDS, ending) ? KINDS[ending] : undefined;
}

/** What there is to open, newest first. */
export function listFolder(folder: string): { files: ListedFile[]; complete: boolean } {
  const root = realpathSync(folder);
  const files: ListedFile[] = [];
  let seen = 0;
  let complete = true;
  const visit = (steps: readonly string[]): void => {
    const entries = entriesOf(join(root, ...steps));
    const isSweep = entries.some(({ name }) => name === JOURNAL);
    for (const entry of entries) {
      if (++seen > MOST_ENTRIES || files.length >= MOST_FILES) {
        complete = false;
        return;
      }
      const below = [...steps, entry.name];
      if (!isStep(entry.name)) continue;
      if (entry.isDirectory()) {
        const isSkipped = SKIPPED.has(entry.name) || (isSweep && entry.name === RUNS);
        if (steps.length < DEEPEST && !isSkipped) visit(below);
        continue;
      }
      const kind = kindOf(entry.name);
      if (kind === undefined || NOT_OPENED.test(entry.name)) continue;
      if (isSweep && OF_SWEEPS.has(entry.name)) continue;
      const path = below.join('/');
      const real = findFile(root, path);
      if (real === undefined) continue;
      const { size, mtimeMs } = statSync(real);
      files.push({ path, kind, bytes: size, changed: mtimeMs });
    }
  };
  visit([]);
  return { files: files.sort((a, b) => b.changed - a.changed), complete };
}

/** The real path of a file of the folder; undefined where there is none that may be read. */
export function findFile(folder: string, path: string): string | undefined {
  const steps = path.split('/');
  if (path.length > 4096 || kindOf(path) === undefined || !steps.every(isStep)) return undefined;
  try {
    const root = realpathSync(folder);
    const real = realpathSync(join(root, ...steps));
    const way = relative(root, real);
    const isBelow = way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && resolve(root, way) === real;
    // A link may lead to another name: it has to be of a kind that is served as well.
    return isBelow && kindOf(real) !== undefined && statSync(real).isFile() ? real : undefined;
  } catch {
    return undefined;
  }
}

function isStep(step: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  return step !== '' && !step.startsWith('.') && !/[\\/:\u0000-\u001f]/.test(step);
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
