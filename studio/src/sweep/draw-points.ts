// Draws the points of a plot. However many there are, no more than a few for each pixel are painted.

import type { PlotColors } from '../plots/plot-colors.ts';
import { sayNumber } from '../view/say.ts';
import { type Axis, placeOn, ticksOf } from './axis.ts';
import type { Coloring } from './colors.ts';
import { type NumberColumn, numberAt } from './row-table.ts';

export interface Plotted {
  readonly x: NumberColumn;
  readonly y: NumberColumn;
  readonly rows: Uint32Array;
  readonly across: Axis;
  readonly up: Axis;
  readonly coloring: Coloring | undefined;
}

/** Where the points lie in the canvas [px], and which rows they are. */
export interface Placed {
  readonly rows: Uint32Array;
  readonly xs: Float32Array;
  readonly ys: Float32Array;
}

/** Small multiples say in words around them what their axes are [px]. */
const NAMED_FROM = 220;

/** Around the points [px]. */
const marginOf = (height: number) => ({
  left: 58,
  right: 14,
  top: height < NAMED_FROM ? 8 : 20,
  bottom: height < NAMED_FROM ? 26 : 42,
});
/** More are drawn as small squares, and only where no other is yet. */
const MANY = 4000;

export function placePoints({ x, y, rows, across, up }: Plotted, width: number, height: number): Placed {
  const xs = new Float32Array(rows.length);
  const ys = new Float32Array(rows.length);
  const kept = new Uint32Array(rows.length);
  const margin = marginOf(height);
  const [wide, high] = [width - margin.left - margin.right, height - margin.top - margin.bottom];
  let count = 0;
  for (const row of rows) {
    const [right, above] = [placeOn(across, numberAt(x, row)), placeOn(up, numberAt(y, row))];
    if (Number.isNaN(right) || Number.isNaN(above)) continue;
    xs[count] = margin.left + right * wide;
    ys[count] = height - margin.bottom - above * high;
    kept[count++] = row;
  }
  return { rows: kept.subarray(0, count), xs: xs.subarray(0, count), ys: ys.subarray(0, count) };
}

export function drawPlot(
  pen: CanvasRenderingContext2D,
  { x: right, y: above, across, up, coloring }: Plotted,
  placed: Placed,
  [width, height]: readonly [number, number],
  inks: PlotColors,
): void {
  pen.clearRect(0, 0, width, height);
  drawAxes(pen, across, up, width, height, inks);
  if (height >= NAMED_FROM) {
    pen.textAlign = 'left';
    pen.fillText(above.name, marginOf(height).left, 8);
    pen.textAlign = 'right';
    pen.fillText(right.name, width - marginOf(height).right, height - 9);
  }
  const isMany = placed.rows.length > MANY;
  const colors = coloring?.colors ?? [inks.accent];
  const paths = colors.map(() => new Path2D());
  const taken = isMany ? new Uint8Array(Math.ceil(width) * Math.ceil(height)) : undefined;
  for (let i = 0; i < placed.rows.length; i++) {
    const [x, y] = [placed.xs[i], placed.ys[i]];
    const path = paths[coloring?.of(placed.rows[i]) ?? 0] ?? paths[0];
    if (taken) {
      const at = Math.round(y) * Math.ceil(width) + Math.round(x);
      if (taken[at]++) continue;
      path.rect(x - 1.25, y - 1.25, 2.5, 2.5);
    } else {
      path.moveTo(x + 3.4, y);
      path.arc(x, y, 3.4, 0, 2 * Math.PI);
    }
  }
  pen.globalAlpha = isMany ? 1 : 0.85;
  paths.forEach((path, i) => {
    pen.fillStyle = colors[i];
    pen.fill(path);
  });
  pen.globalAlpha = 1;
}

/** A ring around the point of a row. */
export function drawRing(pen: CanvasRenderingContext2D, placed: Placed, row: number, ink: string): void {
  const i = placed.rows.indexOf(row);
  if (i < 0) return;
  pen.strokeStyle = ink;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.arc(placed.xs[i], placed.ys[i], 6.5, 0, 2 * Math.PI);
  pen.stroke();
}

function drawAxes(
  pen: CanvasRenderingContext2D,
  across: Axis,
  up: Axis,
  width: number,
  height: number,
  { faint, grid }: PlotColors,
): void {
  const { left, right, top, bottom: below } = marginOf(height);
  const bottom = height - below;
  const [wide, high] = [width - left - right, bottom - top];
  pen.font = '11px system-ui, sans-serif';
  pen.fillStyle = faint;
  pen.strokeStyle = grid;
  pen.lineWidth = 1;
  pen.beginPath();
  pen.textAlign = 'center';
  pen.textBaseline = 'top';
  for (const tick of ticksOf(across, wide, 64)) {
    const x = Math.round(left + placeOn(across, tick) * wide) + 0.5;
    pen.moveTo(x, top);
    pen.lineTo(x, bottom + 4);
    pen.fillText(sayNumber(tick, 12), x, bottom + 8);
  }
  pen.textAlign = 'right';
  pen.textBaseline = 'middle';
  for (const tick of ticksOf(up, high, 34)) {
    const y = Math.round(bottom - placeOn(up, tick) * high) + 0.5;
    pen.moveTo(left - 4, y);
    pen.lineTo(width - right, y);
    pen.fillText(sayNumber(tick, 12), left - 8, y, left - 10);
  }
  pen.stroke();
}

/** The row whose point is nearest, within `reach` [px]. */
export function rowAt({ rows, xs, ys }: Placed, x: number, y: number, reach: number): number | undefined {
  let found: number | undefined;
  let nearest = reach * reach;
  for (let i = 0; i < rows.length; i++) {
    const away = (xs[i] - x) ** 2 + (ys[i] - y) ** 2;
    if (away <= nearest) {
      nearest = away;
      found = rows[i];
    }
  }
  return found;
}
