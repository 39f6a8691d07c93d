// From a moment in the middle: the past in the view beside it, the future in the large one, both as far from that moment.

import { useSignal } from '@preact/signals';
import { film } from '../../model/film.ts';
import { time } from '../../model/playback.ts';
import { scene } from '../../model/project.ts';
import { short } from '../../model/words.ts';
import { SecondView } from '../compare/second-view.tsx';
import { present } from './state.ts';

export function BothWays() {
  const isOpen = useSignal(false);
  const shown = film.value;
  const open = scene.value;
  if (shown === undefined || open === undefined || present.value >= open.duration) return null;
  const now = present.value;
  const mirrored = () => Math.max(0, now - Math.abs(time.value - now));
  return (
    <section class="past-both">
      <label>
        <input
          type="checkbox"
          checked={isOpen.value}
          onChange={({ currentTarget }) => {
            isOpen.value = currentTarget.checked;
          }}
        />
        Past and future side by side
      </label>
      {isOpen.value && (
        <>
          <p class="faint">
            Here {short(mirrored())} s, in the large view {short(time.value)} s; the scene is as at{' '}
            {short(now)} s.
          </p>
          <SecondView film={shown} at={mirrored} label="The past" />
        </>
      )}
    </section>
  );
}
