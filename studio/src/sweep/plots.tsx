// Any column against any other, coloured by a third; and one small plot for each value of a fourth, on the same axes.

import { computed } from '@preact/signals';
import { isDark } from '../model/theme.ts';
import { plural } from '../model/words.ts';
import { sayNumber } from '../view/say.ts';
import { axisOf } from './axis.ts';
import { type Coloring, coloringOf, scaleGradient } from './colors.ts';
import type { Plotted } from './draw-points.ts';
import { groupsOf } from './groups.ts';
import { Pointed, Scatter } from './scatter.tsx';
import { type Choices, choose, drawn, shown, watched } from './state.ts';

const whole = computed<Plotted | undefined>(() => {
  const { table } = watched.value;
  const { x, y, color, isLogX, isLogY } = drawn.value;
  const [across, up] = [table.numbers(x), table.numbers(y)];
  if (!across || !up) return undefined;
  const rows = shown.value;
  const colored = table.column(color);
  return {
    x: across,
    y: up,
    rows,
    across: axisOf(across, rows, isLogX),
    up: axisOf(up, rows, isLogY),
    coloring: colored && coloringOf(colored, rows, isDark.value),
  };
});

const parts = computed(() => {
  const plotted = whole.value;
  const column = watched.value.table.column(drawn.value.split ?? '');
  if (!plotted || !column) return [];
  return groupsOf(column, plotted.rows).map(({ title, rows }) => ({ title, plotted: { ...plotted, rows } }));
});

export function Plots() {
  const plotted = whole.value;
  const { x, y, split } = drawn.value;
  return (
    <section class="sweep-plots" aria-labelledby="sweep-plots-title">
      <div class="sweep-head">
        <h2 id="sweep-plots-title">Plot</h2>
        <PlotChoices />
      </div>
      {plotted &&
        (split ? (
          <div class="sweep-parts">
            {parts.value.map((part) => (
              <figure key={part.title} class="sweep-part">
                <figcaption>
                  {part.title} <span class="faint">{part.plotted.rows.length}</span>
                </figcaption>
                <Scatter plotted={part.plotted} label={`${y} over ${x}, ${part.title}`} />
              </figure>
            ))}
          </div>
        ) : (
          <div class="sweep-whole">
            <Scatter plotted={plotted} label={`${y} over ${x}, ${plural(plotted.rows.length, 'run')}`} />
          </div>
        ))}
      <div class="sweep-below">
        <Pointed />
        {plotted?.coloring && <Legend coloring={plotted.coloring} />}
      </div>
    </section>
  );
}

function PlotChoices() {
  const { table } = watched.value;
  const { x, y, color, split, isLogX, isLogY } = drawn.value;
  const names = (kinds: readonly string[]) =>
    table.columns.filter((one) => kinds.includes(one.kind)).map(({ name }) => name);
  const numbers = names(['number']);
  const grouping = table.columns
    .filter(({ of, name }) => of === 'parameter' || name === 'ended' || name === 'seed')
    .map((one) => one.name);
  return (
    <div class="sweep-choices">
      <Choice label="Up" of="y" value={y} names={numbers} />
      <Log of="isLogY" on={isLogY} what={y} />
      <Choice label="Across" of="x" value={x} names={numbers} />
      <Log of="isLogX" on={isLogX} what={x} />
      <Choice label="Colour" of="color" value={color} names={[...numbers, 'ended']} none="none" />
      <Choice label="A plot for each" of="split" value={split ?? ''} names={grouping} none="–" />
    </div>
  );
}

function Choice(props: {
  label: string;
  of: keyof Choices;
  value: string;
  names: readonly string[];
  none?: string;
}) {
  return (
    <label class="sweep-choice">
      <span>{props.label}</span>
      <select
        value={props.value}
        onChange={({ currentTarget }) => choose({ [props.of]: currentTarget.value })}
      >
        {props.none !== undefined && <option value="">{props.none}</option>}
        {props.names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}

function Log({ of, on, what }: { of: 'isLogX' | 'isLogY'; on: boolean; what: string }) {
  return (
    <button
      type="button"
      class="sweep-log"
      aria-pressed={on}
      aria-label={`Logarithm of ${what}`}
      title="Logarithmic; what is not above zero has no place"
      onClick={() => choose({ [of]: !on })}
    >
      log
    </button>
  );
}

function Legend({ coloring: { name, scale, words, colors } }: { coloring: Coloring }) {
  if (words)
    return (
      <ul class="sweep-legend" aria-label={`Colours of ${name}`}>
        {words.map((word, i) => (
          <li key={word}>
            <i style={{ background: colors[i] }} /> {word || '–'}
          </li>
        ))}
      </ul>
    );
  return (
    <div class="sweep-legend">
      <span class="faint">{name}</span>
      {scale && sayNumber(scale[0], 3)}
      <i class="sweep-scale" style={{ background: scaleGradient(isDark.value) }} />
      {scale && sayNumber(scale[1], 3)}
    </div>
  );
}
