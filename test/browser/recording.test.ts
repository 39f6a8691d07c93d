import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bytesSource, openRecording } from '../../src/record/index.ts';
import { createNodePool } from '../../src/sim/index.node.ts';
import { compileChunkKernels } from '../sim/chunk-kernels.ts';
import type { PageServer, ServedFile } from './chromium.ts';
import { bundleForBrowser, chromePath, closePages, sharedChromium, servePages } from './chromium.ts';
import type { Everything } from './record-page.ts';
import { hashOf, recordTiny, sumOnThreads } from './record-page.ts';

describe.skipIf(!chromePath)('in Chromium', () => {
  let browser: Browser;
  let files: Record<string, ServedFile>;
  let recorded: Uint8Array;
  let wasm: Uint8Array<ArrayBuffer>;

  beforeAll(async () => {
    recorded = await recordTiny();
    wasm = await compileChunkKernels();
    const script = 'text/javascript';
    files = {
      '/': { type: 'text/html', body: '<!doctype html><script type="module" src="/page.js"></script>' },
      '/page.js': { type: script, body: await bundleForBrowser('./record-page.ts', import.meta.url) },
      // Where the unbundled expression in pool.web.ts looks for its worker.
      '/worker.web.ts': {
        type: script,
        body: await bundleForBrowser('../../src/sim/worker.web.ts', import.meta.url),
      },
      '/kernels.wasm': { type: 'application/wasm', body: wasm },
      '/node.carom': { type: 'application/octet-stream', body: recorded },
    };
    browser = await sharedChromium();
  });

  afterAll(closePages);

  async function visit(isolated: boolean, call: string): Promise<Everything> {
    const server: PageServer = await servePages(files, isolated);
    const page = await browser.newPage();
    try {
      await page.goto(server.address);
      await page.waitForFunction('typeof everything === "function"');
      return (await page.evaluate(`${call}()`)) as Everything;
    } finally {
      await page.close();
      await server.close();
    }
  }

  test.each([
    [true, 'everything'],
    [false, 'everything'],
    [true, 'everythingInWorker'],
    [false, 'everythingInWorker'],
  ])('recordings and kernels have the bits of Node (isolated: %s, %s)', async (isolated, call) => {
    const inPage = await visit(isolated, call);
    expect(inPage.isolated).toBe(isolated);
    const hash = await hashOf(recorded);
    expect(inPage.hash).toBe(hash);
    expect(inPage.remoteHash).toBe(hash);

    const recording = await openRecording(bytesSource(recorded));
    const last = await recording.frame(recording.frameCount - 1);
    expect(inPage.lastPoses).toEqual([...last.poses]);

    const inNode = await sumOnThreads(createNodePool, new WebAssembly.Module(wasm));
    expect(inPage.pool.threads).toBe(isolated ? 2 : 1);
    expect(inNode.threads).toBe(2);
    expect(inPage.pool.sums).toEqual(inNode.sums);
  });
});
