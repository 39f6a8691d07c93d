// carom sweep as people use it: on one thread or two, killed, interrupted, in parts.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Row } from '../../../src/farm/index.ts';
import { carom, caromUntil, lastLine } from '../carom.ts';

let folder: string;

const ball = { name: 'ball', shape: { kind: 'sphere', style: 'uv', segments: 16 }, position: [0, 0, 9] };
const scene = { name: 'fall', engine: 'flight', duration: 0.2, frameRateHz: 50, bodies: [ball] };
const speeds = { name: 'speed', at: '/bodies/ball/velocity/0', range: [0, 3] };
const base = {
  format: 'carom-sweep-1',
  scene: { ...scene, bodies: [{ ...ball, velocity: [0, 0, 0] }] },
  parameters: [{ ...speeds, count: 24 }],
  measures: [
    { name: 'way', travel: 'ball' },
    { name: 'far', is: 'way > 0.5' },
  ],
};

function write(name: string, more: object): string {
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({ name, ...base, ...more }));
  return `${name}.json`;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-sweep-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(folder, path), 'utf8');

function journalOf(name: string): Row[] {
  const path = `out/${name}/rows.jsonl`;
  if (!existsSync(join(folder, path))) return [];
  return read(path)
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Row);
}

/** All but what a clock says. */
const rowsOf = (name: string) =>
  journalOf(name)
    .map(({ wallSeconds: _, ...row }) => row)
    .sort((a, b) => a.run - b.run);

const all = (n: number) => Array.from({ length: n }, (_, i) => i);

test('one job and two give the same rows, and measure what happened', async () => {
  const ones = await carom(
    ['sweep', write('one', { name: 'x' }), '--jobs', '1', '--out', 'out/one', '--json'],
    folder,
  );
  expect(ones.stderr).toContain('24 of 24 runs: 24 done');
  expect(lastLine(ones)).toMatchObject({
    sweep: 'x',
    runs: 24,
    counted: 24,
    done: 24,
    failed: 0,
    setAside: 0,
  });
  expect(ones.status).toBe(0);
  await carom(['sweep', 'one.json', '--jobs', '2', '--out', 'out/two', '-q'], folder);
  expect(rowsOf('two')).toEqual(rowsOf('one'));
  const last = rowsOf('one')[23];
  expect(last.values).toEqual({ speed: 3 });
  expect(last.measures['far']).toBe(1);
  expect(last.measures['way']).toBeGreaterThan(0.6);
  expect(new Set(rowsOf('one').map(({ hash }) => hash)).size).toBe(24);
});

test('killed in the middle, again and again, and gone on with: each run once', async () => {
  const count = 60;
  const file = write('killed', { parameters: [{ ...speeds, count }] });
  for (let kills = 0; kills < 3; kills++) {
    const before = journalOf('killed').length;
    const args = ['sweep', file, '--jobs', '2', '-q', ...(before > 0 ? ['--resume'] : [])];
    await caromUntil(args, folder, () => journalOf('killed').length >= before + 5, 'SIGKILL');
    expect(journalOf('killed').length).toBeGreaterThanOrEqual(before + 5);
  }
  expect((await carom(['sweep', file, '-q'], folder)).status).toBe(2);
  const ended = await carom(['sweep', file, '--resume', '--json'], folder);
  expect(lastLine(ended)).toMatchObject({ runs: count, counted: count });
  expect(rowsOf('killed').map(({ run }) => run)).toEqual(all(count));
  expect(read('out/killed/rows.csv').trimEnd().split('\n')).toHaveLength(count + 1);
});

test('Ctrl-C ends it safely and says how to go on', async () => {
  const file = write('stopped', { parameters: [{ ...speeds, count: 400 }] });
  const isTime = () => journalOf('stopped').length > 3;
  const { status, stderr } = await caromUntil(['sweep', file, '--jobs', '1'], folder, isTime, 'SIGINT');
  expect(stderr).toMatch(/stopped by SIGINT; .* sweep stopped.json --jobs 1 --resume goes on from here/);
  expect(status).toBe(130);
  const rows = journalOf('stopped').length;
  expect(rows).toBeLessThan(400);
  expect(read('out/stopped/rows.csv').trimEnd().split('\n')).toHaveLength(rows + 1);
});

test('parts on several machines, merged, are the whole', async () => {
  const file = write('parts', {});
  await carom(['sweep', file, '-q'], folder);
  for (const part of [1, 2])
    await carom(['sweep', file, '-q', '--shard', `${part}/2`, '--out', `out/p${part}`], folder);
  const merged = await carom(['sweep', 'merge', 'out/p1', 'out/p2', '--out', 'out/merged', '--json'], folder);
  expect(lastLine(merged)).toMatchObject({ runs: 24, counted: 24 });
  expect(merged.status).toBe(0);
  expect(rowsOf('merged')).toEqual(rowsOf('parts'));
  const half = await carom(['sweep', 'merge', 'out/p1', '--out', 'out/half', '-q'], folder);
  expect([half.status, half.stderr]).toEqual([6, expect.stringContaining('12 runs without a row')]);
});

test('recordings are kept, and compared', async () => {
  const file = write('kept', { keep: 'frames', keepOf: 'all', parameters: [{ ...speeds, count: 2 }] });
  await carom(['sweep', file, '-q'], folder);
  const paths = rowsOf('kept').map(({ recording }) => join('out/kept', String(recording)));
  expect(paths[1]).toBe('out/kept/runs/000001.carom');
  const compared = await carom(['compare', ...paths, '--json'], folder);
  expect(lastLine(compared)).toMatchObject({ same: false, first: { body: 'ball', frame: 0, speed: 3 } });
});

test('a sweep file with faults is refused with what would be right', async () => {
  const file = write('bad', { parameters: [{ name: 'speed', at: '/bodies/bal/velocity/0', values: [1] }] });
  const { status, stderr } = await carom(['sweep', file], folder);
  expect(status).toBe(2);
  expect(stderr).toContain('"ball"');
});

test('a threshold is found on any number of threads, and its search is gone on with', async () => {
  const file = write('search', { parameters: [{ ...speeds, count: 2 }] });
  const args = ['sweep', file, '--threshold', 'far', '--over', 'speed', '--json'];
  const one = await carom([...args, '--jobs', '1', '--out', 'out/s1'], folder);
  expect(one.status).toBe(0);
  expect(one.stderr).toMatch(/far from speed = [\d.]+, not at [\d.]+ \(12 runs\)/);
  // far is a way of more than 0.5 m in 0.2 s, of which the fall makes g t² / 2
  const least = Math.sqrt(0.25 - (0.5 * 9.81 * 0.04) ** 2) / 0.2;
  const [found] = lastLine(one)['thresholds'] as { holds: number; fails: number }[];
  expect(Math.abs(found.holds / least - 1)).toBeLessThan(0.01);
  await carom([...args, '--jobs', '2', '--out', 'out/s2'], folder);
  expect(rowsOf('s2')).toEqual(rowsOf('s1'));
  const again = await carom([...args, '--out', 'out/s1', '--resume'], folder);
  expect(lastLine(again)['thresholds']).toEqual([found]);
  expect(rowsOf('s1')).toEqual(rowsOf('s2'));
});

test.each([
  [['--threshold', 'fra', '--over', 'speed'], '"far"'],
  [['--minimise', 'way', '--over', 'sped'], '"speed"'],
  [['--over', 'speed'], 'none is asked for'],
  [['--threshold', 'far', '--shard', '1/2'], 'a search has no parts'],
])('a search that cannot be is refused with what would be right: %j', async (flags, words) => {
  const { status, stderr } = await carom(['sweep', write('refused', {}), ...flags], folder);
  expect(status).toBe(2);
  expect(stderr).toContain(words);
});
