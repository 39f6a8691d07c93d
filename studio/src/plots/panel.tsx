// The charts beside the view, and the choice of more.

import { effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Film } from '../model/film.ts';
import { film } from '../model/film.ts';
import { selected } from '../model/selection.ts';
import { ChartCard, plottable } from './chart.tsx';
import { chartOfBodies, chartOfGroup, charts, firstCharts, groupColumns } from './charts.ts';
import { quantities } from './quantities.ts';
import 'uplot/dist/uPlot.min.css';
import './plots.css';

export function PlotPanel() {
  useEffect(keepCharts, []);
  const shown = film.value;
  if (shown === undefined || shown.frameCount.value === 0)
    return (
      <div class="plot-panel">
        <h2>Plots</h2>
        <p class="plots-empty">
          Gaps, energy, momentum and whatever moves are plotted here, from the first frame of a run on.
        </p>
      </div>
    );
  return (
    <div class="plot-panel">
      <div class="plot-head">
        <h2>Plots</h2>
        <Picker shown={shown} />
      </div>
      <div class="charts">
        {charts.value.map((chart) => (
          <ChartCard key={chart.id} chart={chart} />
        ))}
      </div>
    </div>
  );
}

/** Charts stay while the engine says the same things, and bodies are those of the scene. */
function keepCharts(): () => void {
  let columns = '';
  let bodies = -1;
  return effect(() => {
    const shown = film.value;
    if (shown === undefined) return;
    const now = shown.columns.map(({ name }) => name).join(' ');
    const isOther = now !== columns;
    const others = shown.scene.bodies.length !== bodies;
    columns = now;
    bodies = shown.scene.bodies.length;
    if (isOther)
      charts.value = [
        ...firstCharts(shown.columns),
        ...charts.peek().filter(({ quantity }) => quantity && !others),
      ];
    else if (others) charts.value = charts.peek().filter(({ quantity }) => quantity === undefined);
  });
}

function Picker({ shown }: { shown: Film }) {
  const groups = groupColumns(shown.columns);
  const kinds = [...new Set(quantities.map(({ group }) => group))];
  const add = (choice: string) => {
    const [kind, id] = choice.split(':');
    const group = kind === 'column' ? groups.find(({ columns }) => columns[0] === id) : undefined;
    const made = group ? chartOfGroup(group) : chartOfBodies(id, bodiesToPlot(shown));
    if (made) charts.value = [made, ...charts.value];
  };
  return (
    <label class="picker">
      <span>Add</span>
      <select
        aria-label="Add a chart"
        value=""
        onChange={(event) => {
          add(event.currentTarget.value);
          event.currentTarget.value = '';
        }}
      >
        <option value="" disabled hidden>
          a chart…
        </option>
        {kinds.map((kind) => (
          <optgroup key={kind} label={`Bodies: ${kind.toLowerCase()}`}>
            {quantities
              .filter(({ group }) => group === kind)
              .map(({ id, title }) => (
                <option key={id} value={`body:${id}`}>
                  {title}
                </option>
              ))}
          </optgroup>
        ))}
        <optgroup label={`Report of ${shown.engine}`}>
          {groups.map(({ title, columns, doc }) => (
            <option key={columns[0]} value={`column:${columns[0]}`} title={doc}>
              {title}
            </option>
          ))}
        </optgroup>
      </select>
    </label>
  );
}

/** Those that are selected, or the first few that move. */
function bodiesToPlot({ scene }: Film): number[] {
  const chosen = plottable(selected.value);
  if (chosen.length > 0) return chosen;
  const moving = scene.bodies.flatMap(({ motion }, i) => (motion === 'static' ? [] : [i]));
  return (moving.length > 0 ? moving : scene.bodies.map((_, i) => i)).slice(0, 4);
}
