// Events by kind over time, on a logarithmic scale; a click or a drag in it seeks.

import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { isDark } from '../../model/theme.ts';
import { time } from '../../model/playback.ts';
import type { Chart } from '../../plots/charts.ts';
import { valueAt } from '../../plots/lines.ts';
import { plot } from '../../plots/plot.ts';
import { lineColors } from '../../plots/plot-colors.ts';
import { eventNames, events, watchEvents } from './events.ts';
import 'uplot/dist/uPlot.min.css';
import '../../plots/plots.css';

const CHART: Chart = { id: 0, title: '', unit: '', columns: [...eventNames], bodies: [], isLog: true };

export function EventsChart() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => watchEvents(), []);
  useSignalEffect(() =>
    host.current ? plot(host.current, CHART, () => events.value, isDark.value) : undefined,
  );
  const { lines, times } = events.value;
  const colors = lineColors(isDark.value);
  return (
    <div class="cloth-events plot-panel" data-frames={times.length}>
      <div class="plot" ref={host} role="img" aria-label="Events of each frame by kind, over time" />
      <ul class="values">
        {lines.map((line, i) => (
          <li key={line.id}>
            <i style={{ background: colors[i % colors.length] }} />
            <span class="line-name">{line.name}</span>
            <output>{(valueAt(events.value, line, time.value) ?? 0).toLocaleString('en')}</output>
          </li>
        ))}
      </ul>
      {times.length === 0 && <p class="faint">Run the scene to see them.</p>}
    </div>
  );
}
