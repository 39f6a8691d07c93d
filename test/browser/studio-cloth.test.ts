// The bench for cloth in a real browser: hold and pull vertices by hand, run, and read what the engine certifies.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reefKnot } from '../../examples/async/parts/reef-knot.ts';
import { cloth, defineScene } from '../../src/scene/builder.ts';
import { chromePath } from './chromium.ts';
import { drop } from './studio-files.ts';
import { type OpenStudio, openStudio } from './studio.ts';

let studio: OpenStudio;
let page: Page;
const asked: string[] = [];

const sheet = defineScene({
  name: 'sheet',
  engine: 'async',
  duration: 0.1,
  frameRateHz: 50,
  deformables: [
    cloth({
      name: 'sheet',
      size: [0.2, 0.2],
      cells: [6, 6],
      thickness: 0.002,
      areaDensity: 0.2,
      stretchStiffness: 20,
      bendStiffness: 1e-5,
    }),
  ],
});

const SHOTS = process.env['CAROM_PICTURES'];

async function middle(): Promise<readonly [number, number]> {
  const canvas = await page.locator('.viewport > canvas').boundingBox();
  if (canvas === null) throw new Error('no view');
  return [canvas.x + canvas.width / 2, canvas.y + canvas.height / 2];
}

describe.skipIf(!chromePath)('the bench for cloth', () => {
  beforeAll(async () => {
    studio = await openStudio();
    ({ page } = studio);
    page.on('request', (request) => asked.push(request.url()));
    await studio.goto('');
    await page.locator('.card').first().waitFor();
    await drop(page, { 'sheet.json': JSON.stringify(sheet) }, 'sheet');
  }, 180_000);

  afterAll(() => studio?.close());

  test('a click holds a vertex, a drag draws one', async () => {
    await page.getByRole('tab', { name: 'Cloth', exact: true }).click();
    await page.getByRole('button', { name: 'Pin in the view' }).click();
    const [x, y] = await middle();
    await page.mouse.click(x, y);
    const said = page.locator('.cloth-pins span');
    await expect.poll(() => said.getAttribute('data-held')).toBe('1');
    await page.mouse.move(x + 60, y);
    await page.mouse.down();
    await page.mouse.move(x + 120, y - 30);
    await page.mouse.move(x + 160, y - 60);
    await page.mouse.up();
    await expect.poll(() => said.getAttribute('data-pulls')).toBe('1');
    expect(await said.getAttribute('data-held')).toBe('1');
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/cloth-pins.png` });
    // The same vertex again lets it go, and undoing holds it again.
    await page.mouse.click(x, y);
    await expect.poll(() => said.getAttribute('data-held')).toBe('0');
    await page.keyboard.press('Control+z');
    await expect.poll(() => said.getAttribute('data-held')).toBe('1');
  }, 90_000);

  test('a run says what is kept, frame by frame', async () => {
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.run[data-run="finished"]').waitFor({ state: 'attached', timeout: 90_000 });
    await page.keyboard.press('End');
    const report = page.locator('.cloth-report');
    await expect.poll(() => report.getAttribute('data-frame'), { timeout: 20_000 }).not.toBe('0');
    await report.getByText('of stretching and bending').waitFor();
    expect(await report.textContent()).toMatch(/Kicks[\d,]+ in this frame, [\d,]+ so far/);
    await page.locator('.cloth-layers canvas').waitFor();
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/cloth-run.png` });
    expect(studio.complaints).toEqual([]);
  }, 150_000);

  test('a knot is pulled, and its ribbons push each other', async () => {
    const knot = reefKnot({ name: 'knot', along: 60, duration: 0.06, force: 0.05 });
    await drop(page, { 'knot.json': JSON.stringify(knot) }, 'knot');
    await page.getByRole('tab', { name: 'Cloth', exact: true }).click();
    await expect.poll(() => page.locator('.cloth-pins span[data-pulls="1"]').count()).toBe(2);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.run[data-run="finished"]').waitFor({ state: 'attached', timeout: 120_000 });
    await page.keyboard.press('End');
    await page.locator('.cloth-layers canvas:not([data-deepest="0"])').waitFor({ timeout: 20_000 });
    await page.locator('.cloth-report').getByText('edge – edge').waitFor();
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/cloth-knot.png` });
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.locator('.verdict .chip.good', { hasText: 'verified' }).waitFor({ timeout: 60_000 });
    expect(studio.complaints).toEqual([]);
  }, 240_000);
});
