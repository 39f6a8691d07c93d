// The bench: panels on the left, the view with its timeline in the middle, plots below or beside.

import { untracked, useSignalEffect } from '@preact/signals';
import { EditPanel } from './edit/panel.tsx';
import { addressOf, place } from './model/place.ts';
import { enter, opening } from './run/enter.ts';
import { RunPanel } from './run/panel.tsx';
import { TopBar } from './run/top-bar.tsx';
import { Timeline } from './timeline/timeline.tsx';
import { Viewport } from './view/viewport.tsx';
import { WorkPanel } from './work/panel.tsx';

export function Bench() {
  useSignalEffect(() => {
    const at = place.value;
    untracked(() => void enter(at));
  });
  const now = opening.value;
  if (now.state === 'failed')
    return (
      <div class="failed" data-state="failed">
        <h1>{now.what}</h1>
        {now.more.map((line) => (
          <p key={line}>{line}</p>
        ))}
        <a class="button" href={addressOf({ kind: 'gallery' })}>
          To the gallery
        </a>
      </div>
    );
  return (
    <div class="bench" data-state={now.state}>
      <TopBar />
      <aside class="panels" aria-label="Run and edit">
        <RunPanel />
        <EditPanel />
      </aside>
      <main class="stage">
        <Viewport />
        <Timeline />
      </main>
      <div class="plots">
        <WorkPanel />
      </div>
    </div>
  );
}
