import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pendulum } from '../../lagrange/language/examples.ts';
import { carom, lastLine } from '../carom.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-compile-'));
  writeFileSync(join(folder, 'pendulum.lagrange'), pendulum);
  writeFileSync(join(folder, 'wrong.lagrange'), pendulum.replace('vary Rx(Arm)', 'vary Rx(Army)'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('says what it made, and for machines all counts', async () => {
  const { status, stdout } = await carom(['compile', 'pendulum.lagrange', '--report'], folder);
  expect(status).toBe(0);
  expect(stdout).toContain('Rx(Arm)');
  const counted = lastLine(await carom(['compile', 'pendulum.lagrange', '--json'], folder));
  expect(counted).toMatchObject({ name: 'Pendulum', variables: { all: 2, named: 1, added: 1 } });
});

test('writes code of every kind', async () => {
  for (const kind of ['wasm', 'ts', 'js', 'cpp', 'latex', 'program']) {
    const out = `made/pendulum.${kind}`;
    expect((await carom(['compile', 'pendulum.lagrange', '--emit', kind, '--out', out], folder)).status).toBe(
      0,
    );
    expect(readFileSync(join(folder, out)).length).toBeGreaterThan(500);
  }
  const bytes = readFileSync(join(folder, 'made/pendulum.wasm'));
  expect(WebAssembly.validate(bytes)).toBe(true);
  const printed = await carom(['compile', 'pendulum.lagrange', '--emit', 'ts'], folder);
  expect(printed.stdout).toContain('export function step(until: number): number {');
});

test('formats, and what it wrote it reads', async () => {
  const { stdout } = await carom(['compile', 'pendulum.lagrange', '--format'], folder);
  writeFileSync(join(folder, 'again.lagrange'), stdout);
  expect((await carom(['compile', 'again.lagrange', '--format'], folder)).stdout).toBe(stdout);
});

test('a wrong specification: line, column, the place, a remedy', async () => {
  const { status, stderr } = await carom(['compile', 'wrong.lagrange'], folder);
  expect(status).toBe(2);
  expect(stderr).toMatch(/4:\d+: .*Army/);
  expect(stderr).toContain('^');
  const { status: ended, stdout } = await carom(['compile', 'wrong.lagrange', '--json'], folder);
  expect(ended).toBe(2);
  expect((JSON.parse(stdout) as { faults: object[] }).faults[0]).toMatchObject({ line: 4 });
});

test('refuses what cannot be', async () => {
  expect((await carom(['compile', 'nowhere.lagrange'], folder)).status).toBe(2);
  expect((await carom(['compile', 'pendulum.lagrange', '--mode', 'Flight'], folder)).stderr).toContain(
    'no such mode',
  );
  expect((await carom(['compile', 'pendulum.lagrange', '--emit', 'ts', '--json'], folder)).status).toBe(2);
});
