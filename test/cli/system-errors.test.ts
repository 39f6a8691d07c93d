// What a disk refuses is a sentence with what, where and remedy, and its own exit code; what was committed stays.

import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemFault } from '../../src/cli/system-error.ts';
import { builtLibrary } from '../built.ts';
import { carom, caromProcess, type Ended, lastLine } from './carom.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-disk-'));
  const bodies = [{ name: 'a', shape: { kind: 'box' }, angularVelocity: [1, 2, 3] }];
  const scene = {
    name: 'spin',
    engine: 'flight',
    duration: 4,
    frameRateHz: 500,
    options: { timeStep: 1e-3 },
    bodies,
  };
  writeFileSync(join(folder, 'spin.json'), JSON.stringify(scene));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isLinux = process.platform === 'linux';

/** Through a shell, which limits it or sends its output elsewhere. */
async function inShell(script: string): Promise<Ended> {
  const main = join(await builtLibrary(), 'dist/cli/main.js');
  const command = script.replace('carom', `${process.execPath} ${main}`);
  return new Promise((resolve) => {
    const child = execFile('/bin/sh', ['-c', command], { cwd: folder }, (_, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout, stderr }),
    );
  });
}

const STACK = /\n {4}at |fault of Carom itself/;

describe.skipIf(!isLinux)('a disk that takes no more', () => {
  test('ends a run with 5, and it goes on from there to the same end', async () => {
    const full = await inShell('ulimit -f 100; carom run spin.json --out full.carom');
    expect(full.status, full.stderr).toBe(5);
    expect(full.stderr).toMatch(/full\.carom: .*no file may be so long here.*--resume/);
    expect(full.stderr).not.toMatch(STACK);
    const resumed = await carom(['run', 'spin.json', '--out', 'full.carom', '--resume', '--json'], folder);
    expect(resumed.status, resumed.stderr).toBe(0);
    expect(lastLine(resumed).frames).toBe(2001);
  });

  test('is told of every other file, and of the output', async () => {
    const dice = await caromProcess(['dice', '4', '--out', '/dev/full', '--force'], folder);
    expect(dice.status).toBe(5);
    expect(dice.stderr).toMatch(/\/dev\/full: the disk is full; make room/);
    const output = await inShell('carom examples > /dev/full');
    expect(output.status).toBe(5);
    expect(output.stderr).toMatch(/the output: the disk is full/);
    expect(dice.stderr + output.stderr).not.toMatch(STACK);
  });

  test('so is a folder in which nothing can be made', async () => {
    for (const out of ['/proc/x.carom', '/dev/null/x.carom']) {
      const ended = await carom(['run', 'spin.json', '--duration', '0.1', '--out', out], folder);
      expect([2, 5], out).toContain(ended.status);
      expect(ended.stderr).toContain(out.split('/x')[0]);
      expect(ended.stderr).not.toMatch(STACK);
    }
  });
});

test('an empty file is no recording to go on from: it is begun', async () => {
  writeFileSync(join(folder, 'empty.carom'), '');
  const args = ['run', 'spin.json', '--duration', '0.1', '--out', 'empty.carom', '--resume', '--json'];
  const ended = await carom(args, folder);
  expect(ended.status, ended.stderr).toBe(0);
  expect(lastLine(ended).frames).toBe(51);
});

test('a material that no modes can be found for is bad input, also from the thread of the run', async () => {
  const material = { like: 'rubber', poissonRatio: 0.499999 };
  const body = { name: 'soft', shape: { kind: 'box', size: [0.1, 0.02, 0.02] }, material };
  const scene = { name: 'soft', engine: 'modal', duration: 0.01, bodies: [body] };
  writeFileSync(join(folder, 'soft.json'), JSON.stringify(scene));
  const { status, stderr } = await carom(['run', 'soft.json'], folder);
  expect(status).toBe(2);
  expect(stderr).toMatch(/body "soft": poissonRatio: .*0\.499999/);
  expect(stderr).not.toMatch(STACK);
  expect(existsSync(join(folder, 'out/soft.carom'))).toBe(false);
});

test.each(['ENOSPC', 'EACCES', 'EROFS', 'EISDIR', 'EMFILE', 'ENOENT', 'EPERM', 'EIO', 'EDQUOT', 'EWHATEVER'])(
  '%s is a fault with what, where and remedy',
  (code) => {
    const error = Object.assign(new Error(`${code}: in the words of the system`), {
      code,
      syscall: 'write',
      path: 'a file',
    });
    const fault = systemFault(error);
    expect(fault?.where).toBe('a file');
    expect(fault?.what.length).toBeGreaterThan(5);
    expect(fault?.remedy.length).toBeGreaterThan(5);
    expect([2, 5]).toContain(fault?.exit);
  },
);

test('errors of our own are none of the machine', () => {
  expect(systemFault(new Error('x'))).toBeUndefined();
  expect(systemFault(Object.assign(new Error('x'), { code: 'ERR_ASSERTION' }))).toBeUndefined();
});
