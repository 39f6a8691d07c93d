// The bench for cloth in a real browser: hold and pull vertices by hand, run, and read what the engine certifies.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reefKnot } from '../../../examples/async/parts/reef-knot.ts';
import { bytesSource, openRecording, columnAt } from '../../../src/record/index.ts';
import { cloth, defineScene } from '../../../src/scene/index.ts';
import { chromePath } from '../../browser/chromium.ts';
import { downloadFiles, drop, exported } from './files.ts';

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
    await downloadFiles(page);
    page.on('request', (request) => asked.push(request.url()));
    await studio.goto('');
    await page.locator('.card').first().waitFor();
    await drop(page, { 'sheet.json': JSON.stringify(sheet) }, 'sheet');
  });

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
  });

  test('a face, a border or what a brush passes over is held at once', async () => {
    const said = page.locator('.cloth-pins span');
    const reach = page.getByLabel('What a click takes');
    const held = async () => Number(await said.getAttribute('data-held'));
    await page.getByRole('button', { name: 'Let go' }).click();
    await expect.poll(held).toBe(0);
    const [x, y] = await middle();
    await reach.selectOption('face');
    await page.mouse.click(x + 4, y + 4);
    await expect.poll(held).toBe(3);
    await reach.selectOption('border');
    await page.mouse.click(x + 4, y + 4);
    // Six cells have seven vertices; some of them may be of the face.
    await expect.poll(held).toBeGreaterThanOrEqual(7);
    await reach.selectOption('brush');
    const before = await held();
    await page.mouse.move(x - 90, y);
    await page.mouse.down();
    for (let dx = -80; dx <= 90; dx += 10) await page.mouse.move(x + dx, y);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/cloth-brush.png` });
    await page.mouse.up();
    await expect.poll(held).toBeGreaterThan(before);
    await page.keyboard.press('Control+z');
    await expect.poll(held).toBe(before);
    await page.getByRole('button', { name: 'Let go' }).click();
    await expect.poll(held).toBe(0);
    await reach.selectOption('vertex');
    await page.mouse.click(x, y);
    await expect.poll(held).toBe(1);
  });

  test('a run says what is kept, frame by frame', async () => {
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.run[data-run="finished"]').waitFor({ state: 'attached' });
    await page.keyboard.press('End');
    const report = page.locator('.cloth-report');
    await expect.poll(() => report.getAttribute('data-frame')).not.toBe('0');
    await report.getByText('of stretching and bending').waitFor();
    expect(await report.textContent()).toMatch(/Kicks[\d,]+ in this frame, [\d,]+ so far/);
    await page.locator('.cloth-layers canvas').waitFor();
    // Events of every frame, the first one at 0 s included.
    await expect.poll(() => page.locator('.cloth-events').getAttribute('data-frames')).toBe('6');
    expect(await page.locator('.cloth-events .values').textContent()).toMatch(/kicks of forces[\d,]{2,}/);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/cloth-run.png` });
    expect(studio.complaints).toEqual([]);
  });

  test('a knot is pulled, and its ribbons push each other', async () => {
    const knot = reefKnot({ name: 'knot', along: 60, duration: 0.06, force: 0.05 });
    await drop(page, { 'knot.json': JSON.stringify(knot) }, 'knot');
    await page.getByRole('tab', { name: 'Cloth', exact: true }).click();
    await expect.poll(() => page.locator('.cloth-pins span[data-pulls="1"]').count()).toBe(2);
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.run[data-run="finished"]').waitFor({ state: 'attached' });
    await page.keyboard.press('End');
    await page.locator('.cloth-layers canvas:not([data-deepest="0"])').waitFor();
    await page.locator('.cloth-report').getByText('edge – edge').waitFor();
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/cloth-knot.png` });
    await page.getByLabel('Draw slabs and clocks of the moment shown').check();
    const seen = page.locator('.cloth-seen');
    await expect.poll(async () => Number(await seen.getAttribute('data-time'))).toBeCloseTo(0.06, 6);
    // As many layers as the report of the film says are on for the deepest pair, and slabs for what is not.
    expect(Number(await seen.getAttribute('data-layers'))).toBeGreaterThan(0);
    const deepest = await page.evaluate(() =>
      Math.max(
        ...Array.from(document.querySelectorAll('.cloth-pairs td:nth-child(3)'), (cell) =>
          Number(cell.textContent),
        ),
      ),
    );
    expect(deepest).toBeGreaterThan(0);
    expect(await page.locator('.cloth-diagram g[data-layer]').count()).toBeGreaterThan(0);
    expect(await page.locator('.cloth-slab').count()).toBe(1);
    await page.locator('.cloth-diagram').scrollIntoViewIfNeeded();
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/cloth-slabs.png` });
    // Back in time, and between two frames.
    await page.locator('.cloth-pairs button').nth(2).click();
    await page.keyboard.press('Home');
    await expect.poll(() => seen.getAttribute('data-time')).toMatch(/^0(\.0000000000\d*|e|$)|e-1/);
    expect(await seen.getAttribute('data-layers')).toBe('0');
    await page.getByLabel('Draw slabs and clocks of the moment shown').uncheck();
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.locator('.verdict .chip.good', { hasText: 'verified' }).waitFor();
    expect(studio.complaints).toEqual([]);
  });

  test('a knot is pulled by hand while it runs: it tightens, and nothing passes through anything', async () => {
    const made = reefKnot({ name: 'by hand', along: 60, duration: 0.4, force: 0.05 });
    const [left, right] = made.deformables ?? [];
    const ends = left.pins?.[0].vertices ?? [];
    const scene = {
      ...made,
      // The left ribbon is held at both ends, the right one at its lower end: the other one is for the hand.
      deformables: [
        { ...left, pins: [{ vertices: ends }] },
        { ...right, pins: [{ vertices: [ends[1], ends[3]] }] },
      ],
    };
    // Slowly, so that the run is neither over nor the end of the ribbon far away before it is taken hold of.
    const speed = page.locator('label', { hasText: 'Speed' }).locator('select');
    await speed.selectOption('0.1');
    await drop(page, { 'hand.json': JSON.stringify(scene) }, 'by hand');
    await page.getByRole('tab', { name: 'Cloth', exact: true }).click();
    const [x, y] = await findEnd();
    await page.getByLabel('real time').check();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByText('It runs: drag the cloth in the view to pull it.').waitFor();
    // The ribbon moves already: time stands still while it is taken hold of.
    await page.locator('.run').getByRole('button', { name: 'Pause' }).click();
    const [fromX, fromY] = await takeHold(x, y);
    for (let i = 1; i <= 12; i++) {
      await page.mouse.move(fromX + 14 * i, fromY - 2 * i);
      await drawn();
    }
    await page.keyboard.press('Control+Enter');
    // The hand stays far out, however few pictures a busy machine draws until the run is over.
    const finished = page.locator('.run[data-run="finished"]');
    for (let i = 0; (await finished.count()) === 0; i++) {
      await page.mouse.move(fromX + 168 + (i % 2), fromY - 24);
      await drawn();
    }
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/cloth-hand.png` });
    await page.mouse.up();
    await page.getByLabel('real time').uncheck();
    await speed.selectOption('1');
    const recording = await openRecording(bytesSource(await exported(page, 'Recording')));
    const inputs = await Promise.all(
      Array.from({ length: recording.frameCount }, (_, i) => recording.inputs(i)),
    );
    expect(inputs.flat().filter(({ kind }) => kind === 'drag').length).toBeGreaterThan(2);
    // The bight of the right ribbon, which lies on the left, is drawn into the other one.
    const count = recording.scene.meshes[recording.scene.deformables[0].mesh].positions.length;
    const head = async (frame: number) => {
      const { vertices } = await recording.frame(frame);
      let least = 1;
      for (let i = count; i < vertices.length; i += 3) least = Math.min(least, vertices[i]);
      return least;
    };
    expect((await head(recording.frameCount - 1)) - (await head(0))).toBeGreaterThan(0.003);
    const pushes = columnAt(recording.columns, 'pushes');
    const reports = await Promise.all(
      Array.from({ length: recording.frameCount }, (_, i) => recording.report(i)),
    );
    expect(Math.max(...reports.map((report) => report[pushes]))).toBeGreaterThan(1000);
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.locator('.verdict .chip.good', { hasText: 'verified' }).waitFor();
    expect(studio.complaints).toEqual([]);
  });
});

/** Until the page has drawn what the pointer did. */
async function drawn(): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

/** Takes hold of the end of the right ribbon, which has moved a little to the left since it was found. */
async function takeHold(x: number, y: number): Promise<readonly [number, number]> {
  // Nothing is selected then, and the chip tells what is under the pointer.
  await page.mouse.click(x - 200, y + 250);
  const right = page.locator('.view-chip.item', { hasText: 'right' });
  for (let dx = 20; dx > -160; dx -= 12)
    for (let dy = -50; dy < 45; dy += 12) {
      await page.mouse.move(x + dx, y + dy);
      await drawn();
      if ((await right.count()) === 0) continue;
      await page.mouse.down();
      await page.locator('[data-pulling="true"]').waitFor();
      return [x + dx, y + dy];
    }
  throw new Error('the ribbon was not taken hold of');
}

/** Where the free end of the right ribbon is seen from the front: clicks from the right until it is selected. */
async function findEnd(): Promise<readonly [number, number]> {
  const row = page.locator('.body-row', { hasText: 'right' });
  await row.click();
  await page.locator('.viewport > canvas').hover();
  await page.keyboard.press('1');
  await page.keyboard.press('f');
  await page.waitForTimeout(600);
  const canvas = await page.locator('.viewport > canvas').boundingBox();
  if (canvas === null) throw new Error('no view');
  const [left, middle] = [canvas.x + canvas.width / 2, canvas.y + canvas.height / 2];
  for (let dx = 0.5 * canvas.width - 6; dx > 40; dx -= 14)
    for (let dy = -8; dy > -120; dy -= 8) {
      await page.mouse.click(left + dx, middle + dy);
      if ((await row.getAttribute('aria-pressed')) === 'true') {
        // Its lower border is met first.
        return [left + dx - 8, middle + dy - 14];
      }
    }
  throw new Error('the end of the ribbon was not found');
}
