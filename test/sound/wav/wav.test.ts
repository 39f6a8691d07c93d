import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readWav, WavError } from '../../../src/sound/wav/read.ts';
import { ClippedError, writeWav } from '../../../src/sound/wav/write.ts';

const text = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

describe('WAV files', () => {
  test('have the header of 16-bit PCM, byte for byte', () => {
    const bytes = writeWav([Float64Array.of(0, 0.5, -1)], { rateHz: 44100, bits: '16' });
    const view = new DataView(bytes.buffer);
    expect([text(bytes, 0), view.getUint32(4, true), text(bytes, 8)]).toEqual([
      'RIFF',
      bytes.length - 8,
      'WAVE',
    ]);
    expect([text(bytes, 12), view.getUint32(16, true)]).toEqual(['fmt ', 16]);
    expect([20, 22, 32, 34].map((at) => view.getUint16(at, true))).toEqual([1, 1, 2, 16]);
    expect([24, 28].map((at) => view.getUint32(at, true))).toEqual([44100, 88200]);
    expect([text(bytes, 36), view.getUint32(40, true)]).toEqual(['data', 6]);
    expect([44, 46, 48].map((at) => view.getInt16(at, true))).toEqual([0, 16384, -32768]);
    expect(bytes.length).toBe(50);
  });

  test('carry a fact chunk as floats, and the extensible format with 24 bits', () => {
    const float = writeWav([Float64Array.of(2), Float64Array.of(-3)], { rateHz: 96000, bits: '32f' });
    const view = new DataView(float.buffer);
    expect([view.getUint32(16, true), view.getUint16(20, true), view.getUint16(22, true)]).toEqual([
      18, 3, 2,
    ]);
    expect([text(float, 38), view.getUint32(42, true), view.getUint32(46, true)]).toEqual(['fact', 4, 1]);
    expect([text(float, 50), view.getUint32(54, true)]).toEqual(['data', 8]);
    expect([view.getFloat32(58, true), view.getFloat32(62, true)]).toEqual([2, -3]);
    const wide = writeWav([Float64Array.of(0.25)], { rateHz: 48000, bits: '24' });
    const at = new DataView(wide.buffer);
    expect([at.getUint32(16, true), at.getUint16(20, true), at.getUint16(34, true)]).toEqual([
      40, 0xfffe, 24,
    ]);
    expect([at.getUint16(38, true), at.getUint32(40, true), at.getUint16(44, true)]).toEqual([24, 4, 1]);
    // an odd number of bytes is padded
    expect(wide.length).toBe(12 + 48 + 8 + 4);
    expect(at.getUint32(4, true)).toBe(wide.length - 8);
  });

  test('come back as they were', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 50 }),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom('16' as const, '24' as const, '32f' as const),
        (samples, count, bits) => {
          const channels = Array.from({ length: count }, (_, c) =>
            Float64Array.from(samples, (s) => s / (c + 1)),
          );
          const wav = readWav(writeWav(channels, { rateHz: 48000, bits }));
          const step = bits === '16' ? 1 / 32768 : bits === '24' ? 1 / 8388608 : 1e-7;
          expect(wav.rateHz).toBe(48000);
          expect(wav.channels.length).toBe(count);
          channels.forEach((channel, c) => {
            channel.forEach((sample, n) => {
              expect(Math.abs(wav.channels[c][n] - sample)).toBeLessThanOrEqual(step);
            });
          });
        },
      ),
    );
  });

  test('are refused rather than clipped', () => {
    expect(() => writeWav([Float64Array.of(1.01)], { rateHz: 44100, bits: '16' })).toThrow(ClippedError);
    expect(() => writeWav([Float64Array.of(Number.NaN)], { rateHz: 44100, bits: '24' })).toThrow(
      ClippedError,
    );
    expect(() => writeWav([Float64Array.of(1.01)], { rateHz: 44100, bits: '32f' })).not.toThrow();
  });

  test('that are damaged are refused with a WavError or read, nothing else', () => {
    const good = writeWav([Float64Array.of(0.1, 0.2, 0.3)], { rateHz: 44100, bits: '16' });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(60), fc.nat(255)), { maxLength: 6 }), fc.nat(60), (edits, cut) => {
        const bytes = good.slice(0, Math.max(0, good.length - cut));
        for (const [at, value] of edits) if (at < bytes.length) bytes[at] = value;
        try {
          readWav(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(WavError);
        }
      }),
    );
  });
});
