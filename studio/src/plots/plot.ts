// Draws the lines of a chart over time, with the hand of the clock; a click or a drag in it seeks.

import { effect } from '@preact/signals';
import uPlot from 'uplot';
import { film } from '../model/film.ts';
import { duration, growing, playing, time } from '../model/playback.ts';
import { scrubTo } from '../timeline/transport.ts';
import { sayNumber } from '../view/say.ts';
import type { Chart } from './charts.ts';
import { drawnLines, type Lines } from './lines.ts';
import { lineColors, readPlotColors } from './plot-colors.ts';

const HEIGHT = 132; // [px]

/** Draws a chart into an element; returns how to take it away. */
export function plot(host: HTMLElement, chart: Chart, read: () => Lines, dark: boolean): () => void {
  const colors = readPlotColors(host);
  const strokes = lineColors(dark);
  const count = chart.quantity === undefined ? chart.columns.length : chart.bodies.length;
  const font = '11px system-ui, sans-serif';
  const axis: uPlot.Axis = {
    stroke: colors.faint,
    font,
    grid: { stroke: colors.grid, width: 1 },
    ticks: { stroke: colors.grid, width: 1, size: 4 },
    gap: 3,
  };
  const made = new uPlot(
    {
      width: Math.max(120, host.clientWidth),
      height: HEIGHT,
      padding: [6, 14, 0, 0],
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, points: { show: false }, y: false, x: false },
      scales: {
        x: { time: false },
        y: chart.isLog ? { distr: 3 } : { range: yRange },
      },
      axes: [
        { ...axis, size: 22, space: 56 },
        {
          ...axis,
          size: 52,
          space: 26,
          values: (_, marks) => marks.map((mark) => (mark === null ? '' : sayNumber(mark, 3))),
        },
      ],
      series: [
        {},
        ...Array.from({ length: count }, (_, i) => ({
          stroke: strokes[i % strokes.length],
          width: 1.5,
          points: { show: false },
        })),
      ],
    },
    [[], ...Array.from({ length: count }, () => [])],
    host,
  );
  const hand = document.createElement('div');
  hand.className = 'plot-hand';
  made.over.append(hand);
  const placeHand = () => {
    const x = made.valToPos(time.peek(), 'x');
    hand.style.transform = `translateX(${Number.isFinite(x) ? x.toFixed(1) : -9}px)`;
    hand.dataset.time = String(time.peek());
  };
  const removeSeeking = seekIn(made);
  const resizing = new ResizeObserver(() => {
    made.setSize({ width: Math.max(120, host.clientWidth), height: HEIGHT });
    placeHand();
  });
  resizing.observe(host);
  const stops = [
    effect(() => {
      const lines = read();
      // A run that has ended spans what it has, not what was planned.
      void growing.value;
      // Lines of another choice are on their way still.
      if (lines.lines.length === count) {
        made.setData(drawnLines(lines, chart.isLog) as uPlot.AlignedData, false);
        const [min, max] = xRange(lines.times);
        made.setScale('x', { min, max });
        // The scale holds when uPlot has come round to it.
        queueMicrotask(placeHand);
      }
      placeHand();
    }),
    effect(() => {
      void [time.value, duration.value];
      placeHand();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    resizing.disconnect();
    removeSeeking();
    made.destroy();
  };
}

function seekIn(made: uPlot): () => void {
  const { over } = made;
  const seekTo = (event: PointerEvent) => {
    const { left } = over.getBoundingClientRect();
    scrubTo(made.posToVal(event.clientX - left, 'x'), event.altKey);
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    playing.value = false;
    over.setPointerCapture(event.pointerId);
    seekTo(event);
  };
  const move = (event: PointerEvent) => {
    if (over.hasPointerCapture(event.pointerId)) seekTo(event);
  };
  over.addEventListener('pointerdown', down);
  over.addEventListener('pointermove', move);
  return () => {
    over.removeEventListener('pointerdown', down);
    over.removeEventListener('pointermove', move);
  };
}

/** The whole run from its start, so that charts and the timeline lie over one another. */
function xRange(times: Float64Array): [number, number] {
  const planned = growing.peek() ? (film.peek()?.scene.duration ?? 0) : 0;
  const end = Math.max(times[times.length - 1] ?? 0, duration.peek(), planned);
  return [0, end > 0 ? end : 1];
}

/** With a little room; a flat line in the middle. */
function yRange(_: uPlot, low: number | null, high: number | null): [number, number] {
  if (low === null || high === null) return [0, 1];
  const room = high > low ? 0.06 * (high - low) : 0.1 * Math.abs(high) || 1;
  return [low - room, high + room];
}
