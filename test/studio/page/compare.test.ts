// Two runs of one scene side by side in a real browser.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { box, defineScene, floor, turn } from '../../../src/scene/index.ts';
import { chromePath } from '../../browser/chromium.ts';
import { downloadFiles, drop, exported } from './files.ts';
import { type OpenStudio, openStudio } from './studio.ts';

let studio: OpenStudio;
let page: Page;
let folder: string;

const material = { friction: 0.4, restitution: 0.4 };
const falling = defineScene({
  name: 'falling',
  engine: 'lcp',
  duration: 0.6,
  bodies: [
    floor({ size: [4, 4], ...material }),
    box({
      name: 'crate',
      size: [0.3, 0.2, 0.3],
      position: [0, 0.6, 0],
      rotation: turn('z', 0.3),
      ...material,
    }),
  ],
});

/** One that every engine for rigid bodies takes. */
const gentle = defineScene({
  name: 'gentle',
  engine: 'lcp',
  duration: 0.3,
  bodies: [
    floor({ size: [4, 4], friction: 0.3 }),
    box({ name: 'crate', size: [0.2, 0.2, 0.2], position: [0, 0.3, 0], friction: 0.3 }),
  ],
});

const ran = () => page.locator('.run[data-run="finished"]').waitFor({ state: 'attached' });

async function runIt(): Promise<void> {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await ran();
}

const shot = (name: string) =>
  process.env['CAROM_PICTURES'] === undefined
    ? Promise.resolve()
    : page.screenshot({ path: `${process.env['CAROM_PICTURES']}/${name}.png` }).then(() => undefined);
const charts = () => page.locator('.compare .chart');
const frames = () => page.locator('.compare h3').textContent();

/** What the first chart says of this moment [text]. */
const apart = () => charts().first().locator('output').textContent();

describe.skipIf(!chromePath)('comparing in the studio', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'carom-compare-'));
    writeFileSync(join(folder, 'gentle.json'), JSON.stringify(gentle));
    studio = await openStudio(folder);
    ({ page } = studio);
    await downloadFiles(page);
    await studio.goto('');
    await page.locator('.card').first().waitFor();
    await drop(page, { 'falling.json': JSON.stringify(falling) }, 'falling');
    await runIt();
  });

  afterAll(async () => {
    await studio?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('a run that is held is the same to the bit', async () => {
    await page.getByRole('tab', { name: 'Compare' }).click();
    await page.getByRole('button', { name: 'This run, held' }).click();
    await page.locator('.second-view canvas').waitFor();
    await page.keyboard.press('End');
    await expect.poll(apart).toMatch(/^0/);
    expect(await frames()).toContain('37 frames');
  });

  test('a run with another time step goes beside, and differs', async () => {
    await page.getByText('Compare with').click();
    await page.getByLabel('Change').selectOption('timeStep');
    await page.locator('.compare-again').getByLabel('timeStep', { exact: true }).fill('0.01');
    await page.getByRole('button', { name: 'Run beside' }).click();
    await expect.poll(frames).toMatch(/timeStep 0.01.*37 frames/);
    await page.locator('.top-bar').click();
    await page.keyboard.press('End');
    await expect.poll(apart).not.toMatch(/^(0 m|0$|–)/);
    const seen = () => page.locator('.second-view canvas').getAttribute('data-time');
    await expect.poll(async () => Number(await seen())).toBeCloseTo(0.6, 6);
    await page.keyboard.press('Home');
    await expect.poll(async () => Number(await seen())).toBe(0);
    await page.keyboard.press('End');
    await charts().nth(1).getByLabel('difference').check();
    await expect.poll(() => charts().nth(1).locator('output').count()).toBe(1);
    await shot('compare');
    expect(studio.complaints).toEqual([]);
  });

  test('a recording from a file is taken, and a broken one refused', async () => {
    const saved = await exported(page, 'Recording');
    const files = page.getByLabel('A recording to compare with');
    const given = (name: string, buffer: Uint8Array) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(buffer),
    });
    await files.setInputFiles(given('before.carom', saved));
    await expect.poll(frames).toContain('before.carom');
    await files.setInputFiles(given('broken.carom', saved.subarray(0, 100)));
    await page.locator('.complaint').waitFor();
    expect(await frames()).toContain('before.carom');
  });

  test('a run that this browser keeps is taken', async () => {
    // The same scene opened once more is another project, with a run of its own.
    await drop(page, { 'falling.json': JSON.stringify(falling) }, 'falling');
    await page.locator('.run[data-run="none"]').waitFor({ state: 'attached' });
    await runIt();
    await page.getByRole('tab', { name: 'Plots' }).click();
    await page.getByRole('tab', { name: 'Compare' }).click();
    const kept = page.getByLabel('A run that is kept');
    // Both have one name: when they were changed tells them apart.
    const offered = kept.locator('option[value^="#project/"]');
    await offered.first().waitFor({ state: 'attached' });
    expect(await offered.allTextContents()).toEqual([expect.stringMatching(/^falling, /)]);
    await kept.selectOption((await offered.first().getAttribute('value')) as string);
    await expect.poll(frames).toMatch(/^falling .*37 frames/);
    await page.locator('.top-bar').click();
    await page.keyboard.press('End');
    await expect.poll(apart).toMatch(/^0/);
    await shot('compare-kept');
  });

  test('a recording of the folder is taken, also by who came by an address', async () => {
    await studio.goto('#scene/gentle.json');
    await page.locator('.bench[data-state="open"]').waitFor();
    await runIt();
    writeFileSync(join(folder, 'earlier.carom'), await exported(page, 'Recording'));
    await page.reload();
    await ran();
    await page.getByRole('tab', { name: 'Compare' }).click();
    await page.getByLabel('A run that is kept').selectOption('earlier.carom');
    await expect.poll(frames).toMatch(/^earlier\.carom .*19 frames/);
    await page.locator('.top-bar').click();
    await page.keyboard.press('End');
    await expect.poll(apart).toMatch(/^0/);
  });

  test('another engine runs the same scene beside it', async () => {
    await page.getByText('Compare with').click();
    await page.locator('.compare-again').getByLabel('Engine').selectOption('ipc');
    await page.getByRole('button', { name: 'Run beside' }).click();
    await expect.poll(frames).toMatch(/^ipc .*19 frames/);
    await page.locator('.top-bar').click();
    await page.keyboard.press('End');
    // Both fall on the same floor; the one comes to rest on it and the other just above it.
    await expect.poll(apart).not.toMatch(/^(0 m|0$|–)/);
    await shot('compare-engines');
    await page.keyboard.press('t');
    await page.keyboard.press('t');
    await page.waitForTimeout(600);
    await shot('compare-engines-dark');
    expect(studio.complaints).toEqual([]);
  });
});
