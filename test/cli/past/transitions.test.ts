import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepTable, readTable } from '../../../src/cli/past/transition-tables.node.ts';
import { carom, lastLine } from '../carom.ts';

let folder: string;

const laws = { restitution: 0.5, friction: 0.4 };
const scene = {
  name: 'slab-end',
  engine: 'lcp',
  duration: 0.3,
  frameRateHz: 30,
  bodies: [
    { name: 'floor', shape: { kind: 'plane' }, motion: 'static', ...laws },
    { name: 'slab', shape: { kind: 'box', size: [0.2, 0.08, 0.2] }, position: [0, 0.04, 0], ...laws },
  ],
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-transitions-'));
  writeFileSync(join(folder, 'end.json'), JSON.stringify(scene));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rewind = (...more: string[]) =>
  carom(
    ['rewind', 'end.json', '--samples', '2', '--keep', '0', '--threads', '1', '--out', 'pasts', ...more],
    folder,
  );

test('a body without a table goes by rules of thumb, and that is said; where none is wished nothing is', async () => {
  const ended = await rewind('--transitions', 'nowhere.transitions');
  expect(ended.status).toBe(0);
  expect(ended.stdout).toContain('"slab": no drops to draw from, so by rules of thumb');
  expect((await rewind('--transitions', 'none')).stdout).not.toContain('drops');
});

test('a table that was made is kept by what it depends on, found again and drawn from', async () => {
  const made = await carom(['transitions', 'end.json', '--drops', '30', '--cache', 'kept', '--json'], folder);
  expect(made.status).toBe(0);
  const { table, drops } = lastLine(made) as { table: string; drops: number };
  expect(drops).toBeGreaterThan(25);
  expect(existsSync(join(folder, table))).toBe(true);
  const [name] = readdirSync(join(folder, 'kept'));
  const speeds = (output: string) => output.match(/[\d.]+ m\/s/g);
  const drawn = await rewind('--transitions', 'kept');
  expect(drawn.stdout).toContain('"slab": drawn from drops of the same');
  const plain = await rewind('--transitions', 'none');
  expect(speeds(drawn.stdout)).not.toEqual(speeds(plain.stdout));
  // damaged, it counts as absent
  const bytes = readFileSync(join(folder, 'kept', name));
  writeFileSync(join(folder, 'kept', name), bytes.subarray(0, bytes.length - 5));
  expect((await rewind('--transitions', 'kept')).stdout).toContain('rules of thumb');
});

test('a file of another body is no table of this one', () => {
  const table = { friction: 0, restitution: 0, radius: 1, drops: 0, rates: [], moments: {} };
  const path = keepTable(join(folder, 'other'), 'some/key', table);
  expect(readTable(path, 'some/key')?.key).toBe('some/key');
  expect(readTable(join(folder, 'other'), 'some/key')?.radius).toBe(1);
  expect(readTable(path, 'another')).toBeUndefined();
  expect(readTable(join(folder, 'missing'), 'some/key')).toBeUndefined();
});
