// The bench for sound: strike bodies and hear them, see how they vibrate, and hear a recording with its picture.

import { useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Seen } from '../../model/count.ts';
import { stage } from '../../view/current.ts';
import { addLayer } from '../../view/layers/extra-layers.ts';
import { closeAudio } from './audio.ts';
import { ListenerLayer } from './listener-layer.ts';
import { MaterialBox } from './material-box.tsx';
import { ModeLayer, swinging, width } from './mode-layer.ts';
import { ModesBox } from './modes-box.tsx';
import { keepInStep, muted } from './player.ts';
import { RecordingBox } from './recording-box.tsx';
import { changes, hasEars, listener, ready, stopWork, watchSounds } from './state.ts';
import { forgetHits } from './strike.ts';
import { doing, StrikeBox } from './strike-box.tsx';
import { busy } from './worker-client.ts';
import './sound.css';

/** The change that hits and mutes belong to. */
const known = new Seen();

export default function SoundPanel() {
  useEffect(() => {
    doing.value = 'strike';
    const stops = [watchSounds(), keepInStep()];
    return () => {
      for (const stop of stops) stop();
      swinging.value = undefined;
      void closeAudio();
    };
  }, []);
  useSignalEffect(() => {
    const on = stage.value;
    if (on === undefined) return undefined;
    const takes = [addLayer(new ListenerLayer(on)), addLayer(new ModeLayer(on))];
    return () => {
      for (const take of takes) take();
    };
  });
  useSignalEffect(() => {
    if (!known.isNew(changes.value)) return;
    forgetHits();
    swinging.value = undefined;
    muted.value = new Set();
  });
  useSignalEffect(() => {
    void [listener.value, hasEars.value, swinging.value, width.value, ready.value];
    stage.peek()?.invalidate();
  });
  return (
    <div class="sound work-boxes">
      {busy.value !== undefined && (
        <div class="sound-progress" role="status">
          <progress value={busy.value.fraction} />
          <span>{busy.value.doing}</span>
          <button type="button" onClick={stopWork}>
            Stop
          </button>
        </div>
      )}
      <details open>
        <summary>Strike</summary>
        <StrikeBox />
      </details>
      <details open>
        <summary>Modes</summary>
        <ModesBox />
      </details>
      <details open>
        <summary>Material</summary>
        <MaterialBox />
      </details>
      <details open>
        <summary>The recording</summary>
        <RecordingBox />
      </details>
    </div>
  );
}
