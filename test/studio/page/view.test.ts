// The view, the timeline and the plots in a real browser: what is drawn, picked, measured, scrubbed and plotted.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
// @ts-expect-error has no types
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { box, defineScene, floor } from '../../../src/scene/index.ts';
import { carom } from '../../cli/carom.ts';
import { chromePath } from '../../browser/chromium.ts';
import { waitPatienceMs } from '../../patience.ts';
import { type OpenStudio, openStudio } from './studio.ts';

let folder: string;
let studio: OpenStudio;

const crate = box({ size: [0.2, 0.2, 0.2], density: 600 });
const overlapping = defineScene({
  name: 'overlapping',
  engine: 'ipc',
  bodies: [
    floor({ size: [4, 4] }),
    { ...crate, name: 'one', position: [0, 0.2, 0], color: '#3355aa' },
    { ...crate, name: 'two', position: [0.15, 0.25, 0.05], color: '#3355aa' },
  ],
});

interface Picture {
  readonly data: Uint8Array;
}

const resting = defineScene({
  name: 'resting',
  engine: 'ipc',
  duration: 60,
  frameRateHz: 30,
  bodies: [floor({ size: [4, 4] }), { ...crate, name: 'crate', position: [0, 0.101, 0] }],
});

const canvas = () => studio.page.locator('.viewport canvas');
const hand = () => studio.page.locator('.plot-hand').first();
const press = (key: string) => studio.page.keyboard.press(key);
const timeShown = async () => Number(await canvas().getAttribute('data-time'));

/** Waits for something that the page takes its time for. */
async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean, what: string): Promise<T> {
  for (const end = Date.now() + waitPatienceMs; ; ) {
    const value = await read();
    if (holds(value)) return value;
    if (Date.now() > end) throw new Error(`${what}: still ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
}

async function picture(): Promise<Picture> {
  // What moved is drawn finely when it stands; two drawings on, what was asked for has been drawn.
  await until(
    () => canvas().getAttribute('data-drawn'),
    (drawn) => drawn === 'fine',
    'how it is drawn',
  );
  await studio.page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return PNG.sync.read(await canvas().screenshot());
}

function countColors({ data }: Picture): number {
  const colors = new Set<number>();
  for (let i = 0; i < data.length; i += 4) colors.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
  return colors.size;
}

/** The part of the pixels that differ clearly. */
function difference(a: Picture, b: Picture): number {
  let count = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    const most = Math.max(...[0, 1, 2].map((k) => Math.abs(a.data[i + k] - b.data[i + k])));
    if (most > 24) count++;
  }
  return (4 * count) / a.data.length;
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2 };
}

async function showNames(): Promise<void> {
  const button = studio.page.getByRole('button', { name: 'Names', exact: true });
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
}

/** Where the name of a body stands: over its centre. */
async function placeOf(name: string): Promise<{ x: number; y: number }> {
  return middleOf(studio.page.locator('.labels .label:visible', { hasText: name }));
}

async function seekTo(seconds: number): Promise<void> {
  const field = studio.page.getByLabel('Time', { exact: true }).and(studio.page.locator('input'));
  await field.fill(String(seconds));
  await field.press('Enter');
  await until(timeShown, (time) => Math.abs(time - seconds) < 1e-6, `the picture of ${seconds} s`);
}

describe.skipIf(!chromePath)('the view of the studio', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'carom-studio-view-'));
    await carom(['run', 'falling-boxes', '--out', join(folder, 'boxes.carom'), '--no-verify'], folder);
    writeFileSync(join(folder, 'overlapping.json'), JSON.stringify(overlapping));
    writeFileSync(join(folder, 'resting.json'), JSON.stringify(resting));
    studio = await openStudio(folder, { width: 1200, height: 720 });
    await open('#recording/boxes.carom');
  });

  afterAll(async () => {
    await studio?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(place: string): Promise<void> {
    await studio.goto(place);
    await canvas().and(studio.page.locator('[data-time]')).waitFor();
  }

  test('draws, and draws another picture at another time and from another side', async () => {
    await seekTo(0);
    const start = await picture();
    expect(countColors(start)).toBeGreaterThan(50);
    await seekTo(1.5);
    const end = await picture();
    expect(difference(start, end)).toBeGreaterThan(0.02);
    await seekTo(0);
    expect(difference(start, await picture())).toBeLessThan(0.001);

    const { x, y } = await middleOf(canvas());
    await studio.page.mouse.move(x, y);
    await studio.page.mouse.down();
    await studio.page.mouse.move(x + 160, y + 20, { steps: 4 });
    await studio.page.mouse.up();
    await studio.page.waitForTimeout(600);
    expect(difference(start, await picture())).toBeGreaterThan(0.02);
    // Orbiting selects nothing; what is told is only what lies under the pointer.
    await studio.page.mouse.move(5, 5);
    await until(
      () => studio.page.locator('.view-chip.item').count(),
      (count) => count === 0,
      'nothing selected',
    );
  });

  test('rests when nothing changes', async () => {
    const drawings = () =>
      studio.page.evaluate(async () => {
        const ask = globalThis.requestAnimationFrame;
        let count = 0;
        globalThis.requestAnimationFrame = (act) => {
          count++;
          return ask(act);
        };
        await new Promise((resolve) => setTimeout(resolve, 600));
        globalThis.requestAnimationFrame = ask;
        return count;
      });
    // The camera comes to rest first.
    await until(drawings, (count) => count === 0, 'drawings in 0.6 s');
  });

  test('selects the body that is clicked, and nothing beside', async () => {
    await showNames();
    await press('1');
    await studio.page.waitForTimeout(400);
    for (const name of ['highest', 'middle', 'lowest']) {
      const { x, y } = await placeOf(name);
      await studio.page.mouse.click(x, y);
      const item = studio.page.locator('.view-chip.item b');
      await until(
        () => item.textContent(),
        (text) => text === name,
        `the selection of ${name}`,
      );
      await until(
        () => studio.page.locator('.label.chosen').textContent(),
        (text) => text === name,
        'its label',
      );
    }
    const { x, y } = (await canvas().boundingBox()) ?? { x: 0, y: 0 };
    await studio.page.mouse.click(x + 30, y + 120);
    await until(
      () => studio.page.locator('.label.chosen:visible').count(),
      (count) => count === 0,
      'nothing selected',
    );
  });

  test('measures a known length to a hundredth, and keeps it while the body falls', async () => {
    await seekTo(0);
    await press('1');
    await studio.page.waitForTimeout(400);
    const low = await placeOf('lowest');
    const high = await placeOf('highest');
    // Without perspective the heights 0.15 m and 0.8 m give the scale.
    const pixels = (low.y - high.y) / 0.65;
    await press('d');
    // Near two corners of the lowest crate, whose sides measure 0.2 m.
    const corner = (side: number) => [low.x + side * (0.1 * pixels - 5), low.y + 0.1 * pixels - 5] as const;
    await studio.page.mouse.click(...corner(-1));
    await studio.page.mouse.click(...corner(1));
    const label = studio.page.locator('.label.measure:visible');
    const read = async () => Number.parseFloat((await label.textContent()) ?? '');
    const measured = await until(read, Number.isFinite, 'a length');
    expect(await label.textContent()).toMatch(/mm$/);
    expect(measured).toBeGreaterThan(198);
    expect(measured).toBeLessThan(202);
    await seekTo(1.5);
    expect(await read()).toBeCloseTo(measured, 1);
    await press('Escape');
    await until(
      () => label.count(),
      (count) => count === 0,
      'the ruler put away',
    );
  });

  test('explains forces and heat where they are shown', async () => {
    await seekTo(1.5);
    const plain = await picture();
    await press('c');
    const legend = studio.page.locator('.legend');
    await until(
      () => legend.textContent(),
      (text) => /contacts; an arrow of .* is .* N/.test(text ?? ''),
      'forces',
    );
    expect(difference(plain, await picture())).toBeGreaterThan(0.0005);
    await press('c');
    await press('h');
    await until(
      () => legend.textContent(),
      (text) => /Nearest gap/.test(text ?? ''),
      'heat',
    );
    await until(
      async () => difference(plain, await picture()),
      (part) => part > 0.01,
      'another colour',
    );
    await press('h');
    await press('w');
    await until(
      async () => difference(plain, await picture()),
      (part) => part > 0.001,
      'a wireframe',
    );
    await press('w');
  });

  test('steps, plays and turns round by keys', async () => {
    const frame = studio.page.getByLabel('Frame', { exact: true });
    const at = (index: number) =>
      until(
        () => frame.inputValue(),
        (value) => value === String(index),
        `frame ${index}`,
      );
    await press('Home');
    await at(0);
    await press('ArrowRight');
    await at(1);
    await press('Shift+ArrowRight');
    await at(11);
    await press(',');
    await at(10);
    await press('End');
    await at(90);
    await press('r');
    await press('Space');
    await until(
      () => frame.inputValue(),
      (value) => Number(value) < 85,
      'playing backwards',
    );
    await press('Space');
    await press('r');
    const stopped = await frame.inputValue();
    await studio.page.waitForTimeout(300);
    expect(await frame.inputValue()).toBe(stopped);
  });

  test('scrubs by the pointer without long pauses', async () => {
    const { x, y, width } = (await studio.page.locator('.track').boundingBox()) ?? { x: 0, y: 0, width: 0 };
    await studio.page.mouse.move(x + 20, y + 30);
    await studio.page.mouse.down();
    for (let i = 1; i <= 20; i++) await studio.page.mouse.move(x + 20 + (i * (width - 40)) / 20, y + 30);
    await studio.page.mouse.up();
    await until(timeShown, (time) => time > 1.4, 'the end of the film');
    // It stops at frames.
    const time = await timeShown();
    expect(Math.abs(time * 60 - Math.round(time * 60))).toBeLessThan(1e-6);
    // Where drawing is slow it was coarse on the way; what stands is as fine as can be.
    await until(
      () =>
        studio.page.evaluate(() => {
          const canvas = document.querySelector<HTMLCanvasElement>('.stage canvas');
          return canvas === null ? 0 : canvas.width / (canvas.clientWidth * Math.min(2, devicePixelRatio));
        }),
      (part) => Math.abs(part - 1) < 0.01,
      'a fine picture',
    );
  });

  test('the hand of the plots follows the clock, and a click in a plot seeks', async () => {
    await seekTo(0.5);
    const handTime = async () => Number(await hand().getAttribute('data-time'));
    await until(handTime, (time) => Math.abs(time - 0.5) < 1e-6, 'the hand at 0.5 s');
    const before = (await hand().boundingBox())?.x ?? 0;
    await seekTo(1);
    const after = (await hand().boundingBox())?.x ?? 0;
    const plot = await studio.page.locator('.plot .u-over').first().boundingBox();
    expect(after - before).toBeCloseTo((plot?.width ?? 0) / 3, -0.5);
    await studio.page.mouse.click((plot?.x ?? 0) + (plot?.width ?? 0) * 0.8, (plot?.y ?? 0) + 40);
    await until(timeShown, (time) => Math.abs(time - 1.2) < 0.03, 'the time that was clicked');
  });

  test('plots a quantity of the selected bodies, and saves it', async () => {
    const { page } = studio;
    await page.getByLabel('Add a chart').selectOption('body:height');
    const chart = page.getByRole('article', { name: 'Height' });
    await until(
      () => chart.locator('.values li').count(),
      (count) => count === 3,
      'three lines',
    );
    await seekTo(0);
    const value = chart.locator('li', { hasText: 'highest' }).locator('output');
    await until(
      () => value.textContent(),
      (text) => text === '800 mm',
      'the height of the start',
    );
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      chart.getByRole('button', { name: /CSV/ }).click(),
    ]);
    const stream = await download.createReadStream();
    let text = '';
    for await (const part of stream) text += part;
    const rows = text.trim().split('\r\n');
    expect(rows[0]).toBe('time [s],lowest [m],middle [m],highest [m]');
    expect(rows).toHaveLength(92);
    expect(Number(rows[1].split(',')[3])).toBeCloseTo(0.8, 9);
  });

  test('moves a body by its handles, and the scene with it', async () => {
    await open('#example/falling-boxes');
    await showNames();
    await press('1');
    await studio.page.waitForTimeout(400);
    const { x, y } = await placeOf('highest');
    await studio.page.mouse.click(x, y + 10);
    await press('g');
    await studio.page.waitForTimeout(400);
    await studio.page.mouse.move(x, y - 45, { steps: 3 });
    await studio.page.mouse.down();
    await studio.page.mouse.move(x, y - 105, { steps: 6 });
    await studio.page.mouse.up();
    await until(
      async () => (await placeOf('highest')).y,
      (now) => Math.abs(now - (y - 60)) < 6,
      'the body higher',
    );
    await press('Escape');
    await press('Control+z');
    await until(
      async () => (await placeOf('highest')).y,
      (now) => Math.abs(now - y) < 3,
      'the body back',
    );
  });

  test('shows overlapping faces in red', async () => {
    await open('#scene/overlapping.json');
    const red = async () => {
      const { data } = await picture();
      let count = 0;
      for (let i = 0; i < data.length; i += 4)
        if (data[i] > 150 && data[i + 1] < 75 && data[i + 2] < 70) count++;
      return count;
    };
    await until(red, (count) => count > 200, 'red faces');
  });

  test('pulls a body of a run with the pointer', async () => {
    await open('#scene/resting.json');
    const { page } = studio;
    await showNames();
    await press('1');
    await page.getByLabel('real time').check();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await until(timeShown, (time) => time > 0.1, 'the first frames');
    const { x, y } = await placeOf('crate');
    await page.mouse.move(x, y + 12);
    await page.mouse.down();
    await page.mouse.move(x, y - 250, { steps: 8 });
    await until(
      async () => (await placeOf('crate')).y,
      (now) => now < y - 25,
      'the crate pulled up',
    );
    await page.mouse.up();
    await until(
      async () => (await placeOf('crate')).y,
      (now) => Math.abs(now - y) < 20,
      'the crate fallen back',
    );
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  test('breaks no rule of its own policy', () => {
    expect(studio.complaints).toEqual([]);
  });
});
