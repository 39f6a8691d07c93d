// What tests need built: the studio, the command line. It is built when a test first asks, once for every test file in
// every process, and kept below node_modules until its sources change.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('..', import.meta.url));
const kept = join(root, 'node_modules/.cache/carom');
const DAY_MS = 86_400_000;
const LOOK_MS = 100;

/** The folder of the package as it is built, without types and without the studio: dist, and the manifest beside it. */
export function builtLibrary(): Promise<string> {
  const sources = ['src', 'examples', 'scripts', 'package.json', 'tsdown.config.ts'];
  return builtOnce('library', sources, async (folder) => {
    const script = join(root, 'scripts/build.mjs');
    await promisify(execFile)(process.execPath, [script, '--script', '--out', join(folder, 'dist')]);
    copyFileSync(join(root, 'package.json'), join(folder, 'package.json'));
  });
}

/**
 * The folder that `build` fills from sources, files or folders of the project.
 * @param build  gets a folder that does not exist yet
 */
export async function builtOnce(
  name: string,
  sources: readonly string[],
  build: (folder: string) => Promise<unknown>,
): Promise<string> {
  const folder = join(kept, `${name}-${stampOf(sources)}`);
  const lock = `${folder}.lock`;
  mkdirSync(kept, { recursive: true });
  while (!existsSync(folder)) {
    if (!tryLock(lock)) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
      continue;
    }
    try {
      removeOld(name);
      const fresh = `${folder}.${process.pid}`;
      // Whoever had the lock before may have built it meanwhile.
      if (!existsSync(folder)) {
        await build(fresh);
        renameSync(fresh, folder);
      }
    } finally {
      rmSync(lock, { force: true });
    }
  }
  return folder;
}

function stampOf(sources: readonly string[]): string {
  const stamp = createHash('sha256');
  const add = (path: string): void => {
    const { size, mtimeMs } = statSync(path);
    stamp.update(`${path} ${size} ${mtimeMs}\n`);
  };
  for (const source of sources) {
    const path = join(root, source);
    if (statSync(path).isFile()) add(path);
    else
      for (const entry of readdirSync(path, { withFileTypes: true, recursive: true }))
        if (entry.isFile()) add(join(entry.parentPath, entry.name));
  }
  return stamp.digest('hex').slice(0, 16);
}

/** The lock says whose it is, so that one whose owner was killed is nobody's. */
function tryLock(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid}\n`, { flag: 'wx' });
    return true;
  } catch {
    const owner = existsSync(lock) ? readFileSync(lock, 'utf8') : '';
    if (owner.endsWith('\n') && !isRunning(Number(owner))) rmSync(lock, { force: true });
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Builds of yesterday. */
function removeOld(name: string): void {
  for (const other of readdirSync(kept)) {
    const folder = join(kept, other);
    if (other.startsWith(`${name}-`) && Date.now() - statSync(folder).mtimeMs > DAY_MS)
      rmSync(folder, { recursive: true, force: true });
  }
}
