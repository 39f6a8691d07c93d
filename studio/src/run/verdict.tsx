// Is it really free of intersections? A button, and the judge's answer as a badge.

import type { Verdict as JudgesVerdict, VerdictWord } from '../../../src/verify/index.ts';
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
  const { verdict, word, state } = now.told;
  return (
    <div class="verdict">
      <p>
        <span class={`chip ${looks[word] ?? ''}`}>{badges[word]}</span>
      </p>
      {state.frames <= state.lastFrame && (
        <p class="faint">
          {state.frames} of {state.lastFrame + 1} frames are there.
        </p>
      )}
      <p class="faint">{verdict.promise.kind === 'none' ? overlaps(verdict) : details(verdict)}</p>
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

/** "verified" is said of a promise that was checked on the whole run, of nothing less. */
const badges: Readonly<Record<VerdictWord, string>> = {
  verified: 'verified',
  broken: 'promise broken',
  contradictory: 'contradictory',
  'no promise': 'no promise about contact',
  'frames only': 'kept at frames only',
  incomplete: 'incomplete',
  torn: 'torn',
  'partly judged': 'partly judged',
};

const looks: Readonly<Partial<Record<VerdictWord, string>>> = {
  verified: 'good',
  broken: 'bad',
  contradictory: 'bad',
};

/** Where nothing is promised: how bad it is. */
function overlaps({ intersections, tunnelled, deepest, deepestTime, smallestGap }: JudgesVerdict): string {
  if (deepest > 0) return `Bodies overlap, at ${deepestTime.toFixed(3)} s by at least ${metres(deepest)}.`;
  if (intersections + tunnelled > 0) return 'Bodies pass through each other.';
  return `Nothing overlaps; smallest gap ${metres(smallestGap)}.`;
}

function details(verdict: JudgesVerdict): string {
  const { intersections, tunnelled, undecided, broken, smallestGap, separation } = verdict;
  const parts = [plural(intersections, 'intersection'), `${tunnelled} tunnelled`];
  if (undecided > 0) parts.push(`${undecided} undecided`);
  if (broken > 0) parts.push(plural(broken, 'contradiction'));
  if (separation) parts.push(`${separation.nearer} nearer than promised`);
  return `${parts.join(', ')}; smallest gap ${metres(separation?.smallest ?? smallestGap)}.`;
}
