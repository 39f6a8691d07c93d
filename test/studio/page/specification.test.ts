// A specification in the studio: dropped, shown, run.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { specifications } from '../../../examples/lagrange/parts/specifications.generated.ts';
import { chromePath } from '../../browser/chromium.ts';
import { drop } from './files.ts';
import { type OpenStudio, openStudio } from './studio.ts';

let studio: OpenStudio;
let page: Page;

describe.skipIf(!chromePath)('a specification in the studio', () => {
  beforeAll(async () => {
    studio = await openStudio(undefined, { width: 1110, height: 640 });
    ({ page } = studio);
    await studio.goto('');
    await page.locator('.card').first().waitFor();
  });

  afterAll(() => studio?.close());

  test('is opened where it is dropped, and runs', async () => {
    await drop(page, { 'swing.lagrange': specifications.pendulum });
    await page.getByRole('heading', { name: 'swing' }).waitFor();
    await page.locator('.body-row', { hasText: 'Bob' }).waitFor();
    await expect
      .poll(() => page.locator('.body-name').allInnerTexts(), { timeout: 20_000 })
      .toEqual(['Pivot', 'Rod', 'Bob']);
    await page.locator('.run, .top-bar').getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.run[data-run="finished"]').waitFor({ state: 'attached' });
    const frames = () => document.querySelector<HTMLProgressElement>('.progress progress')?.value;
    expect(await page.evaluate(frames)).toBe(601);
    await expect.poll(() => page.locator('.reasons').count()).toBe(0);
    expect(studio.complaints).toEqual([]);
  });

  test('says what is wrong with it', async () => {
    await drop(page, { 'bad.lagrange': 'system S;\nframe A;\nvary Tx(B);' }, 'bad');
    await page.getByText(/3:9/).first().waitFor();
  });
});
