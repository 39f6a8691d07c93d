// Figure 5 of Twigg, James 2008, as a picture and as numbers: place across, angle up; how dense drops pass as grey, each of
// them as a yellow point over it, and pasts of ends that chance chose as red ones.

import type { Passage, Spread } from './spread.ts';
import type { Picture } from './plot.ts';

const WIDTH = 720;
const HEIGHT = 480;
/** Cells of the density, in pixels. */
const CELL = 8;

export interface Ranges {
  /** Of places, both ways from the middle [m]. */
  readonly place: number;
}

export function plotSpread(drops: readonly Passage[], pasts: readonly Passage[], { place }: Ranges): Picture {
  const rgb = new Uint8Array(3 * WIDTH * HEIGHT);
  const columns = WIDTH / CELL;
  const rows = HEIGHT / CELL;
  const cells = new Uint32Array(columns * rows);
  const column = (passage: Passage) => Math.floor((0.5 + (0.5 * passage.place) / place) * WIDTH);
  const row = (passage: Passage) => Math.floor((0.5 - (0.5 * passage.angle) / Math.PI) * HEIGHT);
  const isInside = (x: number, y: number) => x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT;
  let most = 1;
  for (const drop of drops) {
    const x = column(drop);
    const y = Math.min(HEIGHT - 1, row(drop));
    if (!isInside(x, y)) continue;
    const cell = Math.floor(y / CELL) * columns + Math.floor(x / CELL);
    most = Math.max(most, ++cells[cell]);
  }
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const count = cells[Math.floor(y / CELL) * columns + Math.floor(x / CELL)];
      // the root, so that what is rare is seen as well
      const grey = Math.round(20 + 150 * Math.sqrt(count / most));
      for (let k = 0; k < 3; k++) rgb[3 * (y * WIDTH + x) + k] = k === 2 ? Math.min(255, grey + 18) : grey;
    }
  const dot = (passage: Passage, color: readonly number[], size: number) => {
    const x = column(passage);
    const y = row(passage);
    for (let dy = 0; dy < size; dy++)
      for (let dx = 0; dx < size; dx++) {
        if (!isInside(x + dx, y + dy)) continue;
        for (let k = 0; k < 3; k++) rgb[3 * ((y + dy) * WIDTH + x + dx) + k] = color[k];
      }
  };
  for (const drop of drops) dot(drop, [243, 210, 60], 1);
  for (const past of pasts) dot(past, [226, 58, 48], 3);
  return { width: WIDTH, height: HEIGHT, rgb };
}

/** Of all places and angles, the part that some drop comes near: cells of a hundredth of the range each way. */
export function reachedPart(drops: readonly Passage[], { place }: Ranges, cells = 100): number {
  const reached = new Set<number>();
  for (const drop of drops) {
    const x = Math.floor((0.5 + (0.5 * drop.place) / place) * cells);
    const y = Math.min(cells - 1, Math.floor((0.5 - (0.5 * drop.angle) / Math.PI) * cells));
    if (x >= 0 && x < cells && y >= 0) reached.add(x + cells * y);
  }
  return reached.size / (cells * cells);
}

/** One line a drop or past. */
export function spreadCsv(drops: readonly Spread[], pasts: readonly Spread[]): string {
  const cells = ({ place, angle, speed }: Passage) =>
    [place, angle, speed].map((x) => x.toPrecision(9)).join(',');
  const line = (direction: string) => (spread: Spread) =>
    [
      direction,
      cells(spread.start),
      spread.passage === undefined ? ',,' : cells(spread.passage),
      cells(spread.end),
      spread.highest.toPrecision(9),
    ].join(',');
  const names = ['start', 'passage', 'end'].flatMap((when) =>
    ['place', 'angle', 'speed'].map((what) => `${when}_${what}`),
  );
  return `${['direction', ...names, 'highest'].join(',')}\n${[...drops.map(line('forward')), ...pasts.map(line('backward'))].join('\n')}\n`;
}
