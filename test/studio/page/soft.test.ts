// What deforms in a real browser: rods and sheets are seen and met, changed in the panel, and painted by their strain.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineScene } from '../../../src/scene/index.ts';
import { chromePath } from '../../browser/chromium.ts';
import { drop } from './files.ts';
import { type OpenStudio, openStudio } from './studio.ts';

let studio: OpenStudio;
let page: Page;

const rope: [number, number, number][] = Array.from({ length: 9 }, (_, i) => [0.05 * i - 0.2, 0, 0]);

const scene = defineScene({
  name: 'soft',
  engine: 'ipc',
  duration: 0.06,
  frameRateHz: 50,
  deformables: [
    {
      name: 'rope',
      kind: 'rod',
      shape: { kind: 'inline', vertices: rope, edges: rope.slice(1).map((_, i) => [i, i + 1]) },
      thickness: 0.03,
      youngsModulus: 1e4,
      pins: [{ vertices: [0] }, { vertices: [8] }],
    },
    {
      name: 'felt',
      kind: 'cloth',
      shape: { kind: 'grid', size: [0.4, 0.4], cells: [4, 4], diagonals: 'same' },
      position: [0, -0.2, 0],
      thickness: 0.01,
      density: 300,
    },
  ],
});

const SHOTS = process.env['CAROM_PICTURES'];

describe.skipIf(!chromePath)('what deforms', () => {
  beforeAll(async () => {
    studio = await openStudio();
    ({ page } = studio);
    await studio.goto('');
    await page.locator('.card').first().waitFor();
    await drop(page, { 'soft.json': JSON.stringify(scene) }, 'soft');
  });

  afterAll(() => studio?.close());

  const names = () => page.locator('.body-row .body-name').allTextContents();

  test('a sheet is cut to size and made thicker, and all of it can be undone', async () => {
    await page.locator('.body-row', { hasText: 'felt' }).click();
    const fields = page.getByTestId('deformable-properties');
    await fields.waitFor();
    const along = fields.getByLabel('Size along');
    await along.fill('30 cm');
    await along.press('Enter');
    await expect.poll(() => along.inputValue()).toMatch(/^0\.3$|^30(0)?$/);
    const before = await fields.locator('h3 small').textContent();
    const thickness = fields.getByLabel('Thickness');
    await thickness.fill('20 mm');
    await thickness.press('Enter');
    await expect.poll(() => fields.locator('h3 small').textContent()).not.toBe(before);
    await page.locator('.viewport').click({ position: { x: 5, y: 5 } });
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.locator('.body-row', { hasText: 'felt' }).click();
    await expect.poll(() => along.inputValue()).toMatch(/^0\.4$|^40(0)?$/);
  });

  test('one is copied and deleted', async () => {
    await page.locator('.body-row', { hasText: 'felt' }).click();
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await expect.poll(names).toEqual(['rope', 'felt', 'felt-2']);
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(names).toEqual(['rope', 'felt']);
  });

  test('a rope of a fabric and a soft ball are added above what is there', async () => {
    const dialog = page.locator('dialog.add-body');
    for (const [kind, set] of [
      ['Rope', () => dialog.getByLabel('Begins').selectOption('hangs')],
      ['Soft solid', () => dialog.locator('select').nth(1).selectOption('sphere')],
    ] as const) {
      await page.getByRole('button', { name: '+ Add' }).click();
      await dialog.getByText(kind, { exact: true }).click();
      await set();
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/soft-add.png` });
      await dialog.getByRole('button', { name: 'Add' }).click();
    }
    await expect.poll(names).toEqual(['rope', 'felt', 'rope-2', 'sphere']);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/soft-added.png` });
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(names).toEqual(['rope', 'felt']);
  });

  test('a rod is met by the pointer, and strain is painted once it hangs', async () => {
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.run[data-run="finished"]').waitFor({ state: 'attached' });
    await page.keyboard.press('End');
    const canvas = page.locator('.viewport > canvas');
    const box = await canvas.boundingBox();
    const found = new Set<string | null>();
    for (let y = 0.1; y < 0.9; y += 0.02) {
      await page.mouse.move((box?.x ?? 0) + 0.5 * (box?.width ?? 0), (box?.y ?? 0) + y * (box?.height ?? 0));
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
      const item = page.locator('.view-chip.item');
      if ((await item.count()) > 0) found.add(await item.locator('b').textContent());
    }
    expect([...found].sort()).toEqual(['felt', 'rope']);
    await page.keyboard.press('b');
    await page.locator('.legend', { hasText: 'Longer or shorter by' }).waitFor();
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/soft-strain.png` });
    await page.keyboard.press('b');
    await expect.poll(() => page.locator('.legend').count()).toBe(0);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/soft.png` });
    expect(studio.complaints).toEqual([]);
  });
});
