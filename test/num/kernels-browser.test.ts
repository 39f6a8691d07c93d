// The same bits in Chromium as in Node, in shared and unshared memory, on a page without isolation.

import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { fingerprintOfFactor } from './kernels-page.ts';

const chrome: { findChrome(): string | undefined } = await import(
  new URL('../../scripts/chrome.mjs', import.meta.url).href
);
const executablePath = chrome.findChrome();

describe.skipIf(!executablePath)('kernels in a browser', () => {
  test('give the bits that they give in Node', async () => {
    const bundle = await build({
      entryPoints: ['test/num/kernels-page.ts'],
      bundle: true,
      write: false,
      format: 'iife',
      globalName: 'page',
    });
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage();
      await page.setContent('<!doctype html><title>kernels</title>');
      await page.addScriptTag({ content: bundle.outputFiles[0].text });
      const found = (await page.evaluate(
        'page.loadKernels().then(() => [true, false].map((shared) => page.fingerprintOfFactor(shared)))',
      )) as string[];
      expect(await page.evaluate('globalThis.crossOriginIsolated')).toBe(false);
      expect(found).toEqual([fingerprintOfFactor(true), fingerprintOfFactor(true)]);
    } finally {
      await browser.close();
    }
  });
});
