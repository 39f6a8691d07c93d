// Lessons in a real browser: opened from the gallery, by their address, beside a scene, and from the user's own folder.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { box, defineScene, floor } from '../../../src/scene/index.ts';
import { chromePath } from '../../browser/chromium.ts';
import { type OpenStudio, openStudio } from './studio.ts';

let studio: OpenStudio;
let page: Page;
let folder: string;

const SHOTS = process.env['CAROM_PICTURES'];
const shot = async (name: string) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` });
};
const opened = (name: string) => page.locator('.top-bar h1', { hasText: name }).waitFor();
const heading = (title: string) => page.locator('.lesson-text h2', { hasText: title }).waitFor();

const crate = (name: string) =>
  defineScene({
    name,
    engine: 'lcp',
    duration: 0.2,
    bodies: [floor(), box({ name: 'crate', size: [0.2, 0.2, 0.2], position: [0, 0.5, 0] })],
  });

const own = `# My own *lesson*

Drop it. <script>window.wasRun = 1</script> <img src=x onerror="window.wasRun = 1">

[Open the crate](crate.json;bench=plots) [away](../outside.json) [bad](javascript:window.wasRun=1)

\`\`\`scene bench=plots
${JSON.stringify(crate('written-in-the-lesson'))}
\`\`\`

\`\`\`lagrange
system Swing;
frame Arm turn x(30 deg) { frame Bob at (0, 0, -1) { shape sphere(0.1); } }
vary Rx(Arm);
mass Bob = point(1);
potential(o) = Mass(o) * 9.81 * AbsTrans(o).z;
\`\`\`
`;

describe.skipIf(!chromePath)('lessons', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'carom-lesson-'));
    mkdirSync(join(folder, 'course'));
    writeFileSync(join(folder, 'course', '1-own.md'), own);
    writeFileSync(join(folder, 'course', '2-empty.md'), '# Nothing to see\n\nWords only.');
    writeFileSync(join(folder, 'course', 'crate.json'), JSON.stringify(crate('crate')));
    writeFileSync(join(folder, 'README.md'), '# Not a lesson');
    studio = await openStudio(folder);
    ({ page } = studio);
    await page.locator('.card').first().waitFor();
  });

  afterAll(async () => {
    await studio?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('are in the gallery, and open with their first scene', async () => {
    await shot('gallery-lessons');
    await page.getByRole('link', { name: 'Why a tuning fork hums one tone' }).click();
    await opened('tuning-fork');
    await heading('Why a tuning fork');
    expect(page.url()).toMatch(/#example\/tuning-fork;bench=lesson;lesson=strike-a-fork$/);
    await page.getByRole('region', { name: 'Sound' }).locator('.sound').waitFor();
    await shot('lesson');
    await page.goBack();
    await page.locator('.card').first().waitFor();
  });

  test('have an address, and follow one another', async () => {
    await studio.goto('#lesson/two-runs');
    await opened('dominoes');
    await heading('Is the step small enough?');
    await page.locator('.lesson nav').getByRole('link', { name: 'Next' }).click();
    await opened('two-dice');
    await heading('How may this have come about?');
    await page.locator('.lesson nav').getByRole('link', { name: 'Previous' }).click();
    await heading('Is the step small enough?');
    await studio.goto('#lesson/nothing');
    await page.getByText('There is no lesson “nothing”').waitFor();
  });

  test('those about the open example come first', async () => {
    await studio.goto('#example/clamped-bar');
    await page.locator('.bench[data-state="open"]').waitFor();
    await page.getByRole('tab', { name: 'Lesson', exact: true }).click();
    const first = page.locator('.lesson-shelf button').first();
    await first.waitFor();
    expect(await first.textContent()).toBe('Why a tuning fork hums one tone');
    await first.click();
    await heading('Why a tuning fork');
    await opened('clamped-bar');
  });

  test('a scene of it opens with its bench, and the text stays, also after a reload', async () => {
    await page.getByRole('button', { name: 'Open the forks' }).click();
    await opened('tuning-fork');
    await page.getByRole('region', { name: 'Sound' }).locator('.sound').waitFor();
    await page.locator('.lesson-text h2', { hasText: 'Why a tuning fork' }).waitFor();
    await page.reload();
    await page.locator('.lesson-bench .sound').waitFor();
    await page.getByRole('button', { name: 'Strike the clamped bar' }).click();
    await opened('clamped-bar');
    await page.getByRole('button', { name: 'All lessons' }).click();
    await page.locator('.lesson-shelf').waitFor();
    expect(studio.complaints).toEqual([]);
  });

  test('are read from the folder, with scenes of files and in the text, and run nothing', async () => {
    await studio.goto('');
    await page.getByRole('link', { name: 'course/1-own.md' }).click();
    await opened('crate');
    await heading('My own lesson');
    expect(await page.getByRole('link', { name: 'README.md' }).count()).toBe(0);
    const text = await page.locator('.lesson-text').textContent();
    expect(text).toContain('<script>window.wasRun = 1</script>');
    expect(text).toContain('[away](../outside.json)');
    expect(await page.locator('.lesson-text script, .lesson-text img, .lesson-text a').count()).toBe(0);
    expect(await page.evaluate(() => 'wasRun' in window)).toBe(false);
    await page.locator('.lesson-bench .plot-panel').waitFor();
    await shot('lesson-own');
    const scenes = page.getByRole('button', { name: 'Open this scene' });
    await scenes.first().click();
    await opened('written-in-the-lesson');
    await page.locator('.lesson-bench .plot-panel').waitFor();
    await scenes.nth(1).click();
    await opened('specification');
    await page.locator('.lesson-bench .spec[data-state="good"]').waitFor();
    await page.reload();
    await heading('My own lesson');
    await opened('specification');
    await page.locator('.lesson nav').getByRole('link', { name: 'Next' }).click();
    await page.getByText('“Nothing to see” has no scene').waitFor();
    expect(studio.complaints).toEqual([]);
  });
});
