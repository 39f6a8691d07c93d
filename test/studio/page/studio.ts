// The studio for browser tests: built once for all of them, served by our own server, opened in a page.
//
//   const studio = await openStudio();          // or openStudio(folder) with files to open
//   await studio.goto('#example/falling-boxes');
//   await studio.page.getByRole('button', { name: 'Run' }).click();
//   await studio.close();

import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { buildStudio, serveStudio } from '../../../src/cli/index.node.ts';
import { launchChromium } from '../../browser/chromium.ts';
import { waitPatienceMs } from '../../patience.ts';

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
  const server = await serveStudio({ folder, pages: await builtStudio() });
  const browser = await launchChromium();
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
      await browser.close();
      await server.close();
    },
  };
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** One build for every test file, in every process: kept under a name made from what it is built of. */
async function builtStudio(): Promise<string> {
  const stamp = createHash('sha256');
  for (const folder of ['studio', 'src', 'examples', 'lessons']) addStamps(stamp, join(root, folder));
  const built = join(tmpdir(), `carom-studio-test-${stamp.digest('hex').slice(0, 16)}`);
  const lock = `${built}.lock`;
  const until = Date.now() + waitPatienceMs;
  while (!existsSync(built)) {
    if (tryMake(lock)) {
      try {
        removeOthers();
        const fresh = `${built}.${process.pid}`;
        await buildStudio(fresh);
        if (!existsSync(built)) renameSync(fresh, built);
      } finally {
        rmSync(lock, { recursive: true, force: true });
      }
    } else if (Date.now() > until) throw new Error(`nobody finished building the studio; remove ${lock}`);
    else await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return built;
}

function addStamps(stamp: ReturnType<typeof createHash>, folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const { size, mtimeMs } = statSync(file);
    stamp.update(`${file} ${size} ${mtimeMs}\n`);
  }
}

function tryMake(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

/** Builds of yesterday. */
function removeOthers(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith('carom-studio-test-')) continue;
    const folder = join(tmpdir(), name);
    if (Date.now() - statSync(folder).mtimeMs > 86_400_000) rmSync(folder, { recursive: true, force: true });
  }
}
