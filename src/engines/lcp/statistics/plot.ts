// Figure 9 of Twigg, James 2008: one row a drop, one column a step, coloured by class of contact; at rest on the left, time
// running from right to left; drops forward above, backward below, each sorted lexicographically.

import { classNames } from './contact-class.ts';
import type { Track } from './compare.ts';

/** Free, point, line, face. */
const colors = [
  [244, 241, 232],
  [243, 167, 18],
  [41, 161, 156],
  [38, 60, 110],
] as const;
const before = [255, 255, 255] as const;
const GAP = 8;

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel, rows from the top. */
  readonly rgb: Uint8Array;
}

/** Rows of at most `steps` classes, sorted. */
export function sortTracks(tracks: readonly Track[], steps: number): Uint8Array[] {
  return tracks
    .map((track) => Uint8Array.from({ length: Math.min(steps, track.length) }, (_, s) => track.classAt(s)))
    .sort((a, b) => {
      for (let s = 0; s < Math.min(a.length, b.length); s++) if (a[s] !== b[s]) return b[s] - a[s];
      return b.length - a.length;
    });
}

export function plotTracks(
  forward: readonly Track[],
  backward: readonly Track[],
  steps: number,
  scale = 4,
): Picture {
  const blocks = [sortTracks(forward, steps), sortTracks(backward, steps)];
  const width = steps * scale;
  const height = forward.length + backward.length + GAP;
  const rgb = new Uint8Array(3 * width * height).fill(255);
  let y = 0;
  for (const rows of blocks) {
    for (const row of rows) {
      for (let x = 0; x < width; x++) {
        const s = Math.floor(x / scale);
        const color = s < row.length ? colors[row[s]] : before;
        for (let k = 0; k < 3; k++) rgb[3 * (y * width + x) + k] = color[k];
      }
      y++;
    }
    y += GAP;
  }
  return { width, height, rgb };
}

/** The same as numbers: direction, then a class for each step from rest. */
export function tracksCsv(forward: readonly Track[], backward: readonly Track[], steps: number): string {
  const head = `direction,${Array.from({ length: steps }, (_, s) => `step${s}`).join(',')}`;
  const lines = (name: string, tracks: readonly Track[]) =>
    sortTracks(tracks, steps).map((row) => {
      const cells = Array.from({ length: steps }, (_, s) => (s < row.length ? classNames[row[s]] : ''));
      return `${name},${cells.join(',')}`;
    });
  return `${[head, ...lines('forward', forward), ...lines('backward', backward)].join('\n')}\n`;
}
