// A specification compiled and run in Chromium gives the same bits as in Node.

import { expect, test } from 'vitest';
import { bundleForBrowser, chromePath, closePages, sharedChromium, servePages } from './chromium.ts';
import { hashOfRun, type Name } from './program-page.ts';

const runs: readonly (readonly [Name, number])[] = [
  ['double-pendulum', 3],
  ['ball-in-drum', 2],
  ['rolling-ellipsoid', 2],
  ['roller-coaster', 2],
];

test.skipIf(!chromePath)('specifications give the same bits in Node and in Chromium', async () => {
  const server = await servePages(
    {
      '/': { type: 'text/html', body: '<!doctype html><script type="module" src="/page.js"></script>' },
      '/page.js': {
        type: 'text/javascript',
        body: await bundleForBrowser('./program-page.ts', import.meta.url),
      },
    },
    true,
  );
  const browser = await sharedChromium();
  try {
    const page = await browser.newPage();
    await page.goto(server.address);
    await page.waitForFunction('typeof hashOfRun === "function"');
    for (const [name, seconds] of runs) {
      const there = await page.evaluate(`hashOfRun(${JSON.stringify(name)}, ${seconds})`);
      expect(there, name).toBe(hashOfRun(name, seconds));
    }
  } finally {
    await closePages();
    await server.close();
  }
});
