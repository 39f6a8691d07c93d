// A disk that is full in the middle of a sweep: a clear end, and nothing is lost or doubled once there is room.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../../src/farm/index.ts';
import { caromScript } from '../carom.ts';

const RUNS = 300;

/** A disk of its own that only the test sees. */
const canMount =
  spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs -o size=64k tmpfs /mnt']).status === 0;
if (!canMount) console.warn('no disk can be mounted here: sweeps on a full disk are not tested');

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-full-'));
  mkdirSync(join(folder, 'disk'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function sweepFile(more: object): string {
  const ball = { name: 'ball', shape: { kind: 'sphere' }, position: [0, 0, 9], velocity: [0, 0, 0] };
  const sweep = {
    format: 'carom-sweep-1',
    name: 'fall',
    scene: { name: 'fall', engine: 'flight', duration: 0.1, frameRateHz: 20, bodies: [ball] },
    parameters: [{ name: 'speed', at: '/bodies/ball/velocity/0', range: [0, 3], count: RUNS }],
    measures: [{ name: 'way', travel: 'ball' }],
    ...more,
  };
  const path = join(folder, 'fall.json');
  writeFileSync(path, JSON.stringify(sweep));
  return path;
}

/** Its rows, each once, whatever happened before. */
function expectWhole(journal: string): void {
  const rows = readFileSync(journal, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  expect(rows.map(({ run }) => run).sort((a, b) => a - b)).toEqual(Array.from({ length: RUNS }, (_, i) => i));
}

describe.skipIf(!canMount)('a disk that is full', () => {
  test.each([
    ['in the journal', '40k', {}],
    ['in the tables', '140k', {}],
    ['in a recording', '200k', { keep: 'frames' }],
  ])('%s ends the sweep with what is wrong, and --resume goes on', async (_, size, more) => {
    const script = await caromScript();
    const file = sweepFile(more);
    const sweep = `"${process.execPath}" "${script}" sweep "${file}" --jobs 2 --out disk/fall -q`;
    const lines = [
      `mount -t tmpfs -o size=${size} tmpfs disk`,
      `${sweep}; echo "ended with $?" >&2`,
      'mount -o remount,size=64M disk',
      `${sweep} --resume; echo "ended with $?" >&2`,
      'cp disk/fall/rows.jsonl disk/fall/rows.csv .',
    ];
    const { stderr, status } = spawnSync('unshare', ['-rm', 'sh', '-c', lines.join('\n')], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stderr).toContain('the disk is full');
    expect(stderr.match(/ended with \d+/g)).toEqual(['ended with 5', 'ended with 0']);
    expect(status).toBe(0);
    expectWhole(join(folder, 'rows.jsonl'));
    expect(readFileSync(join(folder, 'rows.csv'), 'utf8').trimEnd().split('\n')).toHaveLength(RUNS + 1);
  });
});

test('a file that may not be longer ends it the same way', async () => {
  const script = await caromScript();
  const file = sweepFile({});
  const sweep = `"${process.execPath}" "${script}" sweep "${file}" --jobs 2 -q`;
  const limited = spawnSync('sh', ['-c', `ulimit -f 64; ${sweep}`], { cwd: folder, encoding: 'utf8' });
  expect(limited.stderr).toContain('no file may be so long');
  expect(limited.status).toBe(5);
  execFileSync('sh', ['-c', `${sweep} --resume`], { cwd: folder });
  expectWhole(join(folder, 'out/fall/rows.jsonl'));
});
