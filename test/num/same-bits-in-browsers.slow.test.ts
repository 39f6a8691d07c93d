// The same bits in Node and in a browser, on a page without isolation: digests over many calls of everything that
// could differ.

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromePath, closePages, sharedChromium } from '../browser/chromium.ts';
import { digestOfNumbers, fingerprintOfFactor } from './browser-page.ts';

describe.skipIf(!chromePath)('in a browser', () => {
  let browser: Browser | undefined;
  let page: Page;

  beforeAll(async () => {
    const bundle = await build({
      entryPoints: [fileURLToPath(new URL('./browser-page.ts', import.meta.url))],
      bundle: true,
      write: false,
      format: 'iife',
      globalName: 'page',
      logLevel: 'error',
    });
    browser = await sharedChromium();
    page = await browser.newPage();
    await page.setContent('<!doctype html><title>numbers</title>');
    await page.addScriptTag({ content: bundle.outputFiles[0].text });
  });

  afterAll(closePages);

  test('elementary functions, random numbers, rotations and eigenvalues have the same bits', async () => {
    expect(await page.evaluate('page.digestOfNumbers()')).toEqual(digestOfNumbers());
  });

  test('kernels have the same bits, in shared memory or not', async () => {
    const found = await page.evaluate(
      'page.loadKernels().then(() => [true, false].map((shared) => page.fingerprintOfFactor(shared)))',
    );
    expect(await page.evaluate('globalThis.crossOriginIsolated')).toBe(false);
    expect(found).toEqual([fingerprintOfFactor(true), fingerprintOfFactor(true)]);
  });
});
