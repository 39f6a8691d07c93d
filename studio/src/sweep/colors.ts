// What colour a point has: along a scale by a number, one each by a word.

import { lineColors } from '../plots/plot-colors.ts';
import { numberAt, type Column } from './row-table.ts';

export interface Coloring {
  /** Of the column. */
  readonly name: string;
  readonly colors: readonly string[];
  /** Which of them a row has. */
  of(row: number): number;
  /** What stands at the ends of the scale, or the words in the order of the colours. */
  readonly scale?: readonly [number, number];
  readonly words?: readonly string[];
}

const STEPS = 48;
/** Even in lightness, so that the scale is read without its hues too: from dark, and from light in a dark room. */
const LIGHT = ['#2d1e73', '#24588f', '#1b8a86', '#5ca83e', '#d9a400'];
const DARK = ['#7d74f0', '#4c9fe0', '#38cbb0', '#a9dc63', '#ffe08a'];

export function coloringOf(column: Column, rows: Uint32Array, dark: boolean): Coloring {
  const { name } = column;
  if (column.kind === 'text') {
    const words: string[] = [];
    for (const row of rows) {
      const word = column.texts[row];
      if (!words.includes(word) && words.length < lineColors(dark).length) words.push(word);
    }
    return {
      name,
      words,
      colors: lineColors(dark),
      of: (row) => Math.max(0, words.indexOf(column.texts[row])),
    };
  }
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of rows) {
    const value = numberAt(column, row);
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (least > most) [least, most] = [0, 0];
  const colors = rampOf(dark ? DARK : LIGHT);
  const span = most > least ? most - least : 1;
  return {
    name,
    scale: [least, most],
    // what has no value is grey
    colors: [...colors, dark ? '#777b82' : '#9a9da3'],
    of(row) {
      const value = numberAt(column, row);
      if (Number.isNaN(value)) return STEPS;
      return Math.min(STEPS - 1, Math.floor((STEPS * (value - least)) / span));
    },
  };
}

/** The scale itself, for the legend. */
export function scaleGradient(dark: boolean): string {
  return `linear-gradient(to right, ${(dark ? DARK : LIGHT).join(', ')})`;
}

function rampOf(stops: readonly string[]): string[] {
  const parts = stops.map((stop) => [1, 3, 5].map((at) => Number.parseInt(stop.slice(at, at + 2), 16)));
  return Array.from({ length: STEPS }, (_, i) => {
    const at = (i / (STEPS - 1)) * (stops.length - 1);
    const low = Math.min(stops.length - 2, Math.floor(at));
    const mixed = parts[low].map((from, k) => Math.round(from + (at - low) * (parts[low + 1][k] - from)));
    return `rgb(${mixed.join(' ')})`;
  });
}
