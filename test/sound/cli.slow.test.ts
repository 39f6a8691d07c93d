import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { magnitudes } from '../../src/sound/fft.ts';
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
});

afterAll(() => {
  if (before === undefined) delete process.env.XDG_CACHE_HOME;
  else process.env.XDG_CACHE_HOME = before;
  rmSync(folder, { recursive: true, force: true });
});

test('carom sound writes what it says', async () => {
  const flags = ['--modes', '6', '--panels', '200', '--tail', '0.2', '--json'];
  const ended = await carom(
    ['sound', 'bar.carom', '--stems', '--absolute', '--picture', 'bar.png', ...flags],
    folder,
  );
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
  const [, gain] = /--gain (-?\d+)/.exec(clipped.stderr) as unknown as [string, string];
  const fits = await carom(['sound', 'bar.carom', '--gain', gain, '--out', 'fits.wav', ...flags], folder);
  expect(fits.status, fits.stderr).toBe(0);

  // nothing said: as loud as the file can hold
  const scaled = await carom(['sound', 'bar.carom', '--out', 'scaled.wav', ...flags], folder);
  expect(scaled.status, scaled.stderr).toBe(0);
  expect(lastLine(scaled).peakDbfs).toBeCloseTo(-1, 4);
  expect(lastLine(scaled).peakPascal).toBe(result.peakPascal);
});

test('carom strike fills a folder, and hears its own damping again', async () => {
  const steel = '{"like":"steel","dampingAlpha":5}';
  const box = ['strike', 'box', '--set', 'size=0.2,0.01,0.02', '--material', steel, '--modes', '8'];
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
});

test('carom sound hears a bar that is clamped at one end at the pitch of a cantilever', async () => {
  const bar = {
    name: 'bar',
    shape: { kind: 'box', size: [0.15, 0.01, 0.03] },
    material: 'aluminium',
    motion: 'static',
    position: [0, 0.2, 0],
    // turned, so that its clamp must be too
    rotation: { axis: 'y', degrees: 30 },
    clamp: 'x<=-7.5cm',
  };
  const ball = { name: 'ball', shape: { kind: 'sphere', radius: 0.005 }, position: [0.0606, 0.215, -0.035] };
  const scene = { name: 'cantilever', engine: 'lcp', duration: 0.3, bodies: [bar, ball] };
  const { clamp: _, ...unclamped } = bar;
  writeFileSync(join(folder, 'held.json'), JSON.stringify(scene));
  writeFileSync(join(folder, 'bare.json'), JSON.stringify({ ...scene, bodies: [unclamped, ball] }));
  writeFileSync(
    join(folder, 'hinged.json'),
    JSON.stringify({ ...scene, bodies: [{ ...bar, clamp: 'x<=-7.5cm,y<=-5mm' }, ball] }),
  );
  const flags = ['--modes', '4', '--radiation', 'surface', '--bits', '32f', '--json'];
  const heard = async (name: string) => {
    const ran = await carom(['run', `${name}.json`, '--out', `${name}.carom`, '--no-verify'], folder);
    expect(ran.status, ran.stderr).toBe(0);
    const ended = await carom(['sound', `${name}.carom`, ...flags], folder);
    expect(ended.status, ended.stderr).toBe(0);
    return lastLine(ended) as { bodies: { name: string; modes: number }[]; silent: { why: string }[] };
  };
  expect((await heard('held')).bodies[0]).toMatchObject({ name: 'bar', modes: 4 });
  const { channels, rateHz } = read('held.wav');
  const from = Math.round(0.25 * rateHz);
  const spectrum = magnitudes(channels[0], from, 32768);
  const loudest = spectrum.subarray(75, 750).reduce((at, x, k, all) => (x > all[at] ? k : at), 0) + 75;
  expect((loudest * rateHz) / 32768 / 369.7).toBeCloseTo(1, 2);

  // without a clamp nothing says how it vibrates, and one that lets it swing holds nothing
  expect((await heard('bare')).silent[0].why).toMatch(/held, and no clamp says where/);
  expect((await heard('hinged')).silent[0].why).toMatch(/does not hold it/);
});

test('carom sound and modes say what is wrong', async () => {
  const square = 'v 0 0 0\nv 0.1 0 0\nv 0.1 0.1 0\nv 0 0.1 0\n';
  writeFileSync(join(folder, 'open.obj'), `${square}f 1 2 3 4\n`);
  writeFileSync(
    join(folder, 'twice.obj'),
    `${square}v 0 0 0.1\nf 3 2 1\nf 4 3 1\nf 1 2 5\nf 2 3 5\nf 3 4 5\nf 4 1 5\nf 5 2 3\n`,
  );
  writeFileSync(join(folder, 'flat.obj'), `${square}f 1 2 3 4\nf 4 3 2 1\n`);
  writeFileSync(
    join(folder, 'alone.json'),
    JSON.stringify({ name: 'alone', engine: 'lcp', duration: 0.05, bodies: [{ shape: { kind: 'box' } }] }),
  );
  await carom(['run', 'alone.json', '--out', 'alone.carom', '--no-verify'], folder);
  await carom(['run', 'bar.json', '--keep', 'frames', '--out', 'frames.carom', '--no-verify'], folder);
  for (const [args, words] of [
    [['modes', 'open.obj'], /the surface is open.*close it/],
    [['strike', 'open.obj'], /the surface is open.*close it/],
    [['modes', 'twice.obj'], /faces 3 and 6.*a face is there twice; leave one/],
    [['modes', 'flat.obj'], /no mass/],
    [['modes', 'box', '--set', 'size=0.1,0,0.1'], /size\[1\]: is not positive/],
    [['sound', 'bar.carom', '--material', '*={"youngsModulus":-1}'], /youngsModulus: is not positive/],
    [['sound', 'bar.carom', '--listener', '0,0.08,0'], /listener is inside of "bar"/],
    [['sound', 'alone.carom'], /no contacts; let bodies touch/],
    [['sound', 'frames.carom'], /contacts were not kept; run the scene again/],
  ] as const) {
    const ended = await carom([...args], folder);
    expect(ended.status, ended.stderr).toBe(2);
    expect(ended.stderr, args.join(' ')).toMatch(words);
  }
  const box = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => `v ${i & 1} ${(i >> 1) & 1} ${i >> 2}`).join('\n');
  const inward = '1 2 4 3,5 7 8 6,1 5 6 2,3 4 8 7,1 3 7 5,2 6 8 4'.split(',').map((face) => `f ${face}`);
  writeFileSync(join(folder, 'inward.obj'), `${box}\n${inward.join('\n')}\n`);
  const turned = await carom(
    ['modes', 'inward.obj', '--material', 'steel', '--count', '1', '--resolution', '2'],
    folder,
  );
  expect(turned.status, turned.stderr).toBe(0);
  expect(turned.stdout).toMatch(/faces looked inward and were turned over/);
});
