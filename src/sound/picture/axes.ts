// Where in a picture of a sound which time and which tone is: ticks with numbers, drawn over it.

import { log, log10, pow } from '../../num/elementary/index.ts';
import { LINE, textWidth, writeText } from './digits.ts';

/** Labels of time stand no nearer than this [pixels]. */
const APART = 110;
const TICK = 8;
const FAINT = 70;

/** Which part of a picture shows what, in pixels. */
export interface Plot {
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
  readonly seconds: number;
  readonly lowestHz: number;
  readonly highestHz: number;
}

/** Seconds below, hertz at the left. */
export function drawAxes(rgb: Uint8Array, plot: Plot): void {
  const { width, bottom, seconds } = plot;
  const step = niceStep((APART * seconds) / width);
  for (let k = 1; k * step < seconds; k++) {
    const x = Math.round((k * step * width) / seconds);
    line(rgb, width, x, bottom - TICK, x, bottom - 1, 235);
    const text = timeText(k * step, step);
    const at = x - Math.round(textWidth(text) / 2);
    if (at + textWidth(text) < width) writeText(rgb, width, text, at, bottom - TICK - LINE - 4);
  }
  for (const { hertz, text } of TONES) {
    if (hertz <= plot.lowestHz || hertz >= plot.highestHz) continue;
    const y = rowOf(hertz, plot);
    faint(rgb, width, y);
    line(rgb, width, 0, y, TICK, y, 235);
    writeText(rgb, width, text, TICK + 4, y - Math.round(LINE / 2));
  }
}

const TONES = [
  { hertz: 100, text: '100 Hz' },
  { hertz: 200, text: '200' },
  { hertz: 500, text: '500' },
  { hertz: 1000, text: '1 kHz' },
  { hertz: 2000, text: '2' },
  { hertz: 5000, text: '5' },
  { hertz: 10000, text: '10 kHz' },
];

/** The row of a tone, even in octaves. */
export function rowOf(hertz: number, { top, bottom, lowestHz, highestHz }: Plot): number {
  return Math.round(bottom - 1 - ((bottom - top) * log(hertz / lowestHz)) / log(highestHz / lowestHz));
}

/** 1, 2 or 5 times a power of ten, not below. */
export function niceStep(least: number): number {
  const power = pow(10, Math.floor(log10(least)));
  for (const times of [1, 2, 5]) if (times * power >= least * (1 - 1e-9)) return times * power;
  return 10 * power;
}

function timeText(seconds: number, step: number): string {
  if (step < 0.1) return `${Number((1000 * seconds).toPrecision(6))} ms`;
  return `${Number(seconds.toPrecision(6))} s`;
}

/** A little brighter from side to side. */
function faint(rgb: Uint8Array, width: number, y: number): void {
  for (let x = 0; x < width; x++)
    for (let k = 0; k < 3; k++) {
      const at = 3 * (y * width + x) + k;
      rgb[at] = Math.min(255, rgb[at] + (x % 4 === 0 ? FAINT : 0));
    }
}

function line(
  rgb: Uint8Array,
  width: number,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  level: number,
): void {
  for (let y = fromY; y <= toY; y++)
    for (let x = fromX; x <= toX; x++) rgb.fill(level, 3 * (y * width + x), 3 * (y * width + x) + 3);
}
