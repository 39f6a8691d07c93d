// The same bits in Node and in a browser: a digest over many calls of everything that could differ.

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { describe, expect, test } from 'vitest';
// @ts-expect-error a plain script without types
import { findChrome } from '../../scripts/chrome.mjs';
import { digestOfNumbers } from './digest.ts';

const chrome: string | undefined = findChrome();

describe.skipIf(!chrome)('in a browser', () => {
  test('elementary functions, random numbers, rotations and eigenvalues have the same bits', async () => {
    const entry = fileURLToPath(new URL('./digest.ts', import.meta.url));
    const bundle = await build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      format: 'iife',
      globalName: 'digest',
      logLevel: 'error',
    });
    const browser = await chromium.launch({ executablePath: chrome, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage();
      const theirs = await page.evaluate(`${bundle.outputFiles[0].text}; digest.digestOfNumbers()`);
      expect(theirs).toEqual(digestOfNumbers());
    } finally {
      await browser.close();
    }
  });
});
