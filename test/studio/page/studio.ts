// The studio for browser tests: built once for all of them, served by our own server, opened in a page.
//
//   const studio = await openStudio();          // or openStudio(folder) with files to open
//   await studio.goto('#example/falling-boxes');
//   await studio.page.getByRole('button', { name: 'Run' }).click();
//   await studio.close();

import type { BrowserContext, Page } from 'playwright-core';
import { buildStudio, serveStudio } from '../../../src/cli/index.node.ts';
import { sharedChromium } from '../../browser/chromium.ts';
import { builtOnce } from '../../built.ts';

export interface OpenStudio {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Such as "http://127.0.0.1:41234/". */
  readonly address: string;
  /** What the page complained about: errors nobody caught, and broken rules of its security policy. */
  readonly complaints: readonly string[];
  /** Opens a place such as "#example/bolt" as a fresh page would. */
  goto(place: string): Promise<void>;
  close(): Promise<void>;
}

export async function openStudio(folder?: string, size = { width: 1440, height: 900 }): Promise<OpenStudio> {
  const server = await serveStudio({ folder, pages: await builtOnce('studio', SOURCES, buildStudio) });
  const browser = await sharedChromium();
  const context = await browser.newContext({ viewport: size });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (/Content Security Policy|Content-Security-Policy/.test(message.text()))
      complaints.push(message.text());
  });
  await page.goto(server.address);
  return {
    page,
    context,
    address: server.address,
    complaints,
    async goto(place) {
      await page.goto('about:blank');
      await page.goto(`${server.address}${place}`);
    },
    async close() {
      await context.close();
      await server.close();
    },
  };
}

/** What it is made of. */
const SOURCES = ['studio', 'src', 'examples', 'lessons'];
