// Nothing of a bench is loaded before it is opened: names of classes that only its sources have are in no script or
// style that the page has got until then, and are in one afterwards.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromePath } from '../../browser/chromium.ts';
import { type OpenStudio, openStudio } from './studio.ts';

const sources = fileURLToPath(new URL('../../../studio/src/', import.meta.url));

/** Each bench with its folder and a scene that it fits. */
const benches: readonly (readonly [id: string, title: string, folder: string, place: string])[] = [
  ['equations', 'Specification', 'work/equations', '#example/pendulum'],
  ['past', 'Past', 'work/past', '#example/two-dice'],
  ['sound', 'Sound', 'work/sound', '#example/clamped-bar'],
  ['cloth', 'Cloth', 'work/cloth', '#example/particle'],
  ['lesson', 'Lesson', 'work/lesson', '#example/pendulum'],
  // It has no tab before there is a run: it is opened by its address.
  ['compare', 'Compare', 'work/compare', '#example/pendulum'],
];

const files = readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(join(sources, name), 'utf8') }));

/** Classes that elements of a folder have and that nothing else speaks of. */
function marksOf(folder: string): string[] {
  const isOwn = ({ name }: { name: string }) => name.startsWith(`${folder}/`);
  const own = files.filter(isOwn).map(({ text }) => text);
  const classes = own.flatMap((text) =>
    [...text.matchAll(/\bclass="([a-z- ]+)"/g)].flatMap(([, of]) => of.split(' ')),
  );
  const others = files
    .filter((file) => !isOwn(file))
    .map(({ text }) => text)
    .join('\n');
  return [...new Set(classes)].filter((mark) => mark.includes('-') && !others.includes(mark));
}

let studio: OpenStudio;
let page: Page;
let loaded: Promise<{ address: string; text: string }>[] = [];

async function marksLoaded(marks: readonly string[]): Promise<string[]> {
  const texts = (await Promise.all(loaded)).map(({ text }) => text);
  return marks.filter((mark) => texts.some((text) => text.includes(mark)));
}

describe.skipIf(!chromePath)('benches', () => {
  beforeAll(async () => {
    studio = await openStudio();
    ({ page } = studio);
    page.on('response', (response) => {
      const address = response.url();
      if (/\.(js|css)$/.test(address))
        loaded.push(
          response.text().then(
            (text) => ({ address, text }),
            () => ({ address, text: '' }),
          ),
        );
    });
  });

  afterAll(() => studio?.close());

  test('every bench of the list is looked at here', () => {
    const list = readFileSync(join(sources, 'work/benches.ts'), 'utf8');
    const ids = [...list.matchAll(/^ {4}id: '([a-z]+)',$/gm)].map(([, id]) => id);
    expect(ids.sort()).toEqual(['plots', ...benches.map(([id]) => id)].sort());
    for (const [, , folder] of benches) expect(marksOf(folder).length).toBeGreaterThan(2);
  });

  test('the gallery loads none, and no view', async () => {
    loaded = [];
    await studio.goto('');
    await page.locator('.card').first().waitFor();
    await page.waitForLoadState('networkidle');
    expect(loaded.length).toBeGreaterThan(0);
    const folders = ['plots', 'timeline', 'view', ...benches.map(([, , folder]) => folder)];
    expect(await marksLoaded(folders.flatMap(marksOf))).toEqual([]);
  });

  test.each(benches)('%s is loaded when it is opened', async (id, title, folder, place) => {
    const marks = marksOf(folder);
    loaded = [];
    await studio.goto(place);
    await page.locator('.bench[data-state="open"]').waitFor();
    await page.locator('.work[data-bench="plots"] .plot-panel').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await marksLoaded(marks)).toEqual([]);
    if (id === 'compare')
      await page.evaluate((to) => {
        location.hash = to;
      }, `${place};bench=compare`);
    else await page.getByRole('tab', { name: title, exact: true }).click();
    await page.locator(`.work[data-bench="${id}"] > :not(.work-tabs):not(.loading)`).first().waitFor();
    expect((await marksLoaded(marks)).length).toBeGreaterThan(2);
    expect(studio.complaints).toEqual([]);
  });
});
