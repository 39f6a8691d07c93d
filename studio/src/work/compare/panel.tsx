// Two runs of one scene side by side: the same camera, the same clock, and plots over one another.

import { effect, untracked, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { complain } from '../../model/complaints.ts';
import { film } from '../../model/film.ts';
import { folderFiles, readFolder } from '../../model/folder.ts';
import { time } from '../../model/playback.ts';
import { openings } from '../../model/project.ts';
import { ago, plural, short } from '../../model/words.ts';
import { CompareChart } from './compare-chart.tsx';
import {
  holdFilm,
  type KeptRun,
  listKept,
  other,
  take,
  takeFile,
  takeFromFolder,
  takeKept,
} from './other.ts';
import { RunAgainBox } from './run-again-box.tsx';
import { SecondView } from './second-view.tsx';
import 'uplot/dist/uPlot.min.css';
import '../../plots/plots.css';
import './compare.css';

export default function ComparePanel() {
  useEffect(forgetWithScene, []);
  const shown = film.value;
  const second = other.value;
  return (
    <div class="compare plot-panel">
      <Sources />
      {second !== undefined && (
        <>
          <h3>
            {second.name}{' '}
            <span class="faint">
              {second.name === second.film.engine ? '' : `${second.film.engine}, `}
              {plural(second.film.frameCount.value, 'frame')} at {short(second.film.scene.frameRateHz)} Hz
            </span>
            <button type="button" class="plain" aria-label="Compare no more" onClick={() => take(undefined)}>
              ✕
            </button>
          </h3>
          <SecondView film={second.film} at={() => within(second.film, time.value)} label="The other run" />
          {shown !== undefined && (
            <div class="charts">
              {['apart', 'body:height', 'column:kineticEnergy'].map((start) => (
                <CompareChart key={start} first={shown} second={second.film} start={start} />
              ))}
            </div>
          )}
        </>
      )}
    </div>
  );
}

/** What was compared with another scene is of no use; nor when nobody looks any more. */
function forgetWithScene(): () => void {
  let before = openings.peek();
  const stop = effect(() => {
    if (openings.value === before) return;
    before = openings.value;
    untracked(() => take(undefined));
  });
  return () => {
    stop();
    take(undefined);
  };
}

/** The clock of the large view; a shorter run waits at its end. */
function within(
  { frameCount, time: timeOf }: { frameCount: { value: number }; time(i: number): number },
  now: number,
): number {
  return Math.min(now, frameCount.value > 0 ? timeOf(frameCount.value - 1) : 0);
}

function Sources() {
  const kept = useSignal<readonly KeptRun[]>([]);
  useEffect(() => {
    // Who came by an address has not seen the gallery, which reads it.
    if (folderFiles.peek().length === 0) void readFolder();
    listKept().then(
      (list) => {
        kept.value = list;
      },
      // A browser that keeps nothing has nothing to offer.
      () => {},
    );
  }, [kept]);
  const recordings = folderFiles.value.filter(({ kind }) => kind === 'recording');
  const choose = (value: string) => {
    const run = kept.value.find(({ place }) => place === value);
    void (run ? takeKept(run) : takeFromFolder(value)).catch(complain);
  };
  return (
    <details open={other.value === undefined}>
      <summary>Compare with</summary>
      <div class="compare-row">
        <button
          type="button"
          disabled={film.value === undefined}
          onClick={() => void holdFilm().catch(complain)}
        >
          This run, held
        </button>
        <label class="button">
          A file…
          <input
            type="file"
            accept=".carom"
            aria-label="A recording to compare with"
            class="compare-file"
            onChange={({ currentTarget }) => {
              const [file] = currentTarget.files ?? [];
              if (file) void takeFile(file).catch(complain);
              currentTarget.value = '';
            }}
          />
        </label>
        {kept.value.length + recordings.length > 0 && (
          <select
            aria-label="A run that is kept"
            value=""
            onChange={({ currentTarget }) => {
              choose(currentTarget.value);
              currentTarget.value = '';
            }}
          >
            <option value="" disabled hidden>
              a run that is kept…
            </option>
            {kept.value.map(({ place, name, changed }) => (
              <option key={place} value={place}>
                {changed === undefined ? `${name}, as the example has it` : `${name}, ${ago(changed)}`}
              </option>
            ))}
            {recordings.map(({ path }) => (
              <option key={path} value={path}>
                {path}
              </option>
            ))}
          </select>
        )}
      </div>
      <p class="faint">Or run the scene once more, otherwise:</p>
      <RunAgainBox />
    </details>
  );
}
