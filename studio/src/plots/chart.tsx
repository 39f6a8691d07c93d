// One chart with its title, its buttons, and what its lines say at this moment.

import { effect, signal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { film } from '../model/film.ts';
import { time } from '../model/playback.ts';
import { selected } from '../model/selection.ts';
import { isDark } from '../model/theme.ts';
import { Icon } from '../view/icons.tsx';
import { say } from '../view/say.ts';
import { type Chart, changeChart, removeChart } from './charts.ts';
import { bodyLines, type Lines, linesToCsv, reportLines, valueAt } from './lines.ts';
import { plot } from './plot.ts';
import { lineColors } from './plot-colors.ts';
import { reportTable } from './report-table.ts';
import { Sampler } from './sampler.ts';
import { saveText } from './save-text.ts';

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
