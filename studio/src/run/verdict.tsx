// Is it really free of intersections? A button, and the judge's answer as a badge.

import type { Verdict as JudgesVerdict } from '../../../src/verify/index.ts';
import { film } from '../model/film.ts';
import { growing, playing, seek } from '../model/playback.ts';
import { metres, plural } from '../model/words.ts';
import { judge, judgement, stopJudging } from './judge.ts';

const MOST_FAULTS = 6;

function show(time: number): void {
  playing.value = false;
  seek(time);
}

export function Verdict() {
  const shown = film.value;
  if (shown?.source === undefined || shown.frameCount.value === 0) return null;
  const now = judgement.value;
  if (now.state === 'judging')
    return (
      <div class="verdict">
        <progress max={1} value={now.fraction} aria-label="Verified" />
        <button type="button" onClick={stopJudging}>
          Stop
        </button>
      </div>
    );
  if (now.state === 'none')
    return (
      <div class="verdict">
        <button
          type="button"
          onClick={judge}
          disabled={growing.value}
          title="An independent judge looks at every recorded instant and at the motion between them"
        >
          Verify
        </button>
      </div>
    );
  const { verdict } = now;
  const isGood = verdict.promise.kind === 'none' ? found(verdict) === 0 : verdict.kept;
  return (
    <div class="verdict">
      <p>
        <span class={isGood ? 'chip good' : 'chip bad'}>{badge(verdict, isGood)}</span>
      </p>
      <p class="faint">{details(verdict)}</p>
      {verdict.faults.length > 0 && (
        <ul>
          {firstOfEach(verdict).map(({ time, what }) => (
            <li key={`${time} ${what}`}>
              <button type="button" class="plain" onClick={() => show(time)} title="Go to this time">
                {time.toFixed(3)} s
              </button>
              {what}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The same two faces often meet at many instants: the first is told. */
function firstOfEach({ faults }: JudgesVerdict): JudgesVerdict['faults'] {
  const first = faults.filter((one, i) => faults.findIndex(({ what }) => what === one.what) === i);
  return first.slice(0, MOST_FAULTS);
}

function badge({ promise, kept }: JudgesVerdict, isGood: boolean): string {
  if (promise.kind === 'none') return isGood ? 'no intersections' : 'intersects';
  return kept ? 'verified' : 'promise broken';
}

function found({ intersections, tunnelled, broken }: JudgesVerdict): number {
  return intersections + tunnelled + broken;
}

function details(verdict: JudgesVerdict): string {
  const { intersections, tunnelled, undecided, broken, smallestGap, separation } = verdict;
  const parts = [plural(intersections, 'intersection'), `${tunnelled} tunnelled`];
  if (undecided > 0) parts.push(`${undecided} undecided`);
  if (broken > 0) parts.push(plural(broken, 'contradiction'));
  if (separation) parts.push(`${separation.nearer} nearer than promised`);
  return `${parts.join(', ')}; smallest gap ${metres(separation?.smallest ?? smallestGap)}.`;
}
