import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scene as boxes } from '../../examples/falling-boxes.ts';
import {
  bundleForBrowser,
  chromePath,
  closePages,
  sharedChromium,
  type PageServer,
  servePages,
} from './chromium.ts';

describe.skipIf(!chromePath)('the React component', () => {
  let browser: Browser;
  let server: PageServer;

  beforeAll(async () => {
    const type = 'text/javascript';
    const html = `<!doctype html><link rel="icon" href="data:,"><style>#root { width: 80px; height: 60px }</style>
      <div id="root"></div><script type="module" src="/page.js"></script>`;
    server = await servePages(
      {
        '/': { type: 'text/html', body: html },
        '/page.js': { type, body: await bundleForBrowser('./react-page.ts', import.meta.url) },
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

  test('simulates, shows recordings and moments, tells what is wrong, and ends what it started', async () => {
    const page = await browser.newPage({ viewport: { width: 100, height: 80 } });
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(server.address);
    await page.waitForFunction('typeof component === "function"');
    const wrong = { ...boxes, engine: 'ipx' };
    const told = await page.evaluate(`component(${JSON.stringify(boxes)}, ${JSON.stringify(wrong)})`);
    expect(told).toMatchObject({ started: 1, wasEnded: 'cancelled', refused: 'engine', isOut: true });
    const { firstHeight, lateHeight } = told as Record<string, number>;
    expect(firstHeight).toBeCloseTo(0.8, 6);
    expect(lateHeight).toBeLessThan(0.79);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
