// The sound bench of the studio in Chromium: how long a sound takes to be made, and to be made anew when something is tried.
//
//   npm run bench studio-sound [example]
//
// "first" finds modes and waves of all bodies and renders the recording; "damping" renders it again, since nothing else depends
// on it; "material" finds modes of one body anew.

import { cpus, loadavg } from 'node:os';
import type { Page } from 'playwright-core';
import { openStudio } from '../test/studio/page/studio.ts';

export const benchmarks = [benchmarkStudioSound];

async function benchmarkStudioSound([example = 'three-bars']: readonly string[]): Promise<void> {
  console.log(`${example}, ${cpus().length} cores, load ${loadavg()[0].toFixed(1)}`);
  const studio = await openStudio();
  const { page } = studio;
  try {
    await studio.goto(`#example/${example};bench=sound`);
    await page.locator('.sound').waitFor({ timeout: 60_000 });
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.run[data-run="finished"]').waitFor({ state: 'attached', timeout: 600_000 });
    await page.getByRole('button', { name: 'Make its sound' }).click();
    tell('first', await nextTime(page, ''));
    const before = await captionOf(page);
    await page.getByLabel('Damps all tones alike').fill('20');
    await page.getByLabel('Damps all tones alike').press('Tab');
    tell('damping', await nextTime(page, before));
    const damped = await captionOf(page);
    await page.locator('.sound').getByLabel('Material', { exact: true }).selectOption('glass');
    tell('material', await nextTime(page, damped));
  } finally {
    await studio.close();
  }
}

async function captionOf(page: Page): Promise<string> {
  return (await page.locator('.sound-picture figcaption').textContent()) ?? '';
}

/** What the worker took, once the caption is another one [s]. */
async function nextTime(page: Page, before: string): Promise<number> {
  const caption = page.locator('.sound-picture figcaption');
  await caption.waitFor({ timeout: 600_000 });
  await page.waitForFunction(
    (old) => document.querySelector('.sound-picture figcaption')?.textContent !== old,
    before,
    { timeout: 600_000 },
  );
  return Number(await caption.getAttribute('data-seconds'));
}

function tell(what: string, seconds: number): void {
  console.log(`${what.padEnd(10)} ${seconds.toFixed(2)} s`);
}
