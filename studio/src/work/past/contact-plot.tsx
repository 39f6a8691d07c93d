// The contacts that bodies had on their way, as in Figure 9 of Twigg, James 2008: a row for each body of each past, at rest
// on the left, time running from right to left, rows in the order of the dictionary; above them, on the same axes, drops of
// the same bodies forward.

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import {
  classNames,
  compareClasses,
  sortTracks,
  type Track,
} from '../../../../src/engines/lcp/statistics/index.ts';
import { complain } from '../../model/complaints.ts';
import { plural, short } from '../../model/words.ts';
import { CheckBox } from '../switches.tsx';
import { drops, findDrops, isDropping } from './drop-state.ts';
import type { FoundPast } from './messages.ts';
import { chosen, foundScene, isStale, shown } from './state.ts';

/** Free, point, line, face: they differ in lightness, too. */
const COLORS = ['#f4f1e8', '#f3a712', '#29a19c', '#263c6e'] as const;
const HEIGHT = 180; // [px]
const WIDTH = 480;
/** Fewer rows say nothing about how alike they are. */
const FEWEST = 4;

export function ContactPlot() {
  const onlyChosen = useSignal(false);
  const pasts = onlyChosen.value && chosen.value ? [chosen.value] : shown.value;
  const backward = tracksOf(pasts.flatMap(({ tracks }) => tracks.rows).filter(({ length }) => length > 0));
  if (backward.length === 0) return null;
  const { bin } = pasts[0].tracks;
  const longest = Math.max(...backward.map(({ length }) => length));
  const known = drops.value;
  const forward = tracksOf(known?.of === foundScene.value && known?.bin === bin ? known.rows : []);
  return (
    <section class="past-contacts" aria-label="Contacts on the way">
      <div class="past-row">
        <h3>Contacts before rest</h3>
        <CheckBox on={onlyChosen}>this past only</CheckBox>
        <button
          type="button"
          title="Throw the same bodies forward, each alone on the floor, and watch what touches"
          disabled={isDropping.value || isStale.value}
          onClick={() => void findDrops(pasts).catch(complain)}
        >
          {isDropping.value ? 'Dropping…' : 'Drop them forward'}
        </button>
      </div>
      {forward.length > 0 && (
        <Rows name="Drops forward" rows={sortTracks(forward, longest)} longest={longest} />
      )}
      <Rows name="Pasts" rows={sortTracks(backward, longest)} longest={longest} />
      <div class="past-axis faint">
        <span>at rest</span>
        <span>{short(bin * longest)} s before</span>
      </div>
      <ul class="past-legend">
        {classNames.map((name, i) => (
          <li key={name}>
            <i style={{ background: COLORS[i] }} /> {name}
          </li>
        ))}
      </ul>
      {forward.length >= FEWEST && backward.length >= FEWEST && (
        <Likeness forward={forward} backward={backward} steps={longest} />
      )}
    </section>
  );
}

function Rows({ name, rows, longest }: { name: string; rows: readonly Uint8Array[]; longest: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, rows, longest);
  });
  return (
    <figure class="past-rows">
      <figcaption class="faint">
        {name}, {plural(rows.length, 'row')}
      </figcaption>
      <canvas
        ref={canvas}
        width={WIDTH}
        height={HEIGHT}
        data-rows={rows.length}
        data-of={name}
        role="img"
        aria-label={`${name}: contacts of ${plural(rows.length, 'body', 'bodies')} before rest`}
      />
    </figure>
  );
}

/** Half the sum of how shares of classes differ, averaged over time; and what chance alone does to so many drops. */
function Likeness({
  forward,
  backward,
  steps,
}: {
  forward: readonly Track[];
  backward: readonly Track[];
  steps: number;
}) {
  const half = (odd: number) => forward.filter((_, i) => i % 2 === odd);
  const { mean } = compareClasses(forward, backward, steps);
  const chance = compareClasses(half(0), half(1), steps).mean;
  return (
    <p class="faint" data-unlike={mean}>
      Shares of contacts differ by {short(100 * mean)} % between pasts and drops, and by {short(100 * chance)}{' '}
      % between two halves of the drops.
    </p>
  );
}

function tracksOf(rows: FoundPast['tracks']['rows']): Track[] {
  return rows.map((row) => ({ length: row.length, classAt: (s: number) => row[s], energyAt: () => 0 }));
}

function draw(canvas: HTMLCanvasElement, rows: readonly Uint8Array[], longest: number): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.clearRect(0, 0, WIDTH, HEIGHT);
  rows.forEach((row, r) => {
    const top = Math.floor((r * HEIGHT) / rows.length);
    const bottom = Math.max(top + 1, Math.floor(((r + 1) * HEIGHT) / rows.length));
    for (let s = 0; s < row.length; s++) {
      const left = Math.floor((s * WIDTH) / longest);
      const right = Math.floor(((s + 1) * WIDTH) / longest);
      context.fillStyle = COLORS[row[s]];
      context.fillRect(left, top, right - left, bottom - top);
    }
  });
}
