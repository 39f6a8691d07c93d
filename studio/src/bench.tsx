// The bench: panels on the left, the view with its timeline in the middle, plots below or beside.

import { EditPanel } from './edit/panel.tsx';
import { Timeline } from './timeline/timeline.tsx';
import { PlotPanel } from './plots/panel.tsx';
import { RunPanel } from './run/panel.tsx';
import { TopBar } from './run/top-bar.tsx';
import { Viewport } from './view/viewport.tsx';

export function Bench() {
  return (
    <div class="bench">
      <TopBar />
      <aside class="panels">
        <RunPanel />
        <EditPanel />
      </aside>
      <main class="stage">
        <Viewport />
        <Timeline />
      </main>
      <section class="plots" aria-label="Plots">
        <PlotPanel />
      </section>
    </div>
  );
}
