// Editing in the studio: the panel, the text, what overlaps, and the bodies, as a person would.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SceneFile } from '../../../src/scene/index.ts';
import { chromePath } from '../../browser/chromium.ts';
import { drop, stacked } from './files.ts';
import { type OpenStudio, openStudio } from './studio.ts';

let studio: OpenStudio;
let page: Page;

describe.skipIf(!chromePath)('editing in the studio', () => {
  beforeAll(async () => {
    studio = await openStudio(undefined, { width: 1110, height: 640 });
    ({ page } = studio);
  });

  afterAll(async () => {
    await studio?.close();
  });

  beforeEach(async () => {
    await studio.goto('');
    await page.locator('.card').first().waitFor();
  });

  test('the panel changes the text and the text the panel, and the cursor stays', async () => {
    await drop(page, { 'stacked.json': JSON.stringify(stacked) });
    await page.getByRole('tab', { name: 'Scene' }).click();
    const gravity = page.getByTestId('scene-properties').getByLabel('Gravity');
    await gravity.fill('1 g');
    await gravity.press('Enter');
    await page.getByRole('tab', { name: 'Text' }).click();
    const text = page.getByLabel('The scene as text');
    expect(JSON.parse(await text.inputValue())).toMatchObject({ gravity: 9.80665 });

    await text.fill((await text.inputValue()).replace('9.80665', '1.62'));
    await page.getByText('This text is the scene.').waitFor();
    await page.getByRole('tab', { name: 'Scene' }).click();
    expect(await gravity.inputValue()).toBe('1.62');

    // Undone and redone while the text is looked at: only that number changes under the cursor.
    await page.getByRole('tab', { name: 'Text' }).click();
    const at = (await text.inputValue()).indexOf('"upper"');
    await text.evaluate((area: HTMLTextAreaElement, place) => area.setSelectionRange(place, place + 7), at);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForFunction(() => /9\.80665/.test(document.querySelector('textarea')?.value ?? ''));
    const chosen = await text.evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    );
    expect(chosen).toBe('"upper"');
  });

  test('a text that is no scene says where, and the last good scene stays', async () => {
    await drop(page, { 'stacked.json': JSON.stringify(stacked) });
    await page.getByRole('tab', { name: 'Text' }).click();
    const text = page.getByLabel('The scene as text');
    const good = await text.inputValue();
    await text.fill(good.replace('"engine": "ipc",', '"engine": "ipc"'));
    await page.getByText(/a comma or } is wanted/).waitFor();
    expect(await page.locator('.fault-line b').innerText()).toMatch(/line \d+, column \d+/);

    await text.fill(good.replace('"name": "lower"', '"name": "lower", "friction": -1'));
    const fault = page.locator('.fault-line', { hasText: '/bodies/1/friction' });
    await fault.waitFor();
    await fault.click();
    const chosen = await text.evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    );
    expect(chosen).toBe('-1');
    await page.getByRole('tab', { name: 'Bodies' }).click();
    await expect.poll(() => page.locator('.body-row').count()).toBe(3);
    await page.getByText(/friction: is negative/).waitFor();
  });

  test('what overlaps is listed, separated by a button, and can be taken back', async () => {
    await drop(page, { 'stacked.json': JSON.stringify(stacked) });
    const notice = page.getByTestId('overlaps');
    await notice.getByText(/1 pair of bodies/).waitFor();
    expect(await notice.innerText()).toMatch(/lower.* overlaps upper|upper.* overlaps lower/);
    await expect.poll(() => page.locator('.body-row[data-bad="true"]').count()).toBe(2);
    await notice.getByRole('button', { name: 'Separate them' }).click();
    await notice
      .getByText(/moved by .* along/)
      .first()
      .waitFor();
    await expect.poll(() => page.locator('.body-row[data-bad="true"]').count()).toBe(0);
    await notice.getByRole('button', { name: 'Undo' }).click();
    await notice.getByText(/1 pair of bodies/).waitFor();
  });

  test('bodies are selected, changed, copied, added and deleted', async () => {
    await drop(page, { 'stacked.json': JSON.stringify(stacked) });
    await page.locator('.body-row', { hasText: 'upper' }).click();
    const fields = page.getByTestId('body-properties');
    await fields.getByLabel('Position y').fill('3 ft');
    await fields.getByLabel('Position y').press('Enter');
    await fields.getByLabel('Material').selectOption('steel');
    await fields.getByLabel('Friction').fill('0.25');
    await fields.getByLabel('Friction').press('Enter');
    await fields.getByLabel('Name').fill('lid');
    await fields.getByLabel('Name').press('Enter');
    await page.locator('.body-row', { hasText: 'lid' }).waitFor();
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await page.locator('.body-row', { hasText: 'lid-2' }).waitFor();
    await page.getByRole('button', { name: '+ Add' }).click();
    await page.locator('dialog.add-body').getByText('Sphere', { exact: true }).click();
    await page.locator('dialog.add-body').getByRole('button', { name: 'Add' }).click();
    await page.locator('.body-row', { hasText: 'sphere' }).waitFor();
    await page.locator('.body-row', { hasText: 'lower' }).click();
    await page.keyboard.press('Delete');
    await page.locator('.body-row', { hasText: 'lower' }).waitFor({ state: 'detached' });

    // The text begins with what is selected.
    await page.locator('.body-row', { hasText: 'sphere' }).click();
    await page.getByRole('tab', { name: 'Text' }).click();
    const text = page.getByLabel('The scene as text');
    const chosen = await text.evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionEnd),
    );
    expect(JSON.parse(chosen)).toMatchObject({ name: 'sphere' });
    const file = JSON.parse(await text.inputValue()) as SceneFile;
    expect(file.bodies?.map(({ name }) => name)).toEqual(['floor', 'lid', 'lid-2', 'sphere']);
    expect(file.bodies?.[1]).toMatchObject({
      position: [0.1, 0.9144, 0.1],
      material: 'steel',
      friction: 0.25,
    });
    expect(studio.complaints).toEqual([]);
  });
});
