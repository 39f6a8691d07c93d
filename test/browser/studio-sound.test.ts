// The bench for sound in a real browser: strike the tuning fork and find its pitch in what goes to the loudspeaker.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { magnitudes } from '../../src/sound/fft.ts';
import { readWav } from '../../src/sound/wav/read.ts';
import { box, defineScene, degrees, floor, turn } from '../../src/scene/builder.ts';
import { chromePath } from './chromium.ts';
import { drop } from './studio-files.ts';
import { type OpenStudio, openStudio } from './studio.ts';

let studio: OpenStudio;
let page: Page;
const asked: string[] = [];

const SHOTS = process.env['CAROM_PICTURES'];
async function shoot(name: string): Promise<void> {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` });
}

/** Keeps what goes to the loudspeaker, whoever sends it there. */
function listenIn(): void {
  // Files are downloaded: nobody is there to choose where they go.
  Object.defineProperty(window, 'showSaveFilePicker', { value: undefined, configurable: true });
  const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode) => AudioNode;
  AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
    if (to instanceof AudioDestinationNode) {
      const ear = new AnalyserNode(this.context, { fftSize: 32768 });
      (globalThis as { ear?: AnalyserNode }).ear = ear;
      connect.call(this, ear);
    }
    return connect.call(this, to);
  } as typeof AudioNode.prototype.connect;
}

/** The last two thirds of a second that went to the loudspeaker. */
async function heard(): Promise<{ samples: Float64Array; rateHz: number }> {
  const { list, rateHz } = await page.evaluate(() => {
    const { ear } = globalThis as unknown as { ear: AnalyserNode };
    const samples = new Float32Array(ear.fftSize);
    ear.getFloatTimeDomainData(samples);
    return { list: [...samples], rateHz: ear.context.sampleRate };
  });
  return { samples: Float64Array.from(list), rateHz };
}

/** The strongest tone [Hz], between bins. */
function pitchOf(samples: Float64Array, rateHz: number, from = 50): number {
  const count = 32768;
  const spectrum = magnitudes(samples, Math.max(0, samples.length - count), count);
  let best = Math.ceil((from * count) / rateHz);
  for (let k = best; k < spectrum.length - 1; k++) if (spectrum[k] > spectrum[best]) best = k;
  const [a, b, c] = [spectrum[best - 1], spectrum[best], spectrum[best + 1]];
  return ((best + (0.5 * (a - c)) / (a - 2 * b + c)) * rateHz) / count;
}

const peakOf = (samples: Float64Array): number => samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

async function tones(): Promise<number[]> {
  const rows = page.locator('.sound-modes tbody tr');
  return rows.evaluateAll((all) => all.map((row) => Number((row as HTMLElement).dataset['hz'])));
}

/** Presses on the view until the body was struck. */
async function strike(): Promise<void> {
  const canvas = await page.locator('.viewport > canvas').boundingBox();
  if (canvas === null) throw new Error('no view');
  const struck = page.locator('.sound-progress, .sound-hits li').first();
  for (const dx of [-12, 12, -24, 24, 0, -40, 40, -60, 60, -90, 90]) {
    await page.mouse.move(canvas.x + canvas.width / 2 + dx, canvas.y + canvas.height / 2 - 40);
    await page.mouse.down();
    await page.waitForTimeout(30);
    await page.mouse.up();
    const isStruck = await struck.waitFor({ timeout: 1000 }).then(
      () => true,
      () => false,
    );
    if (isStruck) return;
  }
}

const bar = defineScene({
  name: 'bar',
  engine: 'lcp',
  duration: 0.5,
  bodies: [
    floor({ size: [2, 2], friction: 0.5, restitution: 0.2 }),
    box({
      name: 'bar',
      size: [0.2, 0.01, 0.03],
      material: 'aluminium',
      position: [0, 0.1, 0],
      rotation: turn('z', degrees(15)),
    }),
  ],
});

describe.skipIf(!chromePath)('the bench for sound', () => {
  beforeAll(async () => {
    studio = await openStudio();
    ({ page } = studio);
    await page.addInitScript(listenIn);
    page.on('request', (request) => asked.push(request.url()));
    await studio.goto('#example/tuning-fork');
    await page.locator('.bench[data-state="open"]').waitFor({ timeout: 60_000 });
  }, 180_000);

  afterAll(() => studio?.close());

  test('loads nothing before it is opened', async () => {
    await page.locator('.body-row', { hasText: 'free' }).first().waitFor();
    expect(asked.filter((url) => /sound|worklet|strike/.test(url))).toEqual([]);
    await page.getByRole('tab', { name: 'Sound', exact: true }).click();
    await page.locator('.sound').waitFor();
    expect(page.url()).toMatch(/#example\/tuning-fork;bench=sound$/);
  }, 60_000);

  test('a fork that is struck is heard at its pitch', async () => {
    await page.getByLabel('Most modes').selectOption('8');
    await page.locator('.body-row', { hasText: /^free/ }).first().click();
    await page.locator('.viewport > canvas').hover();
    await page.keyboard.press('f');
    await page.waitForTimeout(500);
    await strike();
    await page.locator('.sound-hits li').first().waitFor({ timeout: 60_000 });
    await shoot('sound-strike');
    await page.getByRole('button', { name: 'Again' }).first().click();
    await page.waitForTimeout(1200);
    const { samples, rateHz } = await heard();
    expect(peakOf(samples)).toBeGreaterThan(1e-4);
    expect(peakOf(samples)).toBeLessThan(1);
    const known = await tones();
    expect(known[0]).toBeGreaterThan(300);
    const pitch = pitchOf(samples, rateHz);
    const nearest = Math.min(...known.map((hz) => Math.abs(pitch / hz - 1)));
    expect(nearest).toBeLessThan(0.005);
    expect(studio.complaints).toEqual([]);
  }, 120_000);

  test('a mode swings in the view', async () => {
    await page.getByRole('button', { name: 'Show mode 1', exact: true }).click();
    await page.waitForTimeout(400);
    await shoot('sound-mode');
    await page.getByRole('button', { name: 'Show mode 1', exact: true }).click();
  }, 30_000);

  test('a hit is saved as a file that has the same pitch', async () => {
    const waiting = page.waitForEvent('download', { timeout: 60_000 });
    await page.locator('.sound-hits').getByRole('button', { name: 'Save' }).first().click();
    const saved = await (await waiting).path();
    const { channels, rateHz } = readWav(new Uint8Array(readFileSync(saved)));
    const pitch = pitchOf(channels[0].subarray(0, rateHz), rateHz);
    const known = await tones();
    expect(Math.min(...known.map((hz) => Math.abs(pitch / hz - 1)))).toBeLessThan(0.005);
  }, 90_000);

  test('another material has other tones', async () => {
    const before = await tones();
    await page.locator('.sound').getByLabel('Material', { exact: true }).selectOption('glass');
    await page.getByRole('button', { name: 'Find its modes' }).click();
    await expect.poll(tones, { timeout: 60_000 }).toHaveLength(before.length);
    const after = await tones();
    // √(E/ρ) of glass over that of steel, but for Poisson's ratio
    expect(after[0] / before[0]).toBeCloseTo(Math.sqrt(7e10 / 2500 / (2e11 / 7850)), 1);
    await page.getByRole('button', { name: 'As the scene has it' }).click();
  }, 90_000);

  test('a recording is heard with its picture, and bodies are muted', async () => {
    await drop(page, { 'bar.json': JSON.stringify(bar) }, 'bar');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.run[data-run="finished"]').waitFor({ state: 'attached', timeout: 60_000 });
    await page.getByRole('tab', { name: 'Sound', exact: true }).click();
    await page.getByLabel('Most modes').selectOption('8');
    await page.getByRole('button', { name: 'Make its sound' }).click();
    await page.locator('.sound-picture canvas').waitFor({ timeout: 60_000 });
    await page.getByText(/floor stays silent/).waitFor();
    // Blows belong to the scene in which they were struck.
    expect(await page.locator('.sound-hits li').count()).toBe(0);
    // A run that has ended plays in a loop.
    const play = page.getByRole('button', { name: 'Play with the picture' });
    if (await play.isVisible()) await play.click();
    await expect.poll(async () => peakOf((await heard()).samples), { timeout: 20_000 }).toBeGreaterThan(0.01);
    await shoot('sound-recording');
    await page.getByLabel('Hear bar').uncheck();
    await expect.poll(async () => peakOf((await heard()).samples), { timeout: 20_000 }).toBeLessThan(1e-4);
    // The listener is dragged elsewhere, and the sound says that it is of another place.
    await page.getByRole('button', { name: 'Place the listener' }).click();
    const canvas = await page.locator('.viewport > canvas').boundingBox();
    if (canvas === null) throw new Error('no view');
    await page.mouse.move(canvas.x + 0.3 * canvas.width, canvas.y + 0.4 * canvas.height);
    await page.mouse.down();
    await page.mouse.move(canvas.x + 0.4 * canvas.width, canvas.y + 0.3 * canvas.height);
    await page.mouse.up();
    await page.getByText('Listener or materials have changed since.').waitFor();
    await page.getByLabel('Hear bar').check();
    await page.getByRole('button', { name: 'Make it again' }).click();
    await page.getByText('Listener or materials have changed since.').waitFor({ state: 'detached' });
    expect(studio.complaints).toEqual([]);
  }, 200_000);
});
