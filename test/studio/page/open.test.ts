// Opening in the studio: meshes, scenes, folders, recordings of any length, and files that are broken on purpose.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { box as boxPrimitive } from '../../../src/geometry/primitives/index.ts';
import { joinMeshes, translateMesh } from '../../../src/geometry/index.ts';
import { bytesSource, openRecording } from '../../../src/record/index.ts';
import type { SceneFile } from '../../../src/scene/index.ts';
import { cubeObj } from '../../scene/help.ts';
import { chromePath } from '../../browser/chromium.ts';
import { writeLargeRecording } from '../../browser/large-recording.ts';
import { recordTiny } from '../../browser/record-page.ts';
import { drop, hugeStl, noise, stacked, stlOf } from './files.ts';
import { type OpenStudio, openStudio } from './studio.ts';

let studio: OpenStudio;
let page: Page;
let folder: string;

describe.skipIf(!chromePath)('opening in the studio', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'carom-edit-'));
    studio = await openStudio(undefined, { width: 1110, height: 640 });
    ({ page } = studio);
  });

  afterAll(async () => {
    await studio?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    await studio.goto('');
    await page.locator('.card').first().waitFor();
  });

  test('the pages bring the licences of what is in them', async () => {
    const notice = await (await fetch(`${studio.address}NOTICE.txt`)).text();
    for (const name of ['preact', 'three', 'fflate', '@codemirror/view', 'zod'])
      expect(notice).toContain(`\n${name} `);
    expect(notice).toContain('WITHOUT WARRANTY OF ANY KIND');
  });

  test('an STL that is dropped becomes bodies, in the unit that is chosen', async () => {
    const cubes = joinMeshes([boxPrimitive.make(), translateMesh(boxPrimitive.make(), [3, 0, 0])]);
    await drop(page, { 'two cubes.stl': stlOf(cubes) });
    const dialog = page.locator('dialog.import');
    await dialog.getByText('2 bodies').waitFor();
    expect(await dialog.locator('.found-row').first().innerText()).toMatch(/1 mm × 1 mm × 1 mm/);
    await dialog.getByLabel('Unit of the files').selectOption('cm');
    await dialog
      .getByText(/10 mm × 10 mm × 10 mm/)
      .first()
      .waitFor();
    await dialog.getByLabel('static').last().check();
    await dialog.getByRole('button', { name: 'Open as a scene' }).click();

    await page.locator('.body-row').first().waitFor();
    const names = await page.locator('.body-name').allInnerTexts();
    expect(names).toHaveLength(3);
    expect(names).toContain('floor');
    await expect.poll(() => page.locator('.body-row', { hasText: '▣' }).count()).toBe(2);
    expect(await page.locator('.top-bar h1').innerText()).toBe('two cubes');
    expect(studio.complaints).toEqual([]);
  });

  test('what was open is kept when something else is dropped, each under its own name', async () => {
    await drop(page, { 'one.json': JSON.stringify({ ...stacked, name: 'the first' }) });
    await page.locator('.body-row', { hasText: 'upper' }).click();
    await page.keyboard.press('Delete');
    await drop(page, { 'two.json': JSON.stringify({ ...stacked, name: 'the second' }) }, 'the second');
    await page.getByText('kept in this browser').waitFor();
    await studio.goto('');
    const yours = page.getByRole('list').filter({ has: page.getByRole('link', { name: 'the second' }) });
    await yours.getByRole('link', { name: 'the first' }).click();
    await page.locator('.body-row').first().waitFor();
    await expect
      .poll(() => page.locator('.body-name').allInnerTexts(), { timeout: 20_000 })
      .toEqual(['floor', 'lower']);
  });

  test('a scene folder is picked with its meshes', async () => {
    const path = join(folder, 'parts');
    mkdirSync(join(path, 'meshes'), { recursive: true });
    const shape = { kind: 'file' as const, path: 'meshes/cube.obj' };
    writeFileSync(
      join(path, 'scene.json'),
      JSON.stringify({ ...stacked, name: 'parts', bodies: [{ shape }] }),
    );
    writeFileSync(join(path, 'meshes', 'cube.obj'), cubeObj());
    await page.locator('input.open-input[webkitdirectory]').first().setInputFiles(path);
    await page.locator('.body-row', { hasText: 'body-0' }).waitFor();
    await expect.poll(() => page.locator('.edit-notice').count()).toBe(0);

    // Without its mesh the scene says so; dropped later, the mesh finds its place.
    await drop(
      page,
      { 'lonely.json': JSON.stringify({ ...stacked, name: 'lonely', bodies: [{ shape }] }) },
      'lonely',
    );
    await page.getByText(/there is no such mesh file/).waitFor();
    await drop(page, { 'cube.obj': cubeObj() });
    await page.locator('.body-row', { hasText: 'body-0' }).waitFor();
    await expect
      .poll(() => page.getByText(/there is no such mesh file/).count(), { timeout: 20_000 })
      .toBe(0);
  });

  test('the scene of a recording is taken for editing', async () => {
    const bytes = await recordTiny();
    const { scene } = await openRecording(bytesSource(bytes));
    await drop(page, { 'tiny.carom': bytes });
    await page.getByRole('button', { name: 'Edit its scene' }).click();
    await page.getByRole('tab', { name: 'Text' }).click();
    const file = JSON.parse(await page.getByLabel('The scene as text').inputValue()) as SceneFile;
    expect(file.bodies).toHaveLength(scene.bodies.length);
  });

  test('a recording of 200 MB opens where it lies, and little of it is held', async () => {
    const path = join(folder, 'large.carom');
    expect(writeLargeRecording(path)).toBeGreaterThan(200e6);
    await page.locator('input.open-input').first().setInputFiles(path);
    await page.getByText('This is a recording').waitFor();
    expect(await page.locator('.top-bar').innerText()).toMatch(/2000 bodies/);
    // Two thousand rows cost no more than those in sight.
    await expect.poll(() => page.locator('.body-row').count()).toBeLessThan(40);
    const session = await studio.context.newCDPSession(page);
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize, backingStorageSize = 0 } = (await session.send('Runtime.getHeapUsage')) as {
      usedSize: number;
      backingStorageSize?: number;
    };
    expect(usedSize + backingStorageSize).toBeLessThan(120e6);
    rmSync(path);
  });

  test.each<[string, string, string | Uint8Array, RegExp]>([
    ['a cut recording', 'x.carom', new Uint8Array(100), /cannot be opened/],
    ['noise that says it is a recording', 'x.carom', noise(5000), /cannot be opened/],
    ['an STL of noise', 'x.stl', noise(5000), /cannot be (made|read)/],
    ['an STL that claims four billion faces', 'x.stl', hugeStl(), /cannot be (made|read)/],
    ['a broken GLB', 'x.glb', new TextEncoder().encode('glTF\u0002\0\0\0\uffff'), /cannot be (made|read)/],
    ['JSON of something else', 'x.json', '{"hello": "<img src=x onerror=alert(1)>"}', /cannot be opened/],
    ['JSON that nests for ever', 'x.json', '['.repeat(100_000), /cannot be read/],
    ['a ZIP without a scene', 'x.zip', new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]), /cannot be opened/],
    ['a text', '<b>x</b>.txt', 'hello', /cannot be opened/],
  ])('%s gives an error with a remedy', async (_, name, content, says) => {
    await drop(page, { [name]: content });
    const dialog = page.locator('dialog.opening[open]');
    await dialog.locator('.fault-list').waitFor();
    expect(await dialog.innerText()).toMatch(says);
    expect((await dialog.locator('.open-remedy').first().innerText()).length).toBeGreaterThan(8);
    await dialog.getByRole('button', { name: /^(Close|Cancel)$/ }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(studio.complaints).toEqual([]);
  });
});
