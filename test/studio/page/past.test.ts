// The bench for pasts in a real browser: sketch a bounce, spell a word backward and play it forward, set two dice.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lcp } from '../../../src/engines/lcp/index.ts';
import { faceUp } from '../../../src/engines/lcp/dice/index.ts';
import { bytesSource, openRecording, type Recording } from '../../../src/record/index.ts';
import { box, defineScene, floor } from '../../../src/scene/index.ts';
import { parseOptions, run } from '../../../src/sim/index.ts';
import { lonelyContext } from '../../sim/tiny.ts';
import { chromePath } from '../../browser/chromium.ts';
import { downloadFiles, drop, exported } from './files.ts';
import { type OpenStudio, openStudio } from './studio.ts';

let studio: OpenStudio;
let page: Page;
const asked: string[] = [];

const material = { friction: 0.4, restitution: 0.4 };
const resting = defineScene({
  name: 'resting',
  up: 'z',
  engine: 'lcp',
  duration: 1,
  bodies: [
    floor({ size: [6, 6], ...material }),
    box({ name: 'crate', size: [0.4, 0.4, 0.4], position: [0, 0, 0.2], density: 500, ...material }),
  ],
});

const SHOTS = process.env['CAROM_PICTURES'];
async function shoot(name: string): Promise<void> {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` });
}

async function openBench(): Promise<void> {
  await page.getByRole('tab', { name: 'Past', exact: true }).click();
  await page.locator('.past').waitFor();
}

/** Draws through points around the middle of the view [px]. */
async function stroke(points: readonly (readonly [number, number])[]): Promise<void> {
  const canvas = await page.locator('.viewport > canvas').boundingBox();
  if (canvas === null) throw new Error('no view');
  const [x, y] = [canvas.x + canvas.width / 2, canvas.y + canvas.height / 2];
  await page.mouse.move(x + points[0][0], y + points[0][1]);
  await page.mouse.down();
  for (const [dx, dy] of points.slice(1)) await page.mouse.move(x + dx, y + dy);
  await page.mouse.up();
}

async function finished(timeout = 60_000): Promise<void> {
  await page.locator('.run[data-run="finished"]').waitFor({ state: 'attached', timeout });
}

async function recording(): Promise<Recording> {
  return openRecording(bytesSource(await exported(page, 'Recording')));
}

/** The scene as its text says. */
async function sceneText(): Promise<Record<string, unknown>> {
  await page.getByRole('tab', { name: 'Text' }).click();
  const text = await page.locator('.panels textarea').inputValue();
  return JSON.parse(text) as Record<string, unknown>;
}

describe.skipIf(!chromePath)('the bench for pasts', () => {
  beforeAll(async () => {
    studio = await openStudio();
    ({ page } = studio);
    await downloadFiles(page);
    page.on('request', (request) => asked.push(request.url()));
    await studio.goto('');
    await page.locator('.card').first().waitFor();
    await drop(page, { 'resting.json': JSON.stringify(resting) }, 'resting');
  });

  afterAll(() => studio?.close());

  test('loads nothing before it is opened', async () => {
    await page.locator('.body-row', { hasText: 'crate' }).waitFor();
    const before = asked.length;
    await openBench();
    expect(asked.length).toBeGreaterThan(before);
    expect(asked.slice(0, before).filter((url) => /past/.test(url))).toEqual([]);
  });

  test('an arc is a bounce and a line a slide', async () => {
    await page.getByRole('button', { name: 'Sketch in the view' }).click();
    const arc = Array.from({ length: 9 }, (_, i) => {
      const s = i / 8;
      return [180 * s, -300 * s * (1 - s)] as const;
    });
    await stroke(arc);
    const kind = page.getByLabel('How crate came');
    await expect.poll(() => kind.inputValue()).toBe('bounce');
    await shoot('past-sketch');
    await stroke(Array.from({ length: 7 }, (_, i) => [25 * i, 3 * i] as const));
    await expect.poll(() => kind.inputValue()).toBe('slide');
    const { hints } = (await sceneText()) as { hints: { kind: string; from: number[] }[] };
    expect(hints).toHaveLength(1);
    expect(Math.hypot(...hints[0].from)).toBeCloseTo(1, 2);
    expect(hints[0].from[2]).toBe(0);
    await stroke(arc);
    await expect.poll(() => kind.inputValue()).toBe('bounce');
    await page.getByRole('button', { name: 'Sketch in the view' }).click();
  });

  test('pasts are found, ranked, filtered and played', async () => {
    await page.getByLabel('How many').fill('4');
    await page.getByLabel('How many').press('Tab');
    await page.getByRole('button', { name: 'Find pasts' }).click();
    const thumbs = page.locator('.past-thumb');
    await expect.poll(() => thumbs.count()).toBe(4);
    await page.getByRole('button', { name: 'Find pasts' }).waitFor();
    const first = page.locator('.past-thumb[aria-selected="true"]');
    expect(await first.getAttribute('data-level')).toBe('A');
    await page.getByText('With its log it ends at the wish, every bit of it.').waitFor();
    const rows = page.locator('.past-contacts canvas[data-of="Pasts"]');
    expect(Number(await rows.getAttribute('data-rows'))).toBeGreaterThan(0);
    await page.getByLabel('Most energy').press('Home');
    await expect.poll(() => thumbs.count()).toBeLessThan(4);
    await page.getByLabel('Most energy').press('End');
    await expect.poll(() => thumbs.count()).toBe(4);
    await page.getByText('Left alone at its start, the engine gets to the end by itself').waitFor();
    // Pointed at, a picture moves; left alone it stands where it stood.
    const canvas = thumbs.nth(1).locator('canvas');
    const part = () => canvas.getAttribute('data-part');
    await expect.poll(part).toBe('0.600');
    await thumbs.nth(1).hover();
    const parts = new Set<string | null>();
    await expect.poll(async () => parts.add(await part()).size).toBeGreaterThan(3);
    await page.mouse.move(5, 5);
    await expect.poll(part).toBe('0.600');
    const workers = page.workers().map((worker) => worker.url());
    await page.getByRole('button', { name: 'Play it' }).click();
    await finished();
    // Who has found it plays it: no other worker was asked to simulate.
    expect(page.workers().map((worker) => worker.url())).toEqual(workers);
    await shoot('past-found');
    const { seed, options } = (await sceneText()) as { seed: number; options: { past: string } };
    expect(String(seed)).toBe(await first.getAttribute('data-seed'));
    expect(options.past).toBe('strict');
    // The bench stays open when the project is kept under another address.
    expect(page.url()).toMatch(/#project\/.+;bench=past$/);
    // The engine, given the same scene, finds the same past again, to the bit.
    const played = await recording();
    const simulation = lcp.start(
      played.scene,
      parseOptions(lcp, played.scene.options).options,
      lonelyContext(),
    );
    const again = run(simulation, { scene: played.scene, reportColumns: lcp.columns.length });
    for (const { index, frame } of again)
      expect([...(await played.frame(index)).poses]).toEqual([...frame.poses]);
  });

  test('drops forward stand above the pasts, on the same axis', async () => {
    await page.getByRole('button', { name: 'Drop them forward' }).click();
    const forward = page.locator('.past-contacts canvas[data-of="Drops forward"]');
    await forward.waitFor();
    expect(Number(await forward.getAttribute('data-rows'))).toBeGreaterThanOrEqual(20);
    const unlike = Number(await page.locator('[data-unlike]').getAttribute('data-unlike'));
    expect(unlike).toBeGreaterThan(0);
    expect(unlike).toBeLessThan(1);
    await forward.scrollIntoViewIfNeeded();
    await shoot('past-drops');
  });

  test('a moment in the middle has a past and a future, side by side', async () => {
    await page.getByLabel('When the scene is as placed').fill('0.6');
    await page.getByText('These are of the scene before your changes.').waitFor();
    await page.getByRole('button', { name: 'Find pasts' }).click();
    await expect.poll(() => page.locator('.past-thumb').count()).toBe(4);
    await page.getByRole('button', { name: 'Find pasts' }).waitFor();
    await page.getByRole('button', { name: 'Play it' }).click();
    await finished();
    await page.getByLabel('Past and future side by side').check();
    await page.keyboard.press('End');
    const seen = () => page.locator('.second-view canvas').getAttribute('data-time');
    await expect.poll(async () => Number(await seen())).toBeCloseTo(0.2, 6);
    await shoot('past-both');
  });

  test('a past of two bodies that bends laws says so, and is refined', async () => {
    const crate = { size: [0.4, 0.4, 0.4] as const, density: 500, ...material };
    const two = {
      ...resting,
      name: 'two crates',
      bodies: [
        floor({ size: [6, 6], ...material }),
        box({ ...crate, name: 'left crate', position: [-1.2, 0, 0.2] }),
        box({ ...crate, name: 'right crate', position: [1.2, 0.1, 0.2] }),
      ],
    };
    await drop(page, { 'two.json': JSON.stringify(two) }, 'two crates');
    await openBench();
    await page.getByLabel('Laws').selectOption('lenient');
    await page.getByLabel('Refine', { exact: true }).selectOption('never');
    await page.getByRole('button', { name: 'Find pasts' }).click();
    await expect.poll(() => page.locator('.past-thumb').count()).toBe(4);
    await page.getByRole('button', { name: 'Find pasts' }).waitFor();
    await page.locator('.past-thumb[data-level="B"]').first().click();
    await page
      .getByText(/crate misses by/)
      .first()
      .waitFor();
    await page.getByText('without the log it misses').waitFor();
    const chosen = page.locator('.past-thumb[aria-selected="true"]');
    const seed = await chosen.getAttribute('data-seed');
    await page.getByRole('button', { name: 'Refine it' }).click();
    await page.locator(`.past-thumb[data-seed="${seed}"][data-level="A"]`).waitFor();
    // Each body is an island, since they never touch.
    const said = await page.locator('.past-islands').textContent();
    expect(said).toMatch(/Refining closed 2 of 2 islands\./);
    expect(said).toContain('left crate');
    expect(said).toContain('right crate');
    await shoot('past-refined');
    await page.getByRole('button', { name: 'Play it' }).click();
    await finished();
    const made = await recording();
    const { poses } = await made.frame(made.frameCount - 1);
    expect([...poses.subarray(7, 10)]).toEqual([-1.2, 0, 0.2]);
    expect([...poses.subarray(14, 17)]).toEqual([1.2, 0.1, 0.2]);
    await page.getByRole('button', { name: 'What the levels mean' }).click();
    await page.locator('.lesson').getByText('How may this have come about?').waitFor();
    await openBench();
    await page.getByLabel('Laws').selectOption('strict');
    await page.getByLabel('Refine', { exact: true }).selectOption('auto');
  });

  test('a word is spelled backward and played forward', async () => {
    const form = page.getByRole('form', { name: 'Spell a text' });
    await form.getByLabel('Text').fill('Hi');
    await form.getByLabel('Seconds').fill('1');
    await form.getByRole('button', { name: 'Spell' }).click();
    await page.locator('.top-bar h1', { hasText: 'hi' }).waitFor();
    await page.locator('.past').waitFor();
    await expect.poll(() => page.locator('.past-thumb').count()).toBe(0);
    await page.getByRole('button', { name: 'Find pasts' }).click();
    await expect.poll(() => page.locator('.past-thumb').count()).toBe(4);
    await page.getByRole('button', { name: 'Play it' }).click();
    await finished(90_000);
    await page.keyboard.press('End');
    await shoot('past-spelled');
    expect(await page.locator('.past-thumb[aria-selected="true"]').getAttribute('data-level')).toBe('A');
    const made = await recording();
    const first = await made.frame(0);
    const last = await made.frame(made.frameCount - 1);
    made.scene.bodies.forEach(({ motion, pose }, b) => {
      if (motion !== 'dynamic') return;
      expect([...last.poses.subarray(7 * b, 7 * b + 3)]).toEqual([...pose.position]);
      expect(first.poses[7 * b + 2]).not.toBe(pose.position[2]);
    });
    expect(studio.complaints).toEqual([]);
  });

  test('two dice are set and land so', async () => {
    await page.getByRole('button', { name: 'Die 1 shows 4' }).click();
    await page.getByRole('button', { name: 'Die 1 shows 5' }).click();
    await page.getByRole('button', { name: 'Die 1 shows 6' }).waitFor();
    await page.getByRole('button', { name: 'Throw them' }).click();
    await page.locator('.top-bar h1', { hasText: 'dice' }).waitFor();
    await finished();
    await page.keyboard.press('End');
    await shoot('past-dice');
    const thrown = await recording();
    const { poses } = await thrown.frame(thrown.frameCount - 1);
    const faces = [1, 2].map((b) => {
      const [x, y, z, w] = poses.subarray(7 * b + 3, 7 * b + 7);
      return faceUp([x, y, z, w]).face;
    });
    expect(faces).toEqual([6, 5]);
    expect(studio.complaints).toEqual([]);
  });
});
