// Events by kind, frame by frame: kicks of elastic forces and gravity, pushes of contact layers, and pairs that pushed by what
// touched what. Read as the frames come.

import { columnAt } from '../../../../src/record/index.ts';
import { effect, signal } from '@preact/signals';
import { complain } from '../../model/complaints.ts';
import { type Film, film } from '../../model/film.ts';
import type { Lines } from '../../plots/lines.ts';
import { pairsAt } from './reports.ts';

export const eventNames = [
  'kicks of forces',
  'pushes of layers',
  'vertex – face pairs',
  'edge – edge pairs',
  'vertex – vertex pairs',
] as const;
const PAIRS = ['vertex – face', 'edge – edge', 'vertex – vertex'];
/** Frames that are read before others get their turn. */
const AT_ONCE = 16;
/** Longer films are read at every second, fourth … frame. */
const MOST = 1200;

const NONE: Lines = { times: new Float64Array(0), lines: [] };
export const events = signal<Lines>(NONE);

interface Counted {
  readonly of: Film;
  readonly stride: number;
  readonly times: number[];
  readonly rows: number[][];
}

/** Follows the film; call what it returns to stop. */
export function watchEvents(): () => void {
  let counted: Counted | undefined;
  let isReading = false;
  let isOver = false;
  const read = async () => {
    const shown = film.peek();
    if (isReading || shown === undefined) return;
    isReading = true;
    const at = (name: string) => columnAt(shown.columns, name);
    const [kicks, pushes] = [at('forceEvents'), at('pushes')];
    const stride = 2 ** Math.max(0, Math.ceil(Math.log2(shown.frameCount.peek() / MOST)));
    if (counted?.of !== shown || counted.stride !== stride)
      counted = { of: shown, stride, times: [], rows: eventNames.map(() => []) };
    const mine = counted;
    while (!isOver && film.peek() === shown && kicks >= 0) {
      const frame = mine.times.length * stride;
      if (frame >= shown.frameCount.peek()) break;
      const report = await shown.report(frame);
      const pairs = new Map(await pairsAt(shown, frame));
      mine.times.push(shown.time(frame));
      const row = [
        report[kicks] - report[pushes],
        report[pushes],
        ...PAIRS.map((kind) => pairs.get(kind) ?? 0),
      ];
      row.forEach((value, i) => {
        mine.rows[i].push(value);
      });
      if (mine.times.length % AT_ONCE === 0) {
        tell(mine);
        await new Promise((resolve) => setTimeout(resolve));
      }
    }
    if (film.peek() === shown) tell(mine);
    isReading = false;
    // Frames may have come while the last ones were read.
    if (!isOver && film.peek() !== undefined && film.peek() !== shown) void read().catch(complain);
  };
  const stop = effect(() => {
    const shown = film.value;
    void shown?.frameCount.value;
    if (shown === undefined) events.value = NONE;
    else
      void read().catch((error) => {
        isReading = false;
        complain(error);
      });
  });
  return () => {
    isOver = true;
    stop();
  };
}

function tell({ times, rows }: Counted): void {
  events.value = {
    times: Float64Array.from(times),
    lines: eventNames.map((name, i) => ({ id: name, name, values: Float64Array.from(rows[i]) })),
  };
}
