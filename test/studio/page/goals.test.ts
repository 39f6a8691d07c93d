// Goals of pasts, drawn in the view of a real browser: where bodies start, come from and pass, how fast they are, and by whom they are hit.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { box, defineScene, floor, type SceneFile, sphere } from '../../../src/scene/index.ts';
import { chromePath } from '../../browser/chromium.ts';
import { drop } from './files.ts';
import { type OpenStudio, openStudio } from './studio.ts';

let studio: OpenStudio;
let page: Page;

const material = { friction: 0.4, restitution: 0.4 };
const end = defineScene({
  name: 'end',
  engine: 'lcp',
  duration: 1.5,
  bodies: [
    floor({ size: [6, 6], ...material }),
    box({ name: 'crate', size: [0.4, 0.4, 0.4], position: [0, 0.2, 0], ...material }),
    sphere({ name: 'ball', radius: 0.1, position: [0.6, 0.1, 0.3], rollingFriction: 0.01, ...material }),
  ],
});

const SHOTS = process.env['CAROM_PICTURES'];

async function shoot(name: string): Promise<void> {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` });
}

/** Drags around the middle of the view [px]. */
async function drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const canvas = await page.locator('.viewport > canvas').boundingBox();
  if (canvas === null) throw new Error('no view');
  const [x, y] = [canvas.x + canvas.width / 2, canvas.y + canvas.height / 2];
  await page.mouse.move(x + from[0], y + from[1]);
  await page.mouse.down();
  await page.mouse.move(x + 0.5 * (from[0] + to[0]), y + 0.5 * (from[1] + to[1]));
  await page.mouse.move(x + to[0], y + to[1]);
  await page.mouse.up();
}

/** The goals of the scene as its text says. */
async function goals(): Promise<NonNullable<SceneFile['goals']>> {
  await page.getByRole('tab', { name: 'Text' }).click();
  const text = await page.locator('.panels textarea').inputValue();
  await page.getByRole('tab', { name: 'Past', exact: true }).click();
  return (JSON.parse(text) as SceneFile).goals ?? [];
}

const rows = () => page.locator('.past-goal');
const count = (n: number) => expect.poll(() => rows().count()).toBe(n);

describe.skipIf(!chromePath)('goals of pasts', () => {
  beforeAll(async () => {
    studio = await openStudio(undefined, { width: 1280, height: 800 });
    ({ page } = studio);
    await page.locator('.card').first().waitFor();
    await drop(page, { 'end.json': JSON.stringify(end) }, 'end');
    await page.locator('.body-row', { hasText: 'crate' }).click();
    await page.getByRole('tab', { name: 'Past', exact: true }).click();
    await page.locator('.past').waitFor();
  });

  afterAll(() => studio?.close());

  test('a rectangle on the floor is the base of the region where the selected body starts', async () => {
    await page.getByText('Wishes for crate').waitFor();
    await page.getByRole('button', { name: 'Start region' }).click();
    await drag([-220, 60], [-120, 120]);
    await count(1);
    const [goal] = await goals();
    expect(goal.body).toBe('crate');
    const { center, size } = goal.startsIn as { center: number[]; size: number[] };
    // it stands on the floor
    expect(center[1] - 0.5 * size[1]).toBeCloseTo(0, 2);
    expect(Math.min(...size)).toBeGreaterThan(0.01);
    await page.getByLabel('from of goal 1').fill('0.5');
    await page.getByLabel('from of goal 1').press('Tab');
    const [raised] = await goals();
    const box = raised.startsIn as { center: number[]; size: number[] };
    expect(box.center[1] - 0.5 * box.size[1]).toBeCloseTo(0.5, 6);
    expect(box.size).toEqual(size);
  });

  test('a stroke is a side, a click a place at a time, and words do for speed and who hits', async () => {
    await page.getByRole('button', { name: 'Direction' }).click();
    await drag([0, 0], [200, 40]);
    await count(2);
    await page.getByRole('button', { name: 'Place', exact: true }).click();
    await drag([-80, -120], [-80, -120]);
    await count(3);
    await page.getByLabel('at of goal 3').fill('0.25');
    await page.getByLabel('at of goal 3').press('Tab');
    await page.getByRole('button', { name: 'Place', exact: true }).click();
    await page.getByRole('button', { name: 'Speed limit' }).click();
    await count(4);
    await page.getByLabel('Hit by').selectOption('ball');
    await count(5);
    await shoot('past-goals-1280');
    const all = await goals();
    expect(all.every(({ body }) => body === 'crate')).toBe(true);
    expect(Math.hypot(...all[1].from!)).toBeCloseTo(1, 2);
    expect(all[1].from![1]).toBe(0);
    expect(all[2]).toMatchObject({ time: 0.25 });
    expect(all[2].passes![1]).toBeGreaterThan(0.2);
    expect(all[3]).toMatchObject({ atMost: 2 });
    expect(all[4]).toMatchObject({ by: 'ball' });
    expect(studio.complaints).toEqual([]);
  });

  test('a click takes a goal back, and undo brings it again', async () => {
    await page.getByRole('button', { name: 'Take back goal 2' }).click();
    await count(4);
    expect((await goals()).some(({ from }) => from !== undefined)).toBe(false);
    await page.keyboard.press('Control+z');
    await count(5);
    await page.getByRole('button', { name: 'Take all back' }).click();
    await count(0);
    expect(await goals()).toEqual([]);
    await page.keyboard.press('Control+z');
    await count(5);
  });

  test('on a narrow page rows fit beside each other', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('.past-goal').first().scrollIntoViewIfNeeded();
    await shoot('past-goals-390');
    const wide = await page
      .locator('.past-goal')
      .evaluateAll((all) => all.map((row) => row.scrollWidth - row.clientWidth));
    expect(wide.every((over) => over <= 0)).toBe(true);
  });

  test('a link carries them', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const before = await goals();
    await page.getByRole('button', { name: 'Share' }).click();
    const link = await page.getByLabel('Link').inputValue();
    await page.goto('about:blank');
    await page.goto(link);
    await page.locator('.bench[data-state="open"]').waitFor();
    await page.getByRole('tab', { name: 'Past', exact: true }).click();
    await count(5);
    expect(await goals()).toEqual(before);
  });
});
