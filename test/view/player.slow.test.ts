import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serveRecording, type ViewServer } from '../../src/cli/index.node.ts';
import { chromePath, closePages, sharedChromium } from '../browser/chromium.ts';
import { carom } from '../cli/carom.ts';

let folder: string;
let file: string;
let server: ViewServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carom-view-'));
  file = join(folder, 'boxes.carom');
  await carom(
    ['run', 'falling-boxes', '--engine', 'flight', '--duration', '0.4', '--out', file, '--no-verify'],
    folder,
  );
  server = await serveRecording(file);
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A request as it stands: no library tidies its path or its host. */
function raw(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; length: number }> {
  const { hostname, port } = new URL(server.address);
  return new Promise((resolve, reject) => {
    const call = request({ hostname, port, path, headers, method }, (response) => {
      let length = 0;
      response.on('data', (data: Buffer) => {
        length += data.length;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, length }));
    });
    call.on('error', reject);
    call.end();
  });
}

describe('the server of the player', () => {
  test('serves its page with a strict policy and isolation', async () => {
    const answer = await fetch(server.address);
    expect(answer.status).toBe(200);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).not.toContain("'unsafe-eval'");
    expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(answer.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
    expect(new URL(server.address).hostname).toBe('127.0.0.1');
  });

  test('answers ranges of the recording', async () => {
    const { size } = statSync(file);
    const get = (Range: string) => raw('/recording.carom', { Range });
    expect(await get('bytes=0-3')).toEqual({ status: 206, length: 4 });
    expect(await get(`bytes=${size - 10}-`)).toEqual({ status: 206, length: 10 });
    expect(await get('bytes=-7')).toEqual({ status: 206, length: 7 });
    expect(await get(`bytes=5-${size + 1000}`)).toEqual({ status: 206, length: size - 5 });
    expect((await get(`bytes=${size}-${size + 1}`)).status).toBe(416);
    expect((await get('bytes=9-3')).status).toBe(416);
    expect(await get('bytes=0-1,3-4')).toEqual({ status: 200, length: size });
  });

  test('gives away nothing else, to nobody else', async () => {
    for (const path of [
      '/../package.json',
      '/..%2fpackage.json',
      '/etc/passwd',
      '//etc/passwd',
      '/page.ts',
      '/boxes.carom',
      '/%00',
    ])
      expect((await raw(path)).status).toBe(404);
    expect((await raw('/', { Host: 'evil.example' })).status).toBe(403);
    expect((await raw('/', { Host: '127.0.0.1.evil.example' })).status).toBe(403);
    expect((await raw('/', {}, 'POST')).status).toBe(405);
    expect((await raw('/', {}, 'DELETE')).status).toBe(405);
  });
});

describe.skipIf(!chromePath)('the player in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedChromium();
  });
  afterAll(closePages);

  test('plays, scrubs and steps', async () => {
    const page = await browser.newPage({ viewport: { width: 400, height: 300 } });
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(server.address);
    await page.waitForSelector('body[data-state="ready"]', { state: 'attached' });
    expect(await page.textContent('#about')).toContain('4 bodies, 25 frames by flight');
    expect(await page.evaluate('crossOriginIsolated')).toBe(true);
    await page.waitForFunction('player.time > 0');
    await page.keyboard.press(' ');
    await page.keyboard.press('End');
    await page.waitForFunction('document.getElementById("clock").textContent.startsWith("0.400")');
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction('document.getElementById("clock").textContent.startsWith("0.383")');
    await page.fill('#time', '0.1');
    await page.waitForFunction('Math.abs(player.time - 0.1) < 0.001');
    // Something is drawn: not all of the picture is background.
    const shot = await page.screenshot({ clip: { x: 100, y: 50, width: 200, height: 150 } });
    expect(shot.length).toBeGreaterThan(1500);
    expect(complaints).toEqual([]);
    await page.close();
  });
});
