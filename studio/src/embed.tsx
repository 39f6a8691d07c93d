// The view that other pages show in a frame: the viewport and its timeline, and nothing else. What it shows stands in its
// address, as in the studio; ?theme=light or dark, ?time=0.5 [s] and ?play=0 say how.
//
//   <iframe src="https://…/embed.html?theme=light#example/bolt" …></iframe>

import { effect, untracked, useSignalEffect } from '@preact/signals';
import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { Complaints } from './complaints.tsx';
import { listenToErrors } from './model/complaints.ts';
import { film } from './model/film.ts';
import { place } from './model/place.ts';
import { duration, playing, seek } from './model/playback.ts';
import { project } from './model/project.ts';
import { listenToKeys } from './model/shortcuts.ts';
import { theme } from './model/theme.ts';
import { plural } from './model/words.ts';
import { enter, opening } from './run/enter.ts';
import { keepNoRuns, run, startRun, watchRun } from './run/session.ts';
import { Timeline } from './timeline/timeline.tsx';
import { Viewport } from './view/viewport.tsx';
import './embed.css';

const asked = new URLSearchParams(location.search);
const isDark = asked.get('theme');
if (isDark === 'light' || isDark === 'dark') theme.value = isDark;

function Embed() {
  useSignalEffect(() => {
    const at = place.value;
    untracked(() => void enter(at));
  });
  useEffect(watchRun, []);
  useEffect(startOnce, []);
  const now = opening.value;
  if (place.value.kind === 'gallery')
    return <p class="loading">There is nothing to show: the address of this frame names no scene.</p>;
  if (now.state === 'failed')
    return (
      <div class="failed">
        <h1>{now.what}</h1>
        {now.more.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    );
  const { state, frames, total, what } = run.value;
  return (
    <main class="embed stage" data-state={now.state} data-run={state}>
      <Viewport />
      <Timeline />
      <a class="embed-open" href={`./${location.hash}`} target="_blank" rel="noopener">
        Open in Carom studio
      </a>
      {(state === 'running' || state === 'starting') && (
        <p class="embed-run" role="status">
          Simulating: {frames} of {plural(total, 'frame')}
        </p>
      )}
      {what !== undefined && (
        <p class="embed-run" role="alert">
          {what}
        </p>
      )}
    </main>
  );
}

/** Runs what has not run yet, and goes to the time that was asked for as soon as it is there. */
function startOnce(): () => void {
  const wanted = Number(asked.get('time') ?? Number.NaN);
  let isStarted = false;
  let isThere = !(wanted >= 0);
  return effect(() => {
    const isReady = opening.value.state === 'open';
    if (isReady && !isStarted && film.value === undefined && project.value !== undefined) {
      isStarted = true;
      untracked(() => void startRun());
    }
    if (film.value === undefined) return;
    if (!isThere && duration.value >= wanted) {
      isThere = true;
      untracked(() => seek(wanted));
      playing.value = asked.get('play') !== '0';
    }
  });
}

keepNoRuns();
listenToErrors();
listenToKeys();
render(
  <>
    <Embed />
    <Complaints />
  </>,
  document.getElementById('app') as HTMLElement,
);
