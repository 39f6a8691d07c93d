// The specification bench: a text with faults is put right, a frame is moved in the view, the roller coaster is steered.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bytesSource, openRecording, columnAt } from '../../../src/record/index.ts';
import { chromePath } from '../../browser/chromium.ts';
import { downloadFiles, exported } from './files.ts';
import { clickBehind as clickIn, editorText as textOf } from './editor.ts';
import { type OpenStudio, openStudio } from './studio.ts';

let studio: OpenStudio;
let page: Page;

const editorText = () => textOf(page);
const clickBehind = (piece: string) => clickIn(page, piece);

/** The machine may be busy. */
const soon = <T>(look: () => Promise<T>) => expect.poll(look);
const frames = () =>
  page.evaluate(() => document.querySelector<HTMLProgressElement>('.progress progress')?.value ?? 0);
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
    await downloadFiles(page);
  });

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
    await page.locator('.spec[data-state="good"]').waitFor();
    expect(loaded.slice(before).some((address) => /compile\.worker/.test(address))).toBe(true);
    expect(await editorText()).toContain('system Pendulum;');
    await shot('pendulum');
    expect(studio.complaints).toEqual([]);
  });

  test('underlines what is wrong, and says it until it is put right', async () => {
    await clickBehind('vary Rx');
    await page.keyboard.press('Backspace');
    await page.locator('.spec[data-state="faulty"]').waitFor();
    await page.locator('.spec-editor .cm-lintRange-error').first().waitFor();
    expect(await page.locator('.spec-fault').first().textContent()).toMatch(/^\d+:\d+/);
    await shot('fault');
    await page.keyboard.type('x');
    await page.locator('.spec[data-state="good"]').waitFor();
    expect(await page.locator('.spec-editor .cm-lintRange-error').count()).toBe(0);
    expect(studio.complaints).toEqual([]);
  });

  test('offers the names of frames and primitives', async () => {
    await clickBehind('vary Rx');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.keyboard.type('mass Bo', { delay: 20 });
    const offered = page.locator('.spec-editor .cm-tooltip-autocomplete li');
    // Words before it are offered on the way.
    await soon(async () => (await offered.allTextContents()).join(' ')).toContain('Bob');
    await page.keyboard.press('Escape');
    for (let k = 0; k < 8; k++) await page.keyboard.press('Backspace');
    await page.locator('.spec[data-state="good"]').waitFor();
  });

  test('changes the text at its place where a frame is moved in the view', async () => {
    await pane('Frames');
    await page.locator('.spec-tree').getByRole('button', { name: /^Bob/ }).click();
    await page.locator('.spec-tools').getByRole('button', { name: 'Move' }).click();
    const canvas = page.locator('.stage canvas').first();
    await soon(() => canvas.getAttribute('data-handles')).toMatch(/^\d+,\d+$/);
    await shot('handles');
    const before = await editorText();
    const box = await canvas.boundingBox();
    const [x, y] = ((await canvas.getAttribute('data-handles')) as string).split(',').map(Number);
    const from = { x: (box?.x ?? 0) + x, y: (box?.y ?? 0) + y };
    // The handle of y, which points up here.
    await page.mouse.move(from.x, from.y - 45, { steps: 3 });
    await page.mouse.down();
    await page.mouse.move(from.x, from.y - 105, { steps: 6 });
    await page.mouse.up();
    await soon(editorText).not.toBe(before);
    const after = await editorText();
    const [a, b] = [before.split('\n'), after.split('\n')];
    expect(b.length).toBe(a.length);
    expect(a.filter((line, i) => line !== b[i]).length).toBe(1);
    await page.locator('.spec[data-state="good"]').waitFor();
    await shot('moved');
    expect(studio.complaints).toEqual([]);
  });

  test('takes the change back with the project, and the text follows', async () => {
    await soon(() => page.getByRole('button', { name: /^Undo/ }).isEnabled()).toBe(true);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await soon(editorText).toContain('frame Bob at (0, 0, -L) {');
    await page.locator('.spec[data-state="good"]').waitFor();
  });

  test('takes along what hangs on a frame while it is dragged, and undoes that at once', async () => {
    // By the key of the view, from another bench: bodies of a specification are moved by their frames.
    await page.keyboard.press('Escape');
    await page.locator('.spec-tools').getByRole('button', { name: 'Move', pressed: false }).waitFor();
    await page.locator('.body-row', { hasText: 'Pivot' }).first().click();
    await page.getByRole('tab', { name: 'Plots', exact: true }).click();
    await page.locator('.plot-panel').waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('g');
    await page.locator('.spec[data-state="good"]').waitFor();
    const canvas = page.locator('.stage canvas').first();
    await soon(() => canvas.getAttribute('data-handles')).toMatch(/^\d+,\d+$/);
    const heightOf = async (name: string) =>
      (await page.locator('.label', { hasText: name }).first().boundingBox())?.y ?? Number.NaN;
    const [before, text] = [await heightOf('Bob'), await editorText()];
    const box = await canvas.boundingBox();
    const [x, y] = ((await canvas.getAttribute('data-handles')) as string).split(',').map(Number);
    const from = { x: (box?.x ?? 0) + x, y: (box?.y ?? 0) + y };
    await page.mouse.move(from.x, from.y - 45, { steps: 3 });
    await page.mouse.down();
    await page.mouse.move(from.x, from.y - 105, { steps: 6 });
    await soon(() => heightOf('Bob')).toBeLessThan(before - 30);
    await shot('dragged');
    expect(await editorText()).toBe(text);
    await page.mouse.up();
    await soon(editorText).not.toBe(text);
    await page.keyboard.press('Control+z');
    await soon(editorText).toBe(text);
    await soon(async () => Math.abs((await heightOf('Bob')) - before)).toBeLessThan(3);
    expect(await page.locator('.complaint').count()).toBe(0);
    await page.keyboard.press('n');
    await page.keyboard.press('Escape');
    await page.locator('.spec-tree').getByRole('button', { name: /^Bob/ }).click();
    await page.locator('.spec-tools').getByRole('button', { name: 'Move' }).click();
    expect(studio.complaints).toEqual([]);
  });

  test('turns a frame', async () => {
    const canvas = page.locator('.stage canvas').first();
    await soon(() => canvas.getAttribute('data-handles')).toMatch(/^\d+,\d+$/);
    const place = await canvas.getAttribute('data-handles');
    await page.locator('.spec-tools').getByRole('button', { name: 'Turn' }).click();
    const [x, y] = (place as string).split(',').map(Number);
    const box = await canvas.boundingBox();
    // Anywhere inside the rings turns freely.
    await page.mouse.move((box?.x ?? 0) + x + 12, (box?.y ?? 0) + y + 9, { steps: 3 });
    await page.mouse.down();
    await page.mouse.move((box?.x ?? 0) + x + 60, (box?.y ?? 0) + y + 30, { steps: 6 });
    await page.mouse.up();
    await soon(editorText).toMatch(/frame Bob at \(0, 0, -L\) turn .* deg\)? \{/);
    await page.locator('.spec[data-state="good"]').waitFor();
    await shot('turned');
    await page.locator('.spec-tools').getByRole('button', { name: 'Turn' }).click();
    await soon(() => canvas.getAttribute('data-handles')).toBe(null);
    expect(studio.complaints).toEqual([]);
  });

  test('writes a frame, a shape and a camera into one, and rides on that', async () => {
    await page
      .locator('.spec-tree')
      .getByRole('button', { name: /^Pivot/ })
      .click();
    await page.locator('.spec-tools').getByRole('button', { name: 'Add frame' }).click();
    await page.locator('.spec-tree').getByRole('button', { name: 'Frame1' }).waitFor();
    await page.locator('.spec-tools').getByLabel('Attach a shape').selectOption('cone');
    await page
      .locator('.spec-tree')
      .getByRole('button', { name: /Frame1.*cone/ })
      .waitFor();
    await page.locator('.spec-tools').getByRole('button', { name: 'Camera' }).click();
    await page
      .locator('.spec-tree')
      .getByRole('button', { name: /^Ride on Frame1/ })
      .click();
    const canvas = page.locator('.stage canvas').first();
    await soon(() => canvas.getAttribute('data-rides')).toMatch(/^\d+$/);
    await shot('ride');
    await page
      .locator('.spec-tree')
      .getByRole('button', { name: /^Ride on Frame1/ })
      .click();
    await soon(() => canvas.getAttribute('data-rides')).toBe(null);
    const text = await editorText();
    expect(text).toContain('frame Frame1 at (0, 0, 0) {');
    expect(text).toContain('shape cone(0.5, 1, 0);');
    expect(text).toContain('camera;');
    expect(studio.complaints).toEqual([]);
  });

  test('says where variables went, shows equations and program, and gives files', async () => {
    await pane('Classes');
    await page.locator('.spec-classes td.spec-class', { hasText: 'Q2' }).first().waitFor();
    expect(await page.locator('.spec-classes').textContent()).toContain('Rx(Arm)');
    await shot('classes');
    await pane('Equations');
    await page.locator('.spec-equations mtable').first().waitFor();
    expect(await page.locator('.spec-equations math').count()).toBeGreaterThan(8);
    const fractions = await page.evaluate(() => document.querySelector('.spec-equations math')?.namespaceURI);
    expect(fractions).toBe('http://www.w3.org/1998/Math/MathML');
    await shot('equations');
    await pane('Program');
    await page.locator('.spec-program pre', { hasText: 'DerivativeFunction' }).waitFor();
    await shot('program');
    for (const [label, begins] of [
      ['TypeScript', /^\/\//],
      ['C++', /^\/\//],
      ['WebAssembly', /^\0asm/],
    ] as const) {
      const waiting = page.waitForEvent('download');
      await page.locator('.spec-program').getByRole('button', { name: label, exact: true }).click();
      const saved = await waiting;
      expect(saved.suggestedFilename()).toMatch(/^Pendulum\.(ts|cpp|wasm)$/);
      expect(readFileSync(await saved.path(), 'latin1')).toMatch(begins);
    }
    expect(studio.complaints).toEqual([]);
  });

  test('counts and times what each optimisation gives', async () => {
    await pane('Costs');
    await page.getByRole('button', { name: 'Measure these' }).click();
    const rows = page.locator('.spec-costs tbody tr');
    await rows.first().waitFor();
    await page.getByLabel('blocks').uncheck();
    await page.getByRole('button', { name: 'Measure these' }).click();
    await soon(() => rows.count()).toBe(2);
    const operations = (await rows.locator('td:nth-child(2)').allInnerTexts()).map(Number);
    expect(operations.every((count) => count > 5)).toBe(true);
    await shot('costs');
  });

  test('steers the roller coaster with the keyboard, and logs it', async () => {
    await studio.goto('#example/roller-coaster;bench=equations');
    await page.locator('.spec[data-state="good"]').waitFor();
    await pane('Drive');
    await page.locator('.spec-drive').getByRole('button', { name: 'Drive' }).click();
    await page.locator('.run[data-run="running"]').waitFor({ state: 'attached' });
    const shown = page.locator('[data-control="UpDown"] output');
    await page.keyboard.down('ArrowUp');
    await soon(() => shown.textContent()).toBe('1');
    const reached = await frames();
    await soon(frames).toBeGreaterThan(reached + 20);
    await shot('drive');
    await page.keyboard.up('ArrowUp');
    await soon(() => shown.textContent()).toBe('0');
    await page.waitForTimeout(300);
    await page.locator('.spec-drive').getByRole('button', { name: 'Stop' }).click();
    await page.locator('.run[data-run="cancelled"]').waitFor({ state: 'attached' });
    const recording = await openRecording(bytesSource(await exported(page, 'Recording')));
    const log = [];
    for (let i = 0; i < recording.frameCount; i++) log.push(...(await recording.inputs(i)));
    expect(log.map(({ kind, target, values }) => [kind, target, ...values])).toEqual([
      ['control', 0, 1],
      ['control', 0, 0],
    ]);
    // Without a push, drag takes energy away.
    const energy = columnAt(recording.columns, 'energy');
    const [first, last] = [await recording.report(0), await recording.report(recording.frameCount - 1)];
    expect(last[energy]).toBeGreaterThan(first[energy] + 0.1);
    expect(studio.complaints).toEqual([]);
  });

  test('compiles while one types, and the scene follows', async () => {
    // The scene takes the change too; the compiler's answer must not wait for it.
    const lags: number[] = [];
    for (let k = 0; k < 4; k++) {
      await clickBehind('const N = 3');
      const before = await spec().getAttribute('data-lag');
      await page.keyboard.type(' ');
      await soon(() => spec().getAttribute('data-lag')).not.toBe(before);
      lags.push(Number(await spec().getAttribute('data-lag')));
    }
    await clickBehind('Thrust = 1');
    const before = await spec().getAttribute('data-lag');
    await page.keyboard.type('5');
    await soon(() => spec().getAttribute('data-lag')).not.toBe(before);
    await page.locator('.spec[data-state="good"]').waitFor();
    expect(lags.every((ms) => ms > 0)).toBe(true);
    await soon(() => page.locator('.slider', { hasText: 'Thrust' }).textContent()).toContain('15');
  });
});
