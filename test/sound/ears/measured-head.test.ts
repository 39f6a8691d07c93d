import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FaultError } from '../../../src/scene/fault/index.ts';
import { hearMeasured, type Listener } from '../../../src/sound/ears/listener.ts';
import { nearestDirection, readSofa } from '../../../src/sound/ears/measured-head.ts';
import { SPEED_OF_SOUND as c } from '../../../src/sound/transfer.ts';
import { type Written, writeHdf5 } from './write-hdf5.ts';

const azimuths = [0, 90, 180, 270];

const taps = 40;

/** Four directions: the ear that faces the source hears it 4 samples earlier and twice as loud. */
function smallHead(changes: Readonly<Record<string, Written>> = {}): Uint8Array {
  const ir = new Array<number>(4 * 2 * taps).fill(0);
  azimuths.forEach((azimuth, d) => {
    const side = Math.round(Math.sin((azimuth * Math.PI) / 180));
    [1, -1].forEach((ear, e) => {
      ir[(2 * d + e) * taps + 10 - 4 * side * ear] = 3 * 2 ** (side * ear);
    });
  });
  return writeHdf5({
    'Data.IR': { shape: [4, 2, taps], values: ir, chunk: [3, 2, 16] },
    'Data.SamplingRate': { shape: [1], values: [48000] },
    SourcePosition: {
      shape: [4, 3],
      values: azimuths.flatMap((a) => [a, 0, 1.2]),
      texts: { Type: 'spherical' },
    },
    ...changes,
  });
}

const who: Listener = { position: [0, 0, 0], facing: [0, 1, 0], up: [0, 0, 1] };

test('a measured head: gain of the front is 1, delays are relative to it, sides are sides', () => {
  const head = readSofa(smallHead());
  expect(head.count).toBe(4);
  expect(head.ahead).toBeCloseTo((10 * c) / 48000, 9);
  const dry = new Float64Array(1500);
  dry[200] = 1;
  const distance = (300 * c) / 48000;
  // the listener faces +y, so +y is the front and −x the left
  const front = hearMeasured(
    dry,
    48000,
    (_, out) => out.set([0, distance, 0]),
    () => who,
    head,
  );
  expect(front.left[500]).toBeCloseTo(1, 6);
  expect(front.right[500]).toBeCloseTo(1, 6);
  const left = hearMeasured(
    dry,
    48000,
    (_, out) => out.set([-distance, 0, 0]),
    () => who,
    head,
  );
  expect(left.left[496]).toBeCloseTo(2, 6);
  expect(left.right[504]).toBeCloseTo(0.5, 6);
});

test('places in metres, delays of their own and swapped ears are understood', () => {
  const place = azimuths.flatMap((a) => [
    2 * Math.cos((a * Math.PI) / 180),
    2 * Math.sin((a * Math.PI) / 180),
    0,
  ]);
  const head = readSofa(
    smallHead({
      SourcePosition: { shape: [4, 3], values: place, texts: { Type: 'cartesian' } },
      'Data.Delay': { shape: [1, 2], values: [5, 5] },
    }),
  );
  expect(head.taps).toBe(taps + 5);
  expect(head.ahead).toBeCloseTo((15 * c) / 48000, 9);
  expect(nearestDirection(head.directions, 0.1, 0.9, 0.1)).toBe(1);
  const swapped = readSofa(
    smallHead({ ReceiverPosition: { shape: [2, 3, 1], values: [0, -0.09, 0, 0, 0.09, 0] } }),
  );
  const plain = readSofa(smallHead());
  expect(swapped.responses.subarray(0, taps)).toEqual(plain.responses.subarray(taps, 2 * taps));
});

test('what cannot be read is refused with what, where and remedy', () => {
  const bytes = smallHead();
  expect(() => readSofa(new Uint8Array(200))).toThrow(/no HDF5 file/);
  expect(() => readSofa(writeHdf5({ a: { shape: [1], values: [1] } }))).toThrow(/Data\.IR/);
  expect(() => readSofa(smallHead({ 'Data.SamplingRate': { shape: [1], values: [-1] } }))).toThrow(/rate/);
  expect(() =>
    readSofa(smallHead({ 'Data.IR': { shape: [4, 1, 2], values: new Array(8).fill(1) } })),
  ).toThrow(/2 ears/);
  const head = readSofa(bytes);
  expect(() =>
    hearMeasured(
      new Float64Array(8),
      44100,
      (_, out) => out.set([1, 0, 0]),
      () => who,
      head,
    ),
  ).toThrow(/48000/);
  for (let length = 0; length < bytes.length; length += 97)
    expect(() => readSofa(bytes.slice(0, length))).toThrow(FaultError);
});

test('damaged bytes never hang, take much memory or throw anything but a refusal', () => {
  const bytes = smallHead();
  for (let i = 8; i < bytes.length; i += 5) {
    const damaged = bytes.slice();
    damaged[i] ^= 0xff;
    try {
      readSofa(damaged);
    } catch (error) {
      expect(error).toBeInstanceOf(FaultError);
    }
  }
});

// where Debian's libmysofa1 puts the head of the MIT
const kemar = '/usr/share/libmysofa/MIT_KEMAR_normal_pinna.sofa';

describe.skipIf(!existsSync(kemar))('a head as it was published', () => {
  test('has 710 directions, ears that hear their own side first and louder, and a middle of its own', () => {
    const head = readSofa(new Uint8Array(readFileSync(kemar)));
    expect([head.count, head.rateHz]).toEqual([710, 44100]);
    const energy = (direction: number, ear: number): number => {
      const at = (2 * direction + ear) * head.taps;
      return head.responses.subarray(at, at + head.taps).reduce((sum, p) => sum + p * p, 0);
    };
    const left = nearestDirection(head.directions, 0, 1, 0);
    expect(energy(left, 0)).toBeGreaterThan(4 * energy(left, 1));
    const right = nearestDirection(head.directions, 0, -1, 0);
    expect(energy(right, 1)).toBeGreaterThan(4 * energy(right, 0));
    expect(head.ahead / c).toBeLessThan(0.003);
  });
});
