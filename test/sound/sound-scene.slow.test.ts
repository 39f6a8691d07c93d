import { describe, expect, test } from 'vitest';
import { memoryCache } from '../../src/modes/index.ts';
import {
  box,
  defineScene,
  degrees,
  findMaterial,
  floor,
  type Material,
  turn,
} from '../../src/scene/index.ts';
import { FULL_SCALE_PASCAL } from '../../src/sound/full-scale.ts';
import { decibels, peakOf } from '../../src/sound/loudness.ts';
import { SoundScene } from '../../src/sound/sound-scene.ts';
import { recorded } from './recorded.ts';

const bar = box({ size: [0.12, 0.02, 0.03], material: 'steel', friction: 0.5 });
const drop = defineScene({
  name: 'dropped-bar',
  duration: 0.8,
  frameRateHz: 60,
  bodies: [
    floor({ size: [2, 2], friction: 0.5 }),
    { ...bar, name: 'bar', position: [0, 0.06, 0], rotation: turn('z', degrees(12)) },
  ],
});
const choices = { count: 12, upToHz: 18000, cache: memoryCache() };
const usual = { rateHz: 44100, listener: [0, 0.5, 1] as const, tail: 0.5, redistribute: true };

for (const engine of ['ipc', 'lcp'] as const) {
  describe(`a bar dropped by ${engine}`, () => {
    test('sounds, and is silent when it lies still', async () => {
      const sound = await SoundScene.open(await recorded(drop, engine), choices);
      const { channels, stems, silent } = sound.render(usual);
      const [sum] = channels;
      expect(stems.map(({ name }) => name)).toEqual(['bar']);
      expect(silent.map(({ name }) => name)).toEqual(['floor']);
      expect(stems[0].impacts).toBeGreaterThan(0);
      expect(sum.every(Number.isFinite)).toBe(true);
      const peak = decibels(peakOf([sum]) / FULL_SCALE_PASCAL);
      expect(peak).toBeGreaterThan(-80);
      // contact damps it quickly; the last quarter of a second is all rest
      const rest = sum.slice(sum.length - 11025);
      expect(decibels(peakOf([rest]) / FULL_SCALE_PASCAL)).toBeLessThan(-120);
    });
  });
}

describe('a rendering', () => {
  test('without contact damping rings longer, and twice as far away half as loud and later', async () => {
    const sound = await SoundScene.open(await recorded(drop, 'lcp'), choices);
    const steel = findMaterial('steel') as Material;
    const energy = (samples: Float64Array): number => samples.reduce((sum, s) => sum + s * s, 0);
    const damped = (contactDamping: number): Float64Array =>
      sound.render({ ...usual, materials: new Map([['bar', { ...steel, contactDamping }]]) }).channels[0];
    // blows take nothing of what they set ringing, what lies there does
    const lies = Math.round(0.6 * usual.rateHz);
    expect(energy(damped(0).subarray(lies))).toBeGreaterThan(10 * energy(damped(30).subarray(lies)));
    const near = sound.render({ ...usual, listener: [0, 2, 0] }).channels[0];
    const far = sound.render({ ...usual, listener: [0, 4, 0] }).channels[0];
    expect(peakOf([near]) / peakOf([far])).toBeGreaterThan(1.9);
    expect(peakOf([near]) / peakOf([far])).toBeLessThan(2.15);
    const onset = (samples: Float64Array): number =>
      samples.findIndex((s) => Math.abs(s) > 1e-3 * peakOf([samples]));
    expect((onset(far) - onset(near)) / 44100).toBeCloseTo(2 / 343.2, 3);
  });

  test('is the same every time', async () => {
    const recording = await recorded(drop, 'lcp');
    const [a, b] = await Promise.all([
      SoundScene.open(recording, choices),
      SoundScene.open(recording, choices),
    ]);
    expect(a.render(usual).channels[0]).toEqual(b.render(usual).channels[0]);
  });
});

describe('what cannot be heard is refused', () => {
  test('a recording without contacts', async () => {
    const apart = { ...drop, duration: 0.05 };
    await expect(recorded(apart, 'lcp').then((r) => SoundScene.open(r, choices))).rejects.toThrow(
      /no contacts/,
    );
    await expect(recorded(drop, 'lcp', false).then((r) => SoundScene.open(r, choices))).rejects.toThrow(
      /contacts were not kept/,
    );
  });

  test('a listener inside of a body', async () => {
    const sound = await SoundScene.open(await recorded(drop, 'lcp'), choices);
    expect(() => sound.render({ ...usual, listener: [0, 0.06, 0] })).toThrow(/inside of "bar"/);
  });

  test('a material out of range', async () => {
    const sound = await SoundScene.open(await recorded(drop, 'lcp'), choices);
    const steel = findMaterial('steel') as Material;
    const odd =
      (changes: Partial<Material>): (() => unknown) =>
      () =>
        sound.render({ ...usual, materials: new Map([['bar', { ...steel, ...changes }]]) });
    expect(odd({ dampingAlpha: -1 })).toThrow(/out of range/);
    expect(odd({ contactDamping: Number.NaN })).toThrow(/out of range/);
    expect(odd({ poissonRatio: 0.5 })).toThrow(/out of range/);
  });

  test('bodies that are open', async () => {
    const sheet = defineScene({
      ...drop,
      name: 'sheet',
      duration: 0.3,
      bodies: [
        floor({ size: [2, 2] }),
        {
          name: 'sheet',
          position: [0, 0.02, 0],
          mass: 0.1,
          shape: {
            kind: 'inline',
            vertices: [
              [-0.1, 0, -0.1],
              [0.1, 0, -0.1],
              [0, 0, 0.1],
              [0, 0.02, 0],
            ],
            faces: [
              [0, 2, 1],
              [0, 1, 3],
            ],
          },
        },
      ],
    } as never);
    const recording = await recorded(sheet, 'ipc');
    const sound = await SoundScene.open(recording, choices);
    expect(() => sound.render({ ...usual, listener: [0, 1, 1] })).toThrow(/stays silent/);
  });
});

test('a marble only clicks, and is heard from its side by two ears', async () => {
  const marble = defineScene({
    ...drop,
    name: 'marble',
    duration: 0.4,
    bodies: [
      floor({ size: [2, 2], material: 'stone' }),
      { name: 'marble', shape: { kind: 'sphere', radius: 0.008 }, material: 'glass', position: [0, 0.05, 0] },
    ],
  });
  const sound = await SoundScene.open(await recorded(marble, 'lcp'), { ...choices, upToHz: 18000 });
  const { channels, stems } = sound.render({
    ...usual,
    listener: [1, 0.1, 0],
    // it is at the left hand of who looks along z
    ears: { facing: [0, 0, -1], up: [0, 1, 0] },
  });
  expect(stems[0].modes).toBe(0);
  expect(channels.length).toBe(2);
  const [left, right] = channels;
  expect(peakOf([left])).toBeGreaterThan(1.2 * peakOf([right]));
  expect(peakOf([right])).toBeGreaterThan(0);
  const onset = (samples: Float64Array): number =>
    samples.findIndex((s) => Math.abs(s) > 0.05 * peakOf([samples]));
  expect(onset(right) - onset(left)).toBeGreaterThan(15);
});
