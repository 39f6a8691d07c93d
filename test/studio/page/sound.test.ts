// The bench for sound in a real browser: strike the tuning fork and find its pitch in what goes to the loudspeaker.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { magnitudes, readWav } from '../../../src/sound/index.ts';
import { box, defineScene, degrees, floor, sphere, turn } from '../../../src/scene/index.ts';
import { chromePath } from '../../browser/chromium.ts';
import { drop } from './files.ts';
import { type OpenStudio, openStudio } from './studio.ts';

let studio: OpenStudio;
let page: Page;
const asked: string[] = [];

const SHOTS = process.env['CAROM_PICTURES'];
async function shoot(name: string): Promise<void> {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}.png` });
}

/** Keeps what goes to the loudspeaker, whoever sends it there, and when sounds were started. */
function listenIn(): void {
  const begun: { at: number; from: number; rate: number; channels: number }[] = [];
  (globalThis as { begun?: typeof begun }).begun = begun;
  const start = AudioBufferSourceNode.prototype.start as (
    this: AudioBufferSourceNode,
    when?: number,
    offset?: number,
  ) => void;
  AudioBufferSourceNode.prototype.start = function (this: AudioBufferSourceNode, when = 0, offset = 0) {
    begun.push({
      at: Math.max(when, this.context.currentTime),
      from: offset,
      rate: this.playbackRate.value,
      channels: this.buffer?.numberOfChannels ?? 0,
    });
    start.call(this, when, offset);
  };
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

/** How strong a tone is, within two bins. */
function toneOf(samples: Float64Array, rateHz: number, hz: number): number {
  const count = 32768;
  const spectrum = magnitudes(samples, Math.max(0, samples.length - count), count);
  const at = Math.round((hz * count) / rateHz);
  return Math.max(...spectrum.subarray(at - 2, at + 3));
}

const peakOf = (samples: Float64Array): number => samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

async function tones(): Promise<number[]> {
  const rows = page.locator('.sound-modes tbody tr');
  return rows.evaluateAll((all) => all.map((row) => Number((row as HTMLElement).dataset['hz'])));
}

/** Presses on the view, so far from its middle [px], for so long [ms]; tells whether something was struck. */
async function press(dx: number, dy: number, length: number): Promise<boolean> {
  const canvas = await page.locator('.viewport > canvas').boundingBox();
  if (canvas === null) throw new Error('no view');
  const last = () => page.locator('.sound-hits li').first().getAttribute('data-hit', { timeout: 300 });
  const before = await last().catch(() => null);
  await page.mouse.move(canvas.x + canvas.width / 2 + dx, canvas.y + canvas.height / 2 + dy);
  await page.mouse.down();
  // It says how hard the blow will be.
  if (length > 500) await page.locator('.sound-strength').getByText('m/s').waitFor();
  await page.waitForTimeout(length);
  await page.mouse.up();
  for (let i = 0; i < 10; i++) {
    const now = await last().catch(() => null);
    if (now !== null && now !== before) return true;
    if (await page.locator('.sound-progress').isVisible()) i = 0;
    await page.waitForTimeout(50);
  }
  return false;
}

/** The loudest of what goes to the loudspeaker until it falls. */
async function loudest(): Promise<number> {
  let most = 0;
  for (let i = 0; i < 5; i++) {
    most = Math.max(most, peakOf((await heard()).samples));
    await page.waitForTimeout(80);
  }
  return most;
}

async function hush(): Promise<void> {
  await page.getByRole('button', { name: 'Hush' }).click();
  await expect.poll(async () => peakOf((await heard()).samples)).toBe(0);
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

/** Along the view from above, so that blows can be placed on it. */
const level = defineScene({
  name: 'level',
  engine: 'lcp',
  duration: 0.2,
  gravity: 0,
  bodies: [box({ name: 'bar', size: [0.2, 0.01, 0.03], material: 'aluminium' })],
});

const bar = defineScene({
  name: 'bar',
  engine: 'lcp',
  duration: 1,
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
    await page.locator('.bench[data-state="open"]').waitFor();
  });

  afterAll(() => studio?.close());

  test('loads nothing before it is opened', async () => {
    await page.locator('.body-row', { hasText: 'free' }).first().waitFor();
    expect(asked.filter((url) => /sound|worklet|strike/.test(url))).toEqual([]);
    await page.getByRole('tab', { name: 'Sound', exact: true }).click();
    await page.locator('.sound').waitFor();
    expect(page.url()).toMatch(/#example\/tuning-fork;bench=sound$/);
  });

  test('a fork that is struck is heard at its pitch', async () => {
    await page.getByLabel('Most modes').selectOption('8');
    await page.locator('.body-row', { hasText: /^free/ }).first().click();
    await page.locator('.viewport > canvas').hover();
    await page.keyboard.press('f');
    await page.waitForTimeout(500);
    await strike();
    await page.locator('.sound-hits li').first().waitFor();
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
  });

  test('a mode swings in the view', async () => {
    await page.getByRole('button', { name: 'Show mode 1', exact: true }).click();
    await page.waitForTimeout(400);
    await shoot('sound-mode');
    await page.getByRole('button', { name: 'Show mode 1', exact: true }).click();
  });

  test('a hit is saved as a file that has the same pitch', async () => {
    const waiting = page.waitForEvent('download');
    await page.locator('.sound-hits').getByRole('button', { name: 'Save' }).first().click();
    const saved = await (await waiting).path();
    const { channels, rateHz } = readWav(new Uint8Array(readFileSync(saved)));
    const pitch = pitchOf(channels[0].subarray(0, rateHz), rateHz);
    const known = await tones();
    expect(Math.min(...known.map((hz) => Math.abs(pitch / hz - 1)))).toBeLessThan(0.005);
  });

  test('another material has other tones', async () => {
    const before = await tones();
    await page.locator('.sound').getByLabel('Material', { exact: true }).selectOption('glass');
    await page.getByRole('button', { name: 'Find its modes' }).click();
    await expect.poll(tones).toHaveLength(before.length);
    const after = await tones();
    // √(E/ρ) of glass over that of steel, but for Poisson's ratio
    expect(after[0] / before[0]).toBeCloseTo(Math.sqrt(7e10 / 2500 / (2e11 / 7850)), 1);
    await page.getByRole('button', { name: 'As the scene has it' }).click();
  });

  test('a longer press is a louder blow', async () => {
    await drop(page, { 'level.json': JSON.stringify(level) }, 'level');
    await page.getByRole('tab', { name: 'Sound', exact: true }).click();
    await page.getByLabel('Most modes').selectOption('8');
    await page.locator('.body-row', { hasText: /^bar/ }).first().click();
    await page.locator('.viewport > canvas').hover();
    await page.keyboard.press('7');
    await page.keyboard.press('f');
    await page.waitForTimeout(500);
    expect(await press(0, 0, 900)).toBe(true);
    await hush();
    // The loudest blow so far gives the scale: the longer one is repeated, then comes a shorter one.
    await page.getByRole('button', { name: 'Again' }).first().click();
    const long = await loudest();
    await hush();
    expect(await press(0, 0, 30)).toBe(true);
    const short = await loudest();
    const impulses = await page
      .locator('.sound-hits li')
      .evaluateAll((all) => all.map((hit) => Number((hit as HTMLElement).dataset['impulse'])));
    expect(impulses[1]).toBeGreaterThan(4 * impulses[0]);
    expect(short).toBeGreaterThan(1e-4);
    expect(long).toBeGreaterThan(3 * short);
  });

  test('struck at a node of a mode, its partial is weak', async () => {
    // The bar lies along the view: blows from its middle outward, one of them near the node at 0.224 of its length.
    for (const dx of [0, 60, 90, 120, 150, 180, 210]) await press(dx, 0, 30);
    const places = await page
      .locator('.sound-hits li')
      .evaluateAll((all) =>
        all.map((hit) => ((hit as HTMLElement).dataset['point'] ?? '').split(' ').map(Number)),
      );
    const nearest = (x: number) =>
      places.reduce(
        (best, at, i) => (Math.abs(Math.abs(at[0]) - x) < Math.abs(Math.abs(places[best][0]) - x) ? i : best),
        0,
      );
    const node = 0.5 * 0.2 - 0.2242 * 0.2;
    const [atNode, atMiddle] = [nearest(node), nearest(0)];
    expect(Math.abs(Math.abs(places[atNode][0]) - node)).toBeLessThan(0.006);
    expect(Math.abs(places[atMiddle][0])).toBeLessThan(0.012);
    const [first] = await tones();
    const partial = async (hit: number) => {
      await hush();
      await page.locator('.sound-hits').getByRole('button', { name: 'Again' }).nth(hit).click();
      await page.waitForTimeout(800);
      const { samples, rateHz } = await heard();
      return toneOf(samples, rateHz, first);
    };
    const [weak, strong] = [await partial(atNode), await partial(atMiddle)];
    expect(strong).toBeGreaterThan(0);
    expect(weak).toBeLessThan(0.35 * strong);
    await hush();
  });

  test('a marble, whose modes are above hearing, clicks', async () => {
    const marbles = defineScene({
      name: 'marble',
      engine: 'lcp',
      duration: 0.3,
      bodies: [
        floor({ size: [1, 1], friction: 0.3, restitution: 0.6 }),
        sphere({ name: 'marble', radius: 0.008, material: 'glass', position: [0, 0.05, 0] }),
      ],
    });
    await drop(page, { 'marble.json': JSON.stringify(marbles) }, 'marble');
    await page.getByRole('tab', { name: 'Sound', exact: true }).click();
    await page
      .locator('.body-row', { hasText: /^marble/ })
      .first()
      .click();
    await page.locator('.viewport > canvas').hover();
    await page.keyboard.press('f');
    await page.waitForTimeout(500);
    expect(await press(0, 0, 300)).toBe(true);
    await page.locator('.sound-hits').getByText('a click').waitFor();
    await page.getByText(/only clicks where it is hit/).waitFor();
    await page.getByRole('button', { name: 'Again' }).first().click();
    await expect.poll(async () => peakOf((await heard()).samples)).toBeGreaterThan(0.05);
    // It is short: all of it within a few milliseconds.
    const waiting = page.waitForEvent('download');
    await page.locator('.sound-hits').getByRole('button', { name: 'Save' }).first().click();
    const { channels, rateHz } = readWav(new Uint8Array(readFileSync(await (await waiting).path())));
    const loud = [...channels[0].keys()].filter((n) => Math.abs(channels[0][n]) > 0.03);
    expect(loud.length).toBeGreaterThan(4);
    expect((loud[loud.length - 1] - loud[0]) / rateHz).toBeLessThan(0.004);
    expect(studio.complaints).toEqual([]);
  });

  test('a recording is heard with its picture, and bodies are muted', async () => {
    await drop(page, { 'bar.json': JSON.stringify(bar) }, 'bar');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.run[data-run="finished"]').waitFor({ state: 'attached' });
    await page.getByRole('tab', { name: 'Sound', exact: true }).click();
    await page.getByLabel('Most modes').selectOption('8');
    await page.getByRole('button', { name: 'Make its sound' }).click();
    await page.locator('.sound-picture canvas').waitFor();
    await page.getByText(/floor stays silent/).waitFor();
    // Blows belong to the scene in which they were struck.
    expect(await page.locator('.sound-hits li').count()).toBe(0);
    // A run that has ended plays in a loop.
    const play = page.getByRole('button', { name: 'Play with the picture' });
    if (await play.isVisible()) await play.click();
    await expect.poll(async () => peakOf((await heard()).samples)).toBeGreaterThan(0.01);
    await shoot('sound-recording');
    await inStep();
    await page.getByLabel('Hear bar').uncheck();
    await expect.poll(async () => peakOf((await heard()).samples)).toBeLessThan(1e-4);
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
  });

  test('two ears are two channels that differ, one microphone is one', async () => {
    const caption = page.locator('.sound-picture figcaption');
    expect(await caption.getAttribute('data-channels')).toBe('2');
    const begun = await page.evaluate(() => (globalThis as { begun?: { channels: number }[] }).begun ?? []);
    expect(begun.some(({ channels }) => channels === 2)).toBe(true);
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as WAV' }).click();
    const { channels } = readWav(new Uint8Array(readFileSync(await (await waiting).path())));
    expect(channels).toHaveLength(2);
    expect(peakOf(channels[0])).not.toBe(peakOf(channels[1]));
    await page.getByLabel('two ears').uncheck();
    await page.getByRole('button', { name: 'Make it again' }).click();
    await expect.poll(() => caption.getAttribute('data-channels')).toBe('1');
    await page.getByLabel('two ears').check();
  });

  test('another damping makes the sound of the recording anew by itself', async () => {
    const caption = page.locator('.sound-picture figcaption');
    const before = await caption.textContent();
    await page.getByLabel('Damps all tones alike').fill('60');
    await page.getByLabel('Damps all tones alike').press('Tab');
    await expect.poll(() => caption.textContent()).not.toBe(before);
    await page.getByText('Listener or materials have changed since.').waitFor({ state: 'detached' });
    expect(studio.complaints).toEqual([]);
  });
});

/**
 * At several moments the picture is where the sound is that is heard, within a frame of the film. The picture was
 * drawn somewhere between two looks at the clock of the sound, however far apart a busy machine puts them: what it
 * shows has to lie between what was heard at the one and at the other.
 */
async function inStep(): Promise<void> {
  const offs: number[] = [];
  while (offs.length < 6) {
    await page.waitForTimeout(90);
    const { shown, before, after, length } = await page.evaluate(
      () =>
        new Promise<{ shown: number; before: number; after: number; length: number }>((resolve) => {
          const { ear, begun } = globalThis as unknown as {
            ear: AnalyserNode;
            begun: { at: number; from: number; rate: number }[];
          };
          const heardNow = (): number => {
            const context = ear.context as AudioContext;
            const last = begun[begun.length - 1];
            const passed = context.currentTime - last.at - (context.outputLatency || 0);
            return last.from + last.rate * Math.max(0, passed);
          };
          requestAnimationFrame(() => {
            const before = heardNow();
            requestAnimationFrame(() => {
              const line = document.querySelector<HTMLElement>('.sound-line');
              const caption = document.querySelector<HTMLElement>('.sound-picture figcaption');
              const length = Number(caption?.dataset['length']);
              const shown = (Number.parseFloat(line?.style.left ?? '') / 100) * length;
              resolve({ shown, before, after: heardNow(), length });
            });
          });
        }),
    );
    // Where the film begins again the sound has just ended; a second of tail is no film.
    if (after < length - 1 - 0.1 && before > 0.05 && before <= after)
      offs.push(Math.max(before - shown, shown - after));
  }
  for (const off of offs) expect(off).toBeLessThan(1 / 60);
}
