// The specification bench: a text with faults is put right, a frame is moved in the view, the roller coaster is steered.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromePath } from './chromium.ts';
import { type OpenStudio, openStudio } from './studio.ts';

let studio: OpenStudio;
let page: Page;

const editorText = () =>
  page.evaluate(() => {
    const root = document.querySelector('.spec-editor')?.shadowRoot;
    return [...(root?.querySelectorAll('.cm-line') ?? [])].map((line) => line.textContent).join('\n');
  });

/** Puts the cursor behind a piece of the text. */
async function clickBehind(piece: string): Promise<void> {
  const at = await page.evaluate((wanted) => {
    const root = document.querySelector('.spec-editor')?.shadowRoot;
    const line = [...(root?.querySelectorAll('.cm-line') ?? [])].find((one) => one.textContent?.includes(wanted));
    if (line === undefined) return undefined;
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    let left = (line.textContent ?? '').indexOf(wanted) + wanted.length;
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { length } = node.textContent ?? '';
      if (left > length) {
        left -= length;
        continue;
      }
      const range = document.createRange();
      range.setStart(node, left - 1);
      range.setEnd(node, left);
      const box = range.getBoundingClientRect();
      return { x: box.right, y: box.top + box.height / 2 };
    }
    return undefined;
  }, piece);
  if (at === undefined) throw new Error(`"${piece}" is not in the text`);
  await page.mouse.click(at.x - 0.5, at.y);
}

const spec = () => page.locator('.spec');
const pane = (title: string) => page.locator('.spec-tabs').getByRole('tab', { name: title }).click();
const shot = (name: string) =>
  process.env['CAROM_PICTURES'] === undefined
    ? Promise.resolve()
    : page.screenshot({ path: `${process.env['CAROM_PICTURES']}/${name}.png` }).then(() => undefined);

describe.skipIf(!chromePath)('the specification bench', () => {
  beforeAll(async () => {
    studio = await openStudio();
    ({ page } = studio);
  }, 180_000);

  afterAll(() => studio?.close());

  test('loads when it is opened, and not before', async () => {
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await studio.goto('#example/pendulum');
    await page.locator('.work-tabs').waitFor();
    await page.waitForTimeout(500);
    expect(loaded.filter((address) => /compile\.worker/.test(address))).toEqual([]);
    const before = loaded.length;
    await page.locator('.work-tabs').getByRole('tab', { name: 'Specification' }).click();
    await page.locator('.spec[data-state="good"]').waitFor({ timeout: 30_000 });
    expect(loaded.slice(before).some((address) => /compile\.worker/.test(address))).toBe(true);
    expect(await editorText()).toContain('system Pendulum;');
    await shot('pendulum');
    expect(studio.complaints).toEqual([]);
  }, 90_000);

  test('underlines what is wrong, and says it until it is put right', async () => {
    await clickBehind('vary Rx');
    await page.keyboard.press('Backspace');
    await page.locator('.spec[data-state="faulty"]').waitFor();
    await page.locator('.spec-editor .cm-lintRange-error').first().waitFor();
    expect(await page.locator('.spec-fault').first().innerText()).toMatch(/^\d+:\d+/);
    await shot('fault');
    await page.keyboard.type('x');
    await page.locator('.spec[data-state="good"]').waitFor();
    expect(await page.locator('.spec-editor .cm-lintRange-error').count()).toBe(0);
    expect(studio.complaints).toEqual([]);
  }, 60_000);

  test('offers the names of frames and primitives', async () => {
    await clickBehind('vary Rx');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('mass Bo', { delay: 20 });
    const offered = page.locator('.spec-editor .cm-tooltip-autocomplete li');
    await offered.first().waitFor();
    expect((await offered.allInnerTexts()).join(' ')).toContain('Bob');
    await page.keyboard.press('Escape');
    for (let k = 0; k < 8; k++) await page.keyboard.press('Backspace');
    await page.locator('.spec[data-state="good"]').waitFor();
  }, 60_000);

  test('changes the text at its place where a frame is moved in the view', async () => {
    await pane('Frames');
    await page.locator('.spec-tree').getByRole('button', { name: /^Bob/ }).click();
    await page.locator('.spec-tools').getByRole('button', { name: 'Move' }).click();
    const canvas = page.locator('.stage canvas').first();
    await expect.poll(() => canvas.getAttribute('data-handles')).toMatch(/^\d+,\d+$/);
    await shot('handles');
    const before = await editorText();
    const box = await canvas.boundingBox();
    const [x, y] = ((await canvas.getAttribute('data-handles')) as string).split(',').map(Number);
    const from = { x: (box?.x ?? 0) + x, y: (box?.y ?? 0) + y };
    // The handle of z, which goes up on the screen as far as the rod is turned away from it.
    const found = await page.evaluate(() => 0);
    expect(found).toBe(0);
    await page.mouse.move(from.x, from.y - 45, { steps: 3 });
    await page.mouse.down();
    await page.mouse.move(from.x, from.y - 105, { steps: 6 });
    await page.mouse.up();
    await expect.poll(editorText).not.toBe(before);
    const after = await editorText();
    const [a, b] = [before.split('\n'), after.split('\n')];
    expect(b.length).toBe(a.length);
    expect(a.filter((line, i) => line !== b[i]).length).toBe(1);
    await page.locator('.spec[data-state="good"]').waitFor();
    await shot('moved');
    expect(studio.complaints).toEqual([]);
  }, 60_000);
});
