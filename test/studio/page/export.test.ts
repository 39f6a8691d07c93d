// Exporting from the studio, and opening again what was exported.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openGlb, readGlb } from '../../../src/geometry/files/index.ts';
import { writeGlb } from '../../geometry/files/write-glb.ts';
import { box as boxPrimitive } from '../../../src/geometry/primitives/index.ts';
import { translateMesh } from '../../../src/geometry/index.ts';
import { bytesSource, contentHash, openRecording } from '../../../src/record/index.ts';
import { chromePath } from '../../browser/chromium.ts';
import { recordTiny } from '../../browser/record-page.ts';
import { downloadFiles, drop, exported, lengthOfFilm } from './files.ts';
import { type OpenStudio, openStudio } from './studio.ts';

let studio: OpenStudio;
let page: Page;

describe.skipIf(!chromePath)('exporting from the studio', () => {
  beforeAll(async () => {
    studio = await openStudio(undefined, { width: 1110, height: 640 });
    ({ page } = studio);
    await downloadFiles(page);
  });

  afterAll(async () => {
    await studio?.close();
  });

  beforeEach(async () => {
    await studio.goto('');
    await page.locator('.card').first().waitFor();
  });

  test('a recording is exported as GLB and opens again; itself, and its scene, too', async () => {
    const bytes = await recordTiny();
    const recording = await openRecording(bytesSource(bytes));
    await drop(page, { 'tiny.carom': bytes });
    await page.getByText('This is a recording').waitFor();

    const glb = await exported(page, 'GLB, animated');
    const { meshes } = readGlb(glb);
    expect(meshes.length).toBe(recording.scene.bodies.length);
    const same = await exported(page, 'Recording');
    expect(await contentHash(await openRecording(bytesSource(same)))).toBe(await contentHash(recording));
    const csv = new TextDecoder().decode(await exported(page, 'CSV table'));
    expect(csv.split('\r\n')).toHaveLength(2 + recording.frameCount * recording.scene.bodies.length);
    const zip = await exported(page, 'Scene folder');

    await drop(page, { 'again.glb': glb });
    await page.locator('dialog.import').getByRole('button', { name: 'Open as a scene' }).click();
    await page.locator('.body-row').first().waitFor();
    const wanted = recording.scene.bodies.map(({ name }) => name);
    await expect
      .poll(() => page.locator('.body-name').allInnerTexts(), { timeout: 30_000 })
      .toEqual(expect.arrayContaining(wanted));

    await drop(page, { 'again.zip': zip });
    await page.waitForFunction(
      (name) => document.querySelector('.top-bar h1')?.textContent === name,
      recording.scene.name,
    );
    // The scene is made anew after its name is shown.
    await expect
      .poll(() => page.locator('.body-row').count(), { timeout: 30_000 })
      .toBe(recording.scene.bodies.length);
    expect(studio.complaints).toEqual([]);
  });

  test('a picture and a film are made without any tool', async () => {
    await drop(page, { 'tiny.carom': await recordTiny() });
    await page.getByText('This is a recording').waitFor();
    const png = await exported(page, 'Picture (PNG)', async (dialog) => {
      await dialog.getByLabel('Width').fill('160');
      await dialog.getByLabel('Height').fill('120');
      await dialog.getByLabel('Look').selectOption('rendered');
    });
    expect([...png.subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47]);
    expect(new DataView(png.buffer, png.byteOffset).getUint32(16)).toBe(160);
    for (const [kind, type] of [
      ['Film (WebM)', 'video/webm'],
      ['Film (MP4)', 'video/mp4'],
    ]) {
      const film = await exported(page, kind, async (dialog) => {
        await dialog.getByLabel('Width').fill('96');
        await dialog.getByLabel('Height').fill('64');
        await dialog.getByLabel('Pictures').fill('4');
        await dialog.getByLabel('Pictures').press('Enter');
      });
      // Nine pictures of a quarter of a second, which the browser plays.
      expect(Math.abs((await lengthOfFilm(page, film, type)) - 2.25)).toBeLessThan(0.01);
    }
  });

  test('where pages may write files, bytes go straight there, and giving up leaves nothing', async () => {
    await drop(page, { 'tiny.carom': await recordTiny() });
    await page.getByText('This is a recording').waitFor();
    // A file of the page's own stands for one that a person would choose.
    await page.evaluate(() => {
      const choose = async () => {
        const root = await navigator.storage.getDirectory();
        return root.getFileHandle('chosen', { create: true });
      };
      Object.assign(window, { pick: choose });
      Object.defineProperty(window, 'showSaveFilePicker', { value: choose, configurable: true });
    });
    const written = async () =>
      Buffer.from(
        await page.evaluate(async () => {
          const handle = await (window as unknown as { pick(): Promise<FileSystemFileHandle> }).pick();
          const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
          return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
        }),
        'base64',
      );
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.locator('dialog.export');
    await dialog.getByText('Film (MP4)', { exact: true }).click();
    await dialog.getByLabel('Width').fill('96');
    await dialog.getByLabel('Height').fill('64');
    await dialog.getByLabel('Pictures').fill('4');
    await dialog.getByLabel('Pictures').press('Enter');
    await dialog.locator('footer button.main').click();
    await dialog.getByText(/is written/).waitFor();
    const film = await written();
    expect(Math.abs((await lengthOfFilm(page, film, 'video/mp4')) - 2.25)).toBeLessThan(0.01);

    await dialog.getByLabel('Pictures').fill('240');
    await dialog.getByLabel('Speed').fill('0.01');
    await dialog.getByLabel('Speed').press('Enter');
    await dialog.locator('footer button.main').click();
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await dialog.getByRole('button', { name: 'Close' }).waitFor();
    await expect.poll(() => dialog.getByText(/is written/).count()).toBe(0);
    expect(Buffer.compare(await written(), film)).toBe(0);
    expect(studio.complaints).toEqual([]);
  });

  test('a GLB is dropped, run, and gets its motion back', async () => {
    const cube = boxPrimitive.make({ size: [0.2, 0.2, 0.2] });
    const glb = writeGlb([
      { name: 'Crate.001', mesh: cube },
      { name: 'Crate two', mesh: translateMesh(cube, [1, 0, 0]) },
    ]);
    await drop(page, { 'crates.glb': glb });
    const dialog = page.locator('dialog.import');
    await dialog.getByText('2 bodies').waitFor();
    await dialog.getByRole('button', { name: 'Open as a scene' }).click();
    await page.getByRole('tab', { name: 'Scene' }).click();
    const fields = page.getByTestId('scene-properties');
    await fields.getByLabel('Engine').selectOption('flight');
    await fields.getByLabel('Duration').fill('100 ms');
    await fields.getByLabel('Duration').press('Enter');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('7 of 7 frames').waitFor();
    const moved = await exported(page, 'GLB, into the original');
    const { root } = openGlb(moved);
    expect((root['nodes'] as { name: string }[]).map(({ name }) => name)).toEqual(['Crate.001', 'Crate two']);
    const [animation] = root['animations'] as { channels: { target: { node: number } }[] }[];
    expect(new Set(animation.channels.map(({ target }) => target.node))).toEqual(new Set([0, 1]));
    expect(studio.complaints).toEqual([]);
  });
});
