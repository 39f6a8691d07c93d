import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { carom, lastLine } from '../carom.ts';
import { block, stl } from '../printed-parts.ts';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carom-open-'));
  writeFileSync(join(folder, 'a part.stl'), stl(block([20, 20, 20], [0, 0, 0])));
  expect((await carom(['new', 'a part.stl', '--out', 'a part'], folder)).status).toBe(0);
  mkdirSync(join(folder, 'falling-boxes'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a folder with a scene in it is that scene', () => {
  test.each([
    ['run', '--duration', '0.02', '--keep', 'summary'],
    ['info'],
    ['info', '--gaps'],
    ['fix'],
    ['modes', '--body', 'a-part', '--count', '2', '--resolution', '1'],
  ])('carom %s %s', async (command, ...more) => {
    const ended = await carom([command, 'a part', ...more, '--json'], folder);
    expect(ended.status, ended.stderr).toBe(0);
  });

  test('what is told to do next has its quotes', async () => {
    const { stdout } = await carom(['fix', 'a part'], folder);
    expect(stdout).toMatch(/next: carom run 'a part'$/m);
  });
});

test('a folder without one is told, and does not hide an example of its name', async () => {
  mkdirSync(join(folder, 'empty'));
  const { status, stderr } = await carom(['run', 'empty'], folder);
  expect(status).toBe(2);
  expect(stderr).toMatch(/there is no scene\.json in this folder/);
  expect(lastLine(await carom(['info', 'falling-boxes', '--json'], folder)).scene).toBe('falling-boxes');
});

test('a part that is alone falls from a hand’s height onto its floor', async () => {
  const ended = await carom(['run', 'a part', '--duration', '0.3', '--json'], folder);
  expect(ended.status, ended.stderr).toBe(0);
  const { energyFirst, energyLast, smallestGap, intersections } = lastLine(ended);
  expect(intersections).toBe(0);
  // 8 g of water's density fall by 10 cm, and the floor takes what they gain
  expect((energyFirst as number) - (energyLast as number)).toBeGreaterThan(0.5 * 0.008 * 9.81 * 0.1016);
  expect(smallestGap).toBeLessThan(1e-3);
});
