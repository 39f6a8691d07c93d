import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readWav } from '../../src/sound/wav/read.ts';
import { peakOf } from '../../src/sound/loudness.ts';
import { carom, lastLine } from '../cli/carom.ts';

const folder = mkdtempSync(join(tmpdir(), 'carom-sound-'));
const before = process.env.XDG_CACHE_HOME;
const read = (name: string) => readWav(new Uint8Array(readFileSync(join(folder, name))));

beforeAll(async () => {
  process.env.XDG_CACHE_HOME = join(folder, 'cache');
  const scene = {
    name: 'bar',
    engine: 'lcp',
    duration: 0.4,
    bodies: [
      { name: 'ground', shape: { kind: 'plane' }, motion: 'static' },
      {
        name: 'bar',
        shape: { kind: 'box', size: [0.2, 0.01, 0.02] },
        material: 'steel',
        position: [0, 0.08, 0],
        rotation: { axis: 'z', degrees: 20 },
      },
    ],
  };
  writeFileSync(join(folder, 'bar.json'), JSON.stringify(scene));
  const { status, stderr } = await carom(['run', 'bar.json', '--out', 'bar.carom', '--no-verify'], folder);
  expect(status, stderr).toBe(0);
}, 60000);

afterAll(() => {
  if (before === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = before;
  rmSync(folder, { recursive: true, force: true });
});

test('carom sound writes what it says', async () => {
  const flags = ['--modes', '6', '--panels', '200', '--tail', '0.2', '--json'];
  const ended = await carom(['sound', 'bar.carom', '--stems', '--picture', 'bar.png', ...flags], folder);
  expect(ended.status, ended.stderr).toBe(0);
  const result = lastLine(ended);
  expect(result).toMatchObject({ file: 'bar.wav', rateHz: 44100, bits: '24', channels: 1, clipped: false });
  const { channels } = read('bar.wav');
  expect(channels[0].length).toBe(Math.ceil(0.6 * 44100));
  // 10 Pa is full scale
  expect(peakOf(channels)).toBeCloseTo((result.peakPascal as number) / 10, 6);
  expect(read('bar.1-bar.wav').channels[0]).toEqual(channels[0]);
  expect([...readFileSync(join(folder, 'bar.png')).subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47]);

  // twice as loud is twice as loud, another rate another rate, and both ears are two
  const louder = ['--gain', '6.0206', '--rate', '48000', '--bits', '32f', '--ears', '--out', 'ears.wav'];
  const again = await carom(['sound', 'bar.carom', ...louder, ...flags], folder);
  expect(again.status, again.stderr).toBe(0);
  expect(read('ears.wav')).toMatchObject({ rateHz: 48000 });
  expect(read('ears.wav').channels.length).toBe(2);

  const clipped = await carom(['sound', 'bar.carom', '--gain', '150', '--out', 'loud.wav', ...flags], folder);
  expect(clipped.status).toBe(2);
  expect(clipped.stderr).toMatch(/clipped[\s\S]*--gain -?\d+/);
  expect(existsSync(join(folder, 'loud.wav'))).toBe(false);
}, 60000);

test('carom strike fills a folder, and hears its own damping again', async () => {
  const box = ['strike', 'box', '--set', 'size=0.2,0.01,0.02', '--material', 'steel', '--modes', '8'];
  const some = ['--hits', '3', '--vary', 'place,force,size', '--length', '1.5', '--json'];
  const ended = await carom([...box, ...some, '--out', 'hits'], folder);
  expect(ended.status, ended.stderr).toBe(0);
  const { hits } = lastLine(ended) as { hits: { file: string; peakDbfs: number }[] };
  expect(hits.map(({ file }) => file)).toEqual(['hit-001.wav', 'hit-002.wav', 'hit-003.wav']);
  expect(Math.max(...hits.map(({ peakDbfs }) => peakDbfs))).toBeCloseTo(-1, 2);
  const again = await carom([...box, ...some, '--out', 'again'], folder);
  expect(again.status).toBe(0);
  expect(readFileSync(join(folder, 'again/hit-002.wav'))).toEqual(
    readFileSync(join(folder, 'hits/hit-002.wav')),
  );

  const fitted = await carom(
    [...box, '--hits', '1', '--json', '--fit', 'hits/hit-001.wav', '--out', 'fitted'],
    folder,
  );
  expect(fitted.status, fitted.stderr).toBe(0);
  const { dampingAlpha, dampingBeta } = lastLine(fitted) as { dampingAlpha: number; dampingBeta: number };
  expect(dampingAlpha).toBeGreaterThan(4.5);
  expect(dampingAlpha).toBeLessThan(5.5);
  expect(dampingBeta).toBeLessThan(4e-8);

  const wrong = await carom([...box, '--fit', 'bar.json'], folder);
  expect(wrong.status).toBe(2);
  expect(wrong.stderr).toMatch(/no WAV file/);
}, 60000);
