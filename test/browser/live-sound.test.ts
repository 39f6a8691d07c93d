import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LiveSoundStats } from '../../src/sound/live/index.ts';
import { chromePath, closePages, type PageServer, sharedChromium } from './chromium.ts';
import { serveLiveSound, STRICT } from './live-sound.ts';
import type { LiveRun } from './live-sound-page.ts';

interface Heard {
  readonly left: number;
  readonly right: number;
  readonly first: number;
  readonly stats: LiveSoundStats;
}

describe.skipIf(!chromePath)('live sound in Chromium', () => {
  let server: PageServer;
  let page: Page;

  beforeAll(async () => {
    server = await serveLiveSound();
    page = await (await sharedChromium()).newPage();
    await page.route('**/*', async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'content-security-policy': STRICT };
      await route.fulfill({ response, headers });
    });
    await page.goto(server.address);
    await page.waitForFunction('typeof hearOffline === "function"', undefined, { polling: 100 });
  });

  afterAll(async () => {
    await closePages();
    await server?.close();
  });

  test('is heard under a strict policy, nearer on its side; what is no contact is dropped and counted', async () => {
    const { left, right, first, stats } = (await page.evaluate('hearOffline()')) as Heard;
    expect(left).toBeGreaterThan(1e-4);
    expect(left).toBeGreaterThan(1.3 * right);
    // the lead of 8 ms, and a quantum
    expect(first / 48000).toBeLessThan(0.02);
    expect(first / 48000).toBeGreaterThan(0.007);
    expect(stats).toMatchObject({ told: 1004, invalid: 3, flooded: 745, wrong: 0 });
    expect(stats.heard + stats.crowded).toBe(256);
  });

  test('plays in time, from stamp to first sample within 20 ms', async () => {
    const { stats, played, passed } = (await page.evaluate('playLive(20, 2)')) as LiveRun;
    expect(stats.heard).toBeGreaterThan(20);
    expect(stats.bodies).toBeGreaterThan(15);
    expect(stats.meanDelay).toBeLessThan(0.02);
    expect(played / passed).toBeGreaterThan(0.5);
  });
});
