// Lessons in a real browser: one is opened beside a scene, and its scenes open with their benches.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromePath } from './chromium.ts';
import { type OpenStudio, openStudio } from './studio.ts';

let studio: OpenStudio;
let page: Page;
const asked: string[] = [];

const SHOTS = process.env['CAROM_PICTURES'];

describe.skipIf(!chromePath)('lessons', () => {
  beforeAll(async () => {
    studio = await openStudio();
    ({ page } = studio);
    page.on('request', (request) => asked.push(request.url()));
    await studio.goto('#example/clamped-bar');
    await page.locator('.bench[data-state="open"]').waitFor({ timeout: 60_000 });
  }, 180_000);

  afterAll(() => studio?.close());

  test('those about the open example come first', async () => {
    await page.getByRole('tab', { name: 'Plots', exact: true }).waitFor();
    const before = asked.length;
    await page.getByRole('tab', { name: 'Lesson', exact: true }).click();
    const first = page.locator('.lesson-shelf button').first();
    await first.waitFor();
    expect(asked.length).toBeGreaterThan(before);
    expect(await first.textContent()).toBe('Why a tuning fork hums one tone');
    await first.click();
    await page.locator('.lesson-text h2', { hasText: 'Why a tuning fork' }).waitFor();
  }, 60_000);

  test('a scene of it opens with its bench, and the text stays, also after a reload', async () => {
    await page.getByRole('button', { name: 'Open the forks' }).click();
    await page.locator('.top-bar h1', { hasText: 'tuning-fork' }).waitFor({ timeout: 60_000 });
    await page.getByRole('region', { name: 'Sound' }).locator('.sound').waitFor({ timeout: 60_000 });
    await page.locator('.lesson-text h2', { hasText: 'Why a tuning fork' }).waitFor();
    expect(page.url()).toMatch(/#example\/tuning-fork;bench=lesson$/);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/lesson.png` });
    await page.reload();
    await page.locator('.lesson-bench .sound').waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Strike the clamped bar' }).click();
    await page.locator('.top-bar h1', { hasText: 'clamped-bar' }).waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'All lessons' }).click();
    await page.locator('.lesson-shelf').waitFor();
    expect(studio.complaints).toEqual([]);
  }, 150_000);
});
