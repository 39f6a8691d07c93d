// Chromium for tests, in one place: finding it, starting it, and serving it bundled pages.
//
//   describe.skipIf(!chromePath)('in a browser', …)

import { existsSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';
import { waitPatienceMs } from '../patience.ts';

const CANDIDATES = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Any Chrome there is; undefined where there is none, and then tests skip visibly. */
export const chromePath: string | undefined = CANDIDATES.find(
  (path) => path !== undefined && existsSync(path),
);

let shared: Promise<Browser> | undefined;

/**
 * The browser of this process, for all test files that it runs: starting one takes a second of a processor. Every page
 * of `newPage` has a profile of its own. Not to be closed; it ends with the process.
 */
export function sharedChromium(): Promise<Browser> {
  shared ??= launchChromium();
  return shared;
}

/** After a test file: whatever it has opened. */
export async function closePages(): Promise<void> {
  await Promise.all((await shared)?.contexts().map((context) => context.close()) ?? []);
}

/** Starts it; its pages wait as patiently as all tests. */
async function launchChromium(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: chromePath,
    headless: true,
    timeout: waitPatienceMs,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
  browser.on('context', (context) => context.setDefaultTimeout(waitPatienceMs));
  return browser;
}

/** One script for browsers from a TypeScript entry, given relative to `base` (import.meta.url). */
export async function bundleForBrowser(entry: string, base: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [new URL(entry, base).pathname],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0].text;
}

export interface PageServer {
  /** Such as "http://127.0.0.1:41234". */
  readonly address: string;
  close(): Promise<void>;
}

export interface ServedFile {
  readonly type: string;
  readonly body: string | Uint8Array;
}

/**
 * Serves files from memory on loopback, with ranged requests.
 * @param isolated  send the headers that make a page cross-origin isolated
 */
export async function servePages(
  files: Readonly<Record<string, ServedFile>>,
  isolated: boolean,
): Promise<PageServer> {
  const server: Server = createServer((request, response) => answer(files, isolated, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(
  files: Readonly<Record<string, ServedFile>>,
  isolated: boolean,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const file = files[new URL(request.url ?? '/', 'http://x').pathname];
  if (!file) {
    response.writeHead(404).end();
    return;
  }
  const body = Buffer.from(file.body);
  const headers: Record<string, string> = { 'Content-Type': file.type, 'Accept-Ranges': 'bytes' };
  if (isolated) {
    headers['Cross-Origin-Opener-Policy'] = 'same-origin';
    headers['Cross-Origin-Embedder-Policy'] = 'require-corp';
  }
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  if (!range) {
    response.writeHead(200, headers).end(body);
    return;
  }
  const from = Number(range[1]);
  const until = Math.min(body.length, Number(range[2]) + 1);
  headers['Content-Range'] = `bytes ${from}-${until - 1}/${body.length}`;
  response.writeHead(206, headers).end(body.subarray(from, until));
}
