// One plot of both runs: over one another, or the second less the first; or how far their bodies are apart.

import { effect, type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Film } from '../../model/film.ts';
import { selected } from '../../model/selection.ts';
import { soon } from '../../model/soon.ts';
import { isDark } from '../../model/theme.ts';
import { words } from '../../plots/charts.ts';
import type { Lines } from '../../plots/lines.ts';
import { valueAt } from '../../plots/lines.ts';
import { plot } from '../../plots/plot.ts';
import { lineColors } from '../../plots/plot-colors.ts';
import { quantities, quantityById } from '../../plots/quantities.ts';
import { time } from '../../model/playback.ts';
import { say } from '../../view/say.ts';
import { CheckBox } from '../switches.tsx';
import { overlaid } from './lines.ts';
import { readApart, readLine } from './read-film.ts';

const NONE: Lines = { times: new Float64Array(0), lines: [] };
/** Both are read anew while one grows, at most so often [ms]. */
const PAUSE_MS = 400;

export function CompareChart({ first, second, start }: { first: Film; second: Film; start: string }) {
  const what = useSignal(start);
  const showsDifference = useSignal(false);
  const lines = useSignal<Lines>(NONE);
  const host = useRef<HTMLDivElement>(null);
  const body = bodyOf(first);
  const isApart = what.value === 'apart';
  const isDifference = showsDifference.value || isApart;
  useEffect(() => {
    lines.value = NONE;
    return readWhileGrowing(first, second, async () => {
      lines.value = await read(first, second, what.value, body, showsDifference.value);
    });
  }, [first, second, what.value, body, showsDifference.value, lines, what, showsDifference]);
  useEffect(() => draw(host.current as HTMLDivElement, isDifference ? 1 : 2, lines), [isDifference, lines]);
  const common = first.columns.filter(({ name }) => second.columns.some((other) => other.name === name));
  const unit = unitOf(first, what.value);
  const colors = lineColors(isDark.value);
  return (
    <article class="chart" aria-label={`Compare ${what.value}`} data-points={lines.value.times.length}>
      <header class="compare-row">
        <select
          aria-label="What to compare"
          value={what.value}
          onChange={({ currentTarget }) => {
            what.value = currentTarget.value;
          }}
        >
          <option value="apart">How far apart bodies are</option>
          <optgroup label={`Body ${first.scene.bodies[body]?.name ?? ''}`}>
            {quantities.map(({ id, title }) => (
              <option key={id} value={`body:${id}`}>
                {title}
              </option>
            ))}
          </optgroup>
          <optgroup label="Report">
            {common.map(({ name }) => (
              <option key={name} value={`column:${name}`}>
                {words(name)}
              </option>
            ))}
          </optgroup>
        </select>
        {!isApart && <CheckBox on={showsDifference}>difference</CheckBox>}
      </header>
      <div class="plot" ref={host} />
      <ul class="values">
        {lines.value.lines.map((line, i) => {
          const value = valueAt(lines.value, line, time.value);
          return (
            <li key={line.id}>
              <i style={{ background: colors[i % colors.length] }} />
              <span class="line-name">{line.name}</span>
              <output>{value === undefined || Number.isNaN(value) ? '–' : say(value, unit)}</output>
            </li>
          );
        })}
      </ul>
    </article>
  );
}

function bodyOf({ scene }: Film): number {
  const chosen = selected.value.find((item) => item < scene.bodies.length);
  return (
    chosen ??
    Math.max(
      0,
      scene.bodies.findIndex(({ motion }) => motion === 'dynamic'),
    )
  );
}

function unitOf({ columns }: Film, what: string): string {
  const [kind, id] = what.split(':');
  if (kind === 'apart') return 'm';
  return (kind === 'body' ? quantityById(id)?.unit : columns.find(({ name }) => name === id)?.unit) ?? '';
}

async function read(
  first: Film,
  second: Film,
  what: string,
  body: number,
  isDifference: boolean,
): Promise<Lines> {
  if (what === 'apart') {
    const { times, values } = await readApart(first, second);
    return { times, lines: [{ id: 'apart', name: 'farthest body', values }] };
  }
  const [a, b] = await Promise.all([readLine(first, what, body), readLine(second, what, body)]);
  return overlaid(a, b, isDifference);
}

function readWhileGrowing(first: Film, second: Film, readAll: () => Promise<void>): () => void {
  let isOver = false;
  let isReading = false;
  let isAsked = false;
  const go = async () => {
    if (isReading) {
      isAsked = true;
      return;
    }
    isReading = true;
    // A film that was closed meanwhile has nothing more to say.
    await readAll().catch(() => {});
    isReading = false;
    if (isAsked && !isOver) {
      isAsked = false;
      later.ask();
    }
  };
  const later = soon(() => {
    if (!isOver) void go();
  }, PAUSE_MS);
  const stop = effect(() => {
    void [first.frameCount.value, second.frameCount.value];
    later.ask();
  });
  return () => {
    isOver = true;
    stop();
  };
}

function draw(host: HTMLElement, count: number, lines: ReadonlySignal<Lines>): () => void {
  const chart = {
    id: 0,
    title: '',
    unit: '',
    columns: Array.from({ length: count }, (_, i) => String(i)),
    bodies: [],
    isLog: false,
  };
  return effect(() => plot(host, chart, () => lines.value, isDark.value));
}
