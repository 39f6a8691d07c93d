// carom sweep --view and carom view of a sweep's folder, as people start them.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** From source: what tests build of the command line is without the studio. */
const script = fileURLToPath(new URL('../../../scripts/carom.mjs', import.meta.url));

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-sweep-page-'));
  const ball = { name: 'ball', shape: { kind: 'sphere', style: 'uv', segments: 16 }, position: [0, 0, 9] };
  const sweep = {
    format: 'carom-sweep-1',
    name: 'fall',
    scene: { name: 'fall', engine: 'flight', duration: 0.2, frameRateHz: 50, bodies: [ball] },
    parameters: [{ name: 'x', at: '/bodies/ball/position/0', range: [0, 3], count: 4 }],
    measures: [{ name: 'way', travel: 'ball' }],
    keep: 'frames',
  };
  writeFileSync(join(folder, 'fall.json'), JSON.stringify(sweep));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ended {
  readonly status: number | null;
  readonly said: string;
}

/** Starts it, looks at the page that it names once it has said that it stays, and ends it by Ctrl-C. */
async function started(
  args: readonly string[],
  isTime: RegExp,
  look: (address: string) => Promise<void> = async () => {},
): Promise<Ended> {
  const child = spawn(process.execPath, [script, ...args], { cwd: folder });
  let said = '';
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const isSaid = new Promise<boolean>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => {
        said += data.toString();
        if (isTime.test(said)) resolve(true);
      });
  });
  if (await Promise.race([isSaid, ended.then(() => false)])) {
    try {
      await look(/http:\/\/\S+(?=#sweep)/.exec(said)?.[0] ?? said);
    } finally {
      child.kill('SIGINT');
    }
  }
  return { status: await ended, said };
}

const runs = ['--out', 'out/fall'];

test('--view serves the sweep until Ctrl-C, and its result is said before', async () => {
  const { status } = await started(
    ['sweep', 'fall.json', '--view', ...runs],
    /the page stays/,
    async (address) => {
      const progress = await (await fetch(`${address}files/progress.json`)).json();
      expect(progress).toMatchObject({ sweep: 'fall', runs: 4, counted: 4, isRunning: false });
      const rows = await (await fetch(`${address}files/rows.jsonl`)).text();
      expect(rows.trimEnd().split('\n')).toHaveLength(4);
      expect((await fetch(`${address}files/runs/000002.carom`)).status).toBe(200);
      expect((await fetch(`${address}files/..%2f..%2ffall.json`)).status).toBe(404);
    },
  );
  expect(status).toBe(0);
});

test('a sweep that is refused ends, page or not', async () => {
  const ended = await started(['sweep', 'fall.json', '--view', ...runs], /the page stays/);
  expect(ended.status).toBe(2);
  expect(ended.said).toContain('--resume');
});

test('carom view shows the folder of a sweep, and refuses another', async () => {
  const { status } = await started(['view', 'out/fall', '--json'], /Ctrl-C ends/, async (address) => {
    expect((await fetch(`${address}files/rows.jsonl`)).status).toBe(200);
  });
  expect(status).toBe(0);
  mkdirSync(join(folder, 'empty'));
  const refused = await started(['view', 'empty'], /Ctrl-C ends/);
  expect(refused.status).toBe(2);
  expect(refused.said).toContain('no rows.jsonl');
});
