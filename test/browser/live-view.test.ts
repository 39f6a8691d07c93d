import type { Browser, Page } from 'playwright-core';
// @ts-expect-error no types of its own
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scene as boxes } from '../../examples/falling-boxes.ts';
import type { Input } from '../../src/record/index.ts';
import { defineScene } from '../../src/scene/index.ts';
import {
  bundleForBrowser,
  chromePath,
  closePages,
  sharedChromium,
  type PageServer,
  servePages,
} from './chromium.ts';

describe.skipIf(!chromePath)('a live simulation on a canvas', () => {
  let browser: Browser;
  let server: PageServer;

  beforeAll(async () => {
    const type = 'text/javascript';
    const html = `<!doctype html><link rel="icon" href="data:,"><style>canvas { width: 240px; height: 180px }</style>
      <canvas></canvas><script type="module" src="/page.js"></script>`;
    server = await servePages(
      {
        '/': { type: 'text/html', body: html },
        '/page.js': { type, body: await bundleForBrowser('./live-view-page.ts', import.meta.url) },
        '/worker.ts': { type, body: await bundleForBrowser('../../src/live/worker.ts', import.meta.url) },
      },
      false,
    );
    browser = await sharedChromium();
  });

  afterAll(async () => {
    await closePages();
    await server?.close();
  });

  async function visit(): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 260, height: 200 } });
    await page.goto(server.address);
    await page.waitForFunction('typeof play === "function"');
    return page;
  }

  test('plays while it runs, and its bodies can be dragged', async () => {
    const page = await visit();
    const scene = defineScene({ ...boxes, duration: 60, gravity: 0 });
    await page.evaluate(`play(${JSON.stringify(scene)})`);
    await page.waitForFunction('state().time > 0.1');
    const before = PNG.sync.read(await page.screenshot());
    expect(colours(before)).toBeGreaterThan(20);

    const highest = 3;
    const [x, y] = (await page.evaluate(`onScreen(${highest})`)) as [number, number];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y + 5, { steps: 4 });
    await page.waitForFunction(
      `(() => { const [x] = onScreen(${highest}); return x > ${x + 15} || state().ended; })()`,
    );
    expect(await page.evaluate('state().ended')).toBe(undefined);
    await page.mouse.up();
    // Dragged beside the bodies, the view turns and nothing is applied.
    await page.mouse.move(5, 5);
    await page.mouse.down();
    await page.mouse.move(40, 20);
    await page.mouse.up();
    const after = PNG.sync.read(await page.screenshot());
    expect(differing(before, after)).toBeGreaterThan(100);

    const inputs = (await page.evaluate('inputs()')) as Input[];
    const drags = inputs.filter(({ kind, target }) => kind === 'drag' && target === highest);
    expect(drags.length).toBe(inputs.length);
    expect(drags.length).toBeGreaterThan(1);
    expect(drags.at(-1)?.values).toEqual([]);
    // Held where it was taken: inside or on the surface of the box.
    for (const value of drags[0].values.slice(0, 3)) expect(Math.abs(value)).toBeLessThan(0.1 + 1e-6);
    expect(await page.evaluate('state().ended')).toBe('cancelled');
    await page.close();
  });

  test('in a scene of one’s own it leaves nothing behind', async () => {
    const page = await visit();
    const left = (await page.evaluate(`comeAndGo(${JSON.stringify(boxes)})`)) as { textures: number[] };
    expect(left).toMatchObject({ during: 2, after: 0 });
    // The renderer has one of its own.
    expect(new Set(left.textures).size).toBe(1);
    await page.close();
  });
});

interface Picture {
  /** Four bytes a pixel. */
  readonly data: Uint8Array;
}

function colours({ data }: Picture): number {
  const seen = new Set<number>();
  for (let i = 0; i < data.length; i += 4) seen.add((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]);
  return seen.size;
}

function differing(a: Picture, b: Picture): number {
  let count = 0;
  for (let i = 0; i < a.data.length; i += 4) if (Math.abs(a.data[i] - b.data[i]) > 20) count++;
  return count;
}
