// The page of a sweep in a real browser: it fills while the sweep runs, is ordered, filtered and drawn, opens runs, and
// obeys nothing that stands in the folder.

import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Progress, Row } from '../../../src/farm/watch/index.ts';
import { chromePath } from '../../browser/chromium.ts';
import { recordTiny } from '../../browser/record-page.ts';
import { sweepRow } from '../sweep/rows.ts';
import { type OpenStudio, openStudio } from './studio.ts';

let studio: OpenStudio;
let page: Page;
let folder: string;

const lines = (rows: readonly (Row | string)[]) =>
  rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('');

function tell(name: string, more: Partial<Progress>): void {
  const progress: Progress = {
    format: 'carom-sweep-progress-1',
    sweep: name,
    parameters: ['mu'],
    measures: ['slip'],
    keep: 'frames',
    keepOf: 'failed',
    runs: 20,
    counted: 20,
    running: 0,
    perSecond: 0,
    isRunning: false,
    at: Date.now(),
    ...more,
  };
  writeFileSync(join(folder, name, 'progress.json'), JSON.stringify(progress));
}

function sweep(name: string, rows: readonly (Row | string)[], more: Partial<Progress> = {}): string {
  mkdirSync(join(folder, name, 'runs'), { recursive: true });
  writeFileSync(join(folder, name, 'rows.jsonl'), lines(rows));
  tell(name, more);
  return join(folder, name);
}

const many = (count: number) => Array.from({ length: count }, (_, run) => sweepRow(run));
const isRead = (rows: number, on = page) =>
  on.locator(`.sweep[data-state="read"][data-rows="${rows}"]`).waitFor();
const column = (nth: number) => page.locator(`.sweep-line td:nth-child(${nth})`).allInnerTexts();
const choice = (name: string) => page.getByRole('combobox', { name, exact: true });
const shot = (name: string) =>
  process.env['CAROM_PICTURES'] === undefined
    ? Promise.resolve()
    : page.screenshot({ path: `${process.env['CAROM_PICTURES']}/${name}.png` }).then(() => undefined);

describe.skipIf(!chromePath)('the page of a sweep', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'carom-sweep-page-'));
    sweep('friction', [
      ...many(19),
      sweepRow(19, {
        ended: 'failed',
        recording: 'runs/000019.carom',
        values: { mu: 1.9 },
        measures: { slip: 3 },
      }),
    ]);
    writeFileSync(join(folder, 'friction/runs/000019.carom'), await recordTiny());
    studio = await openStudio(folder);
    ({ page } = studio);
  });

  afterAll(async () => {
    await studio?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('fills while the sweep runs, without a reload', async () => {
    const live = sweep('live', many(3), { counted: 3, running: 2, perSecond: 2, isRunning: true });
    await studio.goto('#sweep/live');
    await isRead(3);
    const standing = page.locator('.sweep-standing');
    for (const words of ['3 of 20 runs', '2 running', '2 a second', '9 s left', '3 done'])
      await standing.getByText(words, { exact: true }).waitFor();
    await page.evaluate(() => {
      (window as { wasHere?: boolean }).wasHere = true;
    });
    // half a line is no row yet
    const [fourth, fifth] = [lines([sweepRow(3)]), lines([sweepRow(4)])];
    appendFileSync(join(live, 'rows.jsonl'), `${fourth}${fifth.slice(0, 40)}`);
    tell('live', { counted: 4, running: 2, perSecond: 2, isRunning: true });
    await isRead(4);
    await standing.getByText('1 failed').waitFor();
    appendFileSync(join(live, 'rows.jsonl'), `${fifth.slice(40)}${lines(many(20).slice(5))}`);
    tell('live', {});
    await isRead(20);
    await expect.poll(() => standing.getAttribute('data-life')).toBe('done');
    expect(await page.evaluate(() => (window as { wasHere?: boolean }).wasHere)).toBe(true);
    expect(await page.locator('.sweep-plot').getAttribute('data-points')).toBe('15');
    expect(studio.complaints).toEqual([]);
  });

  test('a sweep that was killed or stopped says how it goes on', async () => {
    sweep('killed', many(2), { counted: 2, running: 2, isRunning: true, at: Date.now() - 60_000 });
    await studio.goto('#sweep/killed');
    await page.getByText(/Nothing was heard of it for 60 s.*--resume/).waitFor();
    tell('killed', { counted: 2 });
    await page.getByText(/Stopped before its end.*--resume/).waitFor();
  });

  test('is ordered by a click and filtered by what is typed; the plot shows what the table does', async () => {
    await studio.goto('#sweep/friction');
    await isRead(20);
    await page.getByRole('button', { name: 'slip', exact: true }).click();
    expect((await column(3)).slice(0, 4)).toEqual(['0', '0', '1', '2']);
    await page.getByRole('button', { name: /^slip/ }).click();
    expect((await column(3)).slice(0, 3)).toEqual(['9', '8', '8']);
    expect(await page.locator('th[aria-sort="descending"]').innerText()).toContain('slip');
    await page.getByLabel('Only where mu').fill('>0.5 <=1');
    expect((await column(1)).sort()).toEqual(['10', '6', '7', '8', '9']);
    expect(await page.locator('.sweep-plot').getAttribute('data-points')).toBe('4');
    await page.getByLabel('Only where ended').fill('fail');
    expect(await column(1)).toEqual(['7']);
    await page.getByLabel('Only where mu').fill('>');
    expect(await page.getByLabel('Only where mu').getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('button', { name: '5 failed' }).click();
    expect(await page.locator('.sweep-line').count()).toBe(5);
  });

  test('a click on a point opens that run, and back leads to the sweep as it was', async () => {
    await studio.goto('#sweep/friction');
    await isRead(20);
    await page.getByLabel('Only where run').fill('=19');
    await expect.poll(() => page.locator('.sweep-plot').getAttribute('data-points')).toBe('1');
    // alone it lies in the middle of the axes
    const box = await page.locator('.sweep-plot').boundingBox();
    const [x, y] = [58 + (box!.width - 72) / 2, 20 + (box!.height - 62) / 2];
    await page.mouse.move(box!.x + x, box!.y + y);
    await expect.poll(() => page.locator('.sweep-pointed').innerText()).toContain('run 19');
    await page.mouse.click(box!.x + x, box!.y + y);
    await page.locator('.bench[data-state="open"]').waitFor();
    expect(new URL(page.url()).hash).toBe('#recording/friction%2Fruns%2F000019.carom');
    await page.getByRole('link', { name: 'its sweep' }).waitFor();
    await page.goBack();
    await isRead(20);
    expect(await page.getByLabel('Only where run').inputValue()).toBe('=19');
    expect(studio.complaints).toEqual([]);
  });

  test('a run that was not kept says what to set', async () => {
    await studio.goto('#sweep/friction');
    await isRead(20);
    await page.locator('.sweep-line').nth(2).click();
    const told = page.getByLabel('The run that is chosen');
    await told.getByText(/"keepOf": "all"/).waitFor();
    expect(new URL(page.url()).hash).toBe('#sweep/friction');
    await told.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => told.count()).toBe(0);
  });

  test('a recording that is not there any more says where it may be', async () => {
    sweep('lost', [sweepRow(0, { recording: 'runs/000000.carom' })]);
    await studio.goto('#sweep/lost');
    await isRead(1);
    await page.getByRole('link', { name: 'runs/000000.carom' }).click();
    await page.getByText(/There is no file “lost\/runs\/000000.carom”/).waitFor();
    await page.getByText(/carom worker --out/).waitFor();
  });

  test('the keys do all of it', async () => {
    await studio.goto('#sweep/friction');
    await isRead(20);
    await page.locator('.sweep-plot').focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
    expect(await page.locator('.sweep-pointed').innerText()).toContain('run 2');
    await page.locator('.sweep-grid').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await page.locator('.sweep-line[aria-current="true"] td').first().innerText()).toBe('1');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.locator('.bench[data-state="open"]').waitFor();
    expect(new URL(page.url()).hash).toContain('000019.carom');
  });

  test('any column against any other, coloured by a third, and a plot for each value of a fourth', async () => {
    await studio.goto('#sweep/friction');
    await isRead(20);
    await choice('Up').selectOption('mu');
    await choice('Across').selectOption('wallSeconds');
    await choice('Colour').selectOption('ended');
    await page.getByLabel('Colours of ended').getByText('failed').waitFor();
    const points = () => page.locator('.sweep-plot').first().getAttribute('data-points');
    await expect.poll(points).toBe('20');
    // the first has mu = 0
    await page.getByRole('button', { name: 'Logarithm of mu' }).click();
    await expect.poll(points).toBe('19');
    await choice('A plot for each').selectOption('ended');
    await expect.poll(() => page.locator('.sweep-part').count()).toBe(2);
    expect(await page.locator('.sweep-part figcaption').allInnerTexts()).toEqual([
      expect.stringContaining('ended done'),
      expect.stringContaining('ended failed'),
    ]);
    await shot('sweep-parts');
  });

  test('100,000 rows stay usable', async () => {
    sweep('big', many(100_000), { runs: 100_000, counted: 100_000 });
    await studio.goto('#sweep/big');
    await isRead(100_000);
    expect(await page.locator('.sweep-line').count()).toBeLessThan(60);
    await page.getByRole('button', { name: 'run', exact: false }).first().click();
    await expect.poll(async () => (await column(1))[0]).toBe('99999');
    await page.getByLabel('Only where run').fill('>=50000');
    await page.getByText('50000 of 100000', { exact: true }).waitFor();
    await page.locator('.sweep-grid').focus();
    await page.keyboard.press('End');
    await expect.poll(async () => (await column(1)).at(-1)).toBe('50000');
    expect(await page.locator('.sweep-line').count()).toBeLessThan(60);
  });

  test('a telephone shows all of it without scrolling sideways', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await studio.goto('#sweep/friction');
    await isRead(20);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    // what is told of the row that is pointed at moves nothing under the pointer
    await choice('Up').selectOption('simulatedSeconds');
    await choice('Colour').selectOption('wallSeconds');
    const top = () => page.locator('.sweep-grid').evaluate((grid) => grid.getBoundingClientRect().top);
    await page.locator('.sweep-line').nth(4).scrollIntoViewIfNeeded();
    const before = await top();
    await page.locator('.sweep-line').nth(4).hover();
    await expect.poll(() => page.locator('.sweep-pointed').innerText()).toContain('run');
    expect(await top()).toBe(before);
    await page.locator('.sweep-line').nth(2).click();
    await page.getByLabel('The run that is chosen').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await shot('sweep-telephone');
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('what stands in a folder is data: names, rows and addresses run nothing and lead nowhere', async () => {
    const evil = '<img src=x onerror="window.broken=1">';
    const secret = join(folder, '..', 'carom-secret.jsonl');
    writeFileSync(secret, lines([sweepRow(0, { what: 'secret' })]));
    mkdirSync(join(folder, 'linked'));
    symlinkSync(secret, join(folder, 'linked', 'rows.jsonl'));
    sweep(
      evil.replace('/', ''),
      [
        sweepRow(0, { what: evil, version: evil, values: { mu: -1e308 }, measures: { slip: 1e308 } }),
        sweepRow(5, { values: { mu: 1e308 }, measures: { slip: -1e308, constructor: 1 } }),
        JSON.stringify({ ...sweepRow(1), recording: '../../carom-secret.carom' }),
        JSON.stringify({ ...sweepRow(2), recording: 'javascript:alert(1)' }),
        JSON.stringify({ ...sweepRow(3), values: { [evil]: 1 } }),
        `{"__proto__": {"run": 1}}`,
      ],
      { sweep: evil },
    );
    await studio.goto(`#sweep/${encodeURIComponent(evil.replace('/', ''))}`);
    await isRead(2);
    for (const name of ['mu', 'slip'])
      await page.getByRole('button', { name: `Logarithm of ${name}` }).click();
    expect(await page.locator('h1').innerText()).toBe(evil);
    await page.getByText('4 damaged lines of the journal passed over').waitFor();
    expect(await page.locator('.sweep-line').first().innerText()).toContain(evil);
    expect(await page.locator('img, .sweep-line a').count()).toBe(0);
    for (const path of ['..', '../..', '/etc', 'linked', 'friction/../../etc', '%00', 'C:\\x'])
      for (const address of [`#sweep/${encodeURIComponent(path)}`, `#sweep/${path}`]) {
        await studio.goto(address);
        await page.getByText(/There is no sweep in/).waitFor();
      }
    expect(await page.evaluate(() => (window as { broken?: number }).broken)).toBeUndefined();
    expect(studio.complaints).toEqual([]);
    rmSync(secret);
  });

  test('the gallery lists a sweep by its folder, and not the recordings in it', async () => {
    await studio.goto('');
    await page.getByRole('link', { name: 'friction', exact: true }).click();
    await isRead(20);
    await studio.goto('');
    await page.getByRole('link', { name: 'friction', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: /000019|progress\.json/ }).count()).toBe(0);
  });
});
