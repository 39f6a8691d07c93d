// The gallery, what the studio loads before anything is simulated, links, frames, and every quick example run to its end.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scene as boxes } from '../../../examples/falling-boxes.ts';
import { listExamples } from '../../../src/cli/index.node.ts';
import measured from '../../../studio/src/gallery/measured.json' with { type: 'json' };
import { unpackText } from '../../../studio/src/share/pack.ts';
import { chromePath } from '../../browser/chromium.ts';
import { isLong } from '../../tier.ts';
import { type OpenStudio, openStudio } from './studio.ts';

/** The quickest example of each engine is run; in the long tier all that take up to 20 s. */
const LONGEST_SECONDS = 20;
const MOST_OF_AN_ENGINE = isLong ? Infinity : 1;
const PICTURES = new URL('../../../studio/public/pictures/', import.meta.url);
/** Solids are filled with tetrahedra where scenes are read, which is some 30 kB of it. */
const BUDGET_BYTES = 540_000;
/** How a WebAssembly module begins in base64. */
const WASM_MAGIC = 'AGFzbQ';

let studio: OpenStudio;
let folder: string;

describe.skipIf(!chromePath)('the gallery of the studio', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'carom-gallery-'));
    writeFileSync(join(folder, 'mine.json'), JSON.stringify({ ...boxes, name: 'mine' }));
    studio = await openStudio(folder);
  });

  afterAll(async () => {
    await studio?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('shows every example with a picture, its engine and promise', async () => {
    const { page } = studio;
    const names = listExamples().map(({ name }) => name);
    await page.locator('.card').first().waitFor();
    await expect.poll(() => page.locator('.card').count()).toBe(names.length);
    const without = names.filter((name) => !existsSync(new URL(`${name}.webp`, PICTURES)));
    await expect.poll(() => page.locator('.card .placeholder').count()).toBe(without.length);
    expect(without.length).toBeLessThan(names.length / 4);
    const bolt = page.locator('.card', { has: page.getByRole('heading', { name: 'Bolt', exact: true }) });
    const text = await bolt.textContent();
    expect(text).toMatch(/ipc/);
    expect(text).toMatch(/never intersects/);
    await bolt.getByText(/about \d+ s/).waitFor();
    const image = bolt.locator('img');
    await image.scrollIntoViewIfNeeded();
    await page.waitForFunction(
      (one) => (one as HTMLImageElement).naturalWidth > 0,
      await image.elementHandle(),
    );
  });

  test('finds examples by words', async () => {
    const { page } = studio;
    await page.getByRole('searchbox').fill('bolt nut');
    await page.getByRole('heading', { name: 'Bolt', exact: true }).waitFor();
    await expect.poll(() => page.locator('.card').count()).toBeLessThan(4);
    await page.getByRole('searchbox').fill('nothing like this');
    await page.getByText('No example matches').waitFor();
    await page.getByRole('searchbox').fill('');
    // Keys mean themselves in a field.
    await page.getByRole('heading', { name: 'Carom studio' }).click();
  });

  test('changes between light and dark, and remembers', async () => {
    const { page } = studio;
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.keyboard.press('t');
    const light = await ground();
    await page.keyboard.press('t');
    expect(await ground()).not.toBe(light);
    const dark = await ground();
    await page.reload();
    await page.locator('.card').first().waitFor();
    expect(await ground()).toBe(dark);
    await page.keyboard.press('t');
  });

  test('tells its keys', async () => {
    const { page } = studio;
    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Show these keys').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  test('opens a scene of the folder by a click, with little loaded before an engine is asked for', async () => {
    const { page } = studio;
    let bytes = 0;
    let gallery = 0;
    const loaded: Promise<void>[] = [];
    page.on('response', (response) => {
      if (!/\.(js|css|html)$|\/$/.test(new URL(response.url()).pathname) || response.status() !== 200) return;
      if (/\/(ipc|flight|engine|program|check\.worker)-/.test(response.url())) return;
      loaded.push(
        response.body().then(
          (body) => {
            // The kernels belong to the engines; the chunk they lie in is named after any module beside them.
            if (!body.includes(WASM_MAGIC)) bytes += gzipSync(body).length;
          },
          () => {},
        ),
      );
    });
    await studio.goto('');
    await page.getByRole('link', { name: 'mine.json' }).waitFor();
    await Promise.all(loaded);
    gallery = bytes;
    await page.getByRole('link', { name: 'mine.json' }).click();
    await page.locator('.bench[data-state="open"]').waitFor();
    await page.locator('canvas').first().waitFor();
    await page.waitForLoadState('networkidle');
    await Promise.all(loaded);
    page.removeAllListeners('response');
    expect(gallery).toBeLessThan(100_000);
    expect(bytes).toBeGreaterThan(gallery);
    expect(bytes).toBeLessThan(BUDGET_BYTES);
    await expect.poll(() => page.getByRole('heading', { name: 'mine' }).count()).toBe(1);
    expect(studio.complaints).toEqual([]);
  });

  test('shares a changed scene as a link that opens the same', async () => {
    const { page } = studio;
    await page.getByRole('button', { name: 'Share' }).click();
    const link = await page.getByLabel('Link').inputValue();
    const embed = await page.getByLabel('Frame for another page').inputValue();
    expect(embed).toContain('/embed.html#scene=');
    const carried = await unpackText(new URL(link).hash.replace('#scene=', ''));
    expect(JSON.parse(carried)).toEqual(JSON.parse(JSON.stringify({ ...boxes, name: 'mine' })));
    await page.goto('about:blank');
    await page.goto(link);
    await page.locator('.bench[data-state="open"]').waitFor();
    await expect.poll(() => page.getByRole('heading', { name: 'mine' }).count()).toBe(1);
  });

  test('another page frames the view, and nothing else of the studio', async () => {
    const { page, address } = studio;
    const framed = [`${address}embed.html?theme=dark&time=0.2&play=0#example/falling-boxes`, address];
    const html = `<!doctype html>${framed.map((src) => `<iframe src="${src}"></iframe>`).join('')}`;
    const other = createServer((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(html);
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await page.goto(`http://localhost:${port}/`);
    const view = page.frameLocator('iframe').first();
    await view.locator('.embed[data-run="finished"]').waitFor();
    await expect.poll(() => view.locator('canvas').count()).toBeGreaterThan(0);
    await expect.poll(() => view.locator('.panels, .plots, .top-bar').count()).toBe(0);
    await expect.poll(() => page.frameLocator('iframe').last().locator('.gallery').count()).toBe(0);
    await new Promise((resolve) => other.close(resolve));
  });

  const quick = Object.entries(measured)
    .filter(([, { wallSeconds }]) => wallSeconds < LONGEST_SECONDS)
    .sort(([, a], [, b]) => a.wallSeconds - b.wallSeconds);
  const chosen = quick.filter(
    ([, { engine }], i) =>
      quick.slice(0, i).filter(([, one]) => one.engine === engine).length < MOST_OF_AN_ENGINE,
  );
  for (const [name] of chosen)
    test(`runs ${name} to its end`, async () => {
      const { page } = studio;
      await studio.goto(`#example/${name}`);
      await page.getByRole('button', { name: 'Run', exact: true }).click();
      await page.locator('.run[data-run="finished"]').waitFor();
      await expect.poll(() => page.locator('.reasons').count()).toBe(0);
    });
});
