// The page of a sweep: how far it is, plots of its columns, and its rows. It fills while the sweep runs.

import { useEffect } from 'preact/hooks';
import { Mark } from '../gallery/gallery.tsx';
import { addressOf, place } from '../model/place.ts';
import { plural } from '../model/words.ts';
import { ThemeAndKeys } from '../theme-and-keys.tsx';
import { feed } from './feed.ts';
import { addressOfRun, whyNotKept } from './open-run.ts';
import { Plots } from './plots.tsx';
import { textAt } from './row-table.ts';
import { lifeOf, paceOf, remedyOf } from './standing.ts';
import { chosen, setFilter, tally, watched } from './state.ts';
import { Table } from './table.tsx';
import './sweep.css';

export function SweepPage() {
  const at = place.value;
  const path = at.kind === 'sweep' ? at.path : '';
  useEffect(() => feed(path), [path]);
  const { progress, state, table } = watched.value;
  const name = progress?.sweep ?? path;
  useEffect(() => {
    document.title = name ? `${name} · Carom studio` : 'Carom studio';
  }, [name]);
  return (
    <div class="sweep" data-state={state} data-rows={table.count}>
      <header class="sweep-top">
        <a class="home" href={addressOf({ kind: 'gallery' })} title="Gallery" aria-label="Gallery">
          <Mark />
        </a>
        <h1>{name || 'A sweep'}</h1>
        <span class="faint">a sweep</span>
        <div class="sweep-tools">
          <ThemeAndKeys />
        </div>
      </header>
      <main>
        {state === 'missing' && table.count === 0 ? (
          <p class="sweep-missing faint">
            There is no sweep in {path === '' ? 'this folder' : `“${path}”`} yet. The page fills as soon as
            there is one: start carom sweep, or serve the folder that it made.
          </p>
        ) : (
          <>
            <Standing />
            <Plots />
            <Table />
            <ChosenRun />
          </>
        )}
      </main>
    </div>
  );
}

/** The words that people have for how runs end, and which of them are bad news. */
const ENDS = [
  ['done', 'done', 'good'],
  ['early', 'ended early', 'good'],
  ['limit', 'reached a limit', 'bad'],
  ['failed', 'failed', 'bad'],
  ['set aside', 'set aside', 'bad'],
] as const;

function Standing() {
  const { progress, age, table, damaged, isCut, state } = watched.value;
  const life = lifeOf(progress, age);
  const remedy = remedyOf(life, age);
  const runs = progress?.runs ?? table.count;
  const counted = Math.max(table.count, progress?.counted ?? 0);
  return (
    <section class="sweep-standing" aria-label="How far it is" data-life={life}>
      <progress max={Math.max(1, runs)} value={counted} aria-label="Runs that have ended" />
      <p role="status">
        <strong>
          {counted} of {plural(runs, 'run')}
        </strong>
        {life === 'running' && progress && (
          <>
            <span class="chip">{progress.running} running</span>
            {paceOf(progress).map((words) => (
              <span key={words}>{words}</span>
            ))}
          </>
        )}
        {ENDS.map(([ended, words, tone]) => {
          const count = tally.value.get(ended) ?? 0;
          return (
            count > 0 && (
              <button
                key={ended}
                type="button"
                class={`chip ${tone}`}
                title={`Show only these`}
                onClick={() => setFilter('ended', ended)}
              >
                {count} {words}
              </button>
            )
          );
        })}
        {state === 'reading' && <span class="faint">reading…</span>}
      </p>
      {remedy && <p class="faint">{remedy}</p>}
      {damaged > 0 && <p class="faint">{plural(damaged, 'damaged line')} of the journal passed over.</p>}
      {isCut && (
        <p class="faint">A page shows no more rows than these; rows.csv and rows.parquet have all.</p>
      )}
    </section>
  );
}

/** Everything about the run that is chosen. */
function ChosenRun() {
  const row = chosen.value;
  const { table, progress, path } = watched.value;
  if (row === undefined || row >= table.count) return null;
  const address = addressOfRun(path, table, row);
  const ended = table.text('ended', row);
  const what = table.text('what', row);
  const told = table.columns.filter(({ of, name }) => of !== 'row' || /seed|Seconds$/.test(name));
  return (
    <aside class="sweep-chosen" aria-label="The run that is chosen">
      <header>
        <h2>Run {textAt(table.columns[0], row)}</h2>
        <span class={`chip ${ended === 'done' || ended === 'early' ? 'good' : 'bad'}`}>{ended}</span>
        <button type="button" class="plain" aria-label="Close" onClick={() => (chosen.value = undefined)}>
          ✕
        </button>
      </header>
      {what !== '' && <p>{what}</p>}
      {address ? (
        <a class="button main" href={address}>
          Open its recording
        </a>
      ) : (
        <p class="faint sweep-why">No recording. {whyNotKept(ended, progress)}</p>
      )}
      <dl>
        {told.map((column) => (
          <div key={column.name}>
            <dt>{column.name}</dt>
            <dd>{textAt(column, row) || '–'}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}
