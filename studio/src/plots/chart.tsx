// One chart: lines over time with the hand of the clock; a click or a drag in it seeks.

import { effect, signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { film } from '../model/film.ts';
import { duration, growing, playing, time } from '../model/playback.ts';
import { selected } from '../model/selection.ts';
import { isDark } from '../model/theme.ts';
import { scrubTo } from '../timeline/transport.ts';
import { Icon } from '../view/icons.tsx';
import { say, sayNumber } from '../view/say.ts';
import { type Chart, changeChart, removeChart } from './charts.ts';
import { bodyLines, drawnLines, type Lines, linesToCsv, reportLines, valueAt } from './lines.ts';
import { lineColors, readPlotColors } from './plot-colors.ts';
import { reportTable } from './report-table.ts';
import { Sampler } from './sampler.ts';
import { saveText } from './save-text.ts';

const HEIGHT = 132;

export function ChartCard({ chart }: { chart: Chart }) {
  const host = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => signal<Lines>({ times: new Float64Array(0), lines: [] }), []);
  const { columns, quantity, bodies, isLog } = chart;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chart with other lines reads anew
  useEffect(() => readLines(chart, (read) => (lines.value = read)), [columns, quantity, bodies]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: uPlot cannot change the number of lines or the scale
  useEffect(
    () => effect(() => plot(host.current as HTMLDivElement, chart, () => lines.value, isDark.value)),
    [columns, quantity, bodies, isLog],
  );
  const shown = lines.value;
  const colors = lineColors(isDark.value);
  return (
    <article class="chart" aria-label={chart.title}>
      <header>
        <h3>
          {chart.title}
          {chart.unit !== '' && <span class="unit">{chart.unit}</span>}
        </h3>
        {quantity !== undefined && (
          <button
            type="button"
            class="chart-text"
            title="Plot the selected bodies"
            disabled={selected.value.length === 0}
            onClick={() => changeChart(chart.id, { bodies: plottable(selected.value) })}
          >
            Selected
          </button>
        )}
        <button
          type="button"
          class="chart-button"
          aria-pressed={isLog}
          title="Logarithmic scale"
          aria-label="Logarithmic scale"
          onClick={() => changeChart(chart.id, { isLog: !isLog })}
        >
          <Icon name="log" />
        </button>
        <button
          type="button"
          class="chart-button"
          title="Save as CSV"
          aria-label={`Save ${chart.title} as CSV`}
          onClick={() => void saveCsv(chart, shown)}
        >
          <Icon name="save" />
        </button>
        <button
          type="button"
          class="chart-button"
          title="Close this chart"
          aria-label={`Close ${chart.title}`}
          onClick={() => removeChart(chart.id)}
        >
          <Icon name="close" />
        </button>
      </header>
      <div class="plot" ref={host} />
      <ul class="values">
        {shown.lines.map((line, i) => {
          const value = valueAt(shown, line, time.value);
          return (
            <li key={line.id}>
              <i style={{ background: colors[i % colors.length] }} />
              <span class="line-name">{line.name}</span>
              <output>{value === undefined ? '–' : say(value, chart.unit)}</output>
            </li>
          );
        })}
      </ul>
    </article>
  );
}

/** Few enough to be told apart. */
export function plottable(items: readonly number[]): number[] {
  const bodies = film.value?.scene.bodies.length ?? 0;
  return items.filter((item) => item < bodies).slice(0, 8);
}

/** Reads the lines of a chart as they come. */
function readLines(chart: Chart, show: (lines: Lines) => void): () => void {
  if (chart.quantity === undefined)
    return effect(() => {
      const table = reportTable.value?.table;
      if (table) show(reportLines(chart, table));
    });
  let sampler: Sampler | undefined;
  let asked = 0;
  const stop = effect(() => {
    const shown = film.value;
    sampler?.close();
    if (shown === undefined) return undefined;
    const made = new Sampler(shown, chart.bodies, () => {
      asked ||= requestAnimationFrame(() => {
        asked = 0;
        show(bodyLines(chart, made, shown.scene));
      });
    });
    sampler = made;
    return effect(() => {
      if (shown.frameCount.value > 0) made.readOn().catch(() => {});
    });
  });
  return () => {
    stop();
    sampler?.close();
    cancelAnimationFrame(asked);
  };
}

/** Draws a chart into an element; returns how to take it away. */
function plot(host: HTMLElement, chart: Chart, read: () => Lines, dark: boolean): () => void {
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
      // Lines of another choice are on their way still.
      if (lines.lines.length === count) {
        made.setData(drawnLines(lines, chart.isLog) as uPlot.AlignedData, false);
        const [min, max] = xRange(lines.times);
        made.setScale('x', { min, max });
      }
      placeHand();
    }),
    effect(() => {
      void [time.value, duration.value, growing.value];
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

/** Every frame, also of films whose charts show fewer. */
async function saveCsv(chart: Chart, shown: Lines): Promise<void> {
  const open = film.value;
  let lines = shown;
  if (open !== undefined && chart.quantity !== undefined && lines.times.length < open.frameCount.value) {
    const { readAllLines } = await import('./all-lines.ts');
    lines = await readAllLines(chart, open);
  }
  saveText(
    `${open?.scene.name ?? 'film'}-${chart.title.toLowerCase().replace(/\W+/g, '-')}.csv`,
    linesToCsv(lines, chart.unit),
  );
}
