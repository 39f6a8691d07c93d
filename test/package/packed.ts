// The package as strangers get it: built, packed, and unpacked into an empty project. Nothing is fetched: what the
// project needs beside it is linked from here.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServedFile } from '../browser/chromium.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What is packed beside dist. */
const PACKED = ['docs', 'package.json', 'CHANGELOG.md', 'README.md', 'LICENSE'];

/** For React in a page, and for the compiler. */
const BESIDE = ['react-dom', '@types/react', '@types/three', '@types/node'];

/** Builds, packs and unpacks; returns the folder of an empty project that has carom installed. */
export function emptyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carom-package-'));
  const copy = join(folder, 'copy');
  for (const name of PACKED) cpSync(join(root, name), join(copy, name), { recursive: true });
  runIn(root, process.execPath, ['scripts/build.mjs', '--library', '--out', join(copy, 'dist')]);
  const npm = process.env.npm_execpath;
  const pack = ['pack', '--ignore-scripts', '--pack-destination', folder];
  if (npm) runIn(copy, process.execPath, [npm, ...pack]);
  else runIn(copy, 'npm', pack);
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) as string;

  const project = join(folder, 'project');
  const modules = join(project, 'node_modules');
  mkdirSync(join(modules, 'carom'), { recursive: true });
  runIn(folder, 'tar', ['xzf', tarball, '-C', join(modules, 'carom'), '--strip-components=1']);
  // What the package asks for, and its optional peers; what these ask for is found behind the links.
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const name of [...Object.keys({ ...dependencies, ...peerDependencies }), ...BESIDE])
    link(name, modules);
  return project;
}

/** Everything below a folder, ready to be served. */
export function filesBelow(folder: string, prefix = ''): Record<string, ServedFile> {
  const files: Record<string, ServedFile> = {};
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const address = `${prefix}/${entry.name}`;
    if (entry.isDirectory()) Object.assign(files, filesBelow(path, address));
    else
      files[address] = { type: TYPES[extname(path)] ?? 'application/octet-stream', body: readFileSync(path) };
  }
  return files;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

export function runIn(folder: string, command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}:\n${error ?? ''}${stdout}${stderr}`);
  return stdout;
}

function link(name: string, modules: string): void {
  mkdirSync(dirname(join(modules, name)), { recursive: true });
  symlinkSync(join(root, 'node_modules', name), join(modules, name), 'junction');
}
