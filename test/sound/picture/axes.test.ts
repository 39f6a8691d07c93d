import { describe, expect, test } from 'vitest';
import { niceStep, type Plot, rowOf } from '../../../src/sound/picture/axes.ts';
import { soundPicture } from '../../../src/sound/picture/picture.ts';

const RATE = 44100;
const tone = (hertz: number, seconds: number): Float64Array =>
  Float64Array.from({ length: seconds * RATE }, (_, n) => Math.sin((2 * Math.PI * hertz * n) / RATE));

/** Rows at the left edge where a tick begins. */
function ticks({ width, height, rgb }: ReturnType<typeof soundPicture>): number[] {
  const rows: number[] = [];
  for (let y = 160; y < height; y++)
    if (rgb.subarray(3 * y * width, 3 * y * width + 3).every((level) => level === 235)) rows.push(y);
  return rows;
}

describe('axes of a spectrogram', () => {
  test('a tone lies at its tick', () => {
    const picture = soundPicture(tone(1000, 1), RATE);
    const { width, rgb } = picture;
    const rows = ticks(picture);
    expect(rows).toHaveLength(7);
    // 10, 5, 2, 1 kHz from the top
    const bright = (y: number) => rgb[3 * (y * width + 601)] + rgb[3 * (y * width + 601) + 1];
    expect(bright(rows[3])).toBeGreaterThan(400);
    for (const y of [rows[0], rows[1], rows[2], rows[4], rows[5], rows[6]])
      expect(bright(y)).toBeLessThan(200);
  });

  test('seconds stand below, where they are', () => {
    const { width, height, rgb } = soundPicture(tone(1000, 1.2), RATE);
    const columns: number[] = [];
    for (let x = 0; x < width; x++) if (rgb[3 * ((height - 1) * width + x)] === 235) columns.push(x);
    expect(columns).toEqual([200, 400, 600, 800, 1000]);
  });

  test('silence and a blink have them too', () => {
    expect(ticks(soundPicture(new Float64Array(RATE), RATE))).toHaveLength(7);
    expect(ticks(soundPicture(new Float64Array(10), RATE))).toHaveLength(7);
  });

  test('steps are 1, 2 or 5', () => {
    expect([0.011, 0.02, 0.3, 1, 7, 60].map(niceStep)).toEqual([0.02, 0.02, 0.5, 1, 10, 100]);
  });

  test('octaves are evenly apart', () => {
    const plot: Plot = { width: 1, top: 0, bottom: 440, seconds: 1, lowestHz: 50, highestHz: 20000 };
    const gap = (hertz: number) => rowOf(hertz, plot) - rowOf(2 * hertz, plot);
    expect(Math.abs(gap(100) - gap(4000))).toBeLessThanOrEqual(1);
  });
});
