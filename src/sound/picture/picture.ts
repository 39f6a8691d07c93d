// A sound to look at: its waveform above, its spectrogram below.
//
// The spectrogram runs from 50 Hz to 20 kHz (or half the rate), evenly in octaves; brightness is dB below the loudest,
// down to −90. Seconds and hertz stand over it (axes.ts); time goes from edge to edge.

import { log10, pow } from '../../num/elementary/index.ts';
import { magnitudes } from '../fft.ts';
import { drawAxes } from './axes.ts';
import { heat } from './heat.ts';

/** A picture of a sound. */
export interface Picture {
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  /** Three bytes a pixel, rows from the top. */
  readonly rgb: Uint8Array;
}

const WIDTH = 1200;
const WAVE_HEIGHT = 160;
const SPECTRUM_HEIGHT = 440;
const WINDOW = 4096;
const LOWEST_HZ = 50;
const RANGE_DB = 90;

/** A sound as waves and frequencies. */
export function soundPicture(samples: Float64Array, rateHz: number): Picture {
  const height = WAVE_HEIGHT + SPECTRUM_HEIGHT;
  const rgb = new Uint8Array(3 * WIDTH * height).fill(16);
  drawWave(samples, rgb);
  const highestHz = Math.min(20000, rateHz / 2);
  drawSpectrum(samples, rateHz, highestHz, rgb);
  drawAxes(rgb, {
    width: WIDTH,
    top: WAVE_HEIGHT,
    bottom: height,
    seconds: samples.length / rateHz,
    lowestHz: LOWEST_HZ,
    highestHz,
  });
  return { width: WIDTH, height, rgb };
}

function drawWave(samples: Float64Array, rgb: Uint8Array): void {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  const middle = WAVE_HEIGHT / 2;
  for (let x = 0; x < WIDTH; x++) {
    const from = Math.floor((x / WIDTH) * samples.length);
    const until = Math.max(from + 1, Math.floor(((x + 1) / WIDTH) * samples.length));
    let low = Infinity;
    let high = -Infinity;
    for (let n = from; n < until && n < samples.length; n++) {
      low = Math.min(low, samples[n]);
      high = Math.max(high, samples[n]);
    }
    const scale = peak > 0 ? (0.95 * middle) / peak : 0;
    const top = Math.max(0, Math.round(middle - high * scale));
    const bottom = Math.min(WAVE_HEIGHT - 1, Math.round(middle - low * scale));
    for (let y = top; y <= bottom; y++) rgb.set([120, 190, 235], 3 * (y * WIDTH + x));
  }
}

function drawSpectrum(samples: Float64Array, rateHz: number, highest: number, rgb: Uint8Array): void {
  const bins = new Float64Array(SPECTRUM_HEIGHT + 1);
  for (let y = 0; y <= SPECTRUM_HEIGHT; y++)
    bins[y] = (LOWEST_HZ * pow(highest / LOWEST_HZ, y / SPECTRUM_HEIGHT) * WINDOW) / rateHz;
  const levels = new Float64Array(WIDTH * SPECTRUM_HEIGHT);
  let loudest = 0;
  for (let x = 0; x < WIDTH; x++) {
    const centre = ((x + 0.5) / WIDTH) * samples.length;
    const spectrum = magnitudes(samples, Math.round(centre - WINDOW / 2), WINDOW);
    for (let y = 0; y < SPECTRUM_HEIGHT; y++) {
      let level = 0;
      const last = Math.min(WINDOW / 2, Math.floor(bins[y + 1]));
      for (let k = Math.floor(bins[y]); k <= last; k++) level = Math.max(level, spectrum[k]);
      levels[x * SPECTRUM_HEIGHT + y] = level;
      loudest = Math.max(loudest, level);
    }
  }
  if (!(loudest > 0)) return;
  for (let x = 0; x < WIDTH; x++) {
    for (let y = 0; y < SPECTRUM_HEIGHT; y++) {
      const level = levels[x * SPECTRUM_HEIGHT + y] / loudest;
      const db = level > 0 ? 20 * log10(level) : -Infinity;
      const row = WAVE_HEIGHT + SPECTRUM_HEIGHT - 1 - y;
      heat(Math.max(0, 1 + db / RANGE_DB), rgb, 3 * (row * WIDTH + x));
    }
  }
}
