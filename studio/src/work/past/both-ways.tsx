// From a moment in the middle: the past in the view beside it, the future in the large one, both as far from that moment.

import { useSignal } from '@preact/signals';
import { film } from '../../model/film.ts';
import { time } from '../../model/playback.ts';
import { scene } from '../../model/project.ts';
import { short } from '../../model/words.ts';
import { CheckBox } from '../switches.tsx';
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
      <CheckBox on={isOpen}>Past and future side by side</CheckBox>
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
