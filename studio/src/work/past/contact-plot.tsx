// The contacts that bodies had on their way, as in Figure 9 of Twigg, James 2008: a row for each body of each past, at rest
// on the left, time running from right to left, rows in the order of the dictionary.

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { classNames } from '../../../../src/engines/lcp/statistics/contact-class.ts';
import { sortTracks } from '../../../../src/engines/lcp/statistics/plot.ts';
import { plural, short } from '../../model/words.ts';
import type { FoundPast } from './messages.ts';
import { chosen, shown } from './state.ts';

/** Free, point, line, face: they differ in lightness, too. */
const COLORS = ['#f4f1e8', '#f3a712', '#29a19c', '#263c6e'] as const;
const HEIGHT = 180; // [px]
const WIDTH = 480;

export function ContactPlot() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const onlyChosen = useSignal(false);
  const pasts = onlyChosen.value && chosen.value ? [chosen.value] : shown.value;
  const rows = rowsOf(pasts);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, rows);
  });
  if (rows.length === 0) return null;
  const bin = pasts[0].tracks.bin;
  const longest = Math.max(...rows.map(({ length }) => length));
  return (
    <section class="past-contacts" aria-label="Contacts on the way">
      <div class="past-row">
        <h3>Contacts before rest</h3>
        <label>
          <input
            type="checkbox"
            checked={onlyChosen.value}
            onChange={({ currentTarget }) => {
              onlyChosen.value = currentTarget.checked;
            }}
          />
          this past only
        </label>
      </div>
      <canvas
        ref={canvas}
        width={WIDTH}
        height={HEIGHT}
        data-rows={rows.length}
        role="img"
        aria-label={`Contacts of ${plural(rows.length, 'body', 'bodies')} before rest`}
      />
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
    </section>
  );
}

function rowsOf(pasts: readonly FoundPast[]): Uint8Array[] {
  const all = pasts.flatMap(({ tracks }) => tracks.rows).filter(({ length }) => length > 0);
  const longest = Math.max(0, ...all.map(({ length }) => length));
  return sortTracks(
    all.map((row) => ({ length: row.length, classAt: (s: number) => row[s], energyAt: () => 0 })),
    longest,
  );
}

function draw(canvas: HTMLCanvasElement, rows: readonly Uint8Array[]): void {
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.clearRect(0, 0, WIDTH, HEIGHT);
  const longest = Math.max(1, ...rows.map(({ length }) => length));
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
