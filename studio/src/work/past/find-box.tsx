// How pasts are looked for, and the pasts that were found: best first, a picture each.

import { useEffect } from 'preact/hooks';
import { change } from '../../edit/change.ts';
import { complain } from '../../model/complaints.ts';
import { project, scene } from '../../model/project.ts';
import { plural, short } from '../../model/words.ts';
import { CheckBox } from '../switches.tsx';
import {
  count,
  findPasts,
  found,
  isStale,
  laws,
  mostEnergy,
  onlyStrict,
  present,
  progress,
  refining,
  shown,
  stopFinding,
} from './state.ts';
import { closeThumbs, Thumbnail } from './thumbnail.tsx';

export function FindBox() {
  useEffect(() => closeThumbs, []);
  const busy = progress.value;
  return (
    <div class="past-find">
      <div class="past-row">
        <label class="past-number">
          <input
            type="number"
            aria-label="How many"
            min={1}
            max={500}
            value={count.value}
            onChange={({ currentTarget }) => {
              const given = Math.round(currentTarget.valueAsNumber);
              if (given >= 1 && given <= 500) count.value = given;
            }}
          />
          pasts
        </label>
        <select
          aria-label="Laws"
          title="Strict: nothing but what the forward engine does. Lenient: laws are bent where that looks calmer, and it says so."
          value={laws.value}
          onChange={({ currentTarget }) => {
            laws.value = currentTarget.value as 'strict' | 'lenient';
          }}
        >
          <option value="strict">strict</option>
          <option value="lenient">lenient</option>
        </select>
        <select
          aria-label="Refine"
          title="Move starts until the engine reaches the end by itself"
          value={refining.value}
          onChange={({ currentTarget }) => {
            refining.value = currentTarget.value as 'auto' | 'always' | 'never';
          }}
        >
          <option value="auto">refine where bent</option>
          <option value="always">refine always</option>
          <option value="never">do not refine</option>
        </select>
        {busy === undefined ? (
          <>
            <button
              type="button"
              class="main"
              disabled={scene.value === undefined}
              onClick={() => void findPasts().catch(complain)}
            >
              Find pasts
            </button>
            {found.value.length > 0 && !isStale.value && (
              <button type="button" onClick={() => void findPasts(true).catch(complain)}>
                More
              </button>
            )}
          </>
        ) : (
          <button type="button" onClick={stopFinding}>
            Stop
          </button>
        )}
      </div>
      <Present />
      {busy && (
        <div class="past-progress">
          <progress max={busy.total} value={busy.done} aria-label="Pasts looked for" />
          <span role="status">
            {busy.done} of {plural(busy.total, 'past')}
          </span>
        </div>
      )}
      {isStale.value && <p class="past-stale">These are of the scene before your changes.</p>}
      {found.value.length > 1 && <Filter />}
      <div class="past-shelf" role="listbox" aria-label="Pasts, best first">
        {shown.value.map((one) => (
          <Thumbnail key={one.sample.seed} one={one} />
        ))}
      </div>
    </div>
  );
}

/** When the scene is as it is placed: at the end, or in the middle with a future behind it. */
function Present() {
  const open = scene.value;
  if (open === undefined || project.value === undefined) return null;
  const { duration } = open;
  const set = (value: number) =>
    change((file) => {
      const { present: _, ...options } = file.options ?? {};
      return value >= duration ? { ...file, options } : { ...file, options: { ...options, present: value } };
    });
  const isEnd = present.value >= duration;
  return (
    <label class="past-present">
      <span>
        {isEnd
          ? `The scene is how it ends, after ${short(duration)} s`
          : `The scene is as at ${short(present.value)} s of ${short(duration)} s: a past before, a future after`}
      </span>
      <input
        type="range"
        aria-label="When the scene is as placed"
        min={duration / 20}
        max={duration}
        step={duration / 20}
        value={present.value}
        onChange={({ currentTarget }) => set(Number(currentTarget.valueAsNumber.toPrecision(4)))}
      />
    </label>
  );
}

function Filter() {
  const energies = found.value.map(({ sample }) => sample.energy);
  const most = Math.max(...energies);
  const least = Math.min(...energies);
  const now = Math.min(most, mostEnergy.value);
  const step = Math.max((most - least) / 100, 1e-9);
  return (
    <div class="past-filter">
      <label>
        <span>up to {short(now)} J/kg</span>
        <input
          type="range"
          aria-label="Most energy"
          min={least}
          max={most}
          step={step}
          value={now}
          onInput={({ currentTarget }) => {
            const given = currentTarget.valueAsNumber;
            // The last stop of a slider may lie a little below its end.
            mostEnergy.value = given > most - step ? Number.POSITIVE_INFINITY : given;
          }}
        />
      </label>
      <CheckBox on={onlyStrict}>only level A</CheckBox>
      <span class="faint">
        {shown.value.length} of {found.value.length}
      </span>
    </div>
  );
}
