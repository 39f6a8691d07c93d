// carom run tells what an engine did worse than asked, and stops there with --strict.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { carom } from '../carom.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-strict-'));
  const boxes = Array.from({ length: 45 }, (_, k) => ({
    name: `box ${k}`,
    shape: { kind: 'box', size: [0.2, 0.2, 0.2] },
    position: [
      0.21 * (k % 3) + 0.1 * (Math.floor(k / 9) % 2),
      0.11 + 0.201 * Math.floor(k / 9),
      0.21 * (Math.floor(k / 3) % 3),
    ],
  }));
  const floor = {
    name: 'floor',
    shape: { kind: 'box', size: [4, 1, 4] },
    position: [0, -0.5, 0],
    motion: 'static',
  };
  const scene = { name: 'heap', engine: 'lcp', duration: 0.3, bodies: [floor, ...boxes] };
  writeFileSync(join(folder, 'heap.json'), JSON.stringify(scene));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hasty = ['--set', 'maxSweeps=1', '--set', 'tolerance=1e-12'];

test('one line tells of solves that missed their tolerance; machines read the same', async () => {
  const { status, stderr } = await carom(['run', 'heap.json', '--out', 'a.carom', ...hasty], folder);
  expect(status).toBe(0);
  expect(stderr.match(/solves missed their tolerance/g)?.length).toBe(1);
  expect(stderr).toContain('worst at');
  const { stdout } = await carom(['run', 'heap.json', '--out', 'b.carom', '--json', ...hasty], folder);
  const { complaints } = JSON.parse(stdout.trim().split('\n').at(-1) as string);
  expect(complaints.length).toBe(1);
  expect(complaints[0].bodies[0]).toMatch(/^box/);
});

test('--strict stops there', async () => {
  const { status, stderr } = await carom(
    ['run', 'heap.json', '--out', 'c.carom', '--strict', ...hasty],
    folder,
  );
  expect(status).toBe(3);
  expect(stderr).toContain('--strict was asked for');
  const well = await carom(
    [
      'run',
      'heap.json',
      '--out',
      'd.carom',
      '--strict',
      '--set',
      'maxSweeps=5000',
      '--set',
      'tolerance=1e-4',
    ],
    folder,
  );
  expect(well.status).toBe(0);
  expect(well.stderr).not.toContain('tolerance');
});
